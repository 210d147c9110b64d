#include "executable/code_digest.h"

#include <gtest/gtest.h>

#include <vector>

#include "executable/damaged_elf.h"
#include "executable/function_extents.h"
#include "executable/machine_code.h"
#include "replays.h"

namespace ireereplay {
namespace {

using Code = std::vector<uint8_t>;

// lea rax, [rip + 0x1000]; call +0x2000; ret
const Code kFar = {0x48, 0x8D, 0x05, 0x00, 0x10, 0x00, 0x00, 0xE8, 0x00, 0x20, 0x00, 0x00, 0xC3};

TEST(CodeDigest, IsTheSameWhereverTheRestOfTheExecutableLies) {
  Code moved = kFar;
  moved[3] = 0x40;
  moved[8] = 0x90;
  EXPECT_EQ(code_digest(moved), code_digest(kFar));
}

TEST(CodeDigest, DiffersWithEachInstruction) {
  Code other_register = kFar, jump = kFar;
  other_register[2] = 0x0D;
  jump[7] = 0xE9;
  EXPECT_NE(code_digest(other_register), code_digest(kFar));
  EXPECT_NE(code_digest(jump), code_digest(kFar));
  EXPECT_NE(code_digest(Code{0xB8, 1, 0, 0, 0, 0xC3}), code_digest(Code{0xB8, 2, 0, 0, 0, 0xC3})) << "a constant";
  EXPECT_NE(code_digest(Code{0x8B, 0x40, 8, 0xC3}), code_digest(Code{0x8B, 0x40, 16, 0xC3})) << "an offset";
}

TEST(CodeDigest, DiffersWithWhereTheFunctionJumpsWithinItself) {
  EXPECT_NE(code_digest(Code{0x74, 0, 0x90, 0xC3}), code_digest(Code{0x74, 1, 0x90, 0xC3}));
  EXPECT_NE(code_digest(Code{0x74, 0, 0x90, 0xC3}), code_digest(Code{0x74, 0xFE, 0x90, 0xC3}));
}

TEST(CodeDigest, IsUnknownOfWhatIsNotCodeFromFirstToLast) {
  EXPECT_FALSE(code_digest(Code{0x06, 0xC3}).has_value()) << "no instruction in 64-bit mode";
  EXPECT_FALSE(code_digest(Code{0xC3, 0xB8, 1}).has_value()) << "cut off";
}

// As `readelf --debug-dump=frames` has them.
TEST(FunctionExtents, AreThoseOfTheTablesForUnwinding) {
  const Code elf = replay::captured_executable(replay::fixture("models/block/block.sync.ireereplay"));
  const std::vector<FunctionExtent> found = function_extents(elf);
  ASSERT_EQ(found.size(), 14u);
  EXPECT_EQ(found[0].address, 0x21F0u);
  EXPECT_EQ(found[0].size, 0x1D0u);
  EXPECT_EQ(found[1].address, 0x23C0u);
  EXPECT_EQ(found[1].size, 0x255u);
  EXPECT_EQ(found[13].address, 0xB370u);
  EXPECT_EQ(found[13].size, 0xB9u);
}

TEST(FunctionExtents, HoldTheCodeOfEachFunction) {
  const Code elf = replay::captured_executable(replay::fixture("models/block/block.sync.ireereplay"));
  const std::vector<CodeRange> ranges = code_of(elf);
  ASSERT_EQ(ranges.size(), 1u);
  for (const auto& [address, size] : function_extents(elf)) {
    ASSERT_GE(address, ranges[0].address);
    ASSERT_LE(address + size, ranges[0].address + ranges[0].size);
    EXPECT_TRUE(code_digest(Bytes(elf).subspan(ranges[0].offset + (address - ranges[0].address), size)).has_value())
        << address;
  }
}

TEST(FunctionExtents, AreUnknownWhereTheTableIsDamaged) {
  const Code elf = replay::captured_executable(replay::fixture("models/block/block.sync.ireereplay"));
  const size_t table = section_offset(elf, ".eh_frame");
  // The query function has a symbol, too, which may be believed where the table says something else.
  const size_t whole = function_extents(elf).size() + 1;
  for (size_t byte = 0; byte < 0x208; ++byte) {
    Code damaged = elf;
    damaged[table + byte] ^= 0x80;
    EXPECT_LE(function_extents(damaged).size(), whole) << byte;
  }
  for (size_t size = 0; size < elf.size(); size += 97) {
    const Code torn(elf.begin(), elf.begin() + static_cast<ptrdiff_t>(size));
    EXPECT_LE(function_extents(torn).size(), whole) << size;
  }
}

}  // namespace
}  // namespace ireereplay
