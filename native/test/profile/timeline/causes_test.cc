// What was made slow is named first, with where to see it.
#include "profile/timeline/causes.h"

#include <gtest/gtest.h>

#include "profile/timeline/planted_causes.h"
#include "profile/timeline/read_timeline.h"

namespace ireereplay::profile::timeline {
namespace {

using test::even_run;
using test::ReadTimeline;
using test::run_with_semaphore_wait;
using test::run_with_starved_worker;
using test::TimelineBundle;

std::string causes_of(const ReadTimeline& read) {
  const std::atomic<bool> never = false;
  const auto causes = causes_json(*read.timeline, never);
  EXPECT_TRUE(causes.ok());
  return *causes;
}
/// The beginning of a list of causes: the first cause's kind.
std::string first_kind(const std::string& json) {
  const size_t begin = json.find("\"kind\":\"") + 8;
  return json.substr(begin, json.find('"', begin) - begin);
}
std::string first_cause(const std::string& json) { return json.substr(0, json.find("},{\"kind\"")); }

TEST(Causes, NamesAFunctionThatIsSlowerThanOthersOfItsLaunch) {
  const ReadTimeline read(even_run(100, 5));
  const std::string first = first_cause(causes_of(read));
  EXPECT_EQ(first_kind(first), "function");
  EXPECT_NE(first.find("\"f2\""), std::string::npos) << first;
  EXPECT_NE(first.find("5 times as long as the 3 other functions"), std::string::npos) << first;
  EXPECT_NE(first.find("\"costNs\":1e+06"), std::string::npos) << first;
}

TEST(Causes, NamesSingleDispatchesThatAreSlow) {
  TimelineBundle bundle = even_run(0);
  int64_t now = 1000;
  for (int i = 0; i < 100; ++i) {
    const int64_t duration = i == 70 ? 500'000 : 10'000;
    bundle.add_dispatch(now, now + duration, 1, 64);
    for (uint32_t worker = 0; worker < 4; ++worker) bundle.add_share(worker, now, now + duration, 16);
    now += duration + 50;
  }
  const ReadTimeline read(bundle);
  const std::string first = first_cause(causes_of(read));
  EXPECT_EQ(first_kind(first), "function");
  EXPECT_NE(first.find("1 of 100 dispatches of "), std::string::npos) << first;
  EXPECT_NE(first.find("\"index\":70"), std::string::npos) << first;
}

/// Ten dispatches, a gap, and one of another executable of the same code.
TimelineBundle run_of_two_executables(uint32_t second_device) {
  TimelineBundle bundle = even_run(10);
  bundle.executables.push_back(6);
  if (second_device != 0)
    bundle.queues.push_back({.physical_device_ordinal = second_device, .stream_id = second_device});
  const int64_t end = bundle.executions.back().end_host_time_ns;
  profile::format::HostExecutionEvent& other = bundle.add_dispatch(end + 500'000, end + 510'000, 0, 64, 11);
  other.executable_id = 6;
  other.physical_device_ordinal = second_device;
  other.stream_id = second_device;
  return bundle;
}

TEST(Causes, SayThatAGapComesBeforeWhatIsPreparedAnew) {
  const ReadTimeline read(run_of_two_executables(0));
  const std::string causes = causes_of(read);
  EXPECT_NE(causes.find("such as those that a benchmark prepares for each repetition"), std::string::npos) << causes;
}

TEST(Causes, DoNotTakeTheExecutableOfAnotherDeviceForOneThatIsPreparedAnew) {
  const ReadTimeline read(run_of_two_executables(1));
  const std::string causes = causes_of(read);
  EXPECT_NE(causes.find("Between executions, nothing runs"), std::string::npos) << causes;
  EXPECT_EQ(causes.find("such as those that a benchmark prepares for each repetition"), std::string::npos) << causes;
}

TEST(Causes, NamesAWorkerThatIsStarved) {
  const ReadTimeline read(run_with_starved_worker());
  const std::string first = first_cause(causes_of(read));
  EXPECT_EQ(first_kind(first), "imbalance");
  EXPECT_NE(first.find("\"worker 2\""), std::string::npos) << first;
  EXPECT_NE(first.find("is starved"), std::string::npos) << first;
}

TEST(Causes, NamesAWorkerThatDidNothingAtAll) {
  TimelineBundle bundle;
  bundle.replay = R"({"workers":4})";
  for (int64_t i = 0; i < 100; ++i) {
    bundle.add_dispatch(1000 + 10'050 * i, 11'000 + 10'050 * i, 0, 64);
    for (uint32_t worker = 0; worker < 3; ++worker)
      bundle.add_share(worker, 1000 + 10'050 * i, 10'900 + 10'050 * i, 21);
  }
  const ReadTimeline read(bundle);
  const std::string first = first_cause(causes_of(read));
  EXPECT_EQ(first_kind(first), "imbalance");
  EXPECT_NE(first.find("\"worker 3\""), std::string::npos) << first;
}

TEST(Causes, NamesAWaitOnASemaphoreAndWhatItWaitedFor) {
  const ReadTimeline read(run_with_semaphore_wait());
  const std::string first = first_cause(causes_of(read));
  EXPECT_EQ(first_kind(first), "wait");
  EXPECT_NE(first.find("submission 200 (dispatch)"), std::string::npos) << first;
  EXPECT_NE(first.find("submission 100 (dispatch)"), std::string::npos) << first;
  EXPECT_NE(first.find("\"costNs\":9e+05"), std::string::npos) << first;
}

TEST(Causes, NamesTheLargestFunctionWhereNothingIsWrong) {
  TimelineBundle bundle;
  for (int64_t i = 0; i < 100; ++i) bundle.add_dispatch(1000 + 10'000 * i, 11'000 + 10'000 * i, 3, 64);
  const ReadTimeline read(bundle);
  const std::string first = first_cause(causes_of(read));
  EXPECT_EQ(first_kind(first), "function");
  EXPECT_NE(first.find(" takes 100 % of the span: 1 ms in 100 dispatches."), std::string::npos) << first;
}

TEST(Causes, AreNoneOfAnEmptyProfile) { EXPECT_EQ(causes_of(ReadTimeline(TimelineBundle())), "[]"); }

}  // namespace
}  // namespace ireereplay::profile::timeline
