// The clocks that times are read from.
#pragma once

#include <cstdint>
#include <ctime>

namespace ireereplay {

/// Nanoseconds on a system clock.
inline uint64_t clock_ns(clockid_t clock) {
  timespec time;
  ::clock_gettime(clock, &time);
  return static_cast<uint64_t>(time.tv_sec) * 1000000000ull + static_cast<uint64_t>(time.tv_nsec);
}

/// Nanoseconds on the monotonic clock.
inline uint64_t now_ns() { return clock_ns(CLOCK_MONOTONIC); }

}  // namespace ireereplay
