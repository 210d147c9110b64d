// The record tree as one editor sees it: which nodes are open, which are hidden, which row is where.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "capture/index.h"
#include "capture/query.h"

namespace ireereplay {

enum class ViewMode : uint8_t { kTree, kObjects, kFlat };

/// One node. The same record may be several: a command stands under each submission that executes it.
struct Node {
  enum class Kind : uint8_t { kRecord, kObject, kObjectType };

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

/// Name of a node, stable over sessions: "12", "12@224" (executed by 224), "12@o4" (below object 4), "o4", "t4".
std::string node_key(const CaptureIndex& index, const Node& node);
/// The node of that name, at depth 0; nothing when the capture has none.
std::optional<Node> parse_node_key(const CaptureIndex& index, std::string_view key);

/// The visible rows of a tree. All calls are cheap enough for an interactive thread: nothing reads the file. The rows
/// are a flat list, made anew after each change: 16 bytes and a few nanoseconds a row, a million in a few milliseconds.
class CaptureView {
 public:
  explicit CaptureView(std::shared_ptr<const CaptureIndex> index);

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

  /// Opens or closes nodes; `deep`: and everything below them.
  void set_expanded(const std::vector<Node>& nodes, bool expanded, bool deep);
  /// Nodes that are open although they start closed, and the other way round.
  std::vector<std::string> expanded_keys() const;
  /// Opens what hides the node and returns its row; nothing when this view does not hold it. A record is found below
  /// the first submission that executes it when the mode has no other place for it.
  std::optional<uint32_t> reveal(Node node);
  /// Row of the next match after (before) row `from`, opening what hides it; wraps around. Nothing without matches.
  std::optional<uint32_t> next_match(std::optional<uint32_t> from, bool forward);
  std::optional<uint32_t> find(const Node& node) const;

 private:
  using NodeList = std::vector<Node>;

  static uint64_t hash_of(const Node& node);
  bool may_have_children(const Node& node) const;
  bool is_kept(const Node& node) const;
  bool leads_to_match(const Node& node) const;
  void append_children(const Node& node, uint16_t depth, NodeList& out) const;
  void append_roots(NodeList& out) const;
  void append_visible(const Node& node, NodeList& out) const;
  std::optional<Node> parent_of(const Node& node) const;
  void set_open(const Node& node, bool open);
  void expand_scopes();
  void mark_kept();
  void count_uses();
  void rebuild();

  std::shared_ptr<const CaptureIndex> index_;
  ViewMode mode_ = ViewMode::kTree;
  NodeList rows_;
  uint32_t version_ = 0;
  std::unordered_set<uint64_t> expanded_;
  /// While a filter is on, everything is open but these.
  std::unordered_set<uint64_t> folded_;
  std::optional<RecordSet> matches_;
  /// Matches and everything above them.
  RecordSet kept_;
  /// The same for objects, by ordinal.
  std::vector<bool> kept_objects_;
  /// Records that name each object in their header; counted when objects are first looked at.
  std::vector<uint32_t> uses_;
  bool filter_ = false;
};

}  // namespace ireereplay
