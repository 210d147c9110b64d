// What called what, with the times of each way there: from modules and annotations to operations, to calls of the
// runtime, to what devices did for them.
#pragma once

#include <cstdint>
#include <vector>

#include "neighbour/torch/launches.h"
#include "neighbour/torch/nesting.h"
#include "neighbour/torch/trace.h"

namespace ireereplay::neighbour::torch {

/// All events that were reached the same way: of the same names and kinds, each in the one before. Those of all threads
/// and of all steps of the profiler are together.
struct TreeNode {
  uint32_t name = 0;
  EventKind kind = EventKind::kOther;
  /// Comes before this one; kNoRow where nothing contains it.
  uint32_t parent = kNoRow;
  uint64_t count = 0;
  /// Nanoseconds from begin to end, of devices' work as well as of what is on the host.
  uint64_t total_ns = 0;
  /// Without what is below.
  uint64_t self_ns = 0;
  /// What devices did for it and for all that is below, and of how many kernels, copies and fills that is.
  uint64_t device_total_ns = 0;
  uint64_t device_count = 0;
};

/// Nodes with each parent before its children. Python functions are left out but for modules, and so are the profiler's
/// own annotations of steps.
std::vector<TreeNode> make_call_tree(const Trace& trace, const Nesting& nesting, const Launches& launches);

/// A node to show.
struct ShownNode {
  uint32_t node = 0;
  /// Nodes above it.
  uint32_t depth = 0;
};

/// The `most` nodes with most time, of devices where they did anything, and else of the host: each after what is above
/// it, and longer ones before shorter.
std::vector<ShownNode> heaviest(const std::vector<TreeNode>& tree, uint64_t most);

}  // namespace ireereplay::neighbour::torch
