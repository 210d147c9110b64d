// What lies within a range of time: functions, the records of each, its launches.
#pragma once

#include <atomic>
#include <string>

#include "profile/timeline/timeline.h"

namespace ireereplay::profile::timeline {

/// A range of absolute times.
struct Range {
  int64_t from = 0;
  int64_t to = 0;

  /// Nanoseconds that a slice lies within it.
  uint64_t within(int64_t start, int64_t end) const {
    const int64_t begin = std::max(start, from), stop = std::min(end, to);
    return stop > begin ? static_cast<uint64_t>(stop) - static_cast<uint64_t>(begin) : 0;
  }
  uint64_t length() const { return to > from ? static_cast<uint64_t>(to) - static_cast<uint64_t>(from) : 0; }
};

/// Nanoseconds of the range in which any dispatch is executed.
uint64_t executing(const Timeline& timeline, Range range);
/// Whether shares are of the time in which dispatches are executed: of a range that is mostly idle, theirs say little.
inline bool shares_are_of_dispatches(uint64_t executing, uint64_t length) { return executing < length / 2; }

/// The protocol's RangeStatistics. Dispatches count that are executed at some time of the range: totals are of what
/// lies within it, all else of the whole dispatches. CANCELLED.
Result<std::string> statistics_json(const Timeline& timeline, Range range, const std::atomic<bool>& cancelled);

}  // namespace ireereplay::profile::timeline
