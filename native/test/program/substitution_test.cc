#include "program/substitution.h"

#include <fstream>

#include "base/glob.h"
#include "replays.h"

namespace ireereplay::replay {
namespace {

const std::string kCapture = fixture("models/mm256/mm256.sync.ireereplay");
constexpr char kFunction[] = "matmul_dispatch_0_matmul_256x256x256_f32";

/// The captured executable as a file of its own.
std::string executable_file() {
  const std::string path = testing::TempDir() + "/captured.so";
  const std::vector<uint8_t> bytes = captured_executable(kCapture);
  std::ofstream(path, std::ios::binary).write(reinterpret_cast<const char*>(bytes.data()), std::ssize(bytes));
  return path;
}

std::string message_of(const std::vector<std::string>& values) {
  return parse_substitutions(values).status().message();
}

TEST(Substitution, RefusesWhatIreeRunReplayRefusesInTheSameWords) {
  const std::string file = executable_file();
  const std::string values =
      "values must be EXECUTABLE_ID=PATH, EXECUTABLE_ID@FORMAT=PATH, all=PATH, or all@FORMAT=PATH";
  const std::string selector = "selector must be EXECUTABLE_ID, EXECUTABLE_ID@FORMAT, all, or all@FORMAT";
  const std::string id = "executable selector must be a non-zero integer id or all";
  for (const auto& [value, message] : std::vector<std::pair<std::string, std::string>>{{"4", values},
                                                                                       {"=x", values},
                                                                                       {"4=", values},
                                                                                       {"@f=" + file, selector},
                                                                                       {"4@=" + file, selector},
                                                                                       {"x=" + file, id},
                                                                                       {"0=" + file, id},
                                                                                       {"-1=" + file, id},
                                                                                       {"4x=" + file, id}}) {
    EXPECT_NE(message_of({value}).find("--replay_executable_substitution " + message), std::string::npos)
        << value << ": " << message_of({value});
  }
  EXPECT_NE(message_of({"4=" + file, "4=" + file}).find("repeats executable id 4"), std::string::npos);
  EXPECT_NE(message_of({"4=" + file, "all=" + file}).find("all selector cannot be combined"), std::string::npos);
  EXPECT_EQ(parse_substitutions(std::vector<std::string>{"4=/no/such/file"}).status().code(), StatusCode::kNotFound);
}

TEST(Substitution, ReadsSelectorFormatAndFile) {
  const std::string file = executable_file();
  const auto parsed =
      parse_substitutions(std::vector<std::string>{"0x10@system-elf-x86_64=" + file, "fn:mat*l=" + file});
  ASSERT_TRUE(parsed.ok()) << parsed.status().to_string();
  EXPECT_EQ((*parsed)[0].executable_id, 16u);
  EXPECT_EQ((*parsed)[0].format, "system-elf-x86_64");
  EXPECT_EQ((*parsed)[1].function_pattern, "mat*l");
  EXPECT_EQ((*parsed)[1].data, captured_executable(kCapture));
}

TEST(Substitution, MatchesNamesWithWildcards) {
  EXPECT_TRUE(matches_glob("*matmul*", kFunction));
  EXPECT_TRUE(matches_glob("matmul_dispatch_?_*_f32", kFunction));
  EXPECT_TRUE(matches_glob(kFunction, kFunction));
  EXPECT_TRUE(matches_glob("*", ""));
  EXPECT_FALSE(matches_glob("matmul", kFunction));
  EXPECT_FALSE(matches_glob("*conv*", kFunction));
  EXPECT_FALSE(matches_glob("?", ""));
}

TEST(Substitution, ReadsWorkgroupCounts) {
  const auto parsed = parse_workgroup_counts(std::vector<std::string>{"mat=mul=8,2,1"});
  ASSERT_TRUE(parsed.ok());
  EXPECT_EQ((*parsed)[0].function_pattern, "mat=mul");
  EXPECT_EQ((*parsed)[0].count[1], 2u);
  for (const char* wrong : {"f", "f=", "f=1", "f=1,2", "f=1,2,3,4", "f=0,1,1", "f=1,1,65536", "f=1,1,1x", "=1,1,1"})
    EXPECT_FALSE(parse_workgroup_counts(std::vector<std::string>{wrong}).ok()) << wrong;
}

ReplayOptions with(const std::string& selector) {
  ReplayOptions options;
  options.substitutions = *parse_substitutions(std::vector<std::string>{selector + "=" + executable_file()});
  return options;
}

TEST(Substitution, OfAnExecutableByItselfChangesNothing) {
  for (const char* selector : {"4", "all", "4@embedded-elf-x86_64", "fn:*matmul*"}) {
    SCOPED_TRACE(selector);
    auto session = Session::prepare(kCapture, with(selector));
    ASSERT_TRUE(session.ok()) << session.status().to_string();
    KeptOutputs kept;
    ASSERT_TRUE((*session)->run({.outputs = &kept}).ok());
    EXPECT_TRUE(*kept.of_buffer(12) == read_array(fixture("models/mm256/c.npy")));
  }
}

TEST(Substitution, PutsAnotherKernelInPlaceOfEverySelectedExecutable) {
  for (const char* selector : {"4", "0x4", "all", "all@embedded-elf-x86_64", "4@embedded-elf-x86_64",
                               "fn:elementwise_mul", "fn:*mul*", "fn:spin"}) {
    SCOPED_TRACE(selector);
    ReplayOptions options;
    options.substitutions = *parse_substitutions(
        std::vector<std::string>{std::string(selector) + "=" + fixture("kernels/elementwise_add.so")});
    auto session = Session::prepare(fixture("small.ireereplay"), options);
    ASSERT_TRUE(session.ok()) << session.status().to_string();
    KeptOutputs kept;
    ASSERT_TRUE((*session)->run({.outputs = &kept}).ok());
    ASSERT_EQ(kept.outputs.size(), 2u);
    for (const auto& output : kept.outputs) {
      std::vector<float> values(4);
      ASSERT_EQ(output.bytes.size(), 16u);
      std::memcpy(values.data(), output.bytes.data(), 16);
      EXPECT_EQ(values, (std::vector<float>{2, 4, 6, 8}));  // Added, not multiplied.
    }
  }
}

TEST(Substitution, ThatMatchesNothingIsAnErrorThatListsTheExecutables) {
  for (const char* selector : {"7", "fn:conv*"}) {
    const PreflightReport report = preflight(kCapture, with(selector));
    ASSERT_EQ(report.problems.size(), 1u);
    EXPECT_EQ(report.problems[0].code, problem_code::kSelectorUnmatched);
    EXPECT_NE(report.problems[0].remedy.find(kFunction), std::string::npos);
  }
  ReplayOptions options;
  options.workgroup_counts = {{"conv*", {1, 1, 1}}};
  EXPECT_FALSE(preflight(kCapture, options).can_run());
}

TEST(Substitution, GivesDispatchesAnotherGrid) {
  ReplayOptions options;
  options.workgroup_counts = {{"*matmul*", {8, 1, 1}}};
  auto session = Session::prepare(kCapture, options);
  ASSERT_TRUE(session.ok()) << session.status().to_string();
  KeptOutputs kept;
  auto result = (*session)->run({.outputs = &kept});
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result->workgroups, 8u);
  // Half of the recorded sixteen workgroups: their part of the product is there, and the rest was never written.
  const std::vector<uint8_t> product = read_array(fixture("models/mm256/c.npy"));
  const std::vector<uint8_t>* const found = kept.of_buffer(12);
  ASSERT_NE(found, nullptr);
  ASSERT_EQ(found->size(), product.size());
  size_t right = 0, untouched = 0, zero = 0;
  for (size_t i = 0; i < product.size(); i += 4) {
    const uint32_t element = load<uint32_t>(*found, i), expected = load<uint32_t>(product, i);
    right += element == expected;
    untouched += element == 0;
    zero += expected == 0;
  }
  const size_t half = product.size() / 8;
  EXPECT_EQ(right + untouched, 2 * half + zero);
  EXPECT_GE(right, half);
  EXPECT_GE(untouched, half);
}

}  // namespace
}  // namespace ireereplay::replay
