// When a program prepared executables of code that the same queue had executed before, as a benchmark does that loads
// its modules again for each repetition.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "profile/timeline/timeline.h"

namespace ireereplay::profile::timeline {

class PreparedAnew {
 public:
  explicit PreparedAnew(const Timeline& timeline);

  /// Nanoseconds of a range after the last dispatch of what was there before, and before the first of what was
  /// prepared.
  uint64_t within(int64_t begin, int64_t end) const;

 private:
  std::vector<std::pair<int64_t, int64_t>> times_;  // In order, apart from each other.
};

}  // namespace ireereplay::profile::timeline
