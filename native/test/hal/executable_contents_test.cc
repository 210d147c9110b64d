#include "hal/local/executable_contents.h"

#include <gtest/gtest.h>

#include <fstream>
#include <set>

#include "program/substitution.h"
#include "replays.h"

namespace ireereplay::replay {
namespace {

/// Of a capture with `file` in place of its executable 4; none is its own.
std::vector<ExecutableContent> contents_of(const std::string& capture, const std::string& file = "") {
  ReplayOptions options;
  options.devices = {"local-sync"};
  if (!file.empty()) options.substitutions = *parse_substitutions(std::vector<std::string>{"4=" + file});
  auto session = Session::prepare(fixture(capture), options);
  EXPECT_TRUE(session.ok()) << session.status().to_string();
  return session.ok() ? executable_contents((*session)->plan()) : std::vector<ExecutableContent>();
}

TEST(ExecutableContents, KnowsTheCodeOfEachFunctionThatIreesCompilerMade) {
  const auto contents = contents_of("models/block/block.sync.ireereplay");
  ASSERT_EQ(contents.size(), 1u);
  EXPECT_EQ(contents[0].id, 4u);
  EXPECT_FALSE(contents[0].name.empty());
  EXPECT_EQ(contents[0].functions.size(), 11u);
  std::set<std::string> codes;
  for (const auto& function : contents[0].functions) {
    ASSERT_TRUE(function.code.has_value()) << function.name;
    codes.insert(*function.code);
  }
  EXPECT_EQ(codes.size(), 11u);
}

TEST(ExecutableContents, IsTheSameForTheSameBytesInPlaceOfThem) {
  const std::string copy = ::testing::TempDir() + "/copy.so";
  const std::vector<uint8_t> bytes = captured_executable(fixture("small.ireereplay"));
  std::ofstream(copy, std::ios::binary)
      .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  const auto own = contents_of("small.ireereplay"), same = contents_of("small.ireereplay", copy);
  ASSERT_EQ(own.size(), 1u);
  ASSERT_EQ(same.size(), 1u);
  EXPECT_EQ(own[0].content, same[0].content);
  EXPECT_EQ(own[0].functions[0].code, same[0].functions[0].code);
}

TEST(ExecutableContents, DiffersWhereASubstituteDoesSomethingElse) {
  const auto add = contents_of("small.ireereplay", fixture("kernels/elementwise_add.so"));
  const auto mul = contents_of("small.ireereplay", fixture("kernels/elementwise_mul.so"));
  ASSERT_EQ(add.size(), 1u);
  ASSERT_EQ(mul.size(), 1u);
  EXPECT_NE(add[0].content, mul[0].content);
  EXPECT_EQ(add[0].functions[0].name, mul[0].functions[0].name);
  ASSERT_TRUE(add[0].functions[0].code && mul[0].functions[0].code);
  EXPECT_NE(add[0].functions[0].code, mul[0].functions[0].code);
}

}  // namespace
}  // namespace ireereplay::replay
