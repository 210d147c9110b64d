#include "present/expansion.h"

#include <algorithm>

namespace ireereplay {

void Expansion::set_open(const Node& node, bool open) {
  const bool starts = starts_open(node);
  NodeSet& exceptions = starts ? closed_ : open_;
  if (open == starts) {
    exceptions.erase(node_number(node));
  } else {
    exceptions.insert(node_number(node));
  }
}

void Expansion::set_filtered(bool filtered) {
  filtered_ = filtered;
  closed_.clear();
}

void Expansion::set_open_below(const NodeTree& tree, const MatchFilter* filter, std::vector<Node> nodes, bool open,
                               uint32_t most) {
  // What already starts the way it shall be is only no exception any more.
  if (open == filtered_) return forget_below(tree, nodes);
  uint32_t looked_at = 0;
  const auto goes_on = [&] { return looked_at < most && nodes.size() < kMaxNoted && has_room(); };
  for (size_t at = 0; at < nodes.size() && goes_on(); ++at) {
    const Node node = nodes[at];
    set_open(node, open);
    tree.for_each_child(node, 0, filter, [&](const Node& child) {
      if (tree.may_have_children(child)) nodes.push_back(child);
      ++looked_at;
      return goes_on();
    });
  }
}

void Expansion::forget_below(const NodeTree& tree, const std::vector<Node>& nodes) {
  NodeSet tops;
  for (const Node& node : nodes) tops.insert(node_number(node));
  std::erase_if(exceptions(), [&](uint64_t number) {
    for (std::optional<Node> at = node_of_number(number); at; at = tree.parent_of(*at)) {
      if (tops.contains(node_number(*at))) return true;
    }
    return false;
  });
}

std::vector<std::string> Expansion::keys(const CaptureIndex& index) const {
  std::vector<uint64_t> numbers(open_.begin(), open_.end());
  std::sort(numbers.begin(), numbers.end());
  if (numbers.size() > kMaxKeys) numbers.resize(kMaxKeys);
  std::vector<std::string> keys;
  keys.reserve(numbers.size());
  for (const uint64_t number : numbers) keys.push_back(node_key(index, node_of_number(number)));
  std::sort(keys.begin(), keys.end());
  return keys;
}

}  // namespace ireereplay
