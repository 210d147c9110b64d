// From the ticks of a device to a host's nanoseconds: the line through its first and its last clock correlation, in
// integers (runtime/src/iree/tooling/profile/model.c).
#pragma once

#include <cstdint>
#include <optional>

#include "profile/format.h"

namespace ireereplay::profile {

/// What is known of a device's clock.
struct DeviceClock {
  uint64_t samples = 0;
  /// Samples whose tick is of another counter than the device's events: with any there is no fit.
  uint64_t unaligned_samples = 0;
  format::ClockCorrelation first = {};
  format::ClockCorrelation last = {};

  void add(const format::ClockCorrelation& sample);
};

struct ClockFit {
  uint64_t first_sample_id = 0;
  uint64_t last_sample_id = 0;
  uint64_t first_tick = 0;
  int64_t first_time_ns = 0;
  /// Both more than 0.
  uint64_t tick_span = 0;
  uint64_t time_span_ns = 0;

  /// Nanoseconds of a number of ticks, rounded to the nearest; nothing when they do not fit.
  std::optional<int64_t> duration_ns(uint64_t ticks) const;
  /// The time of a tick on the driver's host clock; nothing when it does not fit.
  std::optional<int64_t> time_ns(uint64_t tick) const;
  double ns_per_tick() const { return static_cast<double>(time_span_ns) / static_cast<double>(tick_span); }
  double ticks_per_second() const { return 1000000000.0 / ns_per_tick(); }
};

/// The line through a device's first and last sample on the driver's host CPU clock; nothing with fewer than two, with
/// any that is not aligned, or when one of them lacks either clock or does not come after the other.
std::optional<ClockFit> fit_clock(const DeviceClock& clock);

/// How long an event took, and when it was, as far as that is known.
struct DeviceTime {
  bool valid = false;  ///< The ticks are known, and in order.
  uint64_t ticks = 0;
  std::optional<ClockFit> fit;  ///< Given when both ends have a time.
  int64_t start_ns = 0;
  int64_t end_ns = 0;
};
DeviceTime device_time(const std::optional<ClockFit>& fit, uint64_t start_tick, uint64_t end_tick);

/// Whether ticks are known, and in order.
inline bool are_valid_ticks(uint64_t start, uint64_t end) { return start != 0 && end != 0 && end >= start; }
/// The same of a host's times.
inline bool are_valid_times(int64_t start, int64_t end) { return start >= 0 && end >= start; }
/// Nanoseconds between a host's times; 0 when they are not valid.
inline int64_t host_duration(int64_t start, int64_t end) { return are_valid_times(start, end) ? end - start : 0; }

}  // namespace ireereplay::profile
