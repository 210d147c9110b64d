#include "executable/code_functions.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "replays.h"

namespace ireereplay {
namespace {

/// Of test/fixtures/kernels/elementwise.c, as md5sum prints it.
const std::vector<uint8_t> kSum = {0x25, 0xce, 0xe4, 0xa7, 0x61, 0x15, 0x4e, 0xf8,
                                   0x84, 0x8f, 0xc8, 0x90, 0x9a, 0x02, 0xb3, 0xe2};

const CodeFunction& function_of(const ExecutableCode& code, uint32_t ordinal) { return code.functions.at(ordinal); }

TEST(CodeFunctions, KnowTheContentThatWasCompiled) {
  const auto code = describe_code(replay::captured_executable(replay::fixture("small.ireereplay")));
  ASSERT_TRUE(code.ok());
  EXPECT_EQ(function_of(*code, 0).source.path, "elementwise.c");
  EXPECT_EQ(function_of(*code, 0).source.line, 78u);
  EXPECT_EQ(function_of(*code, 0).source.md5, kSum);
}

TEST(CodeFunctions, AreWhereTheirCodeBeginsIfTheExecutableDoesNotSay) {
  std::vector<uint8_t> elf = replay::captured_executable(replay::fixture("small.ireereplay"));
  // The line and the length of the path of elementwise_mul's location in the library's table: the path becomes empty.
  const std::vector<uint8_t> location = {78, 0, 0, 0, 13, 0, 0, 0};
  const auto found = std::search(elf.begin(), elf.end(), location.begin(), location.end());
  ASSERT_NE(found, elf.end());
  found[4] = 0;
  const auto code = describe_code(elf);
  ASSERT_TRUE(code.ok());
  const SourcePlace& source = function_of(*code, 0).source;
  EXPECT_EQ(source.path, "elementwise.c");
  EXPECT_EQ(source.line, 80u) << "as readelf --debug-dump=decodedline says";
  EXPECT_EQ(source.md5, kSum);
}

}  // namespace
}  // namespace ireereplay
