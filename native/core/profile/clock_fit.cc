#include "profile/clock_fit.h"

#include <limits>

namespace ireereplay::profile {

void DeviceClock::add(const format::ClockCorrelation& sample) {
  if ((sample.flags & format::kClockDeviceTickUnaligned) != 0) ++unaligned_samples;
  if (samples == 0) first = sample;
  last = sample;
  ++samples;
}

std::optional<ClockFit> fit_clock(const DeviceClock& clock) {
  if (clock.samples < 2 || clock.unaligned_samples != 0) return std::nullopt;
  constexpr uint32_t kBoth = format::kClockDeviceTick | format::kClockHostCpuTimestamp;
  for (const format::ClockCorrelation& sample : {clock.first, clock.last}) {
    if ((sample.flags & kBoth) != kBoth) return std::nullopt;
    if (sample.host_cpu_timestamp_ns > static_cast<uint64_t>(std::numeric_limits<int64_t>::max())) return std::nullopt;
  }
  const auto first_ns = static_cast<int64_t>(clock.first.host_cpu_timestamp_ns);
  const auto last_ns = static_cast<int64_t>(clock.last.host_cpu_timestamp_ns);
  if (clock.last.device_tick <= clock.first.device_tick || last_ns <= first_ns) return std::nullopt;
  return ClockFit{clock.first.sample_id,
                  clock.last.sample_id,
                  clock.first.device_tick,
                  first_ns,
                  clock.last.device_tick - clock.first.device_tick,
                  static_cast<uint64_t>(last_ns - first_ns)};
}

std::optional<int64_t> ClockFit::duration_ns(uint64_t ticks) const {
  const auto product = static_cast<unsigned __int128>(ticks) * time_span_ns + tick_span / 2;
  const auto rounded = product / tick_span;
  // Without a tick or without time there is nothing to round.
  if (ticks == 0 || time_span_ns == 0) return 0;
  if (rounded > static_cast<unsigned __int128>(std::numeric_limits<int64_t>::max())) return std::nullopt;
  return static_cast<int64_t>(rounded);
}

std::optional<int64_t> ClockFit::time_ns(uint64_t tick) const {
  const bool after = tick >= first_tick;
  const auto delta = duration_ns(after ? tick - first_tick : first_tick - tick);
  int64_t time;
  if (!delta || (after ? __builtin_add_overflow(first_time_ns, *delta, &time)
                       : __builtin_sub_overflow(first_time_ns, *delta, &time))) {
    return std::nullopt;
  }
  return time;
}

DeviceTime device_time(const std::optional<ClockFit>& fit, uint64_t start_tick, uint64_t end_tick) {
  DeviceTime time;
  time.valid = are_valid_ticks(start_tick, end_tick);
  if (!time.valid) return time;
  time.ticks = end_tick - start_tick;
  if (!fit) return time;
  const auto start = fit->time_ns(start_tick), end = fit->time_ns(end_tick);
  if (!start || !end || *end < *start) return time;
  time.fit = fit;
  time.start_ns = *start;
  time.end_ns = *end;
  return time;
}

}  // namespace ireereplay::profile
