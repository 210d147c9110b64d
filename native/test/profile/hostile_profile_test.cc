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

/// What was asked of a bundle, and what there is to be said of it.
struct Said {
  /// Questions that were refused, each with a sentence.
  size_t refused = 0;
  /// Whether the bundle opened up to somewhere alone, with a sentence.
  bool is_incomplete = false;
  /// All that was answered.
  std::string answers;
};

Said ask(const std::string& path) {
  Said said;
  const std::atomic<bool> never = false;
  const auto bundle = Bundle::open(*File::open(path), never);
  if (!bundle.ok()) {
    EXPECT_FALSE(bundle.status().message().empty());
    said.refused = std::size(kQuestions);
    return said;
  }
  if (!(*bundle)->defect().ok()) {
    EXPECT_FALSE((*bundle)->defect().message().empty());
    said.is_incomplete = true;
  }
  for (const char* name : kQuestions) {
    for (const bool jsonl : {false, true}) {
      ReportOptions options;
      EXPECT_TRUE(find_question(name, &options.question));
      options.jsonl = jsonl;
      options.dispatch_events = jsonl;
      const Status status = report(**bundle, options, never, [&](std::string_view piece) {
        said.answers.append(piece);
        return Status();
      });
      if (status.ok()) continue;
      EXPECT_FALSE(status.message().empty());
      EXPECT_NE(status.code(), StatusCode::kInternal);
      ++said.refused;
    }
  }
  return said;
}

TEST(HostileProfile, AnswersWhatIsWhole) {
  for (const char* name : {"every-kind", "small.run-task", "block-vulkan.run.all"}) {
    EXPECT_EQ(ask(test::fixture(std::string("profiles/") + name + ".ireeprof")).refused, 0u) << name;
  }
}

TEST(HostileProfile, HasASentenceForEachThatIsCutOff) {
  for (const char* name : {"every-kind", "small.run-task"}) {
    const auto whole = test::read_file(test::fixture(std::string("profiles/") + name + ".ireeprof"));
    std::mt19937 random(1);
    for (int i = 0; i < 50; ++i) {
      const size_t length = random() % whole.size();
      const test::TemporaryFile file(
          std::vector<uint8_t>(whole.begin(), whole.begin() + static_cast<ptrdiff_t>(length)));
      const Said said = ask(file.path());
      EXPECT_TRUE(said.refused > 0 || said.is_incomplete) << name << " " << length;
    }
  }
}

TEST(HostileProfile, HasASentenceForEachWhoseBytesChanged) {
  for (const char* name : {"every-kind", "small.run-task"}) {
    const std::string path = test::fixture(std::string("profiles/") + name + ".ireeprof");
    const auto whole = test::read_file(path);
    const std::string answers = ask(path).answers;
    std::mt19937 random(2);
    for (int i = 0; i < 100; ++i) {
      auto bytes = whole;
      for (int flips = 0; flips < 4; ++flips) bytes[random() % bytes.size()] ^= uint8_t(1u << random() % 8);
      const test::TemporaryFile file(bytes);
      const Said said = ask(file.path());
      // A format without checksums cannot tell a value from another: what is then answered is what the file says.
      EXPECT_TRUE(said.refused > 0 || said.is_incomplete || said.answers != answers) << name << " " << i;
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
