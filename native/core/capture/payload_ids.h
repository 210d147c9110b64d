// Where object ids stand in payloads.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "capture/payload.h"
#include "capture/projection.h"

namespace ireereplay {

/// Calls `visit(uint64_t offset)` for each place of an object id in a payload that `layout` describes: in its fields,
/// then in its parts.
template <typename Visit>
void each_id_place(format::PayloadType type, const PayloadLayout& layout, Visit visit) {
  for (const Field& field : json_fields(type)) {
    const bool is_id =
        field.kind == FieldKind::kU64 && std::string_view(field.name).find("_id\":") != std::string_view::npos;
    if (is_id) visit(uint64_t{field.offset});
    if (field.kind == FieldKind::kRef) visit(field.offset + offsetof(format::BufferRef, buffer_id));
  }
  for (uint32_t i = 0; i < layout.part_count; ++i) {
    const PartRange& range = layout.parts[i];
    const auto each = [&](uint64_t size, uint64_t place) {
      for (uint64_t at = range.offset; at + size <= range.offset + range.length; at += size) visit(at + place);
    };
    switch (range.part) {
      case Part::kWaits:
      case Part::kSignals:
        each(sizeof(format::SemaphoreTimepoint), offsetof(format::SemaphoreTimepoint, semaphore_id));
        break;
      case Part::kBindings:
        each(sizeof(format::BufferRef), offsetof(format::BufferRef, buffer_id));
        break;
      case Part::kEvents:
        each(sizeof(uint64_t), 0);
        break;
      case Part::kBufferBarriers:
        each(sizeof(format::BufferBarrier),
             offsetof(format::BufferBarrier, buffer_ref) + offsetof(format::BufferRef, buffer_id));
        break;
      default:
        break;
    }
  }
}

/// Bytes at the begin of a payload that hold all its ids: what follows may be as long as a model.
inline uint64_t ids_length(format::PayloadType type, const PayloadLayout& layout) {
  uint64_t length = layout.header_length;
  each_id_place(type, layout, [&](uint64_t offset) { length = std::max<uint64_t>(length, offset + sizeof(uint64_t)); });
  return length;
}

}  // namespace ireereplay
