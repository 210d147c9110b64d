#include "capture/view.h"

#include <algorithm>
#include <charconv>

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

CaptureView::CaptureView(std::shared_ptr<const CaptureIndex> index) : index_(std::move(index)) {
  expand_scopes();
  rebuild();
}

void CaptureView::set_index(std::shared_ptr<const CaptureIndex> index) {
  const uint32_t known = index_->size();
  index_ = std::move(index);
  // Marks are as long as the index that they were made for; a running search brings new ones.
  matches_.reset();
  filter_ = false;
  uses_.clear();
  if (mode_ == ViewMode::kObjects) count_uses();
  for (const ScopeEntry& scope : index_->scopes()) {
    for (const uint32_t begin : scope.begins) {
      if (begin >= known) expanded_.insert(hash_of(Node{Node::Kind::kRecord, 0, begin}));
    }
  }
  rebuild();
}

void CaptureView::set_mode(ViewMode mode) {
  if (mode_ == mode) return;
  mode_ = mode;
  if (mode_ == ViewMode::kObjects && uses_.empty()) count_uses();
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

void CaptureView::expand_scopes() {
  for (const ScopeEntry& scope : index_->scopes()) {
    for (const uint32_t begin : scope.begins) expanded_.insert(hash_of(Node{Node::Kind::kRecord, 0, begin}));
  }
}

uint64_t CaptureView::hash_of(const Node& node) {
  // Kinds use disjoint ranges of `via`: submissions are record numbers, objects are marked by the top bits.
  switch (node.kind) {
    case Node::Kind::kObjectType:
      return 0xFFFFFFFE00000000ull | node.id;
    case Node::Kind::kObject:
      return 0xFFFFFFFD00000000ull | node.id;
    case Node::Kind::kRecord:
      break;
  }
  if (node.via_object) return (0x8000000000000000ull | uint64_t{node.via} << 32) | node.id;
  return uint64_t{node.via} << 32 | node.id;
}

bool CaptureView::may_have_children(const Node& node) const {
  if (node.kind != Node::Kind::kRecord) return true;
  if (mode_ == ViewMode::kFlat || node.via_object) return false;
  return index_->is_container(node.id) || index_->has_object_child(node.id) ||
         index_->operation(node.id) == format::Operation::kDeviceQueueExecute;
}

void CaptureView::append_children(const Node& node, uint16_t depth, NodeList& out) const {
  const auto record = [&](uint32_t id, uint32_t via, bool via_object = false) {
    const Node child{Node::Kind::kRecord, depth, id, via, via_object};
    if (!filter_ || is_kept(child)) out.push_back(child);
  };
  switch (node.kind) {
    case Node::Kind::kObjectType:
      for (uint32_t i = 0; i < index_->objects().size(); ++i) {
        if (static_cast<uint32_t>(index_->objects()[i].type) != node.id) continue;
        const Node child{Node::Kind::kObject, depth, i};
        if (!filter_ || is_kept(child)) out.push_back(child);
      }
      return;
    case Node::Kind::kObject: {
      const uint64_t id = index_->objects()[node.id].id;
      if (id >= CaptureIndex::kWideId) return;
      for (uint32_t i = 0; i < index_->size(); ++i) {
        if (index_->object_id(i) == id || index_->related_id(i) == id) record(i, node.id, true);
      }
      return;
    }
    case Node::Kind::kRecord:
      break;
  }
  if (!may_have_children(node)) return;
  if (index_->has_object_child(node.id)) return record(node.id + 1, node.via);
  if (index_->is_container(node.id)) {
    for (const uint32_t child : index_->children(node.id)) record(child, node.via);
    return;
  }
  if (const uint32_t contents = index_->executed_command_buffer(node.id); contents != kNoRecord) {
    for (const uint32_t child : index_->children(contents)) {
      if (index_->type(child) != RecordType::kObject) record(child, node.id);
    }
  }
}

void CaptureView::append_roots(NodeList& out) const {
  switch (mode_) {
    case ViewMode::kTree:
      for (const uint32_t child : index_->children(kNoRecord)) {
        const Node node{Node::Kind::kRecord, 0, child};
        if (!filter_ || is_kept(node)) out.push_back(node);
      }
      return;
    case ViewMode::kFlat:
      for (uint32_t i = 0; i < index_->size(); ++i) {
        if (!filter_ || matches_->contains(i)) out.push_back(Node{Node::Kind::kRecord, 0, i});
      }
      return;
    case ViewMode::kObjects: {
      bool present[kObjectTypes] = {};
      for (const ObjectEntry& object : index_->objects()) {
        if (static_cast<uint32_t>(object.type) < kObjectTypes) present[static_cast<uint32_t>(object.type)] = true;
      }
      for (uint32_t type = 0; type < kObjectTypes; ++type) {
        const Node node{Node::Kind::kObjectType, 0, type};
        if (present[type] && (!filter_ || is_kept(node))) out.push_back(node);
      }
      return;
    }
  }
}

uint32_t CaptureView::child_count(const Node& node) const {
  if (!may_have_children(node)) return 0;
  if (!filter_ && node.kind == Node::Kind::kRecord && index_->is_container(node.id)) {
    return static_cast<uint32_t>(index_->children(node.id).size());
  }
  if (!filter_ && node.kind == Node::Kind::kObject) return uses_[node.id];
  NodeList children;
  append_children(node, 0, children);
  return static_cast<uint32_t>(children.size());
}

bool CaptureView::is_expanded(const Node& node) const {
  if (!may_have_children(node)) return false;
  // Each object costs a look at every record, so a filter does not open them all.
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
  }
  return false;
}

void CaptureView::count_uses() {
  uses_.assign(index_->objects().size(), 0);
  const ObjectEntry* first = index_->objects().data();
  for (uint32_t i = 0; i < index_->size(); ++i) {
    const uint32_t ids[] = {index_->object_id(i), index_->related_id(i)};
    if (const ObjectEntry* object = index_->find_object(ids[0])) ++uses_[static_cast<size_t>(object - first)];
    if (ids[1] == ids[0]) continue;
    if (const ObjectEntry* object = index_->find_object(ids[1])) ++uses_[static_cast<size_t>(object - first)];
  }
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
      if (const ObjectEntry* object = index_->find_object(id))
        kept_objects_[static_cast<size_t>(object - index_->objects().data())] = true;
    }
  }
  // Submissions lead to matches in the command buffers that they execute. The creation alone is no content.
  for (uint32_t i = 0; i < index_->size(); ++i) {
    const uint32_t contents = index_->executed_command_buffer(i);
    if (contents == kNoRecord || !kept_.contains(contents)) continue;
    const auto children = index_->children(contents);
    if (std::any_of(children.begin(), children.end(), [&](uint32_t child) {
          return kept_.contains(child) && index_->type(child) != RecordType::kObject;
        })) {
      mark_up(i);
    }
  }
}

void CaptureView::append_visible(const Node& node, NodeList& out) const {
  out.push_back(node);
  if (!is_expanded(node)) return;
  NodeList children;
  append_children(node, static_cast<uint16_t>(node.depth + 1), children);
  for (const Node& child : children) append_visible(child, out);
}

void CaptureView::rebuild() {
  ++version_;
  rows_.clear();
  if (mode_ == ViewMode::kFlat) return append_roots(rows_);
  NodeList roots;
  append_roots(roots);
  for (const Node& root : roots) append_visible(root, rows_);
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
  std::unordered_set<uint64_t>& exceptions = starts_open ? folded_ : expanded_;
  if (open == starts_open) {
    exceptions.erase(hash_of(node));
  } else {
    exceptions.insert(hash_of(node));
  }
}

void CaptureView::set_expanded(const std::vector<Node>& nodes, bool expanded, bool deep) {
  NodeList pending(nodes);
  while (!pending.empty()) {
    const Node node = pending.back();
    pending.pop_back();
    if (!may_have_children(node)) continue;
    set_open(node, expanded);
    if (deep && node.kind == Node::Kind::kRecord) append_children(node, 0, pending);
  }
  rebuild();
}

std::vector<std::string> CaptureView::expanded_keys() const {
  std::vector<std::string> keys;
  for (const uint64_t hash : expanded_) {
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
    keys.push_back(node_key(*index_, node));
  }
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
  std::optional<Node> above = parent_of(node);
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
          const uint32_t before = row_count();
          open(node);
          if (row_count() > before) {
            row += int64_t{row_count()} - before + 1;
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
