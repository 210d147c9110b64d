#include "profile/run_graph.h"

#include <algorithm>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "profile/barriers.h"
#include "profile/capture_records.h"
#include "profile/clock_fit.h"
#include "profile/each_record.h"
#include "profile/own_records.h"

namespace ireereplay::profile {

namespace {

using format::Dependency;
using format::DependencyKind;
using format::HostExecutionEvent;
using format::QueueEventType;
using format::WorkerShare;

/// There are at most two nodes more than executions, of command buffers of one command each.
constexpr size_t kMostOfAKind = kNoNode / 4;
/// In nanoseconds, of all threads together: sums of two of these fit.
constexpr uint64_t kMostTime = uint64_t{1} << 61;

Status too_many() {
  return Status(StatusCode::kResourceExhausted, "the profile has more executions than a graph can hold");
}

bool are_times(int64_t start, int64_t end) {
  return are_valid_times(start, end) && static_cast<uint64_t>(end) < kMostTime;
}

class Builder {
 public:
  Builder(const Bundle& bundle, const std::atomic<bool>& cancelled) : bundle_(bundle), cancelled_(cancelled) {}

  Result<RunGraph> build() {
    IR_ASSIGN_OR_RETURN(records_, CaptureRecords::read(bundle_, cancelled_));
    IR_ASSIGN_OR_RETURN(barriers_, Barriers::read(bundle_, cancelled_));
    IR_RETURN_IF_ERROR(read_executions());
    IR_RETURN_IF_ERROR(read_dependencies());
    if (graph_.has_dependencies) {
      IR_RETURN_IF_ERROR(read_parts());
      link_workers();
      add_command_buffers();
      add_edges();
    }
    index_edges();
    IR_RETURN_IF_ERROR(sort());
    return std::move(graph_);
  }

 private:
  Status read_executions() {
    const auto enter = [](const Chunk&) { return Status(); };
    const auto visit = [&](const Chunk&, const Record& record) {
      const auto event = record.as<HostExecutionEvent>();
      // That of a command buffer spans those of its commands.
      const bool is_wanted = event.type != QueueEventType::kExecute;
      if (is_wanted && are_times(event.start_host_time_ns, event.end_host_time_ns)) graph_.executions.push_back(event);
      return Status();
    };
    IR_RETURN_IF_ERROR(each_record(bundle_, {ChunkKind::kHostExecutionEvents}, cancelled_, enter, visit));
    if (graph_.executions.size() >= kMostOfAKind) return too_many();
    std::sort(graph_.executions.begin(), graph_.executions.end(),
              [](const HostExecutionEvent& a, const HostExecutionEvent& b) {
                return std::tie(a.start_host_time_ns, a.event_id) < std::tie(b.start_host_time_ns, b.event_id);
              });
    for (const HostExecutionEvent& event : graph_.executions) {
      GraphNode& node = graph_.nodes.emplace_back();
      node.submission = event.submission_id;
      node.record = records_.of_execution(event);
    }
    return Status();
  }

  Status read_dependencies() {
    const auto add = [&](const Dependency& dependency) {
      if (dependency.kind == DependencyKind::kLeftOut) {
        graph_.left_out += dependency.object;
      } else {
        dependencies_.push_back(dependency);
      }
      return Status();
    };
    IR_ASSIGN_OR_RETURN(const uint64_t count,
                        each_own_record<Dependency>(bundle_, format::kDependenciesContentType, cancelled_, add));
    graph_.has_dependencies = count != 0;
    return Status();
  }

  /// What each thread did; all of an execution is one thread's where the profile names none.
  Status read_parts() {
    std::unordered_map<uint64_t, uint32_t> node_of;
    for (uint32_t i = 0; i < graph_.executions.size(); ++i) node_of.emplace(graph_.executions[i].event_id, i);
    std::vector<GraphPart>& parts = graph_.parts;
    const auto add = [&](const WorkerShare& share) {
      const auto found = node_of.find(share.event_id);
      if (found == node_of.end() || !are_times(share.start_host_time_ns, share.end_host_time_ns)) return Status();
      GraphPart& part = parts.emplace_back();
      part.node = found->second;
      part.worker = share.worker;
      part.start_ns = share.start_host_time_ns;
      part.end_ns = share.end_host_time_ns;
      part.busy_ns = std::clamp<int64_t>(share.tile_duration_sum_ns, 0, part.end_ns - part.start_ns);
      ++graph_.nodes[part.node].part_count;
      return Status();
    };
    IR_RETURN_IF_ERROR(
        each_own_record<WorkerShare>(bundle_, format::kWorkerSharesContentType, cancelled_, add).status());
    for (uint32_t i = 0; i < graph_.executions.size(); ++i) {
      GraphNode& node = graph_.nodes[i];
      if (node.part_count != 0) continue;
      const HostExecutionEvent& event = graph_.executions[i];
      GraphPart& part = parts.emplace_back();
      part.node = i;
      part.start_ns = event.start_host_time_ns;
      part.end_ns = event.end_host_time_ns;
      part.busy_ns = std::clamp<int64_t>(event.tile_duration_sum_ns, 0, part.end_ns - part.start_ns);
      node.part_count = 1;
    }
    if (parts.size() >= kMostOfAKind) return too_many();
    // Whatever ways there are, their lengths and what lies between are sums of these.
    uint64_t total = 0;
    for (const GraphPart& part : parts)
      total = std::min(total + static_cast<uint64_t>(part.end_ns - part.start_ns), kMostTime);
    if (total == kMostTime)
      return Status(StatusCode::kDataLoss,
                    "according to the profile, its executions took centuries in total, which cannot be right");
    std::sort(parts.begin(), parts.end(), [](const GraphPart& a, const GraphPart& b) {
      return std::tie(a.node, a.worker) < std::tie(b.node, b.worker);
    });
    for (uint32_t i = 0; i < parts.size(); ++i) {
      if (i == 0 || parts[i].node != parts[i - 1].node) graph_.nodes[parts[i].node].parts_begin = i;
      graph_.worker_count = std::max(graph_.worker_count, parts[i].worker + 1);
    }
    return Status();
  }

  void link_workers() {
    std::vector<GraphPart>& parts = graph_.parts;
    std::vector<uint32_t> by_worker(parts.size());
    for (uint32_t i = 0; i < parts.size(); ++i) by_worker[i] = i;
    std::sort(by_worker.begin(), by_worker.end(), [&](uint32_t a, uint32_t b) {
      return std::tie(parts[a].worker, parts[a].start_ns, parts[a].end_ns, a) <
             std::tie(parts[b].worker, parts[b].start_ns, parts[b].end_ns, b);
    });
    for (size_t i = 1; i < by_worker.size(); ++i) {
      GraphPart &before = parts[by_worker[i - 1]], &after = parts[by_worker[i]];
      // Parts in turns of one thread have no order.
      if (before.worker != after.worker || before.end_ns > after.start_ns || before.node == after.node) continue;
      before.next = by_worker[i];
      after.previous = by_worker[i - 1];
    }
  }

  uint32_t add_node(NodeKind kind, uint64_t submission, uint64_t record) {
    GraphNode& node = graph_.nodes.emplace_back();
    node.kind = kind;
    node.submission = submission;
    node.record = record;
    return static_cast<uint32_t>(graph_.nodes.size() - 1);
  }

  void add_command_buffers() {
    std::vector<uint32_t> commands;
    for (uint32_t i = 0; i < graph_.executions.size(); ++i) {
      if (graph_.executions[i].command_index == format::kNone32) {
        submitted_.emplace(records_.of_submission(graph_.nodes[i].submission), std::pair(i, i));
      } else {
        commands.push_back(i);
      }
    }
    std::sort(commands.begin(), commands.end(), [&](uint32_t a, uint32_t b) {
      return std::tie(graph_.nodes[a].submission, graph_.nodes[a].record, a) <
             std::tie(graph_.nodes[b].submission, graph_.nodes[b].record, b);
    });
    for (size_t begin = 0, end = 0; begin < commands.size(); begin = end) {
      const uint64_t submission = graph_.nodes[commands[begin]].submission;
      const uint64_t record = records_.of_submission(submission);
      const uint64_t command_buffer = graph_.executions[commands[begin]].command_buffer_id;
      const uint32_t first = add_node(NodeKind::kOperation, submission, record);
      uint32_t before = first, after = add_node(NodeKind::kBarrier, submission, record);
      uint64_t region = 0;
      for (end = begin; end < commands.size() && graph_.nodes[commands[end]].submission == submission; ++end) {
        const uint64_t reached = barriers_.region_of(command_buffer, graph_.nodes[commands[end]].record);
        if (reached != region && end != begin) {
          // What lies between two barriers with nothing to execute is no step of its own.
          before = after;
          after = add_node(NodeKind::kBarrier, submission, record);
        }
        region = reached;
        graph_.edges.push_back({before, commands[end], DependencyKind::kBarrier, 0});
        graph_.edges.push_back({commands[end], after, DependencyKind::kBarrier, 0});
      }
      submitted_.emplace(record, std::pair(first, after));
      commands_.emplace(submission, std::vector(commands.begin() + static_cast<std::ptrdiff_t>(begin),
                                                commands.begin() + static_cast<std::ptrdiff_t>(end)));
    }
  }

  /// Nodes before and after all of an operation.
  std::pair<uint32_t, uint32_t> ends_of(uint64_t record) {
    const auto [found, is_new] = submitted_.try_emplace(record, kNoNode, kNoNode);
    if (is_new) {
      const uint32_t node = add_node(NodeKind::kOperation, 0, record);
      found->second = {node, node};
    }
    return found->second;
  }

  /// A command in one execution of its command buffer; kNoNode when it left nothing to execute.
  uint32_t command_of(uint64_t submission, uint64_t record) const {
    const auto found = commands_.find(submission);
    if (found == commands_.end()) return kNoNode;
    const auto at = std::partition_point(found->second.begin(), found->second.end(),
                                         [&](uint32_t node) { return graph_.nodes[node].record < record; });
    return at != found->second.end() && graph_.nodes[*at].record == record ? *at : kNoNode;
  }

  void add_edges() {
    for (const Dependency& dependency : dependencies_) {
      uint32_t from = kNoNode, to = kNoNode;
      if (dependency.id == 0) {
        from = ends_of(dependency.from).second;
        to = ends_of(dependency.to).first;
      } else {
        from = command_of(dependency.id, dependency.from);
        to = command_of(dependency.id, dependency.to);
      }
      if (from == kNoNode || to == kNoNode) continue;
      graph_.edges.push_back({from, to, dependency.kind, dependency.object});
    }
  }

  void index_edges() {
    std::stable_sort(graph_.edges.begin(), graph_.edges.end(),
                     [](const GraphEdge& a, const GraphEdge& b) { return a.to < b.to; });
    graph_.edges_to_begin.assign(graph_.nodes.size() + 1, 0);
    for (const GraphEdge& edge : graph_.edges) ++graph_.edges_to_begin[edge.to + 1];
    for (size_t i = 1; i < graph_.edges_to_begin.size(); ++i) graph_.edges_to_begin[i] += graph_.edges_to_begin[i - 1];
  }

  /// Kahn's algorithm, over dependencies and the order of each thread.
  Status sort() {
    const size_t count = graph_.nodes.size();
    std::vector<uint32_t> missing(count), begin(count + 1), followers(graph_.edges.size());
    for (const GraphEdge& edge : graph_.edges) {
      ++missing[edge.to];
      ++begin[edge.from + 1];
    }
    for (size_t i = 1; i <= count; ++i) begin[i] += begin[i - 1];
    std::vector<uint32_t> next = begin;
    for (const GraphEdge& edge : graph_.edges) followers[next[edge.from]++] = edge.to;
    for (const GraphPart& part : graph_.parts) missing[part.node] += part.previous != kNoNode;
    graph_.order.reserve(count);
    for (uint32_t i = 0; i < count; ++i)
      if (missing[i] == 0) graph_.order.push_back(i);
    for (size_t at = 0; at < graph_.order.size(); ++at) {
      const uint32_t node = graph_.order[at];
      const auto follow = [&](uint32_t follower) {
        if (--missing[follower] == 0) graph_.order.push_back(follower);
      };
      for (uint32_t i = begin[node]; i < begin[node + 1]; ++i) follow(followers[i]);
      const GraphNode& of = graph_.nodes[node];
      for (uint32_t i = 0; i < of.part_count; ++i)
        if (const uint32_t part = graph_.parts[of.parts_begin + i].next; part != kNoNode)
          follow(graph_.parts[part].node);
    }
    return graph_.order.size() == count
               ? Status()
               : Status(StatusCode::kDataLoss, "according to the profile, an execution waited for itself");
  }

  const Bundle& bundle_;
  const std::atomic<bool>& cancelled_;
  CaptureRecords records_;
  Barriers barriers_;
  std::vector<Dependency> dependencies_;
  std::unordered_map<uint64_t, std::pair<uint32_t, uint32_t>> submitted_;  // By record.
  std::unordered_map<uint64_t, std::vector<uint32_t>> commands_;           // By submission, in recorded order.
  RunGraph graph_;
};

}  // namespace

Result<RunGraph> RunGraph::read(const Bundle& bundle, const std::atomic<bool>& cancelled) {
  return Builder(bundle, cancelled).build();
}

int64_t RunGraph::span_ns() const {
  int64_t end = 0;
  for (const HostExecutionEvent& event : executions) end = std::max(end, event.end_host_time_ns);
  return executions.empty() ? 0 : end - executions[0].start_host_time_ns;
}

int64_t RunGraph::active_ns() const {
  int64_t active = 0, reached = 0;
  for (const HostExecutionEvent& event : executions) {
    const int64_t begin = std::max(reached, event.start_host_time_ns);
    if (event.end_host_time_ns > begin) active += event.end_host_time_ns - begin;
    reached = std::max(reached, event.end_host_time_ns);
  }
  return active;
}

}  // namespace ireereplay::profile
