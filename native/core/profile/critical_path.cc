#include "profile/critical_path.h"

#include <algorithm>
#include <queue>
#include <utility>

namespace ireereplay::profile {

using format::DependencyKind;

Result<CriticalPath> CriticalPath::find(const RunGraph& graph, const std::atomic<bool>& cancelled) {
  CriticalPath path(graph);
  const Lengths to = path.forward(nullptr);
  path.length_ns_ = to.longest;
  path.trace(to);
  if (cancelled.load(std::memory_order_relaxed)) return Status(StatusCode::kCancelled, "cancelled");
  path.find_savings(to, path.backward());
  return path;
}

CriticalPath::Lengths CriticalPath::forward(const std::vector<bool>* takes_no_time) const {
  const RunGraph& graph = *graph_;
  Lengths to;
  to.parts.resize(graph.parts.size());
  to.before.resize(graph.nodes.size());
  to.after.resize(graph.nodes.size());
  for (const uint32_t node : graph.order) {
    int64_t before = 0;
    for (uint32_t i = graph.edges_to_begin[node]; i < graph.edges_to_begin[node + 1]; ++i)
      before = std::max(before, to.after[graph.edges[i].from]);
    int64_t after = before;
    const GraphNode& of = graph.nodes[node];
    for (uint32_t i = of.parts_begin; i < of.parts_begin + of.part_count; ++i) {
      const GraphPart& part = graph.parts[i];
      const int64_t same_thread = part.previous == kNoNode ? 0 : to.parts[part.previous];
      const bool is_nothing = takes_no_time != nullptr && (*takes_no_time)[node];
      to.parts[i] = std::max(before, same_thread) + (is_nothing ? 0 : part.busy_ns);
      after = std::max(after, to.parts[i]);
    }
    to.before[node] = before;
    to.after[node] = after;
    to.longest = std::max(to.longest, after);
  }
  return to;
}

CriticalPath::Lengths CriticalPath::backward() const {
  const RunGraph& graph = *graph_;
  Lengths from;
  from.parts.resize(graph.parts.size());
  from.before.resize(graph.nodes.size());
  from.after.resize(graph.nodes.size());  // Raised by what follows, all of which comes earlier here.
  for (auto at = graph.order.rbegin(); at != graph.order.rend(); ++at) {
    const GraphNode& of = graph.nodes[*at];
    int64_t before = from.after[*at];
    for (uint32_t i = of.parts_begin; i < of.parts_begin + of.part_count; ++i) {
      const GraphPart& part = graph.parts[i];
      const int64_t same_thread = part.next == kNoNode ? 0 : from.parts[part.next];
      from.parts[i] = std::max(from.after[*at], same_thread) + part.busy_ns;
      before = std::max(before, from.parts[i]);
    }
    from.before[*at] = before;
    for (uint32_t i = graph.edges_to_begin[*at]; i < graph.edges_to_begin[*at + 1]; ++i) {
      int64_t& after = from.after[graph.edges[i].from];
      after = std::max(after, before);
    }
  }
  return from;
}

void CriticalPath::trace(const Lengths& to) {
  const RunGraph& graph = *graph_;
  if (graph.parts.empty()) return;
  const auto last = std::max_element(to.parts.begin(), to.parts.end());
  uint32_t part = static_cast<uint32_t>(last - to.parts.begin());
  while (true) {
    PathStep step;
    step.part = part;
    const GraphPart& of = graph.parts[part];
    const int64_t before = to.parts[part] - of.busy_ns;
    uint32_t previous = kNoNode, node = of.node;
    // What had to come before says more than which thread it was on.
    while (previous == kNoNode && to.before[node] == before) {
      const GraphEdge* found = nullptr;
      for (uint32_t i = graph.edges_to_begin[node]; i < graph.edges_to_begin[node + 1]; ++i)
        if (to.after[graph.edges[i].from] == before) found = &graph.edges[i];
      if (found == nullptr) break;
      if (step.after == DependencyKind::kNone || step.after == DependencyKind::kBarrier) step.after = found->kind;
      node = found->from;
      const GraphNode& source = graph.nodes[node];
      for (uint32_t i = source.parts_begin; i < source.parts_begin + source.part_count; ++i)
        if (to.parts[i] == before) previous = i;
    }
    if (previous == kNoNode) {
      step.after = DependencyKind::kNone;
      if (of.previous != kNoNode && to.parts[of.previous] == before) previous = of.previous;
    }
    step.idle_ns = of.end_ns - of.start_ns - of.busy_ns;
    if (previous != kNoNode) step.idle_ns += of.start_ns - graph.parts[previous].end_ns;
    steps_.push_back(step);
    if (previous == kNoNode) break;
    part = previous;
  }
  std::reverse(steps_.begin(), steps_.end());
  // From the first start to where the path begins, and from where it ends to the last end, nothing on it ran either.
  int64_t first = graph.parts[steps_.front().part].start_ns, end = graph.parts[steps_.back().part].end_ns;
  const int64_t begin = graph.executions[0].start_host_time_ns;
  steps_.front().idle_ns += first - begin;
  steps_.back().idle_ns += begin + graph.span_ns() - end;
}

void CriticalPath::find_savings(const Lengths& to, const Lengths& from) {
  // Without a node, the longest way leads through it in no time, or does not touch it: then it ends before it or begins
  // after it in an order of all nodes, or has an edge from before it to after it.
  const RunGraph& graph = *graph_;
  savings_.assign(graph.nodes.size(), 0);
  const size_t count = graph.order.size();
  std::vector<uint32_t> place(count);
  for (uint32_t i = 0; i < count; ++i) place[graph.order[i]] = i;
  // Edges by the place that they begin at.
  std::vector<uint32_t> begin(count + 1), edges(graph.edges.size());
  for (const GraphEdge& edge : graph.edges) ++begin[place[edge.from] + 1];
  for (size_t i = 1; i <= count; ++i) begin[i] += begin[i - 1];
  std::vector<uint32_t> next = begin;
  for (uint32_t i = 0; i < graph.edges.size(); ++i) edges[next[place[graph.edges[i].from]]++] = i;
  // The longest way that begins at a place or later.
  std::vector<int64_t> later(count + 1);
  for (size_t i = count; i-- > 0;) later[i] = std::max(later[i + 1], from.before[graph.order[i]]);

  std::priority_queue<std::pair<int64_t, uint32_t>> open;  // Ways over an edge, and where that ends.
  int64_t ended = 0;                                       // The longest way that ends before a place.
  for (uint32_t at = 0; at < count; ++at) {
    const uint32_t node = graph.order[at];
    const GraphNode& of = graph.nodes[node];
    while (!open.empty() && open.top().second <= at) open.pop();
    int64_t without = std::max({ended, later[at + 1], open.empty() ? 0 : open.top().first});
    without = std::max(without, to.before[node] + from.after[node]);
    for (uint32_t i = of.parts_begin; i < of.parts_begin + of.part_count; ++i) {
      const int64_t busy = graph.parts[i].busy_ns;
      without = std::max(without, to.parts[i] + from.parts[i] - 2 * busy);
    }
    savings_[node] = std::max<int64_t>(to.longest - without, 0);
    ended = std::max(ended, to.after[node]);
    for (uint32_t i = begin[at]; i < begin[at + 1]; ++i) {
      const GraphEdge& edge = graph.edges[edges[i]];
      open.push({to.after[node] + from.before[edge.to], place[edge.to]});
    }
    for (uint32_t i = of.parts_begin; i < of.parts_begin + of.part_count; ++i) {
      const uint32_t following = graph.parts[i].next;
      if (following != kNoNode) open.push({to.parts[i] + from.parts[following], place[graph.parts[following].node]});
    }
  }
}

int64_t CriticalPath::saving_ns(const std::vector<bool>& takes_no_time) const {
  return length_ns_ - forward(&takes_no_time).longest;
}

}  // namespace ireereplay::profile
