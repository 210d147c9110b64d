// Windows over slices and samples against an answer that looks at each of them.
#include "profile/timeline/slice_track.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <map>
#include <random>
#include <tuple>

#include "profile/timeline/sample_track.h"

namespace ireereplay::profile::timeline {
namespace {

struct Slice {
  int64_t start;
  int64_t end;
};

SliceTrack track_of(const std::vector<Slice>& slices) {
  SliceLog log;
  for (uint32_t i = 0; i < slices.size(); ++i) log.add(slices[i].start, slices[i].end, i % 7, i, i);
  return SliceTrack(log, true);
}

std::vector<Slice> random_slices(std::mt19937_64& random, size_t count, int64_t span, int64_t longest) {
  std::vector<Slice> slices;
  for (size_t i = 0; i < count; ++i) {
    const auto start = static_cast<int64_t>(random() % static_cast<uint64_t>(span));
    // Some of no length, some that begin together.
    const int64_t length = random() % 5 == 0 ? 0 : static_cast<int64_t>(random() % static_cast<uint64_t>(longest));
    slices.push_back({random() % 10 == 0 && i != 0 ? slices.back().start : start, 0});
    slices.back().end = slices.back().start + length;
  }
  return slices;
}

/// An item as its lane, its place in time, its slices and how much they cover.
using Item = std::tuple<int, int64_t, int64_t, uint32_t, uint32_t, double>;

std::vector<Item> items_of(const WindowItems& window) {
  std::vector<Item> items;
  for (size_t i = 0; i < window.starts.size(); ++i) {
    items.emplace_back(window.lanes[i], window.starts[i], window.ends[i], window.indices[i], window.counts[i],
                       std::round(1e4 * static_cast<double>(window.covered[i])));
  }
  std::sort(items.begin(), items.end());
  return items;
}

/// The same by going through all slices of a track.
std::vector<Item> all_items(const SliceTrack& track, const Pixels& pixels) {
  const int64_t from = pixels.begin(pixels.of(pixels.from)), to = pixels.begin(pixels.of(pixels.to - 1) + 1);
  std::vector<Item> items;
  std::map<std::pair<size_t, int64_t>, std::vector<uint32_t>> short_ones;
  for (uint32_t i = 0; i < track.size(); ++i) {
    const int64_t start = track.start(i), end = track.end(i);
    if (start >= to || (end <= from && start < from)) continue;
    if (pixels.is_long(start, end)) {
      items.emplace_back(track.lane(i), start, end, i, 1, 1e4);
    } else {
      short_ones[{track.lane(i), pixels.of(start)}].push_back(i);
    }
  }
  for (const auto& [place, members] : short_ones) {
    uint32_t longest = members[0];
    double sum = 0;
    for (const uint32_t i : members) {
      sum += static_cast<double>(track.duration(i));
      if (track.duration(i) > track.duration(longest)) longest = i;
    }
    const int64_t start = track.start(members.front()), end = track.end(members.back());
    const double covered = members.size() == 1 || end == start ? 1 : sum / static_cast<double>(end - start);
    items.emplace_back(place.first, start, end, longest, members.size(), std::round(1e4 * static_cast<float>(covered)));
  }
  std::sort(items.begin(), items.end());
  return items;
}

TEST(SliceTrack, PutsSlicesThatOverlapIntoTheLowestFreeLane) {
  const SliceTrack track = track_of({{0, 10}, {2, 4}, {3, 12}, {4, 6}, {10, 11}, {10, 20}});
  ASSERT_EQ(track.size(), 6u);
  EXPECT_EQ(track.lane_count(), 3u);
  std::vector<size_t> lanes;
  for (size_t i = 0; i < 6; ++i) lanes.push_back(track.lane(i));
  EXPECT_EQ(lanes, (std::vector<size_t>{0, 1, 2, 1, 0, 1}));
  EXPECT_EQ(track.covered_ns(), 20u);
  EXPECT_EQ(track.last_end(), 20);
}

TEST(SliceTrack, KeepsLanesThatAreGiven) {
  SliceLog log;
  // What contains another comes before it, also where both begin together; deeper than there are lanes is the last.
  log.add_nested(0, 100, 0, 0, 0);
  log.add_nested(0, 60, 1, 1, 1);
  log.add_nested(10, 20, 2, 2, 2);
  log.add_nested(60, 101, 3, 3, 1);
  log.add_nested(70, 90, 4, 4, 200);
  log.add_nested(75, 85, 5, 5, 201);
  const SliceTrack track(log, true);
  ASSERT_EQ(track.size(), 6u);
  EXPECT_EQ(track.lane_count(), SliceTrack::kMostLanes);
  std::vector<size_t> lanes;
  for (size_t i = 0; i < track.size(); ++i) lanes.push_back(track.lane(i));
  EXPECT_EQ(lanes, (std::vector<size_t>{0, 1, 2, 1, 31, 31}));
  EXPECT_EQ(track.crowded(), 1u);
  EXPECT_EQ(track.nearest(1, 65), 3u);
  Pixels pixels;
  pixels.from = 0;
  pixels.to = 101;
  pixels.count = 1010;
  WindowItems window;
  track.window(pixels, nullptr, &window);
  EXPECT_EQ(window.starts, (std::vector<int64_t>{0, 0, 10, 60, 70, 75}));
  // Drawn up to the next of its lane.
  EXPECT_EQ(window.ends, (std::vector<int64_t>{100, 60, 20, 101, 75, 85}));
}

TEST(SliceTrack, SortsWhatComesInAnyOrder) {
  std::mt19937_64 random(1);
  for (const size_t count : {1u, 2u, 100u, 5000u}) {
    const SliceTrack track = track_of(random_slices(random, count, 10000, 300));
    for (size_t i = 1; i < track.size(); ++i) {
      EXPECT_LE(std::pair(track.start(i - 1), track.end(i - 1)), std::pair(track.start(i), track.end(i)));
    }
  }
}

TEST(SliceTrack, AnswersWindowsAsIfItLookedAtEverySlice) {
  std::mt19937_64 random(2);
  for (int round = 0; round < 300; ++round) {
    const int64_t span = round % 3 == 0 ? 200 : 100000;
    // Sparse enough that no lane is shared.
    const int64_t longest = round % 2 == 0 ? 3 * span / 100 + 1 : span / 1000 + 1;
    const SliceTrack track = track_of(random_slices(random, 1 + random() % 300, span, longest));
    ASSERT_EQ(track.crowded(), 0u);
    for (int w = 0; w < 10; ++w) {
      Pixels pixels;
      pixels.from = static_cast<int64_t>(random() % static_cast<uint64_t>(span)) - span / 4;
      pixels.to = pixels.from + 1 + static_cast<int64_t>(random() % static_cast<uint64_t>(span));
      pixels.count = static_cast<uint32_t>(1 + random() % 400);
      WindowItems window;
      track.window(pixels, nullptr, &window);
      EXPECT_EQ(items_of(window), all_items(track, pixels));
      EXPECT_TRUE(std::is_sorted(window.starts.begin(), window.starts.end()));
      EXPECT_LE(window.starts.size(), (2 * pixels.count + 4) * track.lane_count());
    }
  }
}

TEST(SliceTrack, FindsTheLongestOfMillions) {
  SliceLog log;
  for (int64_t i = 0; i < 1'000'000; ++i) log.add(10 * i, 10 * i + (i == 654'321 ? 9 : 3), 0, 0, 0);
  const SliceTrack track(log, true);
  Pixels pixels;
  pixels.to = 10'000'000;
  WindowItems window;
  track.window(pixels, nullptr, &window);
  ASSERT_EQ(window.starts.size(), 1u);
  EXPECT_EQ(window.indices[0], 654'321u);
  EXPECT_EQ(window.counts[0], 1'000'000u);
  EXPECT_NEAR(window.covered[0], 0.3, 1e-5);
}

TEST(SliceTrack, StaysTheSameWhilePanning) {
  std::mt19937_64 random(4);
  const SliceTrack track = track_of(random_slices(random, 2000, 100000, 20));
  Pixels pixels;
  pixels.count = 100;
  pixels.from = 20000;
  pixels.to = 30000;
  WindowItems first;
  track.window(pixels, nullptr, &first);
  pixels.from += 1337;
  pixels.to += 1337;
  WindowItems second;
  track.window(pixels, nullptr, &second);
  const auto a = items_of(first), b = items_of(second);
  for (const Item& item : a) {
    if (std::get<1>(item) < 21400 || std::get<1>(item) >= 29900) continue;
    EXPECT_NE(std::find(b.begin(), b.end(), item), b.end());
  }
}

TEST(SliceTrack, SharesTheLastLaneWhenTooManyOverlap) {
  std::vector<Slice> slices;
  for (int64_t i = 0; i < 1000; ++i) slices.push_back({i, 100000 + i});
  const SliceTrack track = track_of(slices);
  EXPECT_EQ(track.lane_count(), SliceTrack::kMostLanes);
  EXPECT_EQ(track.crowded(), 1000 - SliceTrack::kMostLanes);
  for (const uint32_t count : {1u, 10u, 1000u}) {
    Pixels pixels;
    pixels.to = 200000;
    pixels.count = count;
    WindowItems window;
    track.window(pixels, nullptr, &window);
    uint64_t all = 0;
    for (const uint32_t counted : window.counts) all += counted;
    EXPECT_EQ(all, 1000u);
    EXPECT_LE(window.starts.size(), (2 * count + 4) * SliceTrack::kMostLanes);
  }
}

TEST(SliceTrack, HoldsTheExtremesOfTime) {
  constexpr int64_t kMost = std::numeric_limits<int64_t>::max();
  const SliceTrack track = track_of({{0, 0}, {0, kMost}, {kMost, kMost}, {kMost - 1, kMost}, {5, 5}});
  for (const uint32_t count : {1u, 3u, 65536u}) {
    for (const auto& [from, to] : {std::pair<int64_t, int64_t>{0, kMost}, {0, 1}, {kMost - 1, kMost}, {4, 6}}) {
      Pixels pixels;
      pixels.from = from;
      pixels.to = to;
      pixels.count = count;
      WindowItems window;
      track.window(pixels, nullptr, &window);
      EXPECT_FALSE(window.starts.empty());
      uint64_t all = 0;
      for (const uint32_t counted : window.counts) all += counted;
      EXPECT_LE(all, 5u);
      if (from == 0 && to == kMost) {
        EXPECT_EQ(all, 5u);
      }
    }
  }
}

TEST(SliceTrack, CountsMatchesInWindowsAndGoesFromOneToTheNext) {
  std::mt19937_64 random(5);
  const SliceTrack track = track_of(random_slices(random, 3000, 50000, 200));
  const MatchBits matches = track.match([&](const auto& index_of, size_t count, const auto& longest) {
    uint64_t bits = 0;
    for (size_t k = 0; k < count; ++k) {
      EXPECT_LE(track.duration(index_of(k)), longest());
      bits |= static_cast<uint64_t>(track.what(index_of(k)) == 3) << k;
    }
    return bits;
  });
  std::vector<uint32_t> expected;
  for (uint32_t i = 0; i < track.size(); ++i)
    if (track.what(i) == 3) expected.push_back(i);
  EXPECT_EQ(matches.count(), expected.size());
  Pixels pixels;
  pixels.to = 60000;
  pixels.count = 50;
  WindowItems window;
  track.window(pixels, &matches, &window);
  uint64_t counted = 0;
  for (const uint32_t count : window.matches) counted += count;
  EXPECT_EQ(counted, expected.size());
  std::vector<uint32_t> forward, backward;
  for (uint32_t at = track.next_match(matches, -1, -1, true); at != track.size();
       at = track.next_match(matches, track.start(at), at, true)) {
    EXPECT_EQ(track.matches_before(matches, track.start(at), at), forward.size());
    forward.push_back(at);
  }
  for (uint32_t at = track.next_match(matches, 1 << 30, -1, false); at != track.size();
       at = track.next_match(matches, track.start(at), at, false))
    backward.push_back(at);
  EXPECT_EQ(forward, expected);
  std::reverse(backward.begin(), backward.end());
  EXPECT_EQ(backward, expected);
}

TEST(SliceTrack, FindsTheSliceAtATime) {
  const SliceTrack track = track_of({{10, 20}, {30, 40}, {12, 14}});
  EXPECT_EQ(track.nearest(0, 0), 0u);
  EXPECT_EQ(track.nearest(0, 15), 0u);
  EXPECT_EQ(track.nearest(0, 24), 0u);
  EXPECT_EQ(track.nearest(0, 26), 2u);
  EXPECT_EQ(track.nearest(1, 13), 1u);
  EXPECT_EQ(track.nearest(0, 1000), 2u);
  EXPECT_EQ(SliceTrack().nearest(0, 0), 0u);
}

TEST(SampleTrack, AnswersWindowsWithLeastMostAndLast) {
  std::mt19937_64 random(6);
  for (int round = 0; round < 100; ++round) {
    SampleLog log;
    const size_t count = 1 + random() % 500;
    std::vector<std::pair<int64_t, double>> samples;
    for (size_t i = 0; i < count; ++i) {
      samples.emplace_back(static_cast<int64_t>(random() % 10000), static_cast<double>(random() % 1000) - 500);
      log.times.push_back(samples.back().first);
      log.values.push_back(samples.back().second);
      log.rows.push_back(static_cast<uint32_t>(i));
    }
    std::stable_sort(samples.begin(), samples.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    SampleTrack track(log, true);
    track.hold_until(20000);
    Pixels pixels;
    pixels.from = static_cast<int64_t>(random() % 5000);
    pixels.to = pixels.from + 1 + static_cast<int64_t>(random() % 15000);
    pixels.count = static_cast<uint32_t>(1 + random() % 300);
    WindowItems window;
    track.window(pixels, &window);
    const int64_t from = pixels.begin(pixels.of(pixels.from)), to = pixels.begin(pixels.of(pixels.to - 1) + 1);
    size_t at = 0;
    while (at < count && samples[at].first < from && (at + 1 < count ? samples[at + 1].first : 20000) <= from) ++at;
    for (size_t item = 0; item < window.starts.size(); ++item) {
      ASSERT_LT(at, count);
      EXPECT_EQ(window.starts[item], samples[at].first);
      double least = samples[at].second, most = least, last = least;
      for (uint32_t i = 0; i < window.counts[item]; ++i, ++at) {
        least = std::min(least, samples[at].second);
        most = std::max(most, samples[at].second);
        last = samples[at].second;
      }
      EXPECT_EQ(window.least[item], least);
      EXPECT_EQ(window.most[item], most);
      EXPECT_EQ(window.last[item], last);
    }
    if (at < count) {
      EXPECT_GE(samples[at].first, to);
    }
    EXPECT_LE(window.starts.size(), 2 * pixels.count + 4);
  }
}

}  // namespace
}  // namespace ireereplay::profile::timeline
