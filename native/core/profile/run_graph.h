// What ran, as a graph: executions, what of each was done by which thread, what waited for what, and in which order
// each thread did its part. From a bundle that this engine recorded (replay_chunks.h); bundles of others hold
// executions alone.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "base/status.h"
#include "profile/bundle.h"
#include "profile/capture_records.h"
#include "profile/replay_chunks.h"

namespace ireereplay::profile {

inline constexpr uint32_t kNoNode = ~0u;

enum class NodeKind : uint8_t {
  kExecution,  ///< Something that took time.
  kOperation,  ///< An operation of a queue or of the host that left nothing to execute, or began a command buffer.
  kBarrier,    ///< Of one execution of a command buffer; the last of them is its end.
};

struct GraphNode {
  NodeKind kind = NodeKind::kExecution;
  uint64_t submission = 0;      ///< 0 of the host's own operations.
  uint64_t record = kNoRecord;  ///< In the capture, where that is known.
  uint32_t parts_begin = 0;     ///< Into RunGraph::parts, by thread; none but of executions.
  uint32_t part_count = 0;
};

/// What one thread did of an execution.
struct GraphPart {
  uint32_t node = 0;
  uint32_t worker = 0;
  int64_t start_ns = 0;
  int64_t end_ns = 0;
  int64_t busy_ns = 0;          ///< At most what lies between the two.
  uint32_t previous = kNoNode;  ///< The part that the same thread did before, and the next.
  uint32_t next = kNoNode;
};

struct GraphEdge {
  uint32_t from = 0;
  uint32_t to = 0;
  format::DependencyKind kind = format::DependencyKind::kNone;
  uint64_t object = 0;  ///< As in format::Dependency.
};

struct RunGraph {
  /// Reads the graph of a bundle. CANCELLED, and DATA_LOSS where records do not hold together or wait for each other in
  /// a circle.
  static Result<RunGraph> read(const Bundle& bundle, const std::atomic<bool>& cancelled);

  /// The bundle says what waited for what. Without it there are neither edges nor an order of threads.
  bool has_dependencies = false;
  uint64_t left_out = 0;  ///< Dependencies that the recorder did not write.
  uint32_t worker_count = 0;
  std::vector<format::HostExecutionEvent> executions;  ///< By their start.
  std::vector<GraphNode> nodes;                        ///< Those of the executions, then the others.
  std::vector<GraphPart> parts;
  std::vector<GraphEdge> edges;          ///< By `to`.
  std::vector<uint32_t> edges_to_begin;  ///< The first edge to each node, and one more.
  std::vector<uint32_t> order;           ///< All nodes, each after all that it comes after.

  /// From the first start to the last end; 0 without executions.
  int64_t span_ns() const;
  /// Of the span, the time in which something was executed.
  int64_t active_ns() const;
};

}  // namespace ireereplay::profile
