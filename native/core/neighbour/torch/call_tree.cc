#include "neighbour/torch/call_tree.h"

#include <algorithm>
#include <unordered_map>

namespace ireereplay::neighbour::torch {

namespace {

class TreeBuilder {
 public:
  TreeBuilder(const Trace& trace, const Nesting& nesting)
      : trace_(trace), nesting_(nesting), node_of_(trace.events.size(), kNoRow), shown_(trace.events.size(), kNoRow) {}

  std::vector<TreeNode> build(const Launches& launches) {
    for (const uint32_t event : nesting_.order) add_host(event);
    for (size_t i = 0; i < trace_.work.event.size(); ++i) add_work(trace_.work.event[i], launches, i);
    for (size_t node = nodes_.size(); node-- > 0;) {
      const TreeNode& child = nodes_[node];
      if (child.parent == kNoRow) continue;
      nodes_[child.parent].device_total_ns += child.device_total_ns;
      nodes_[child.parent].device_count += child.device_count;
    }
    return std::move(nodes_);
  }

 private:
  bool is_shown(uint32_t event) const {
    switch (trace_.kind(event)) {
      case EventKind::kPython:
        return trace_.python.module[trace_.events.row[event]] != kAbsent;
      case EventKind::kAnnotation:
        return !trace_.name(event).starts_with("ProfilerStep#");
      default:
        return true;
    }
  }

  void add_host(uint32_t event) {
    const uint32_t above = nesting_.parent[event];
    // What is left out stands for what is above it.
    const uint32_t around = above == kNoRow ? kNoRow : shown_[above];
    if (!is_shown(event)) {
      shown_[event] = around;
      return;
    }
    shown_[event] = event;
    TreeNode& node = count(event, around == kNoRow ? kNoRow : node_of_[around]);
    node.self_ns += static_cast<uint64_t>(trace_.duration(event));
    if (around == kNoRow) return;
    const int64_t end = std::min(trace_.end_of(event), trace_.end_of(around));
    // Where two overlap by rounding, no more than there is.
    uint64_t& self = nodes_[node_of_[around]].self_ns;
    self -= std::min(self, static_cast<uint64_t>(end - trace_.begin(event)));
  }

  void add_work(uint32_t event, const Launches& launches, size_t row) {
    const uint32_t launcher = launches.call[row] == kNoRow ? launches.operation[row] : launches.call[row];
    TreeNode& node = count(event, launcher == kNoRow ? kNoRow : node_of_[launcher]);
    const auto duration = static_cast<uint64_t>(trace_.duration(event));
    node.self_ns += duration;
    node.device_total_ns += duration;
    ++node.device_count;
  }

  /// The node of `event` below `parent`, in which it is counted.
  TreeNode& count(uint32_t event, uint32_t parent) {
    const Key key = {parent, trace_.events.name[event], trace_.kind(event)};
    const auto [found, is_new] = numbers_.try_emplace(key, static_cast<uint32_t>(nodes_.size()));
    if (is_new) nodes_.push_back({.name = key.name, .kind = key.kind, .parent = parent});
    node_of_[event] = found->second;
    TreeNode& node = nodes_[found->second];
    ++node.count;
    node.total_ns += static_cast<uint64_t>(trace_.duration(event));
    return node;
  }

  struct Key {
    uint32_t parent = kNoRow;
    uint32_t name = 0;
    EventKind kind = EventKind::kOther;
    friend bool operator==(const Key&, const Key&) = default;
  };
  struct KeyHash {
    size_t operator()(const Key& key) const {
      const uint64_t both = (static_cast<uint64_t>(key.parent) << 32) | key.name;
      return hash(both ^ hash(static_cast<uint64_t>(key.kind)));
    }
    SeededHash hash;
  };

  const Trace& trace_;
  const Nesting& nesting_;
  std::vector<TreeNode> nodes_;
  std::unordered_map<Key, uint32_t, KeyHash> numbers_;
  std::vector<uint32_t> node_of_;
  /// The innermost event that is shown: of one that is left out, the one around it.
  std::vector<uint32_t> shown_;
};

}  // namespace

std::vector<TreeNode> make_call_tree(const Trace& trace, const Nesting& nesting, const Launches& launches) {
  return TreeBuilder(trace, nesting).build(launches);
}

std::vector<ShownNode> heaviest(const std::vector<TreeNode>& tree, uint64_t most) {
  const bool has_work =
      std::any_of(tree.begin(), tree.end(), [](const TreeNode& node) { return node.device_total_ns > 0; });
  std::vector<uint64_t> weights;
  for (const TreeNode& node : tree) weights.push_back(has_work ? node.device_total_ns : node.total_ns);
  // No node weighs less than what is below it: those that weigh most are then shown with all that is above them.
  for (size_t node = tree.size(); node-- > 0;) {
    const uint32_t parent = tree[node].parent;
    if (parent != kNoRow) weights[parent] = std::max(weights[parent], weights[node]);
  }
  std::vector<uint32_t> chosen(tree.size());
  for (uint32_t node = 0; node < chosen.size(); ++node) chosen[node] = node;
  std::stable_sort(chosen.begin(), chosen.end(), [&](uint32_t a, uint32_t b) { return weights[a] > weights[b]; });
  if (chosen.size() > most) chosen.resize(most);
  // Children of each node, the heaviest last, for they are taken from the end.
  std::vector<std::vector<uint32_t>> children(tree.size());
  std::vector<ShownNode> open;
  for (auto node = chosen.rbegin(); node != chosen.rend(); ++node) {
    const uint32_t parent = tree[*node].parent;
    if (parent == kNoRow) {
      open.push_back({*node, 0});
    } else {
      children[parent].push_back(*node);
    }
  }
  std::vector<ShownNode> shown;
  while (!open.empty()) {
    const ShownNode next = open.back();
    open.pop_back();
    shown.push_back(next);
    for (const uint32_t child : children[next.node]) open.push_back({child, next.depth + 1});
  }
  return shown;
}

}  // namespace ireereplay::neighbour::torch
