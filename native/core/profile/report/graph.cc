// The graph of what ran: which executions waited for which, the critical path through them, and what each function and
// each step of it is worth. A question of our own.
#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

#include "profile/critical_path.h"
#include "profile/names.h"
#include "profile/report/output.h"
#include "profile/report/tiles.h"
#include "profile/run_graph.h"

namespace ireereplay::profile {

namespace {

using format::DependencyKind;
using format::HostExecutionEvent;

constexpr std::string_view kDependencyNames[] = {
    "thread",        "semaphore", "read_after_write", "write_after_read", "write_after_write",
    "reused_memory", "scope",     "output",           "barrier",
};

std::string_view name_of(DependencyKind kind) {
  const auto index = static_cast<size_t>(kind);
  return index < std::size(kDependencyNames) ? kDependencyNames[index] : "unknown";
}

std::string_view name_of(NodeKind kind) {
  switch (kind) {
    case NodeKind::kExecution:
      return "execution";
    case NodeKind::kOperation:
      return "operation";
    case NodeKind::kBarrier:
      return "barrier";
  }
  return "unknown";
}

/// Why nothing is said about the critical path; empty where it is.
std::string_view what_is_not_known(const RunGraph& graph) {
  if (graph.executions.empty()) {
    return "The profile has no host executions: record it with host-execution in --device_profiling_mode.";
  }
  if (graph.has_dependencies) return "";
  return "The profile says when and on which queue things ran, but not what waited for what: the critical path is "
         "unknown. To see it, record the profile with ireereplay, with all host executions and no filter.";
}

struct FunctionRow {
  std::string key;
  uint64_t executable = 0;
  uint32_t function = 0;
  uint64_t executions = 0;
  int64_t busy_ns = 0;  ///< Of all threads.
  uint64_t path_steps = 0;
  int64_t path_ns = 0;
  std::optional<int64_t> saving_ns;
  std::vector<uint32_t> nodes;
};

class GraphReport {
 public:
  GraphReport(Reporting& reporting, const Metadata& metadata, const RunGraph& graph)
      : r_(reporting), out_(reporting.text), metadata_(metadata), graph_(graph) {}

  Status make() {
    if (graph_.has_dependencies && !graph_.executions.empty()) {
      IR_ASSIGN_OR_RETURN(path_, CriticalPath::find(graph_, r_.cancelled()));
      IR_RETURN_IF_ERROR(find_functions());
    }
    if (r_.options.jsonl) return jsonl();
    return text();
  }

 private:
  /// The whole graph is looked at once more for each function: as often as that many nodes, edges and parts allow.
  static constexpr uint64_t kMostVisits = 1 << 28;
  static constexpr size_t kStepsInText = 20;

  std::string key_of(const HostExecutionEvent& event) const {
    if (event.function_ordinal == format::kNone32) return std::string(kQueueEventNames.of(event.type));
    if (const auto function = metadata_.find_function(event.executable_id, event.function_ordinal))
      return metadata_.function_key(*function, event.physical_device_ordinal);
    return "executable " + std::to_string(event.executable_id) + " function " + std::to_string(event.function_ordinal);
  }

  Status find_functions() {
    std::map<std::tuple<uint64_t, uint32_t, uint32_t>, size_t> row_of;
    std::vector<size_t> rows(graph_.executions.size());
    for (uint32_t i = 0; i < graph_.executions.size(); ++i) {
      const HostExecutionEvent& event = graph_.executions[i];
      const bool is_dispatch = event.function_ordinal != format::kNone32;
      const auto [found, is_new] = row_of.try_emplace(
          {event.executable_id, event.function_ordinal, is_dispatch ? 0 : static_cast<uint32_t>(event.type)},
          functions_.size());
      if (is_new) {
        FunctionRow& row = functions_.emplace_back();
        row.key = key_of(event);
        row.executable = event.executable_id;
        row.function = event.function_ordinal;
      }
      rows[i] = found->second;
      FunctionRow& row = functions_[found->second];
      ++row.executions;
      row.nodes.push_back(i);
      const GraphNode& node = graph_.nodes[i];
      for (uint32_t part = node.parts_begin; part < node.parts_begin + node.part_count; ++part)
        row.busy_ns += graph_.parts[part].busy_ns;
    }
    for (const PathStep& step : path_->steps()) {
      const GraphPart& part = graph_.parts[step.part];
      FunctionRow& row = functions_[rows[part.node]];
      ++row.path_steps;
      row.path_ns += part.busy_ns;
    }
    std::stable_sort(functions_.begin(), functions_.end(),
                     [](const FunctionRow& a, const FunctionRow& b) { return a.path_ns > b.path_ns; });
    uint64_t left = kMostVisits;
    const uint64_t visits = graph_.nodes.size() + graph_.edges.size() + graph_.parts.size();
    std::vector<bool> takes_no_time(graph_.nodes.size());
    for (FunctionRow& row : functions_) {
      // What is not on the path makes it no shorter.
      if (row.path_ns == 0) {
        row.saving_ns = 0;
        continue;
      }
      if (left < visits) continue;
      left -= visits;
      if (r_.cancelled().load(std::memory_order_relaxed)) return Status(StatusCode::kCancelled, "cancelled");
      for (const uint32_t node : row.nodes) takes_no_time[node] = true;
      row.saving_ns = path_->saving_ns(takes_no_time);
      for (const uint32_t node : row.nodes) takes_no_time[node] = false;
    }
    std::stable_sort(functions_.begin(), functions_.end(), [](const FunctionRow& a, const FunctionRow& b) {
      return a.saving_ns.value_or(-1) > b.saving_ns.value_or(-1);
    });
    return Status();
  }

  int64_t idle_on_path() const {
    int64_t idle = 0;
    for (const PathStep& step : path_->steps()) idle += step.idle_ns;
    return idle;
  }

  std::vector<uint64_t> edge_counts() const {
    std::vector<uint64_t> counts(std::size(kDependencyNames));
    for (const GraphPart& part : graph_.parts) counts[0] += part.previous != kNoNode;
    for (const GraphEdge& edge : graph_.edges)
      if (static_cast<size_t>(edge.kind) < counts.size()) ++counts[static_cast<size_t>(edge.kind)];
    return counts;
  }

  /// " record=12" where it is known.
  void print_record(const GraphNode& node) {
    if (node.record != kNoRecord) print(out_, " record=%", node.record);
  }

  Status text() {
    print(out_, "IREE HAL profile graph\nexecutions=% threads=%\n", graph_.executions.size(), graph_.worker_count);
    if (graph_.has_dependencies) {
      out_.append("comes_after:");
      const std::vector<uint64_t> counts = edge_counts();
      for (size_t i = 0; i < counts.size(); ++i) print(out_, " %=%", kDependencyNames[i], counts[i]);
      print(out_, " left_out=%\n", graph_.left_out);
    }
    const int64_t span = graph_.span_ns(), active = graph_.active_ns();
    print(out_, "run: span_ns=% active_ns=% nothing_ran_ns=%\n", span, active, span - active);
    if (!path_) {
      print(out_, "critical_path: not known\n  %\n", what_is_not_known(graph_));
      return Status();
    }
    print(out_, "critical_path: steps=% length_ns=% idle_ns=% span_ns=%\n", path_->steps().size(), path_->length_ns(),
          idle_on_path(), span);
    if (graph_.left_out != 0) {
      print(out_, "  % dependencies were not recorded: with them, the path may be different.\n", graph_.left_out);
    }
    out_.append(
        "functions: saves_ns is how much shorter the path would be if all executions of the function took no time\n");
    for (const FunctionRow& row : functions_) {
      if (!r_.matches(row.key)) continue;
      out_.append("  saves_ns=");
      if (row.saving_ns) {
        print(out_, "%", *row.saving_ns);
      } else {
        out_.append("not_computed");
      }
      print(out_, " path_ns=% path_steps=% executions=% busy_ns=% %\n", row.path_ns, row.path_steps, row.executions,
            row.busy_ns, row.key);
    }
    std::vector<size_t> steps = matching_steps();
    const size_t most = std::min(steps.size(), kStepsInText);
    std::partial_sort(steps.begin(), steps.begin() + static_cast<std::ptrdiff_t>(most), steps.end(),
                      [&](size_t a, size_t b) { return std::pair(-saving_of(a), a) < std::pair(-saving_of(b), b); });
    print(out_, "steps: % of %, the biggest savings first\n", most, steps.size());
    for (size_t i = 0; i < most; ++i) print_step(steps[i]);
    return Status();
  }

  const GraphPart& part_of(size_t step) const { return graph_.parts[path_->steps()[step].part]; }
  int64_t saving_of(size_t step) const { return path_->saving_ns(part_of(step).node); }

  std::vector<size_t> matching_steps() const {
    std::vector<size_t> steps;
    for (size_t i = 0; i < path_->steps().size(); ++i)
      if (r_.matches(key_of(graph_.executions[part_of(i).node]))) steps.push_back(i);
    return steps;
  }

  void print_step(size_t index) {
    const PathStep& step = path_->steps()[index];
    const GraphPart& part = part_of(index);
    const HostExecutionEvent& event = graph_.executions[part.node];
    print(out_, "  step=% saves_ns=% ns=% idle_before_ns=% after=% thread=% event=% submission=%", index,
          saving_of(index), part.busy_ns, step.idle_ns, name_of(step.after), part.worker, event.event_id,
          event.submission_id);
    print_record(graph_.nodes[part.node]);
    print(out_, " %\n", key_of(event));
  }

  Status jsonl() {
    const std::string_view unknown = what_is_not_known(graph_);
    const int64_t span = graph_.span_ns(), active = graph_.active_ns();
    print(out_, R"({"type":"graph_summary","executions":%,"threads":%,"dependencies_available":%,"left_out":%)",
          graph_.executions.size(), graph_.worker_count, graph_.has_dependencies, graph_.left_out);
    print(out_, R"(,"span_ns":%,"active_ns":%,"nothing_ran_ns":%,"critical_path_available":%)", span, active,
          span - active, path_.has_value());
    if (path_) {
      print(out_, R"(,"critical_path_steps":%,"critical_path_ns":%,"critical_path_idle_ns":%)", path_->steps().size(),
            path_->length_ns(), idle_on_path());
    } else {
      print(out_, R"(,"not_known":%)", Quoted{unknown});
    }
    out_.append("}\n");
    if (!path_) return Status();
    for (const FunctionRow& row : functions_) {
      if (!r_.matches(row.key)) continue;
      print(out_, R"({"type":"graph_function","key":%,"executable_id":%,"function_ordinal":%,"executions":%)",
            Quoted{row.key}, row.executable, row.function, row.executions);
      print(out_, R"(,"busy_ns":%,"path_steps":%,"path_ns":%,"saves_ns":)", row.busy_ns, row.path_steps, row.path_ns);
      if (row.saving_ns) {
        print(out_, "%}\n", *row.saving_ns);
      } else {
        out_.append("null}\n");
      }
      IR_RETURN_IF_ERROR(r_.drain());
    }
    for (const size_t i : matching_steps()) {
      const PathStep& step = path_->steps()[i];
      print(out_, R"({"type":"graph_step","step":%,"node":%,"worker":%,"after":%,"idle_before_ns":%,"ns":%)", i,
            part_of(i).node, part_of(i).worker, Quoted{name_of(step.after)}, step.idle_ns, part_of(i).busy_ns);
      print(out_, ",\"saves_ns\":%}\n", saving_of(i));
      IR_RETURN_IF_ERROR(r_.drain());
    }
    for (uint32_t i = 0; i < graph_.nodes.size(); ++i) {
      print_node(i);
      IR_RETURN_IF_ERROR(r_.drain());
    }
    IR_ASSIGN_OR_RETURN(const ShareTiles tiles, ShareTiles::read(r_.bundle, r_.cancelled()));
    for (const GraphPart& part : graph_.parts) {
      print(out_, R"({"type":"graph_part","node":%,"worker":%,"start_host_time_ns":%,"end_host_time_ns":%)", part.node,
            part.worker, part.start_ns, part.end_ns);
      print(out_, ",\"busy_ns\":%", part.busy_ns);
      if (part.node < graph_.executions.size())
        print_tiles(out_, tiles.of(graph_.executions[part.node].event_id, part.worker));
      out_.append("}\n");
      IR_RETURN_IF_ERROR(r_.drain());
      if (part.previous == kNoNode) continue;
      print(out_, R"({"type":"graph_edge","from":%,"to":%,"kind":"thread","worker":%})",
            graph_.parts[part.previous].node, part.node, part.worker);
      out_.append('\n');
    }
    for (const GraphEdge& edge : graph_.edges) {
      print(out_, R"({"type":"graph_edge","from":%,"to":%,"kind":%)", edge.from, edge.to, Quoted{name_of(edge.kind)});
      if (edge.object != 0) print(out_, R"(,"object_id":%)", edge.object);
      out_.append("}\n");
      IR_RETURN_IF_ERROR(r_.drain());
    }
    return Status();
  }

  void print_node(uint32_t index) {
    const GraphNode& node = graph_.nodes[index];
    print(out_, R"({"type":"graph_node","node":%,"kind":%,"submission_id":%)", index, Quoted{name_of(node.kind)},
          node.submission);
    if (node.record != kNoRecord) print(out_, R"(,"record":%)", node.record);
    if (node.kind == NodeKind::kExecution) {
      const HostExecutionEvent& event = graph_.executions[index];
      print(out_, R"(,"event_id":%,"op":%,"key":%,"command_buffer_id":%,"command_index":%)", event.event_id,
            Quoted{kQueueEventNames.of(event.type)}, Quoted{key_of(event)}, event.command_buffer_id,
            event.command_index);
      print(out_, R"(,"start_host_time_ns":%,"end_host_time_ns":%,"saves_ns":%)", event.start_host_time_ns,
            event.end_host_time_ns, path_->saving_ns(index));
    }
    out_.append("}\n");
  }

  Reporting& r_;
  Text& out_;
  const Metadata& metadata_;
  const RunGraph& graph_;
  std::optional<CriticalPath> path_;
  std::vector<FunctionRow> functions_;
};

}  // namespace

Status report_graph(Reporting& r) {
  IR_ASSIGN_OR_RETURN(const Metadata metadata, Metadata::read(r.bundle, r.cancelled()));
  IR_ASSIGN_OR_RETURN(const RunGraph graph, RunGraph::read(r.bundle, r.cancelled()));
  return GraphReport(r, metadata, graph).make();
}

}  // namespace ireereplay::profile
