// Which nodes of a record tree are open.
#pragma once

#include <string>
#include <unordered_set>
#include <vector>

#include "base/seeded_hash.h"
#include "present/node.h"
#include "present/node_tree.h"

namespace ireereplay {

/// Nodes are closed but for those that were opened; while a filter hides rows it is the other way round, so that what
/// matches is seen.
class Expansion {
 public:
  /// Nodes that are noted as open or closed.
  static constexpr uint32_t kMaxNoted = 1u << 20;
  static constexpr size_t kMaxKeys = 1u << 16;

  bool is_open(const Node& node) const {
    return starts_open(node) ? !closed_.contains(node_number(node)) : open_.contains(node_number(node));
  }
  void set_open(const Node& node, bool open);
  /// Opens or closes everything below the nodes, level by level, looking at `most` nodes at most.
  void set_open_below(const NodeTree& tree, const MatchFilter* filter, std::vector<Node> nodes, bool open,
                      uint32_t most);
  /// Begins to show everything open, or ends it: what was opened before is open again.
  void set_filtered(bool filtered);
  /// Nodes that were opened; at most the first kMaxKeys of them.
  std::vector<std::string> keys(const CaptureIndex& index) const;
  bool has_room() const { return exceptions().size() < kMaxNoted; }

 private:
  using NodeSet = std::unordered_set<uint64_t, SeededHash>;

  /// Every record is below its objects: a filter does not open them all.
  bool starts_open(const Node& node) const { return filtered_ && node.kind != Node::Kind::kObject; }
  NodeSet& exceptions() { return filtered_ ? closed_ : open_; }
  const NodeSet& exceptions() const { return filtered_ ? closed_ : open_; }
  void forget_below(const NodeTree& tree, const std::vector<Node>& nodes);

  bool filtered_ = false;
  NodeSet open_;
  NodeSet closed_;
};

}  // namespace ireereplay
