// What each chunk holds: its content type, the records in it, their fields, and what follows a record. One table for
// the reader, which checks lengths by it, the writer, the columns of the model, the export, and the tests and fuzz
// target, which go through every field there is.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "profile/names.h"

namespace ireereplay::profile {

/// The chunks of format 1.6, in the order in which IREE's summary counts them.
enum class ChunkKind : uint8_t {
  kDevices,
  kQueues,
  kExecutables,
  kCodeObjects,
  kCodeObjectLoads,
  kFunctions,
  kCommandBuffers,
  kCommandOperations,
  kClockCorrelations,
  kDispatchEvents,
  kQueueEvents,
  kQueueDeviceEvents,
  kHostExecutionEvents,
  kCommandRegionEvents,
  kMemoryEvents,
  kEventRelationships,
  kCounterSets,
  kCounters,
  kCounterSamples,
  kDeviceMetricSources,
  kDeviceMetricDescriptors,
  kDeviceMetricSamples,
  kExecutableTraces,
  kUnknown,
};
/// How many kinds have a layout.
inline constexpr size_t kChunkKinds = static_cast<size_t>(ChunkKind::kUnknown);

/// How a field is stored.
enum class FieldKind : uint8_t { kU32, kI32, kU64, kI64, kU32x3, kU32x8, kHash, kUuid };

/// Bytes that a field takes.
constexpr size_t field_size(FieldKind kind) {
  switch (kind) {
    case FieldKind::kU32:
    case FieldKind::kI32:
      return 4;
    case FieldKind::kU64:
    case FieldKind::kI64:
      return 8;
    case FieldKind::kU32x3:
      return 12;
    case FieldKind::kU32x8:
      return 32;
    case FieldKind::kHash:
    case FieldKind::kUuid:
      return 16;
  }
  return 0;
}

/// One field of a record. All are listed but its length, which is the first of each, and what is reserved.
struct Field {
  const char* name;
  FieldKind kind;
  uint16_t offset;
  const Names* names = nullptr;  ///< Of an enumeration.
};

/// What follows the fields of a record, as long as one of them says.
enum class TrailingKind : uint8_t {
  kText,          ///< As many bytes as a u32 says.
  kValues,        ///< As many u64 as a u32 says.
  kMetricValues,  ///< As many format::DeviceMetricValue as a u32 says.
  kData,          ///< As many bytes as a u64 says.
};

struct Trailing {
  const char* name;
  TrailingKind kind;
  /// Where the field that counts it stands.
  uint16_t count_offset;
};

struct Layout {
  ChunkKind kind;
  /// What stands behind "application/vnd.iree.hal.profile.".
  std::string_view suffix;
  /// Bytes of the fields: a record is at least as long.
  uint16_t size;
  std::span<const Field> fields;
  std::span<const Trailing> trailing;
  /// The chunk holds one record, and what follows it is not in the record's length.
  bool follows_record = false;
  /// What IREE's reader says when what follows is not as long as the fields say; empty where it does not look.
  const char* inconsistent = "";
};

/// The layout of a kind that is known.
const Layout& layout_of(ChunkKind kind);
/// The kind with that content type.
ChunkKind chunk_kind(std::string_view content_type);
/// The whole content type of a kind that is known.
std::string_view content_type_of(ChunkKind kind);
/// That of the records that begin and end a session.
inline constexpr std::string_view kSessionContentType = "application/vnd.iree.hal.profile.session";

}  // namespace ireereplay::profile
