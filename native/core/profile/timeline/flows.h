// What leads from one slice to others: a submission to what was executed of it, and what waited for what, where the
// recorder says so.
#pragma once

#include <atomic>
#include <memory>
#include <string>

#include "profile/run_graph.h"
#include "profile/timeline/timeline.h"

namespace ireereplay::profile::timeline {

/// More executions are not put into a graph: it holds the whole event of each.
inline constexpr uint32_t kMostGraphExecutions = 2'000'000;

/// Reads the graph of a profile. RESOURCE_EXHAUSTED for one with too many executions; else as RunGraph::read().
Result<std::shared_ptr<const RunGraph>> read_graph(const Timeline& timeline, const std::atomic<bool>& cancelled);

/// The slice of an execution of the graph.
std::optional<SliceId> slice_of_node(const Timeline& timeline, const RunGraph& graph, uint32_t node);
/// The execution that a slice is of; kNoNode for none.
uint32_t node_of_slice(const Timeline& timeline, const RunGraph& graph, SliceId slice);

/// The protocol's Flow[] of a slice, and one step further. `graph` may be null.
Result<std::string> flows_json(const Timeline& timeline, const RunGraph* graph, SliceId slice);
/// The protocol's critical path, as columns.
struct CriticalSteps {
  int64_t length = 0;
  std::vector<uint32_t> tracks;
  std::vector<uint32_t> indices;
  std::vector<int64_t> starts;
  std::vector<int64_t> ends;
  std::string absent;
};
Result<CriticalSteps> critical_steps(const Timeline& timeline, const Result<std::shared_ptr<const RunGraph>>& graph,
                                     const std::atomic<bool>& cancelled);

}  // namespace ireereplay::profile::timeline
