#include "profile/timeline/sample_track.h"

#include <algorithm>
#include <utility>

#include "profile/timeline/slice_track.h"

namespace ireereplay::profile::timeline {

SampleTrack::SampleTrack(SampleLog& log, bool consumes) {
  std::vector<uint32_t> order;
  for (size_t i = 1; i < log.size(); ++i) {
    if (log.times[i] >= log.times[i - 1]) continue;
    order = order_of(log.times, log.ends.size() == 0 ? log.times : log.ends);
    break;
  }
  const auto take = [&](auto& from, auto* to) {
    *to = from.copy(order);
    if (consumes) from.clear();
  };
  if (log.ends.size() != 0) take(log.ends, &ends_);
  take(log.times, &times_);
  take(log.values, &values_);
  take(log.rows, &rows_);
  if (times_.empty()) return;
  last_ = times_.back();
  std::vector<Range> level;
  for (size_t begin = 0; begin < values_.size(); begin += kBlock) {
    const auto [least, most] =
        std::minmax_element(values_.begin() + static_cast<std::ptrdiff_t>(begin),
                            values_.begin() + static_cast<std::ptrdiff_t>(std::min(begin + kBlock, values_.size())));
    level.push_back({*least, *most});
  }
  while (level.size() > 1) {
    std::vector<Range> above((level.size() + 1) / 2);
    for (size_t i = 0; i < above.size(); ++i) {
      above[i] = level[2 * i];
      if (2 * i + 1 == level.size()) continue;
      above[i].least = std::min(above[i].least, level[2 * i + 1].least);
      above[i].most = std::max(above[i].most, level[2 * i + 1].most);
    }
    blocks_.push_back(std::exchange(level, std::move(above)));
  }
  least_ = level[0].least;
  most_ = level[0].most;
  blocks_.push_back(std::move(level));
}

SampleTrack::Range SampleTrack::range_in(size_t begin, size_t end) const {
  Range range = {values_[begin], values_[begin]};
  const auto consider = [&](const Range& other) {
    range.least = std::min(range.least, other.least);
    range.most = std::max(range.most, other.most);
  };
  for (size_t at = begin; at < end;) {
    if (at % kBlock != 0 || end - at < kBlock) {
      consider({values_[at], values_[at]});
      ++at;
      continue;
    }
    size_t level = 0;
    while (level + 1 < blocks_.size() && at % (kBlock << (level + 1)) == 0 && end - at >= (kBlock << (level + 1)))
      ++level;
    consider(blocks_[level][at / (kBlock << level)]);
    at += kBlock << level;
  }
  return range;
}

void SampleTrack::window(const Pixels& pixels, WindowItems* out) const {
  each_item(
      pixels, times_.size(), [&](size_t k) { return start(k); }, [&](size_t k) { return end(k); },
      [&](size_t first, size_t last) {
        const Range range = range_in(first, last);
        out->starts.push_back(start(first));
        out->ends.push_back(end(last - 1));
        out->indices.push_back(static_cast<uint32_t>(last - 1));
        out->counts.push_back(static_cast<uint32_t>(last - first));
        out->least.push_back(range.least);
        out->most.push_back(range.most);
        out->last.push_back(values_[last - 1]);
      });
}

uint32_t SampleTrack::nearest(int64_t time) const {
  if (times_.empty()) return 0;
  const auto after = std::upper_bound(times_.begin(), times_.end(), time);
  return static_cast<uint32_t>(after == times_.begin() ? 0 : after - times_.begin() - 1);
}

}  // namespace ireereplay::profile::timeline
