#include "profile/timeline/search.h"

#include <gtest/gtest.h>

#include <array>
#include <random>

#include "profile/timeline/read_timeline.h"

namespace ireereplay::profile::timeline {
namespace {

using test::ReadTimeline;
using test::TimelineBundle;

class Search : public testing::Test {
 protected:
  static TimelineBundle bundle() {
    TimelineBundle bundle;
    for (int64_t i = 0; i < 40; ++i)
      bundle.add_dispatch(1000 + 100 * i, 1000 + 100 * i + i, static_cast<uint32_t>(i % 4), 8);
    bundle.executions[7].status_code = 9;
    auto& copy = bundle.add_dispatch(9000, 9500, format::kNone32, 0);
    copy.type = format::QueueEventType::kCopy;
    copy.executable_id = 0;
    return bundle;
  }
  std::shared_ptr<const Matches> find(const std::string& query) const {
    const std::atomic<bool> never = false;
    return *search(read.timeline, query, never);
  }
  uint64_t count(const std::string& query) const {
    EXPECT_FALSE(find(query)->mistake.has_value()) << query;
    return find(query)->count;
  }
  const ReadTimeline read = ReadTimeline(bundle());
};

TEST_F(Search, FindsByNameDurationTrackAndStatus) {
  EXPECT_EQ(count("f1"), 10u);
  EXPECT_EQ(count("fn:f?"), 40u);
  EXPECT_EQ(count("copy"), 1u);
  EXPECT_EQ(count("fn:copy"), 0u);
  EXPECT_EQ(count("-copy"), 40u);
  EXPECT_EQ(count("dur:>=38ns"), 3u);
  EXPECT_EQ(count("dur:>0.1us"), 1u);
  EXPECT_EQ(count("F1 dur:<10"), 3u);
  EXPECT_EQ(count("track:transfers"), 1u);
  EXPECT_EQ(count("status:!OK"), 1u);
  EXPECT_EQ(count("status:failed_precondition"), 1u);
  EXPECT_EQ(count("rec:3"), 0u);
  EXPECT_EQ(count(""), 0u);
}

TEST_F(Search, FindsTheSlicesThatGoingThroughAllOfThemFinds) {
  std::mt19937_64 random(12);
  TimelineBundle bundle;
  // Many after each other, some that overlap, and more at once than there are lanes.
  int64_t time = 1000;
  for (int i = 0; i < 5000; ++i) {
    const int64_t length =
        random() % 100 == 0 ? 1000 + static_cast<int64_t>(random() % 1000) : static_cast<int64_t>(random() % 40);
    bundle.add_dispatch(time, time + length, static_cast<uint32_t>(random() % 4), 8);
    if (random() % 50 != 0) time += length;
  }
  for (int64_t i = 0; i < 60; ++i) bundle.add_dispatch(time + i, time + 500 + 10 * i, 0, 8);
  const ReadTimeline read(bundle);
  const Track& track = *read.track(TrackClass::kDispatches);
  ASSERT_GT(track.slices.lane_count(), 2u);
  ASSERT_NE(track.slices.crowded(), 0u);
  for (const Comparison comparison : {Comparison::kEqual, Comparison::kLess, Comparison::kLessEqual,
                                      Comparison::kGreater, Comparison::kGreaterEqual}) {
    const char* sign = std::array{"", "<", "<=", ">", ">="}[static_cast<size_t>(comparison)];
    for (const uint64_t bound : {0ull, 1ull, 20ull, 39ull, 40ull, 700ull, 1500ull, 1'000'000ull}) {
      for (const bool is_negated : {false, true}) {
        for (const bool is_named : {false, true}) {
          const std::string query =
              std::string(is_negated ? "-" : "") + "dur:" + sign + std::to_string(bound) + (is_named ? " fn:f2" : "");
          const std::atomic<bool> never = false;
          const auto found = *search(read.timeline, query, never);
          const MatchBits& bits = *found->on(track.id);
          for (uint32_t i = 0; i < track.size(); ++i) {
            const auto before = [&](uint32_t index) {
              return track.slices.matches_before(bits, track.slices.start(i), index);
            };
            const bool is_match = holds(comparison, track.slices.duration(i), bound) != is_negated;
            const uint32_t name = read.timeline->whats[track.slices.what(i)].name;
            const bool is_right = is_match && (!is_named || read.timeline->names[name].text == "f2");
            ASSERT_EQ(before(i + 1) - before(i), is_right ? 1u : 0u) << query << ", slice " << i;
          }
        }
      }
    }
  }
}

TEST_F(Search, TellsMistakesWithTheirCharacters) {
  const auto check = [&](const std::string& query, size_t begin, size_t end) {
    const auto found = find(query);
    ASSERT_TRUE(found->mistake.has_value()) << query;
    EXPECT_EQ(std::pair(found->mistake->begin, found->mistake->end), std::pair(begin, end)) << query;
    EXPECT_EQ(found->count, 0u);
  };
  check("f1 dur:>fast", 3, 12);
  check("nothing:5", 0, 7);
  check("rec:", 0, 4);
  check("rec:1..x", 0, 8);
  check("dur:-1ns", 0, 8);
}

TEST_F(Search, GoesThroughMatchesOfSeveralTracksInOrderOfTime) {
  const auto found = find("f3 ");
  std::vector<uint32_t> tracks;
  for (const auto& track : read.timeline->tracks)
    if (track->has_slices()) tracks.push_back(track->id);
  std::optional<SliceId> at;
  for (uint64_t ordinal = 1; ordinal <= 10; ++ordinal) {
    const auto next = next_match(*found, tracks, at, 0, true);
    ASSERT_TRUE(next.has_value());
    EXPECT_EQ(next->ordinal, ordinal);
    EXPECT_EQ(next->slice.index, 4 * ordinal - 1);
    at = next->slice;
  }
  EXPECT_FALSE(next_match(*found, tracks, at, 0, true).has_value());
  EXPECT_EQ(next_match(*found, tracks, at, 0, false)->ordinal, 9u);
  EXPECT_EQ(next_match(*found, tracks, std::nullopt, 1500, true)->slice.index, 7u);
  EXPECT_FALSE(next_match(*found, {}, std::nullopt, 0, true).has_value());
}

}  // namespace
}  // namespace ireereplay::profile::timeline
