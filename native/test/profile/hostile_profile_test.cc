// Profiles that were cut off or changed anywhere: each opens as far as it holds together, and says why no further.
#include <gtest/gtest.h>

#include <random>

#include "fixtures.h"
#include "profile/record_times.h"
#include "profile/report/report.h"

namespace ireereplay::profile {
namespace {

constexpr const char* kQuestions[] = {"summary", "statistics", "explain", "executable", "dispatch",
                                      "command", "counter",    "memory",  "queue",      "graph",
                                      "times",   "workers",    "export",  "cat"};

/// Asks everything, in both forms; every refusal has a sentence. How many there were.
size_t ask_everything(const std::string& path) {
  const std::atomic<bool> never = false;
  const auto bundle = Bundle::open(*File::open(path), never);
  if (!bundle.ok()) {
    EXPECT_FALSE(bundle.status().message().empty());
    return std::size(kQuestions);
  }
  size_t refused = 0;
  for (const char* name : kQuestions) {
    for (const bool jsonl : {false, true}) {
      ReportOptions options;
      EXPECT_TRUE(find_question(name, &options.question));
      options.jsonl = jsonl;
      options.dispatch_events = jsonl;
      const Status status = report(**bundle, options, never, [](std::string_view) { return Status(); });
      if (status.ok()) continue;
      EXPECT_FALSE(status.message().empty());
      EXPECT_NE(status.code(), StatusCode::kInternal);
      ++refused;
    }
  }
  return refused;
}

TEST(HostileProfile, AnswersWhatIsWhole) {
  for (const char* name : {"every-kind", "small.run-task", "block-vulkan.run.all"}) {
    EXPECT_EQ(ask_everything(test::fixture(std::string("profiles/") + name + ".ireeprof")), 0u) << name;
  }
}

TEST(HostileProfile, HasASentenceForEachThatIsCutOff) {
  const auto whole = test::read_file(test::fixture("profiles/every-kind.ireeprof"));
  std::mt19937 random(1);
  for (int i = 0; i < 50; ++i) {
    const size_t length = random() % whole.size();
    const test::TemporaryFile file(std::vector<uint8_t>(whole.begin(), whole.begin() + static_cast<ptrdiff_t>(length)));
    EXPECT_GT(ask_everything(file.path()), 0u) << length;
  }
}

TEST(HostileProfile, LivesThroughFlippedBits) {
  for (const char* name : {"every-kind", "small.run-task"}) {
    const auto whole = test::read_file(test::fixture(std::string("profiles/") + name + ".ireeprof"));
    std::mt19937 random(2);
    for (int i = 0; i < 50; ++i) {
      auto bytes = whole;
      for (int flips = 0; flips < 4; ++flips) bytes[random() % bytes.size()] ^= uint8_t(1u << random() % 8);
      const test::TemporaryFile file(bytes);
      (void)ask_everything(file.path());
    }
  }
}

TEST(HostileProfile, IsRefusedWhereEventsReferToWhatIsNotThere) {
  // Without its functions, a profile has dispatches of nothing.
  auto bytes = test::read_file(test::fixture("profiles/small.run-task.ireeprof"));
  const std::string functions = "executable-functions";
  const auto at = std::search(bytes.begin(), bytes.end(), functions.begin(), functions.end());
  ASSERT_NE(at, bytes.end());
  *at = 'E';
  const test::TemporaryFile file(bytes);
  const std::atomic<bool> never = false;
  const auto bundle = Bundle::open(*File::open(file.path()), never);
  ASSERT_TRUE(bundle.ok());
  ReportOptions options;
  options.question = Question::kDispatch;
  const Status status = report(**bundle, options, never, [](std::string_view) { return Status(); });
  EXPECT_EQ(status.code(), StatusCode::kDataLoss);
  EXPECT_NE(status.message().find("dispatch event references missing executable function metadata"), std::string::npos)
      << status.to_string();
}

TEST(HostileProfile, CanBeCancelled) {
  const std::atomic<bool> never = false, cancelled = true;
  const auto bundle = Bundle::open(*File::open(test::fixture("profiles/every-kind.ireeprof")), never);
  ASSERT_TRUE(bundle.ok());
  for (const char* name : kQuestions) {
    ReportOptions options;
    ASSERT_TRUE(find_question(name, &options.question));
    const Status status = report(**bundle, options, cancelled, [](std::string_view) { return Status(); });
    EXPECT_EQ(status.code(), StatusCode::kCancelled) << name;
  }
}

TEST(HostileProfile, TimesOfRecordsEndWithASentence) {
  const std::atomic<bool> never = false, cancelled = true;
  const std::vector<uint8_t> whole = test::read_file(test::fixture("profiles/every-kind.ireeprof"));
  for (size_t size = whole.size() / 2; size < whole.size(); size += 61) {
    const test::TemporaryFile file(std::vector<uint8_t>(whole.begin(), whole.begin() + static_cast<ptrdiff_t>(size)));
    const auto bundle = Bundle::open(*File::open(file.path()), never);
    if (!bundle.ok()) continue;
    const auto times = read_record_times(**bundle, never);
    if (times.ok()) {
      EXPECT_EQ(times->sums.size(), times->records.size() + 1);
      EXPECT_EQ(times->by_record.size(), times->records.size());
    } else {
      EXPECT_FALSE(times.status().message().empty());
    }
    if (!(*bundle)->chunks().empty() && times.ok() && !times->records.empty()) {
      EXPECT_EQ(read_record_times(**bundle, cancelled).status().code(), StatusCode::kCancelled);
    }
  }
}

TEST(HostileProfile, EndsWhenTheSinkFails) {
  const std::atomic<bool> never = false;
  const auto bundle = Bundle::open(*File::open(test::fixture("profiles/every-kind.ireeprof")), never);
  ASSERT_TRUE(bundle.ok());
  ReportOptions options;
  const Status status =
      report(**bundle, options, never, [](std::string_view) { return Status(StatusCode::kUnavailable, "disk full"); });
  EXPECT_EQ(status.code(), StatusCode::kUnavailable);
}

}  // namespace
}  // namespace ireereplay::profile
