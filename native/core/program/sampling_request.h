// How a replay is asked to sample the threads that execute its kernels.
#pragma once

#include <cstdint>
#include <string_view>

namespace ireereplay::replay {

/// --sample_event: what goes by between two samples.
enum class SampleEvent : uint8_t { kClock, kCycles, kInstructions, kCacheMisses, kBranchMisses };

/// "clock", "cycles", ...
constexpr std::string_view sample_event_name(SampleEvent event) {
  constexpr std::string_view kNames[] = {"clock", "cycles", "instructions", "cache-misses", "branch-misses"};
  return kNames[static_cast<size_t>(event)];
}

struct SamplingRequest {
  SampleEvent event = SampleEvent::kClock;
  /// Samples a second of each thread's time on a processor; 0 for as many as `overhead` allows.
  uint32_t rate_hz = 0;
  /// Parts by which samples may make runs longer: 0.01 is 1 %. Above 0.
  double overhead = 0.01;
  /// The replay is repeated until this long has gone by; 0 runs it once.
  uint32_t seconds = 0;
  /// Where it is repeated, no longer than until there are so many; 0 for all of the time.
  uint64_t enough = 0;
  /// Signals and timers even where the kernel would sample by itself: for tests.
  bool by_timers = false;
};

}  // namespace ireereplay::replay
