// What had a device do what it does: the call that launched it, and the operation that made the call.
#pragma once

#include <cstdint>
#include <vector>

#include "neighbour/torch/nesting.h"
#include "neighbour/torch/trace.h"

namespace ireereplay::neighbour::torch {

struct Launches {
  // For each row of Trace::work.
  /// The event of the call with its correlation; kNoRow where the trace has none.
  std::vector<uint32_t> call;
  /// The event of the operation: the innermost around the call, or else the one with its External id; kNoRow where the
  /// trace has none, as for kernels of graphs that are launched outside of operations.
  std::vector<uint32_t> operation;
};

/// The launches of all device work in the trace.
Launches find_launches(const Trace& trace, const Nesting& nesting);

}  // namespace ireereplay::neighbour::torch
