#include "present/view.h"

#include <algorithm>
#include <charconv>
#include <numeric>

namespace ireereplay {

using format::RecordType;

namespace {

constexpr uint32_t kObjectTypes = 13;

bool parse_decimal(std::string_view text, uint64_t* out) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), *out);
  return !text.empty() && error == std::errc() && end == text.data() + text.size();
}

std::optional<uint32_t> object_ordinal(const CaptureIndex& index, std::string_view digits) {
  uint64_t id = 0;
  if (!parse_decimal(digits, &id)) return std::nullopt;
  const ObjectEntry* object = index.find_object(id);
  if (object == nullptr) return std::nullopt;
  return static_cast<uint32_t>(object - index.objects().data());
}

}  // namespace

std::string node_key(const CaptureIndex& index, const Node& node) {
  switch (node.kind) {
    case Node::Kind::kObjectType:
      return "t" + std::to_string(node.id);
    case Node::Kind::kObject:
      return "o" + std::to_string(index.objects()[node.id].id);
    case Node::Kind::kMore:
      return "more";
    case Node::Kind::kRecord:
      break;
  }
  std::string key = std::to_string(node.id);
  if (node.via_object) return key + "@o" + std::to_string(index.objects()[node.via].id);
  if (node.via != kNoRecord) key += "@" + std::to_string(node.via);
  return key;
}

std::optional<Node> parse_node_key(const CaptureIndex& index, std::string_view key) {
  Node node;
  uint64_t number = 0;
  if (key.empty()) return std::nullopt;
  if (key == "more") {
    node.kind = Node::Kind::kMore;
    return node;
  }
  if (key[0] == 't') {
    if (!parse_decimal(key.substr(1), &number) || number >= kObjectTypes) return std::nullopt;
    node.kind = Node::Kind::kObjectType;
    node.id = static_cast<uint32_t>(number);
    return node;
  }
  if (key[0] == 'o') {
    const auto ordinal = object_ordinal(index, key.substr(1));
    if (!ordinal) return std::nullopt;
    node.kind = Node::Kind::kObject;
    node.id = *ordinal;
    return node;
  }
  const size_t at = key.find('@');
  if (!parse_decimal(key.substr(0, at), &number) || number >= index.size()) return std::nullopt;
  node.id = static_cast<uint32_t>(number);
  if (at == std::string_view::npos) return node;
  const std::string_view via = key.substr(at + 1);
  if (!via.empty() && via[0] == 'o') {
    const auto ordinal = object_ordinal(index, via.substr(1));
    if (!ordinal) return std::nullopt;
    node.via = *ordinal;
    node.via_object = true;
    return node;
  }
  if (!parse_decimal(via, &number) || number >= index.size()) return std::nullopt;
  node.via = static_cast<uint32_t>(number);
  return node;
}

CaptureView::CaptureView(std::shared_ptr<const CaptureIndex> index, uint32_t max_rows)
    : index_(std::move(index)), max_rows_(max_rows) {
  expand_scopes(0);
  rebuild();
}

void CaptureView::set_index(std::shared_ptr<const CaptureIndex> index) {
  const uint32_t known = index_->size();
  index_ = std::move(index);
  // Marks are as long as the index that they were made for; a running search brings new ones.
  matches_.reset();
  filter_ = false;
  use_begins_.clear();
  if (mode_ == ViewMode::kObjects) list_uses();
  expand_scopes(known);
  rebuild();
}

void CaptureView::set_mode(ViewMode mode) {
  if (mode_ == mode) return;
  mode_ = mode;
  if (mode_ == ViewMode::kObjects && use_begins_.empty()) list_uses();
  rebuild();
}

void CaptureView::set_matches(std::optional<RecordSet> matches, bool filter) {
  matches_ = std::move(matches);
  filter_ = filter && matches_.has_value();
  folded_.clear();
  kept_ = RecordSet();
  if (matches_) mark_kept();
  rebuild();
}

void CaptureView::expand_scopes(uint32_t first_record) {
  for (const ScopeEntry& scope : index_->scopes()) {
    for (const uint32_t begin : scope.begins) {
      if (expanded_.size() >= kMaxOpen) return;
      if (begin >= first_record) expanded_.insert(hash_of(Node{Node::Kind::kRecord, 0, begin}));
    }
  }
}

uint64_t CaptureView::hash_of(const Node& node) {
  // Kinds use disjoint ranges of `via`: submissions are record numbers, objects are marked by the top bits.
  switch (node.kind) {
    case Node::Kind::kObjectType:
      return 0xFFFFFFFE00000000ull | node.id;
    case Node::Kind::kObject:
      return 0xFFFFFFFD00000000ull | node.id;
    case Node::Kind::kMore:
      return 0xFFFFFFFC00000000ull;
    case Node::Kind::kRecord:
      break;
  }
  if (node.via_object) return (0x8000000000000000ull | uint64_t{node.via} << 32) | node.id;
  return uint64_t{node.via} << 32 | node.id;
}

Node CaptureView::node_of(uint64_t hash) {
  Node node;
  node.id = static_cast<uint32_t>(hash);
  const uint32_t high = static_cast<uint32_t>(hash >> 32);
  if (high == 0xFFFFFFFE) {
    node.kind = Node::Kind::kObjectType;
  } else if (high == 0xFFFFFFFD) {
    node.kind = Node::Kind::kObject;
  } else {
    node.via = high;
  }
  return node;
}

bool CaptureView::may_have_children(const Node& node) const {
  if (node.kind == Node::Kind::kMore) return false;
  if (node.kind != Node::Kind::kRecord) return true;
  if (mode_ == ViewMode::kFlat || node.via_object) return false;
  return index_->is_container(node.id) || index_->has_object_child(node.id) ||
         index_->operation(node.id) == format::Operation::kDeviceQueueExecute;
}

std::span<const uint32_t> CaptureView::children_of(uint32_t container_record) const {
  if (!filter_) return index_->children(container_record);
  const uint32_t container = index_->container_at(container_record);
  if (container == CaptureIndex::kNoContainer) return {};
  const uint32_t begin = kept_begins_[container];
  return std::span<const uint32_t>(kept_children_).subspan(begin, kept_begins_[container + 1] - begin);
}

template <typename Visit>
void CaptureView::for_each_child(const Node& node, uint16_t depth, Visit visit) const {
  if (!may_have_children(node)) return;
  if (node.kind == Node::Kind::kObjectType) {
    for (uint32_t i = 0; i < index_->objects().size(); ++i) {
      if (static_cast<uint32_t>(index_->objects()[i].type) != node.id || (filter_ && !kept_objects_[i])) continue;
      if (!visit(Node{Node::Kind::kObject, depth, i})) return;
    }
    return;
  }
  if (node.kind == Node::Kind::kObject) {
    for (uint32_t i = use_begins_[node.id]; i < use_begins_[node.id + 1]; ++i) {
      if (filter_ && !matches_->contains(uses_[i])) continue;
      if (!visit(Node{Node::Kind::kRecord, depth, uses_[i], node.id, true})) return;
    }
    return;
  }
  if (index_->has_object_child(node.id)) {
    if (!filter_ || kept_.contains(node.id + 1)) visit(Node{Node::Kind::kRecord, depth, node.id + 1, node.via});
    return;
  }
  if (index_->is_container(node.id)) {
    for (const uint32_t child : children_of(node.id)) {
      if (!visit(Node{Node::Kind::kRecord, depth, child, node.via})) return;
    }
    return;
  }
  const uint32_t contents = index_->executed_command_buffer(node.id);
  if (contents == kNoRecord) return;
  for (const uint32_t child : children_of(contents)) {
    if (index_->type(child) == RecordType::kObject) continue;
    if (!visit(Node{Node::Kind::kRecord, depth, child, node.id})) return;
  }
}

template <typename Visit>
void CaptureView::for_each_root(Visit visit) const {
  switch (mode_) {
    case ViewMode::kTree:
      for (const uint32_t child : children_of(kNoRecord)) {
        if (!visit(Node{Node::Kind::kRecord, 0, child})) return;
      }
      return;
    case ViewMode::kFlat:
      for (uint32_t i = 0; i < index_->size(); ++i) {
        if (filter_ && !matches_->contains(i)) continue;
        if (!visit(Node{Node::Kind::kRecord, 0, i})) return;
      }
      return;
    case ViewMode::kObjects: {
      bool present[kObjectTypes] = {};
      for (const ObjectEntry& object : index_->objects()) {
        if (static_cast<uint32_t>(object.type) < kObjectTypes) present[static_cast<uint32_t>(object.type)] = true;
      }
      for (uint32_t type = 0; type < kObjectTypes; ++type) {
        const Node node{Node::Kind::kObjectType, 0, type};
        if (present[type] && (!filter_ || is_kept(node)) && !visit(node)) return;
      }
      return;
    }
  }
}

uint32_t CaptureView::child_count(const Node& node) const {
  if (node.kind == Node::Kind::kRecord && may_have_children(node) && !index_->has_object_child(node.id)) {
    if (index_->is_container(node.id)) return static_cast<uint32_t>(children_of(node.id).size());
    const uint32_t contents = index_->executed_command_buffer(node.id);
    if (contents == kNoRecord) return 0;
    if (!filter_) return index_->operation_children(contents);
    const uint32_t container = index_->container_at(contents);
    return container == CaptureIndex::kNoContainer ? 0 : kept_operations_[container];
  }
  if (!filter_ && node.kind == Node::Kind::kObject) return use_begins_[node.id + 1] - use_begins_[node.id];
  uint32_t count = 0;
  for_each_child(node, 0, [&](const Node&) { return ++count != 0; });
  return count;
}

bool CaptureView::is_expanded(const Node& node) const {
  if (!may_have_children(node)) return false;
  // Every record is below its objects: a filter does not open them all.
  const bool starts_open = filter_ && node.kind != Node::Kind::kObject;
  return starts_open ? !folded_.contains(hash_of(node)) : expanded_.contains(hash_of(node));
}

bool CaptureView::is_match(const Node& node) const {
  return matches_.has_value() && node.kind == Node::Kind::kRecord && matches_->contains(node.id);
}

bool CaptureView::is_kept(const Node& node) const {
  switch (node.kind) {
    case Node::Kind::kRecord:
      return node.via_object ? matches_->contains(node.id) : kept_.contains(node.id);
    case Node::Kind::kObject:
    case Node::Kind::kObjectType:
      return leads_to_match(node);
    case Node::Kind::kMore:
      break;
  }
  return false;
}

bool CaptureView::leads_to_match(const Node& node) const {
  switch (node.kind) {
    case Node::Kind::kRecord:
      return may_have_children(node) && kept_.contains(node.id);
    case Node::Kind::kObject:
      return kept_objects_[node.id];
    case Node::Kind::kObjectType:
      for (uint32_t i = 0; i < kept_objects_.size(); ++i) {
        if (kept_objects_[i] && static_cast<uint32_t>(index_->objects()[i].type) == node.id) return true;
      }
      return false;
    case Node::Kind::kMore:
      break;
  }
  return false;
}

void CaptureView::list_uses() {
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

void CaptureView::mark_kept() {
  kept_ = RecordSet(index_->size());
  kept_objects_.assign(index_->objects().size(), false);
  const auto mark_up = [&](uint32_t record) {
    for (uint32_t at = record; at != kNoRecord && !kept_.contains(at); at = index_->parent(at)) kept_.insert(at);
  };
  for (uint32_t i = 0; i < index_->size(); ++i) {
    if (!matches_->contains(i)) continue;
    mark_up(i);
    for (const uint32_t id : {index_->object_id(i), index_->related_id(i)}) {
      if (id == CaptureIndex::kWideId) continue;
      if (const ObjectEntry* object = index_->find_object(id))
        kept_objects_[static_cast<size_t>(object - index_->objects().data())] = true;
    }
  }
  kept_operations_.assign(index_->container_count(), 0);
  for (uint32_t i = 0; i < index_->size(); ++i) {
    const uint32_t container = index_->container_above(i);
    if (container != CaptureIndex::kNoContainer && kept_.contains(i) && index_->type(i) != RecordType::kObject)
      ++kept_operations_[container];
  }
  // Submissions lead to matches in the command buffers that they execute. The creation alone is no content.
  for (uint32_t i = 0; i < index_->size(); ++i) {
    const uint32_t contents = index_->executed_command_buffer(i);
    if (contents == kNoRecord) continue;
    const uint32_t container = index_->container_at(contents);
    if (container != CaptureIndex::kNoContainer && kept_operations_[container] > 0) mark_up(i);
  }
  list_kept();
}

void CaptureView::list_kept() {
  const auto each = [&](auto visit) {
    for (uint32_t i = 0; i < index_->size(); ++i) {
      const uint32_t container = index_->container_above(i);
      if (container != CaptureIndex::kNoContainer && kept_.contains(i)) visit(container, i);
    }
  };
  kept_begins_.assign(index_->container_count() + 1, 0);
  each([&](uint32_t container, uint32_t) { ++kept_begins_[container + 1]; });
  std::partial_sum(kept_begins_.begin(), kept_begins_.end(), kept_begins_.begin());
  kept_children_.resize(kept_begins_.back());
  std::vector<uint32_t> next = kept_begins_;
  each([&](uint32_t container, uint32_t record) { kept_children_[next[container]++] = record; });
}

bool CaptureView::append_visible(const Node& node) {
  if (rows_.size() >= max_rows_) {
    rows_.push_back(Node{Node::Kind::kMore});
    return false;
  }
  rows_.push_back(node);
  bool room = true;
  // Scopes and debug groups nest 64 deep at most.
  if (is_expanded(node)) {
    for_each_child(node, static_cast<uint16_t>(node.depth + 1),
                   [&](const Node& child) { return room = append_visible(child); });
  }
  return room;
}

void CaptureView::rebuild() {
  ++version_;
  rows_.clear();
  for_each_root([this](const Node& root) { return append_visible(root); });
}

std::vector<uint32_t> CaptureView::ancestors(uint32_t at) const {
  std::vector<uint32_t> result;
  if (at >= rows_.size()) return result;
  uint32_t depth = rows_[at].depth;
  for (uint32_t row = at; row-- > 0 && depth > 0;) {
    if (rows_[row].depth >= depth) continue;
    result.push_back(row);
    depth = rows_[row].depth;
  }
  std::reverse(result.begin(), result.end());
  return result;
}

void CaptureView::set_open(const Node& node, bool open) {
  const bool starts_open = filter_ && node.kind != Node::Kind::kObject;
  NodeSet& exceptions = starts_open ? folded_ : expanded_;
  if (open == starts_open) {
    exceptions.erase(hash_of(node));
  } else {
    exceptions.insert(hash_of(node));
  }
}

void CaptureView::set_expanded(const std::vector<Node>& nodes, bool expanded, bool deep) {
  std::vector<Node> tops;
  for (const Node& node : nodes) {
    if (!may_have_children(node)) continue;
    set_open(node, expanded);
    if (deep && node.kind == Node::Kind::kRecord) tops.push_back(node);
  }
  // What already starts the way it shall be is only no exception any more.
  if (!tops.empty() && expanded == filter_) forget_below(tops, filter_ ? folded_ : expanded_);
  if (!tops.empty() && expanded != filter_) set_open_below(std::move(tops), expanded);
  rebuild();
}

void CaptureView::set_open_below(std::vector<Node> nodes, bool open) {
  uint32_t looked_at = 0;
  const auto has_room = [&] {
    return looked_at < kMaxRows && nodes.size() < kMaxOpen && (filter_ ? folded_ : expanded_).size() < kMaxOpen;
  };
  for (size_t at = 0; at < nodes.size() && has_room(); ++at) {
    const Node node = nodes[at];
    set_open(node, open);
    for_each_child(node, 0, [&](const Node& child) {
      if (may_have_children(child)) nodes.push_back(child);
      ++looked_at;
      return has_room();
    });
  }
}

void CaptureView::forget_below(const std::vector<Node>& nodes, NodeSet& exceptions) const {
  NodeSet tops;
  for (const Node& node : nodes) tops.insert(hash_of(node));
  std::erase_if(exceptions, [&](uint64_t hash) {
    for (std::optional<Node> at = node_of(hash); at; at = parent_of(*at)) {
      if (tops.contains(hash_of(*at))) return true;
    }
    return false;
  });
}

std::vector<std::string> CaptureView::expanded_keys() const {
  std::vector<uint64_t> hashes(expanded_.begin(), expanded_.end());
  std::sort(hashes.begin(), hashes.end());
  if (hashes.size() > kMaxKeys) hashes.resize(kMaxKeys);
  std::vector<std::string> keys;
  keys.reserve(hashes.size());
  for (const uint64_t hash : hashes) keys.push_back(node_key(*index_, node_of(hash)));
  std::sort(keys.begin(), keys.end());
  return keys;
}

std::optional<uint32_t> CaptureView::find(const Node& node) const {
  const auto at = std::find_if(rows_.begin(), rows_.end(), [&](const Node& row) { return row.same_as(node); });
  if (at == rows_.end()) return std::nullopt;
  return static_cast<uint32_t>(at - rows_.begin());
}

std::optional<Node> CaptureView::parent_of(const Node& node) const {
  switch (node.kind) {
    case Node::Kind::kObjectType:
    case Node::Kind::kMore:
      return std::nullopt;
    case Node::Kind::kObject:
      return Node{Node::Kind::kObjectType, 0, static_cast<uint32_t>(index_->objects()[node.id].type)};
    case Node::Kind::kRecord:
      break;
  }
  if (node.via_object) return Node{Node::Kind::kObject, 0, node.via};
  const uint32_t parent = index_->parent(node.id);
  if (parent == kNoRecord) return std::nullopt;
  if (node.via != kNoRecord && parent == index_->executed_command_buffer(node.via))
    return Node{Node::Kind::kRecord, 0, node.via};
  return Node{Node::Kind::kRecord, 0, parent, node.via};
}

std::optional<uint32_t> CaptureView::reveal(Node node) {
  if (mode_ == ViewMode::kFlat) {
    if (node.kind == Node::Kind::kObject) node = Node{Node::Kind::kRecord, 0, index_->objects()[node.id].created};
    node.via = kNoRecord;
    node.via_object = false;
  } else if (mode_ == ViewMode::kObjects) {
    if (node.kind == Node::Kind::kRecord && !node.via_object) {
      const uint64_t related = index_->related_id(node.id);
      const ObjectEntry* object = index_->find_object(related != 0 ? related : index_->object_id(node.id));
      if (object == nullptr) return std::nullopt;
      node.via = static_cast<uint32_t>(object - index_->objects().data());
      node.via_object = true;
    }
  } else {
    if (node.kind == Node::Kind::kObject) node = Node{Node::Kind::kRecord, 0, index_->objects()[node.id].created};
    node.via_object = false;
  }
  if (node.kind == Node::Kind::kRecord && node.id == kNoRecord) return std::nullopt;
  bool changed = false;
  // In a flat list nothing hides anything.
  std::optional<Node> above = mode_ == ViewMode::kFlat ? std::nullopt : parent_of(node);
  for (uint32_t steps = 0; above && steps <= index_->size(); ++steps, above = parent_of(*above)) {
    if (is_expanded(*above)) continue;
    set_open(*above, true);
    changed = true;
  }
  if (changed) rebuild();
  return find(node);
}

std::optional<uint32_t> CaptureView::next_match(std::optional<uint32_t> from, bool forward) {
  if (!matches_ || rows_.empty()) return std::nullopt;
  const auto open = [this](const Node& node) {
    set_open(node, true);
    rebuild();
  };
  // Two rounds: from `from` to the end, then from the other end, so that the search wraps around.
  int64_t row = from ? int64_t{*from} : (forward ? -1 : int64_t{row_count()});
  for (int round = 0; round < 2; ++round) {
    if (forward) {
      for (++row; row < int64_t{row_count()}; ++row) {
        const Node node = rows_[static_cast<size_t>(row)];
        if (is_match(node)) return static_cast<uint32_t>(row);
        if (!is_expanded(node) && may_have_children(node) && leads_to_match(node)) open(node);
      }
      row = -1;
    } else {
      for (--row; row >= 0; --row) {
        const Node node = rows_[static_cast<size_t>(row)];
        if (!is_expanded(node) && may_have_children(node) && leads_to_match(node)) {
          // Go on from the last row of what was just opened: everything above stays where it was.
          open(node);
          int64_t last = row;
          while (last + 1 < int64_t{row_count()} && rows_[static_cast<size_t>(last + 1)].depth > node.depth) ++last;
          if (last > row) {
            row = last + 1;
            continue;
          }
        }
        if (is_match(node)) return static_cast<uint32_t>(row);
      }
      row = int64_t{row_count()};
    }
  }
  return std::nullopt;
}

}  // namespace ireereplay
