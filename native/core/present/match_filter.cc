#include "present/match_filter.h"

#include <numeric>

namespace ireereplay {

MatchFilter::MatchFilter(const CaptureIndex& index, RecordSet matches)
    : matches_(std::move(matches)), kept_(index.size()), kept_objects_(index.objects().size(), false) {
  mark(index);
  list(index);
}

std::span<const uint32_t> MatchFilter::children(uint32_t container) const {
  if (container == CaptureIndex::kNoContainer) return {};
  const uint32_t begin = kept_begins_[container];
  return std::span<const uint32_t>(kept_children_).subspan(begin, kept_begins_[container + 1] - begin);
}

void MatchFilter::mark(const CaptureIndex& index) {
  const auto mark_up = [&](uint32_t record) {
    for (uint32_t at = record; at != kNoRecord && !kept_.contains(at); at = index.parent(at)) kept_.insert(at);
  };
  for (uint32_t i = 0; i < index.size(); ++i) {
    if (!matches_.contains(i)) continue;
    mark_up(i);
    for (const uint32_t id : {index.object_id(i), index.related_id(i)}) {
      if (id == CaptureIndex::kWideId) continue;
      const ObjectEntry* object = index.find_object(id);
      if (object == nullptr) continue;
      kept_objects_[static_cast<size_t>(object - index.objects().data())] = true;
      const auto type = static_cast<uint32_t>(object->type);
      if (type < kObjectTypes) kept_types_[type] = true;
    }
  }
  kept_operations_.assign(index.container_count(), 0);
  for (uint32_t i = 0; i < index.size(); ++i) {
    const uint32_t container = index.container_above(i);
    if (container != CaptureIndex::kNoContainer && kept_.contains(i) && index.type(i) != format::RecordType::kObject)
      ++kept_operations_[container];
  }
  // Submissions lead to matches in the command buffers that they execute. The creation alone is no content.
  for (uint32_t i = 0; i < index.size(); ++i) {
    const uint32_t contents = index.executed_command_buffer(i);
    if (contents == kNoRecord) continue;
    const uint32_t container = index.container_at(contents);
    if (container != CaptureIndex::kNoContainer && kept_operations_[container] > 0) mark_up(i);
  }
}

void MatchFilter::list(const CaptureIndex& index) {
  const auto each = [&](auto visit) {
    for (uint32_t i = 0; i < index.size(); ++i) {
      const uint32_t container = index.container_above(i);
      if (container != CaptureIndex::kNoContainer && kept_.contains(i)) visit(container, i);
    }
  };
  kept_begins_.assign(index.container_count() + 1, 0);
  each([&](uint32_t container, uint32_t) { ++kept_begins_[container + 1]; });
  std::partial_sum(kept_begins_.begin(), kept_begins_.end(), kept_begins_.begin());
  kept_children_.resize(kept_begins_.back());
  std::vector<uint32_t> next = kept_begins_;
  each([&](uint32_t container, uint32_t record) { kept_children_[next[container]++] = record; });
}

}  // namespace ireereplay
