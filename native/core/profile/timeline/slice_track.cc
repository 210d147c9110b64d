#include "profile/timeline/slice_track.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <tuple>
#include <utility>

namespace ireereplay::profile::timeline {

namespace {

constexpr size_t kReachBlock = 1024;

struct Key {
  int64_t start;
  uint32_t place;
};

/// Sorts what is nearly in order, as recorders leave it, in a time of its number; false when it is not.
template <typename Before>
bool sort_nearly_sorted(std::vector<Key>& keys, const Before& before) {
  size_t moves = 8 * keys.size();
  for (size_t i = 1; i < keys.size(); ++i) {
    const Key key = keys[i];
    size_t at = i;
    for (; at > 0 && before(key, keys[at - 1]); --at) {
      if (moves-- == 0) {
        // Nothing is lost: it goes where it would have gone from.
        keys[at] = key;
        return false;
      }
      keys[at] = keys[at - 1];
    }
    keys[at] = key;
  }
  return true;
}

}  // namespace

std::vector<uint32_t> order_of(const Pages<int64_t>& starts, const Pages<int64_t>& ends) {
  std::vector<Key> keys(starts.size());
  for (uint32_t i = 0; i < keys.size(); ++i) keys[i] = {starts[i], i};
  const auto before = [&](const Key& a, const Key& b) {
    if (a.start != b.start) return a.start < b.start;
    return std::tie(ends[a.place], a.place) < std::tie(ends[b.place], b.place);
  };
  if (!sort_nearly_sorted(keys, before)) std::sort(keys.begin(), keys.end(), before);
  std::vector<uint32_t> order(keys.size());
  for (size_t i = 0; i < keys.size(); ++i) order[i] = keys[i].place;
  return order;
}

SliceTrack::SliceTrack(SliceLog& log, bool consumes) {
  const std::vector<uint32_t> order = log.is_sorted ? std::vector<uint32_t>() : order_of(log.starts, log.ends);
  const auto take = [&](auto& from, auto* to) {
    if (consumes && order.empty()) {
      *to = from.take();
      return;
    }
    *to = from.copy(order);
    if (consumes) from.clear();
  };
  take(log.starts, &starts_);
  take(log.ends, &ends_);
  take(log.whats, &whats_);
  take(log.rows, &rows_);
  take(log.records, &records_);
  take(log.readies, &readies_);
  take(log.lanes, &lane_of_);
  assign_lanes();
  for (Lane& lane : lanes_) index_lane(&lane);
}

void SliceTrack::assign_lanes() {
  const bool are_given = !lane_of_.empty();
  std::vector<int64_t> ended;  // Of each lane, its last slice.
  std::vector<size_t> sizes;
  std::vector<bool> are_shared;
  reach_.reserve(starts_.size() / kReachBlock + 1);
  for (size_t i = 0; i < starts_.size(); ++i) {
    size_t lane = are_given ? std::min<size_t>(lane_of_[i], kMostLanes - 1) : 0;
    if (!are_given) {
      while (lane < ended.size() && ended[lane] > starts_[i]) ++lane;
      lane = std::min(lane, kMostLanes - 1);
      if (lane == 1 && lane_of_.empty()) lane_of_.assign(starts_.size(), 0);
    }
    if (lane >= ended.size()) {
      ended.resize(lane + 1, std::numeric_limits<int64_t>::min());
      sizes.resize(lane + 1);
      are_shared.resize(lane + 1);
    }
    if (ended[lane] > starts_[i]) {
      ++crowded_;
      are_shared[lane] = true;
    }
    ended[lane] = std::max(ended[lane], ends_[i]);
    if (!lane_of_.empty()) lane_of_[i] = static_cast<uint8_t>(lane);
    ++sizes[lane];
    const int64_t reached = i == 0 ? starts_[i] : last_end_;
    if (ends_[i] > reached)
      covered_ns_ += static_cast<uint64_t>(ends_[i]) - static_cast<uint64_t>(std::max(reached, starts_[i]));
    last_end_ = i == 0 ? ends_[i] : std::max(last_end_, ends_[i]);
    if (i % kReachBlock == kReachBlock - 1) reach_.push_back(last_end_);
  }
  lanes_.resize(sizes.size());
  for (size_t i = 0; i < lanes_.size(); ++i) {
    lanes_[i].size = sizes[i];
    lanes_[i].is_shared = are_shared[i];
    if (lanes_.size() > 1) lanes_[i].members.reserve(sizes[i]);
  }
  if (lanes_.size() < 2) {
    std::vector<uint8_t>().swap(lane_of_);
    return;
  }
  for (uint32_t i = 0; i < lane_of_.size(); ++i) lanes_[lane_of_[i]].members.push_back(i);
}

void SliceTrack::index_lane(Lane* lane) const {
  const size_t blocks = (lane->size + kBlock - 1) / kBlock;
  lane->covered.reserve(blocks + 1);
  std::vector<uint32_t> longest;
  longest.reserve(blocks);
  uint64_t covered = 0;
  for (size_t begin = 0; begin < lane->size; begin += kBlock) {
    lane->covered.push_back(covered);
    size_t best = begin;
    uint64_t most = 0;
    for (size_t k = begin; k < std::min(begin + kBlock, lane->size); ++k) {
      const uint64_t length = length_of(*lane, k);
      covered += length;
      if (length > most) {
        most = length;
        best = k;
      }
    }
    longest.push_back(static_cast<uint32_t>(best));
  }
  while (longest.size() > 1) {
    std::vector<uint32_t> above((longest.size() + 1) / 2);
    for (size_t i = 0; i < above.size(); ++i) {
      above[i] = longest[2 * i];
      if (2 * i + 1 < longest.size() && length_of(*lane, longest[2 * i + 1]) > length_of(*lane, above[i]))
        above[i] = longest[2 * i + 1];
    }
    lane->longest.push_back(std::exchange(longest, std::move(above)));
  }
  lane->longest.push_back(std::move(longest));
}

uint64_t SliceTrack::covered_before(const Lane& lane, size_t k) const {
  // After the last slice there may be no block to begin at.
  const size_t block = std::min(k / kBlock, lane.covered.size() - 1);
  uint64_t covered = lane.covered[block];
  for (size_t i = block * kBlock; i < k; ++i) covered += length_of(lane, i);
  return covered;
}

size_t SliceTrack::longest_in(const Lane& lane, size_t begin, size_t end) const {
  size_t best = begin;
  uint64_t most = 0;
  const auto consider = [&](size_t k) {
    const uint64_t length = length_of(lane, k);
    if (length > most) {
      most = length;
      best = k;
    }
  };
  for (size_t at = begin; at < end;) {
    if (at % kBlock != 0 || end - at < kBlock) {
      consider(at++);
      continue;
    }
    size_t level = 0;
    while (level + 1 < lane.longest.size() && at % (kBlock << (level + 1)) == 0 && end - at >= (kBlock << (level + 1)))
      ++level;
    consider(lane.longest[level][at / (kBlock << level)]);
    at += kBlock << level;
  }
  return best;
}

void SliceTrack::window(const Pixels& pixels, const MatchBits* matches, WindowItems* out) const {
  for (size_t i = 0; i < lanes_.size(); ++i) {
    const Lane& lane = lanes_[i];
    each_item(
        pixels, lane.size, [&](size_t k) { return start_of(lane, k); }, [&](size_t k) { return end_of(lane, k); },
        [&](size_t first, size_t last) {
          const size_t longest = last - first == 1 ? first : longest_in(lane, first, last);
          const size_t index = member(lane, longest);
          const int64_t start = start_of(lane, first), end = end_of(lane, last - 1);
          out->starts.push_back(start);
          out->ends.push_back(end);
          if (!readies_.empty()) out->readies.push_back(readies_[member(lane, first)]);
          out->indices.push_back(static_cast<uint32_t>(index));
          out->counts.push_back(static_cast<uint32_t>(last - first));
          out->matches.push_back(matches == nullptr ? 0 : matches->lane(i).rank(last) - matches->lane(i).rank(first));
          out->names.push_back(whats_[index]);
          out->lanes.push_back(static_cast<uint8_t>(i));
          float covered = 1;
          if (last - first > 1 && end > start) {
            covered = static_cast<float>(static_cast<double>(covered_before(lane, last) - covered_before(lane, first)) /
                                         static_cast<double>(end - start));
          }
          out->covered.push_back(covered);
        });
  }
  if (lanes_.size() < 2) return;
  std::vector<uint32_t> order(out->starts.size());
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) { return out->starts[a] < out->starts[b]; });
  const auto put_in_order = [&](auto& column) {
    if (column.empty()) return;
    auto sorted = column;
    for (size_t i = 0; i < order.size(); ++i) sorted[i] = column[order[i]];
    column = std::move(sorted);
  };
  put_in_order(out->starts);
  put_in_order(out->ends);
  put_in_order(out->readies);
  put_in_order(out->indices);
  put_in_order(out->counts);
  put_in_order(out->matches);
  put_in_order(out->names);
  put_in_order(out->lanes);
  put_in_order(out->covered);
}

uint32_t SliceTrack::first_from(int64_t time) const {
  return static_cast<uint32_t>(std::lower_bound(starts_.begin(), starts_.end(), time) - starts_.begin());
}

uint32_t SliceTrack::first_reaching(int64_t time) const {
  // Whole blocks that have ended, then one by one.
  const auto block = std::partition_point(reach_.begin(), reach_.end(), [&](int64_t end) { return end <= time; });
  auto at = static_cast<uint32_t>((block - reach_.begin()) * static_cast<std::ptrdiff_t>(kReachBlock));
  while (at < size() && starts_[at] < time && ends_[at] <= time) ++at;
  return at;
}

uint32_t SliceTrack::place_in_lane(size_t index) const {
  if (lane_of_.empty()) return static_cast<uint32_t>(index);
  const std::vector<uint32_t>& members = lanes_[lane_of_[index]].members;
  return static_cast<uint32_t>(std::lower_bound(members.begin(), members.end(), static_cast<uint32_t>(index)) -
                               members.begin());
}

uint32_t SliceTrack::nearest(size_t lane_index, int64_t time) const {
  if (lanes_.empty()) return size();
  const Lane& lane = lanes_[std::min(lane_index, lanes_.size() - 1)];
  // The last that starts by then, or the one after it.
  size_t low = 0, high = lane.size;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (start_of(lane, middle) <= time) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  if (low == 0) return static_cast<uint32_t>(member(lane, 0));
  const auto before = static_cast<uint32_t>(member(lane, low - 1));
  if (low == lane.size || end_of(lane, low - 1) > time) return before;
  const auto distance = [](int64_t a, int64_t b) { return static_cast<uint64_t>(b) - static_cast<uint64_t>(a); };
  const bool is_nearer = distance(time, start_of(lane, low)) < distance(end_of(lane, low - 1), time);
  return is_nearer ? static_cast<uint32_t>(member(lane, low)) : before;
}

size_t SliceTrack::count_before(const Lane& lane, int64_t time, int64_t index, bool with_it) const {
  size_t low = 0, high = lane.size;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    const size_t at = member(lane, middle);
    const auto place = static_cast<int64_t>(at);
    const bool is_before = starts_[at] != time ? starts_[at] < time : with_it ? place <= index : place < index;
    if (is_before) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

uint32_t SliceTrack::next_match(const MatchBits& matches, int64_t time, int64_t index, bool is_forward) const {
  uint32_t best = size();
  for (size_t i = 0; i < lanes_.size(); ++i) {
    const MatchBits::Lane& bits = matches.lane(i);
    const uint32_t rank = bits.rank(count_before(lanes_[i], time, index, is_forward));
    if (is_forward ? rank == bits.count() : rank == 0) continue;
    const auto found = static_cast<uint32_t>(member(lanes_[i], bits.select(is_forward ? rank : rank - 1)));
    if (best == size() || (is_forward ? found < best : found > best)) best = found;
  }
  return best;
}

uint64_t SliceTrack::matches_before(const MatchBits& matches, int64_t time, int64_t index) const {
  uint64_t count = 0;
  for (size_t i = 0; i < lanes_.size(); ++i) count += matches.lane(i).rank(count_before(lanes_[i], time, index, false));
  return count;
}

}  // namespace ireereplay::profile::timeline
