#include "recording/interrupt_cost.h"

#include <algorithm>
#include <vector>

#include "base/clock.h"

namespace ireereplay::replay {

namespace {

constexpr uint32_t kRateHz = 2003;
constexpr size_t kEnough = 41;
/// After a tenth of a second these will do: timers go by the kernel's tick.
constexpr size_t kFewest = 9;
constexpr uint64_t kLongNs = 100'000'000, kTooLongNs = 1'000'000'000;

}  // namespace

std::optional<uint64_t> measure_interrupt_ns(SamplingMethod method) {
  ThreadSampler sampler;
  SamplingRequest request;
  request.rate_hz = kRateHz;
  if (!sampler.begin(request, method).ok()) return std::nullopt;
  std::vector<InstructionSample> taken;
  std::vector<uint64_t> interrupts;
  const uint64_t begin = now_ns();
  uint64_t before = begin, last = begin;
  const auto is_enough = [&] {
    const uint64_t took = last - begin;
    return interrupts.size() >= kEnough || (interrupts.size() >= kFewest && took > kLongNs) || took > kTooLongNs;
  };
  while (!is_enough()) {
    // It came after the look before this one, which was after the reading before the last.
    const bool is_new = sampler.has_new();
    if (is_new) {
      taken.clear();
      sampler.take(&taken);
    }
    const uint64_t now = now_ns();
    if (is_new) interrupts.push_back(now - before);
    before = is_new ? now : last;
    last = now;
  }
  if (interrupts.size() < kFewest) return std::nullopt;
  const auto middle = interrupts.begin() + static_cast<std::ptrdiff_t>(interrupts.size() / 2);
  std::nth_element(interrupts.begin(), middle, interrupts.end());
  return *middle;
}

}  // namespace ireereplay::replay
