// How often threads are sampled: as often as what that costs allows.
//
// A sample interrupts its thread, which takes as long as the machine takes for it, and empties caches that are filled
// again: up to as much once more (bench/sampledLoop.c). Threads that execute one dispatch after another wait for the
// one that was interrupted, so that at worst all lose what each of them does:
//
//   overhead <= rate * 2 * interrupt * threads
#pragma once

#include <cstdint>
#include <optional>

namespace ireereplay::replay {

/// How often, and what is known of what that costs.
struct SamplingRate {
  uint32_t hz = 0;  ///< Samples a second of each thread's time on a processor.
  /// What a sample takes of its thread without the caches, in nanoseconds; nothing where that could not be measured.
  std::optional<uint64_t> interrupt_ns = {};
  /// The most that it makes runs longer, in parts of them (0.01 is 1 %); nothing where the interrupt is not known.
  std::optional<double> most_overhead = {};
};

/// The largest of some primes, from 23 to 997, that keeps `overhead` (in parts, above 0) by the formula above: primes
/// keep step with nothing, and few of them give the same rate again where measured interrupts differ a little. 23 where
/// even that costs more. Where the interrupt is not known it is taken for as slow as virtual machines have them.
SamplingRate choose_sampling_rate(double overhead, std::optional<uint64_t> interrupt_ns, uint32_t threads);

/// A rate that was chosen otherwise, with what it costs.
SamplingRate given_sampling_rate(uint32_t hz, std::optional<uint64_t> interrupt_ns, uint32_t threads);

}  // namespace ireereplay::replay
