#include "recording/sampling_rate.h"

namespace ireereplay::replay {

namespace {

/// Each about 1.4 times the one before.
constexpr uint32_t kRates[] = {23, 31, 43, 61, 89, 127, 173, 251, 353, 499, 701, 997};
/// The interrupt, and the caches that it empties.
constexpr double kBesides = 2;
constexpr uint64_t kSlowInterruptNs = 25000;

/// Seconds of all threads that a sample of one takes at most.
double most_seconds(uint64_t interrupt_ns, uint32_t threads) {
  return kBesides * static_cast<double>(interrupt_ns) * 1e-9 * threads;
}

}  // namespace

SamplingRate choose_sampling_rate(double overhead, std::optional<uint64_t> interrupt_ns, uint32_t threads) {
  const double seconds = most_seconds(interrupt_ns.value_or(kSlowInterruptNs), threads);
  uint32_t chosen = kRates[0];
  for (const uint32_t rate : kRates) {
    if (rate * seconds <= overhead) chosen = rate;
  }
  return given_sampling_rate(chosen, interrupt_ns, threads);
}

SamplingRate given_sampling_rate(uint32_t hz, std::optional<uint64_t> interrupt_ns, uint32_t threads) {
  SamplingRate rate{hz, interrupt_ns, {}};
  if (interrupt_ns) rate.most_overhead = hz * most_seconds(*interrupt_ns, threads);
  return rate;
}

}  // namespace ireereplay::replay
