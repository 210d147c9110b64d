// What stands below what: the nodes of a capture in each of the three modes, whether or not a view shows them.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "capture/index.h"
#include "present/housekeeping.h"
#include "present/match_filter.h"
#include "present/node.h"

namespace ireereplay {

enum class ViewMode : uint8_t { kTree, kObjects, kFlat };

/// The tree of one mode. Where a filter is given, only nodes that it keeps are there, and none of them in a run.
class NodeTree {
 public:
  explicit NodeTree(std::shared_ptr<const CaptureIndex> index);

  const CaptureIndex& index() const { return *index_; }
  const std::shared_ptr<const CaptureIndex>& shared_index() const { return index_; }
  void set_index(std::shared_ptr<const CaptureIndex> index);
  ViewMode mode() const { return mode_; }
  void set_mode(ViewMode mode);

  bool may_have_children(const Node& node) const;
  uint32_t child_count(const Node& node, const MatchFilter* filter) const;
  std::optional<Node> parent_of(const Node& node) const;
  /// The node as this mode has it; nothing when the mode does not hold it.
  std::optional<Node> in_mode(Node node) const;
  /// There is a match below it.
  bool leads_to_match(const Node& node, const MatchFilter& filter) const;

  /// Calls visit(child) for each child that is not hidden, until it returns false.
  template <typename Visit>
  void for_each_child(const Node& node, uint16_t depth, const MatchFilter* filter, Visit visit) const {
    if (!may_have_children(node)) return;
    if (node.kind == Node::Kind::kObjectType) return for_each_object(node.id, depth, filter, visit);
    if (node.kind == Node::Kind::kObject) return for_each_use(node.id, depth, filter, visit);
    if (node.kind == Node::Kind::kRun) return for_each_member(node.id, depth, visit);
    if (index_->has_object_child(node.id)) {
      if (filter == nullptr || filter->keeps(node.id + 1))
        visit(Node{Node::Kind::kRecord, depth, node.id + 1, node.via});
      return;
    }
    if (index_->is_container(node.id)) {
      return for_each_record(node.id, node.via, depth, filter, visit);
    }
    const uint32_t contents = index_->executed_command_buffer(node.id);
    if (contents == kNoRecord) return;
    for (const uint32_t child : children_of(contents, filter)) {
      if (index_->type(child) == format::RecordType::kObject) continue;
      if (!visit(Node{Node::Kind::kRecord, depth, child, node.id})) return;
    }
  }

  template <typename Visit>
  void for_each_root(const MatchFilter* filter, Visit visit) const {
    switch (mode_) {
      case ViewMode::kTree:
        return for_each_record(kNoRecord, kNoRecord, 0, filter, visit);
      case ViewMode::kFlat:
        for (uint32_t i = 0; i < index_->size(); ++i) {
          if (filter != nullptr && !filter->matches(i)) continue;
          if (!visit(Node{Node::Kind::kRecord, 0, i})) return;
        }
        return;
      case ViewMode::kObjects:
        return for_each_type(filter, visit);
    }
  }

 private:
  /// The records below a container, runs of them as one.
  template <typename Visit>
  void for_each_record(uint32_t container_record, uint32_t via, uint16_t depth, const MatchFilter* filter,
                       Visit visit) const {
    const auto children = children_of(container_record, filter);
    const auto runs = filter != nullptr ? std::span<const HousekeepingRun>()
                                        : housekeeping_.runs_below(index_->container_at(container_record));
    auto run = runs.begin();
    for (uint32_t at = 0; at < children.size();) {
      const bool folded = run != runs.end() && run->position == at;
      if (!visit(Node{folded ? Node::Kind::kRun : Node::Kind::kRecord, depth, children[at], folded ? kNoRecord : via}))
        return;
      at += folded ? (run++)->count : 1;
    }
  }
  template <typename Visit>
  void for_each_member(uint32_t first, uint16_t depth, Visit visit) const {
    const HousekeepingRun* run = housekeeping_.holding(*index_, first);
    if (run == nullptr) return;
    for (const uint32_t member : members_of(*index_, *run)) {
      if (!visit(Node{Node::Kind::kRecord, depth, member})) return;
    }
  }
  template <typename Visit>
  void for_each_type(const MatchFilter* filter, Visit visit) const {
    bool present[kObjectTypes] = {};
    for (const ObjectEntry& object : index_->objects()) {
      if (static_cast<uint32_t>(object.type) < kObjectTypes) present[static_cast<uint32_t>(object.type)] = true;
    }
    for (uint32_t type = 0; type < kObjectTypes; ++type) {
      if (!present[type] || (filter != nullptr && !filter->keeps_object_type(type))) continue;
      if (!visit(Node{Node::Kind::kObjectType, 0, type})) return;
    }
  }
  template <typename Visit>
  void for_each_object(uint32_t type, uint16_t depth, const MatchFilter* filter, Visit visit) const {
    for (uint32_t i = 0; i < index_->objects().size(); ++i) {
      if (static_cast<uint32_t>(index_->objects()[i].type) != type) continue;
      if (filter != nullptr && !filter->keeps_object(i)) continue;
      if (!visit(Node{Node::Kind::kObject, depth, i})) return;
    }
  }
  template <typename Visit>
  void for_each_use(uint32_t object, uint16_t depth, const MatchFilter* filter, Visit visit) const {
    for (uint32_t i = use_begins_[object]; i < use_begins_[object + 1]; ++i) {
      if (filter != nullptr && !filter->matches(uses_[i])) continue;
      if (!visit(Node{Node::Kind::kRecord, depth, uses_[i], object, true})) return;
    }
  }
  /// Children of a container record, of the file for kNoRecord.
  std::span<const uint32_t> children_of(uint32_t container_record, const MatchFilter* filter) const;
  void list_uses();
  bool leads_to_match_below(const HousekeepingRun& run, const MatchFilter& filter) const;

  std::shared_ptr<const CaptureIndex> index_;
  ViewMode mode_ = ViewMode::kTree;
  Housekeeping housekeeping_;
  /// Records that name each object in their header, object i's from use_begins_[i]; made when objects are first shown.
  std::vector<uint32_t> uses_;
  std::vector<uint32_t> use_begins_;
};

}  // namespace ireereplay
