// Runs of what a profile repeats, and what is in one of them.
#include "profile/timeline/repetitions.h"

#include <gtest/gtest.h>

#include "profile/timeline/read_timeline.h"

namespace ireereplay::profile::timeline {
namespace {

using test::ReadTimeline;
using test::TimelineBundle;

/// Three runs of `execute` with f0, f1 and f0 in each, after one of `setup` without a dispatch.
TimelineBundle three_runs() {
  TimelineBundle bundle;
  bundle.add_scope("setup", 1000, 1900, 2, 0);
  for (int64_t i = 0; i < 3; ++i) {
    const int64_t from = 2000 + 1000 * i;
    bundle.add_scope("execute", from, from + 900, 10, 0);
    bundle.add_dispatch(from + 100, from + 200, 0, 4);
    bundle.add_dispatch(from + 200, from + 500 + i, 1, 4);
    bundle.add_dispatch(from + 600, from + 700, 0, 4);
  }
  return bundle;
}

TEST(Repetitions, AreTheRunsOfScopesInWhichSomethingIsDispatched) {
  const ReadTimeline read(three_runs());
  const std::atomic<bool> never = false;
  const auto json = repetitions_json(*read.timeline, never);
  ASSERT_TRUE(json.ok());
  EXPECT_EQ(*json, R"([{"by":"scope","name":"execute","runs":[{"from":"1000","to":"1900"},{"from":"2000","to":"2900"},)"
                   R"({"from":"3000","to":"3900"}]}])");
}

TEST(Repetitions, HaveTheDispatchesThatBeginWithinThem) {
  const ReadTimeline read(three_runs());
  const std::atomic<bool> never = false;
  const Track* track = read.track(TrackClass::kDispatches);
  ASSERT_NE(track, nullptr);
  const auto json = begun_json(*read.timeline, {3000, 3900}, never);
  ASSERT_TRUE(json.ok());
  EXPECT_EQ(*json, "[{\"track\":" + std::to_string(track->id) + R"(,"count":3,"first":"2100","last":"2700"}])");
  EXPECT_EQ(*begun_json(*read.timeline, {1000, 1900}, never), "[]");
}

TEST(Repetitions, SayTheHowManiethOfItsFunctionADispatchIs) {
  const ReadTimeline read(three_runs());
  const std::atomic<bool> never = false;
  const uint32_t track = read.track(TrackClass::kDispatches)->id;
  // Of the second run; in any order.
  const auto found = occurrences(*read.timeline, track, {5, 3, 4, 0, 99}, 3000, true, never);
  ASSERT_TRUE(found.ok());
  EXPECT_EQ(found->ordinals, (std::vector<uint32_t>{1, 0, 0, kNoRecord32, kNoRecord32}));
  EXPECT_TRUE(occurrences(*read.timeline, 12345, {0}, 0, true, never)->ordinals.empty());
}

TEST(Repetitions, CanBeCancelled) {
  const ReadTimeline read(three_runs());
  const std::atomic<bool> at_once = true;
  EXPECT_EQ(repetitions_json(*read.timeline, at_once).status().code(), StatusCode::kCancelled);
}

}  // namespace
}  // namespace ireereplay::profile::timeline
