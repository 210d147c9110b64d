// Values over time: each holds up to the next, or through a range of its own.
#pragma once

#include <cstdint>
#include <vector>

#include "profile/timeline/pixels.h"
#include "profile/timeline/slice_log.h"
#include "profile/timeline/track.h"

namespace ireereplay::profile::timeline {

struct SampleLog {
  Pages<int64_t> times;
  Pages<int64_t> ends;  ///< Empty where a value holds up to the next.
  Pages<double> values;
  Pages<uint32_t> rows;

  size_t size() const { return times.size(); }
};

class SampleTrack {
 public:
  SampleTrack() = default;
  SampleTrack(SampleLog& log, bool consumes);

  uint32_t size() const { return static_cast<uint32_t>(times_.size()); }
  int64_t start(size_t index) const { return times_[index]; }
  int64_t end(size_t index) const {
    const int64_t next = index + 1 < times_.size() ? times_[index + 1] : last_;
    return ends_.empty()               ? std::max(next, times_[index])
           : index + 1 < times_.size() ? std::min(ends_[index], next)
                                       : ends_[index];
  }
  double value(size_t index) const { return values_[index]; }
  uint32_t row(size_t index) const { return rows_[index]; }
  double least() const { return least_; }
  double most() const { return most_; }
  int64_t last_end() const { return times_.empty() ? 0 : end(times_.size() - 1); }
  /// The last value holds up to here: the profile's last moment.
  void hold_until(int64_t time) { last_ = time; }
  uint32_t nearest(int64_t time) const;

  /// Appends what lies in the window.
  void window(const Pixels& pixels, WindowItems* out) const;

 private:
  struct Range {
    double least;
    double most;
  };
  static constexpr size_t kBlock = 16;
  Range range_in(size_t begin, size_t end) const;

  std::vector<int64_t> times_;
  std::vector<int64_t> ends_;
  std::vector<double> values_;
  std::vector<uint32_t> rows_;
  std::vector<std::vector<Range>> blocks_;  ///< Of 16 << level values.
  int64_t last_ = 0;
  double least_ = 0;
  double most_ = 0;
};

}  // namespace ireereplay::profile::timeline
