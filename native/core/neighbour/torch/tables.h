// Where the time of a trace goes: by operation, by operation and shape, by kernel.
#pragma once

#include <cstdint>
#include <vector>

#include "neighbour/torch/launches.h"
#include "neighbour/torch/nesting.h"
#include "neighbour/torch/pairs.h"
#include "neighbour/torch/trace.h"

namespace ireereplay::neighbour::torch {

/// Times are in nanoseconds. Totals leave out what is inside of another of the same row, so that nothing is counted
/// twice.
struct OperationRow {
  uint32_t name = 0;
  /// The row in Trace::shapes; kNoRow in the table by name alone.
  uint32_t shape = kNoRow;
  uint64_t count = 0;
  /// From begin to end.
  uint64_t total_ns = 0;
  /// Without the operations in them.
  uint64_t self_ns = 0;
  /// Of self_ns, in calls of the runtime and the driver.
  uint64_t calls_ns = 0;
  /// What devices did for them, and for the operations in them.
  uint64_t device_total_ns = 0;
  /// For them alone.
  uint64_t device_self_ns = 0;
  /// Kernels, copies and fills for them alone.
  uint64_t device_count = 0;
  /// Of the operations that differentiate them: how many the trace has, their time, and what devices did for them.
  uint64_t backward_count = 0;
  uint64_t backward_ns = 0;
  uint64_t backward_device_ns = 0;
};

struct KernelRow {
  uint32_t name = 0;
  EventKind kind = EventKind::kKernel;
  uint64_t count = 0;
  uint64_t total_ns = 0;
  uint64_t least_ns = 0;
  uint64_t most_ns = 0;
  /// Of copies and fills, where the trace says it.
  uint64_t bytes = 0;
};

struct Tables {
  // By their device's time and then by their own, the longest first.
  std::vector<OperationRow> by_operation;
  std::vector<OperationRow> by_shape;
  std::vector<KernelRow> by_kernel;
};

Tables make_tables(const Trace& trace, const Nesting& nesting, const Launches& launches,
                   const std::vector<Pair>& pairs);

}  // namespace ireereplay::neighbour::torch
