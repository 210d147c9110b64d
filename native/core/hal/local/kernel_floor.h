// What no engine can beat on one thread: the kernels alone.
#pragma once

#include <cstdint>

#include "hal/local/plan.h"

namespace ireereplay::replay {

/// Calls every workgroup of every dispatch in the plan in order, in a bare loop over prepared arguments, and returns
/// the nanoseconds that took. Nothing else is executed, so the contents of buffers mean nothing afterwards. Dispatches
/// whose grid is in a buffer are left out. Not while the plan is being executed.
uint64_t time_kernels(const Plan& plan);

}  // namespace ireereplay::replay
