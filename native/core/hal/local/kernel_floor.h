// What no engine can be faster than on one thread: the kernels alone.
#pragma once

#include <cstdint>

#include "hal/local/plan.h"

namespace ireereplay::replay {

/// Calls every workgroup of every dispatch of the plan in order, in a bare loop over arguments prepared before, and
/// returns the nanoseconds that took. Nothing else of the plan is executed: what buffers hold means nothing afterwards.
/// Dispatches whose grid is in a buffer are left out. Not while the plan is executed.
uint64_t time_kernels(const Plan& plan);

}  // namespace ireereplay::replay
