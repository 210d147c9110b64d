// Which events of a thread contain which others: the profiler writes when each began and ended, and nothing else.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "base/status.h"
#include "neighbour/torch/trace.h"

namespace ireereplay::neighbour::torch {

/// The events of the host's threads: operations, annotations, Python functions and calls, which contain each other.
struct Nesting {
  /// In the order in which they began, thread by thread, each before what it contains.
  std::vector<uint32_t> order;
  /// For each event of the trace the innermost one that contains it; kNoRow where there is none, and of devices'
  /// events.
  std::vector<uint32_t> parent;
  /// The innermost operation that contains it, itself left out.
  std::vector<uint32_t> operation;
};

/// An event contains those of its thread that begin while it lasts. One that is recorded to end a little later, as by
/// rounding, is in it all the same. CANCELLED once `cancel` is set.
Result<Nesting> nest(const Trace& trace, const std::atomic<bool>& cancel);

}  // namespace ireereplay::neighbour::torch
