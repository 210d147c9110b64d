// Grids read from buffers.
#pragma once

#include "base/status.h"
#include "hal/local/plan.h"

namespace ireereplay::replay {

/// The state of an indirect dispatch, with the grid that its buffer holds now. OUT_OF_RANGE for a grid that no device
/// runs or that is implausible.
Status read_grid(const Command& command, abi::DispatchState* state);

}  // namespace ireereplay::replay
