#include "executable/line_table.h"

#include <gtest/gtest.h>

#include <random>

#include "executable/damaged_elf.h"
#include "replays.h"

namespace ireereplay {
namespace {

using replay::fixture_executable;

// Expected lines are those of `readelf --debug-dump=decodedline`.
TEST(LineTable, ReadsVersion5) {
  const std::vector<uint8_t> elf = fixture_executable("small.ireereplay");
  for (const auto& [address, line] : {std::pair(0x1000u, 114u), {0x1001u, 114u}, {0x1002u, 115u}, {0x1011u, 115u}}) {
    const SourceLine found = find_source_line(elf, address);
    EXPECT_EQ(found.line, line) << address;
    EXPECT_EQ(found.file, "elementwise.c");
    EXPECT_EQ(found.directory, ".");
  }
  EXPECT_EQ(find_source_line(elf, 0xFFF).line, 0u);
  EXPECT_EQ(find_source_line(elf, 0x100000).line, 0u);
}

TEST(LineTable, ReadsVersion4) {
  const std::vector<uint8_t> elf = fixture_executable("models/block/block.sync.ireereplay");
  EXPECT_EQ(find_source_line(elf, 0x21F0).line, 1u);
  EXPECT_EQ(find_source_line(elf, 0x21F4).line, 26u);
  EXPECT_EQ(find_source_line(elf, 0x21F4).file, "block.mlir");
  EXPECT_EQ(find_source_line(elf, 0x222C).line, 0u) << "code that belongs to no line";
  EXPECT_EQ(find_source_line(elf, 0x2241).line, 26u);
}

TEST(LineTable, StopsWhereAListHasNoEnd) {
  const std::vector<uint8_t> elf = with_endless_directories(fixture_executable("small.ireereplay"));
  EXPECT_EQ(find_source_line(elf, 0x1002).line, 0u);
}

// Reading every name where it is used would read 16 TB.
TEST(LineTable, ReadsOnlyTheNameThatIsWanted) {
  const std::vector<uint8_t> few = with_many_names(3, 100), many = with_many_names(4'000'000, 4'000'000);
  EXPECT_EQ(find_source_line(few, 0x1010).line, 0u);
  // An unterminated text is none.
  EXPECT_EQ(find_source_line(few, 0x1008).line, 0u);
  EXPECT_EQ(find_source_line(many, 0x1008).line, 0u);
}

TEST(LineTable, SurvivesAnyBytes) {
  for (const char* capture : {"small.ireereplay", "models/block/block.sync.ireereplay"}) {
    const std::vector<uint8_t> original = fixture_executable(capture);
    std::mt19937_64 random(4);
    for (int round = 0; round < 3000; ++round) {
      std::vector<uint8_t> elf = original;
      for (int i = 0; i < 8; ++i) {
        // The tables are at the end of the file, as are the section headers.
        elf[elf.size() - 1 - random() % (elf.size() / 2)] = static_cast<uint8_t>(random());
      }
      if (random() % 4 == 0) elf.resize(random() % elf.size());
      (void)find_source_line(elf, 0x2000 + random() % 0x4000);
    }
  }
}

}  // namespace
}  // namespace ireereplay
