// The record tree as one editor sees it: which row is where.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "capture/index.h"
#include "present/expansion.h"
#include "present/match_filter.h"
#include "present/node.h"
#include "present/node_tree.h"
#include "present/query.h"

namespace ireereplay {

/// The visible rows of a tree. Nothing reads the file, but a change takes time with the number of rows: a million in a
/// few milliseconds, which is for a worker thread. The rows are a flat list of 16 bytes each, made again after each
/// change, and bounded: a file of a few megabytes may submit a large command buffer so often that its rows would fill
/// any memory.
class CaptureView {
 public:
  /// Rows that are listed; where there are more, the last row says so.
  static constexpr uint32_t kMaxRows = 1u << 24;

  explicit CaptureView(std::shared_ptr<const CaptureIndex> index, uint32_t max_rows = kMaxRows);

  const CaptureIndex& index() const { return tree_.index(); }
  const std::shared_ptr<const CaptureIndex>& shared_index() const { return tree_.shared_index(); }
  /// Takes a newer index of the same file; records keep their numbers, so what was open stays open.
  void set_index(std::shared_ptr<const CaptureIndex> index);
  ViewMode mode() const { return tree_.mode(); }
  void set_mode(ViewMode mode);
  /// Marks these records, and hides all that neither match nor lead to a match when `filter`. No set: no query.
  void set_matches(std::optional<RecordSet> matches, bool filter);

  uint32_t row_count() const { return static_cast<uint32_t>(rows_.size()); }
  const Node& row(uint32_t at) const { return rows_[at]; }
  /// Changes whenever rows may have moved.
  uint32_t version() const { return version_; }
  uint32_t child_count(const Node& node) const { return tree_.child_count(node, hiding()); }
  bool is_expanded(const Node& node) const { return tree_.may_have_children(node) && expansion_.is_open(node); }
  bool is_match(const Node& node) const {
    return matches_.has_value() && node.kind == Node::Kind::kRecord && matches_->matches(node.id);
  }
  /// Rows that enclose row `at`, outermost first.
  std::vector<uint32_t> ancestors(uint32_t at) const;

  /// Opens or closes nodes; `deep`: and everything below them, level by level, as far as there is room.
  void set_expanded(const std::vector<Node>& nodes, bool expanded, bool deep);
  /// Nodes that are open; at most the first Expansion::kMaxKeys of them.
  std::vector<std::string> expanded_keys() const { return expansion_.keys(index()); }
  /// Opens what hides the node and returns its row; nothing when this view does not hold it. A record is found below
  /// the first submission that executes it when the mode has no other place for it.
  std::optional<uint32_t> reveal(Node node);
  /// Row of the next match after (before) row `from`, opening what hides it; wraps around. Nothing without matches.
  std::optional<uint32_t> next_match(std::optional<uint32_t> from, bool forward);
  std::optional<uint32_t> find(const Node& node) const;
  /// Opens the capture's work (work_of) and returns its row; nothing in other modes than the tree, and without work.
  std::optional<uint32_t> open_at_work();

 private:
  /// The filter, while it hides what it does not keep.
  const MatchFilter* hiding() const { return filter_ ? &*matches_ : nullptr; }
  /// Appends the node and what is open below it; false when there is no room for more.
  bool append_visible(const Node& node);
  void expand_scopes(uint32_t first_record);
  void rebuild();

  const uint32_t max_rows_;
  NodeTree tree_;
  Expansion expansion_;
  std::optional<MatchFilter> matches_;
  bool filter_ = false;
  std::vector<Node> rows_;
  uint32_t version_ = 0;
};

}  // namespace ireereplay
