// Slices in order of time, those that overlap in lanes of their own, or in lanes that are given, with what answers a
// window in a time of its pixels by the logarithm of the slices: how much of the time the first of a lane cover, and
// which of sixteen, 32, 64 and so on is the longest.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "profile/timeline/match_bits.h"
#include "profile/timeline/pixels.h"
#include "profile/timeline/slice_log.h"
#include "profile/timeline/track.h"

namespace ireereplay::profile::timeline {

/// The order that sorts slices by start, then end, then place; empty where they are in order.
std::vector<uint32_t> order_of(const Pages<int64_t>& starts, const Pages<int64_t>& ends);

class SliceTrack {
 public:
  /// Slices that overlap more than this many others, or lie deeper, share the last lane, each of them drawn up to the
  /// next.
  static constexpr size_t kMostLanes = 32;

  SliceTrack() = default;
  /// Of what was read so far; `log` is emptied meanwhile if that is not needed any more.
  SliceTrack(SliceLog& log, bool consumes);

  uint32_t size() const { return static_cast<uint32_t>(starts_.size()); }
  int64_t start(size_t index) const { return starts_[index]; }
  int64_t end(size_t index) const { return ends_[index]; }
  int64_t ready(size_t index) const { return readies_.empty() ? starts_[index] : readies_[index]; }
  bool has_readies() const { return !readies_.empty(); }
  uint64_t duration(size_t index) const {
    return static_cast<uint64_t>(ends_[index]) - static_cast<uint64_t>(starts_[index]);
  }
  uint32_t what(size_t index) const { return whats_[index]; }
  uint32_t row(size_t index) const { return rows_[index]; }
  uint32_t record(size_t index) const { return records_[index]; }
  const std::vector<uint32_t>& rows() const { return rows_; }
  const std::vector<uint32_t>& records() const { return records_; }
  const std::vector<uint32_t>& whats() const { return whats_; }
  size_t lane(size_t index) const { return lane_of_.empty() ? 0 : lane_of_[index]; }
  size_t lane_count() const { return lanes_.size(); }
  /// Slices that overlap others of their lane: of the last one, or of one that was given.
  uint64_t crowded() const { return crowded_; }
  /// Nanoseconds in which there is some slice.
  uint64_t covered_ns() const { return covered_ns_; }
  int64_t last_end() const { return last_end_; }

  /// The first slice that starts at `time` or later; size() for none.
  uint32_t first_from(int64_t time) const;
  /// The first slice from which on one may end after `time`: all before it have ended by then.
  uint32_t first_reaching(int64_t time) const;
  /// The slice of a lane at a time, or the nearest to it; size() without any.
  uint32_t nearest(size_t lane, int64_t time) const;
  /// Position of a slice in its lane.
  uint32_t place_in_lane(size_t index) const;

  /// Appends what lies in the window. `matches` may be null. Names are the whats' here.
  void window(const Pixels& pixels, const MatchBits* matches, WindowItems* out) const;
  /// Bits of slices, by lane: those that `bits_of(index_of, count, longest)` gives of `count` slices of a lane, up to
  /// 64 of them, of which none is longer than `longest()`; `index_of(k)` is the k-th of them.
  template <typename BitsOf>
  MatchBits match(const BitsOf& bits_of) const {
    MatchBits bits;
    for (const Lane& lane : lanes_) {
      MatchBits::Lane& out = bits.add_lane(lane.size);
      for (size_t begin = 0; begin < lane.size; begin += 64) {
        const size_t count = std::min<size_t>(64, lane.size - begin);
        // Asked for where it matters: it lies elsewhere in memory.
        const auto longest = [&] { return longest_of_64(lane, begin); };
        if (lane.members.empty()) {
          out.set_word(begin / 64, bits_of([begin](size_t k) { return begin + k; }, count, longest));
        } else {
          const uint32_t* members = &lane.members[begin];
          out.set_word(begin / 64, bits_of([members](size_t k) { return size_t{members[k]}; }, count, longest));
        }
      }
      out.finish();
    }
    return bits;
  }
  /// The first match after a slice, which is named by its start and index, or the last before it; size() for none.
  uint32_t next_match(const MatchBits& matches, int64_t time, int64_t index, bool is_forward) const;
  /// Matches before it.
  uint64_t matches_before(const MatchBits& matches, int64_t time, int64_t index) const;

 private:
  struct Lane {
    size_t size = 0;
    std::vector<uint32_t> members;  ///< Empty where it is the only lane.
    bool is_shared = false;
    std::vector<uint64_t> covered;               ///< By the slices before each sixteenth.
    std::vector<std::vector<uint32_t>> longest;  ///< Of 16 << level of them, as a position in the lane.
  };
  static constexpr size_t kBlock = 16;

  size_t member(const Lane& lane, size_t k) const { return lane.members.empty() ? k : lane.members[k]; }
  int64_t start_of(const Lane& lane, size_t k) const { return starts_[member(lane, k)]; }
  int64_t end_of(const Lane& lane, size_t k) const {
    const int64_t end = ends_[member(lane, k)];
    return lane.is_shared && k + 1 < lane.size ? std::min(end, start_of(lane, k + 1)) : end;
  }
  uint64_t length_of(const Lane& lane, size_t k) const {
    return static_cast<uint64_t>(end_of(lane, k)) - static_cast<uint64_t>(start_of(lane, k));
  }
  /// Slices of a lane that come before one that is named by its start and index, or at it.
  size_t count_before(const Lane& lane, int64_t time, int64_t index, bool with_it) const;
  void assign_lanes();
  void index_lane(Lane* lane) const;
  uint64_t covered_before(const Lane& lane, size_t k) const;
  size_t longest_in(const Lane& lane, size_t begin, size_t end) const;
  /// Nanoseconds that none of 64 slices from `begin` on, a multiple of 64, is longer than.
  uint64_t longest_of_64(const Lane& lane, size_t begin) const {
    constexpr size_t kLevel = 2;
    static_assert(kBlock << kLevel == 64);
    // Those of a shared lane are as long as they are drawn, and a short lane has fewer levels.
    if (lane.is_shared || lane.longest.size() <= kLevel) return UINT64_MAX;
    return duration(member(lane, lane.longest[kLevel][begin / 64]));
  }

  std::vector<int64_t> starts_;
  std::vector<int64_t> ends_;
  std::vector<int64_t> readies_;
  std::vector<uint32_t> whats_;
  std::vector<uint32_t> rows_;
  std::vector<uint32_t> records_;
  std::vector<uint8_t> lane_of_;
  std::vector<Lane> lanes_;
  /// The latest end of the slices up to each 1024th, for first_reaching().
  std::vector<int64_t> reach_;
  uint64_t crowded_ = 0;
  uint64_t covered_ns_ = 0;
  int64_t last_end_ = 0;
};

}  // namespace ireereplay::profile::timeline
