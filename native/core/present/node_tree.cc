#include "present/node_tree.h"

#include <numeric>

namespace ireereplay {

NodeTree::NodeTree(std::shared_ptr<const CaptureIndex> index) : index_(std::move(index)), housekeeping_(*index_) {}

void NodeTree::set_index(std::shared_ptr<const CaptureIndex> index) {
  index_ = std::move(index);
  housekeeping_ = Housekeeping(*index_);
  use_begins_.clear();
  if (mode_ == ViewMode::kObjects) list_uses();
}

void NodeTree::set_mode(ViewMode mode) {
  mode_ = mode;
  if (mode_ == ViewMode::kObjects && use_begins_.empty()) list_uses();
}

void NodeTree::list_uses() {
  const ObjectEntry* first = index_->objects().data();
  const auto each = [&](auto visit) {
    for (uint32_t i = 0; i < index_->size(); ++i) {
      const uint32_t ids[] = {index_->object_id(i), index_->related_id(i)};
      for (int at = 0; at < 2; ++at) {
        if (ids[at] == CaptureIndex::kWideId || (at == 1 && ids[1] == ids[0])) continue;
        if (const ObjectEntry* object = index_->find_object(ids[at])) visit(static_cast<size_t>(object - first), i);
      }
    }
  };
  use_begins_.assign(index_->objects().size() + 1, 0);
  each([&](size_t object, uint32_t) { ++use_begins_[object + 1]; });
  std::partial_sum(use_begins_.begin(), use_begins_.end(), use_begins_.begin());
  uses_.resize(use_begins_.back());
  std::vector<uint32_t> next = use_begins_;
  each([&](size_t object, uint32_t record) { uses_[next[object]++] = record; });
}

bool NodeTree::may_have_children(const Node& node) const {
  if (node.kind == Node::Kind::kMore) return false;
  if (node.kind != Node::Kind::kRecord) return true;
  if (mode_ == ViewMode::kFlat || node.via_object) return false;
  return index_->is_container(node.id) || index_->has_object_child(node.id) ||
         index_->operation(node.id) == format::Operation::kDeviceQueueExecute;
}

std::span<const uint32_t> NodeTree::children_of(uint32_t container_record, const MatchFilter* filter) const {
  return filter == nullptr ? index_->children(container_record)
                           : filter->children(index_->container_at(container_record));
}

uint32_t NodeTree::child_count(const Node& node, const MatchFilter* filter) const {
  if (node.kind == Node::Kind::kRun) {
    const HousekeepingRun* run = housekeeping_.holding(*index_, node.id);
    return run == nullptr ? 0 : run->count;
  }
  if (node.kind == Node::Kind::kRecord && may_have_children(node) && !index_->has_object_child(node.id)) {
    if (index_->is_container(node.id)) {
      const uint32_t saved = filter == nullptr ? housekeeping_.rows_saved_below(index_->container_at(node.id)) : 0;
      return static_cast<uint32_t>(children_of(node.id, filter).size()) - saved;
    }
    const uint32_t contents = index_->executed_command_buffer(node.id);
    if (contents == kNoRecord) return 0;
    if (filter == nullptr) return index_->operation_children(contents);
    const uint32_t container = index_->container_at(contents);
    return container == CaptureIndex::kNoContainer ? 0 : filter->operation_children(container);
  }
  if (filter == nullptr && node.kind == Node::Kind::kObject) return use_begins_[node.id + 1] - use_begins_[node.id];
  uint32_t count = 0;
  for_each_child(node, 0, filter, [&](const Node&) { return ++count != 0; });
  return count;
}

bool NodeTree::leads_to_match(const Node& node, const MatchFilter& filter) const {
  switch (node.kind) {
    case Node::Kind::kRecord:
      return may_have_children(node) && filter.keeps(node.id);
    case Node::Kind::kObject:
      return filter.keeps_object(node.id);
    case Node::Kind::kObjectType:
      return filter.keeps_object_type(node.id);
    case Node::Kind::kRun:
      if (const HousekeepingRun* run = housekeeping_.holding(*index_, node.id))
        return leads_to_match_below(*run, filter);
      break;
    case Node::Kind::kMore:
      break;
  }
  return false;
}

bool NodeTree::leads_to_match_below(const HousekeepingRun& run, const MatchFilter& filter) const {
  for (const uint32_t member : members_of(*index_, run)) {
    if (filter.keeps(member)) return true;
  }
  return false;
}

std::optional<Node> NodeTree::parent_of(const Node& node) const {
  switch (node.kind) {
    case Node::Kind::kObjectType:
    case Node::Kind::kMore:
      return std::nullopt;
    case Node::Kind::kObject:
      return Node{Node::Kind::kObjectType, 0, static_cast<uint32_t>(index_->objects()[node.id].type)};
    case Node::Kind::kRecord:
      if (const HousekeepingRun* run = node.via == kNoRecord ? housekeeping_.holding(*index_, node.id) : nullptr)
        return Node{Node::Kind::kRun, 0, run->first};
      break;
    case Node::Kind::kRun:
      break;
  }
  if (node.via_object) return Node{Node::Kind::kObject, 0, node.via};
  const uint32_t parent = index_->parent(node.id);
  if (parent == kNoRecord) return std::nullopt;
  if (node.via != kNoRecord && parent == index_->executed_command_buffer(node.via))
    return Node{Node::Kind::kRecord, 0, node.via};
  return Node{Node::Kind::kRecord, 0, parent, node.via};
}

std::optional<Node> NodeTree::in_mode(Node node) const {
  if (node.kind == Node::Kind::kRun && mode_ != ViewMode::kTree) node.kind = Node::Kind::kRecord;
  if (mode_ == ViewMode::kObjects) {
    if (node.kind == Node::Kind::kRecord && !node.via_object) {
      const uint64_t related = index_->related_id(node.id);
      const ObjectEntry* object = index_->find_object(related != 0 ? related : index_->object_id(node.id));
      if (object == nullptr) return std::nullopt;
      node.via = static_cast<uint32_t>(object - index_->objects().data());
      node.via_object = true;
    }
  } else {
    if (node.kind == Node::Kind::kObject) node = Node{Node::Kind::kRecord, 0, index_->objects()[node.id].created};
    if (mode_ == ViewMode::kFlat) node.via = kNoRecord;
    node.via_object = false;
  }
  if (node.kind == Node::Kind::kRecord && node.id == kNoRecord) return std::nullopt;
  return node;
}

}  // namespace ireereplay
