// The record tree as one editor sees it: which nodes are open, which are hidden, which row is where.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "base/seeded_hash.h"
#include "capture/index.h"
#include "present/query.h"

namespace ireereplay {

enum class ViewMode : uint8_t { kTree, kObjects, kFlat };

/// One node. The same record may be several: a command stands under each submission that executes it.
struct Node {
  /// kMore follows the last row that there is room for.
  enum class Kind : uint8_t { kRecord, kObject, kObjectType, kMore };

  Kind kind = Kind::kRecord;
  uint16_t depth = 0;
  /// Record number, ordinal in CaptureIndex::objects(), or object type.
  uint32_t id = 0;
  /// For a record: the submission that executes it, or kNoRecord; below an object: its ordinal.
  uint32_t via = kNoRecord;
  /// `via` is an object.
  bool via_object = false;

  bool same_as(const Node& other) const {
    return kind == other.kind && id == other.id && via == other.via && via_object == other.via_object;
  }
};

/// Name of a node, stable over sessions: "12", "12@224" (executed by 224), "12@o4" (below object 4), "o4", "t4";
/// "more".
std::string node_key(const CaptureIndex& index, const Node& node);
/// The node of that name, at depth 0; nothing when the capture has none.
std::optional<Node> parse_node_key(const CaptureIndex& index, std::string_view key);

/// The visible rows of a tree. Nothing reads the file, but a change takes time with the number of rows: a million in a
/// few milliseconds, which is for a worker thread. The rows are a flat list of 16 bytes each, made again after each
/// change, and bounded: a file of a few megabytes may submit a large command buffer so often that its rows would fill
/// any memory.
class CaptureView {
 public:
  /// Rows that are listed; where there are more, the last row says so.
  static constexpr uint32_t kMaxRows = 1u << 24;
  /// Nodes that are opened or closed by one call, and scopes that start open; the rest stays as it is.
  static constexpr uint32_t kMaxOpen = 1u << 20;

  explicit CaptureView(std::shared_ptr<const CaptureIndex> index, uint32_t max_rows = kMaxRows);

  const CaptureIndex& index() const { return *index_; }
  const std::shared_ptr<const CaptureIndex>& shared_index() const { return index_; }
  /// Takes a newer index of the same file; records keep their numbers, so what was open stays open.
  void set_index(std::shared_ptr<const CaptureIndex> index);
  ViewMode mode() const { return mode_; }
  void set_mode(ViewMode mode);
  /// Marks these records, and hides all that neither match nor lead to a match when `filter`. No set: no query.
  void set_matches(std::optional<RecordSet> matches, bool filter);

  uint32_t row_count() const { return static_cast<uint32_t>(rows_.size()); }
  const Node& row(uint32_t at) const { return rows_[at]; }
  /// Changes whenever rows may have moved.
  uint32_t version() const { return version_; }
  uint32_t child_count(const Node& node) const;
  bool is_expanded(const Node& node) const;
  bool is_match(const Node& node) const;
  /// Rows that enclose row `at`, outermost first.
  std::vector<uint32_t> ancestors(uint32_t at) const;

  /// Opens or closes nodes; `deep`: and everything below them, level by level, as far as kMaxOpen and kMaxRows allow.
  void set_expanded(const std::vector<Node>& nodes, bool expanded, bool deep);
  /// Nodes that are open; at most the first kMaxKeys of them.
  std::vector<std::string> expanded_keys() const;
  static constexpr size_t kMaxKeys = 1u << 16;
  /// Opens what hides the node and returns its row; nothing when this view does not hold it. A record is found below
  /// the first submission that executes it when the mode has no other place for it.
  std::optional<uint32_t> reveal(Node node);
  /// Row of the next match after (before) row `from`, opening what hides it; wraps around. Nothing without matches.
  std::optional<uint32_t> next_match(std::optional<uint32_t> from, bool forward);
  std::optional<uint32_t> find(const Node& node) const;

 private:
  using NodeSet = std::unordered_set<uint64_t, SeededHash>;

  static uint64_t hash_of(const Node& node);
  static Node node_of(uint64_t hash);
  bool may_have_children(const Node& node) const;
  bool is_kept(const Node& node) const;
  bool leads_to_match(const Node& node) const;
  std::span<const uint32_t> children_of(uint32_t container_record) const;
  /// Calls visit(child) for each child that is not hidden, until it returns false.
  template <typename Visit>
  void for_each_child(const Node& node, uint16_t depth, Visit visit) const;
  template <typename Visit>
  void for_each_root(Visit visit) const;
  /// Appends the node and what is open below it; false when there is no room for more.
  bool append_visible(const Node& node);
  std::optional<Node> parent_of(const Node& node) const;
  void set_open(const Node& node, bool open);
  void set_open_below(std::vector<Node> nodes, bool open);
  void forget_below(const std::vector<Node>& nodes, NodeSet& exceptions) const;
  void expand_scopes(uint32_t first_record);
  void mark_kept();
  void list_kept();
  void list_uses();
  void rebuild();

  std::shared_ptr<const CaptureIndex> index_;
  const uint32_t max_rows_;
  ViewMode mode_ = ViewMode::kTree;
  std::vector<Node> rows_;
  uint32_t version_ = 0;
  NodeSet expanded_;
  /// While a filter is on, everything is open but these.
  NodeSet folded_;
  std::optional<RecordSet> matches_;
  /// Matches and everything above them.
  RecordSet kept_;
  /// The same for objects, by ordinal.
  std::vector<bool> kept_objects_;
  /// The children of each container that are kept: those of container i begin at kept_begins_[i].
  std::vector<uint32_t> kept_children_;
  std::vector<uint32_t> kept_begins_;
  /// Of these, those that are no objects.
  std::vector<uint32_t> kept_operations_;
  /// Records that name each object in their header, object i's from use_begins_[i]; made when objects are first shown.
  std::vector<uint32_t> uses_;
  std::vector<uint32_t> use_begins_;
  bool filter_ = false;
};

}  // namespace ireereplay
