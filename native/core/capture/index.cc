#include "capture/index.h"

#include <algorithm>

namespace ireereplay {

using format::Operation;

size_t CaptureIndex::memory() const {
  const auto bytes = [](const auto& column) { return column.capacity() * sizeof(column[0]); };
  return sizeof(*this) + bytes(offsets_low_) + bytes(offsets_high_) + bytes(object_ids_) + bytes(related_ids_) +
         bytes(operations_) + bytes(flags_) + bytes(containers_of_) + bytes(children_) + bytes(containers_) +
         bytes(objects_) + bytes(objects_by_id_) + bytes(scope_begins_);
}

uint32_t CaptureIndex::container_at(uint32_t record) const {
  if (record == kNoRecord) return 0;
  if (!is_container(record)) return kNoContainer;
  // containers_[0] is the file; the others are in record order.
  const auto at =
      std::lower_bound(containers_.begin() + 1, containers_.end(), record,
                       [](const Container& container, uint32_t wanted) { return container.record < wanted; });
  return at != containers_.end() && at->record == record ? static_cast<uint32_t>(at - containers_.begin())
                                                         : kNoContainer;
}

const Container* CaptureIndex::find_container(uint32_t record) const {
  const uint32_t ordinal = container_at(record);
  return ordinal == kNoContainer ? nullptr : &containers_[ordinal];
}

uint32_t CaptureIndex::parent(uint32_t record) const {
  const uint32_t container = containers_of_[record];
  return container == kNoContainer ? record - 1 : containers_[container].record;
}

std::span<const uint32_t> CaptureIndex::children(uint32_t record) const {
  const Container* container = find_container(record);
  if (container == nullptr) return {};
  return std::span<const uint32_t>(children_).subspan(container->begin, container->count);
}

uint32_t CaptureIndex::operation_children(uint32_t record) const {
  const Container* container = find_container(record);
  return container == nullptr ? 0 : container->operations;
}

const ObjectEntry* CaptureIndex::find_object(uint64_t id) const {
  if (objects_by_id_.empty()) {
    const auto at = std::lower_bound(objects_.begin(), objects_.end(), id,
                                     [](const ObjectEntry& object, uint64_t wanted) { return object.id < wanted; });
    return at != objects_.end() && at->id == id ? &*at : nullptr;
  }
  const auto at = std::lower_bound(objects_by_id_.begin(), objects_by_id_.end(), id,
                                   [this](uint32_t object, uint64_t wanted) { return objects_[object].id < wanted; });
  return at != objects_by_id_.end() && objects_[*at].id == id ? &objects_[*at] : nullptr;
}

const ExecutableEntry* CaptureIndex::find_executable(uint64_t id) const {
  const auto at = std::lower_bound(executables_by_id_.begin(), executables_by_id_.end(), id,
                                   [this](uint32_t entry, uint64_t wanted) { return executables_[entry].id < wanted; });
  return at != executables_by_id_.end() && executables_[*at].id == id ? &executables_[*at] : nullptr;
}

std::string_view CaptureIndex::scope_name(uint32_t record) const {
  const auto at = std::lower_bound(scope_begins_.begin(), scope_begins_.end(), record,
                                   [](const ScopeBegin& begin, uint32_t wanted) { return begin.record < wanted; });
  if (at == scope_begins_.end() || at->record != record) return {};
  return scopes_[at->scope].name;
}

uint32_t CaptureIndex::executed_command_buffer(uint32_t record) const {
  if (operation(record) != Operation::kDeviceQueueExecute || type(record) != format::RecordType::kOperation)
    return kNoRecord;
  const uint32_t id = related_ids_[record];
  if (id == format::kNoObject || id == kWideId) return kNoRecord;
  const ObjectEntry* object = find_object(id);
  return object != nullptr && object->created < record ? object->created : kNoRecord;
}

}  // namespace ireereplay
