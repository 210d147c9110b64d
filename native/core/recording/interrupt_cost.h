// What a sample takes of the thread that it is of, measured on the calling one: it reads the clock all the time while
// it is sampled, and what lies between the readings around a sample is what that took, with looking at it.
#pragma once

#include <cstdint>
#include <optional>

#include "recording/thread_sampler.h"

namespace ireereplay::replay {

/// Nanoseconds, the median of some dozens: what else takes the processor now and then makes no difference. Takes some
/// hundredths of a second, by timers a tenth; nothing after a second without enough samples.
std::optional<uint64_t> measure_interrupt_ns(SamplingMethod method);

}  // namespace ireereplay::replay
