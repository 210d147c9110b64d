// Payloads: one table gives each type's layout, and everything that reads payloads (dump, details, tree,
// search, replay) goes through the check derived from it.
#pragma once

#include <array>
#include <span>
#include <string_view>

#include "base/bytes.h"
#include "base/status.h"
#include "capture/format.h"

namespace ireereplay {

/// A variable-length part of a payload.
enum class Part : uint8_t {
  kNone,
  kWaits,           ///< format::SemaphoreTimepoint[]
  kSignals,         ///< format::SemaphoreTimepoint[]
  kConstants,       ///< bytes (dispatch) or uint32_t[] (executable_prepare)
  kBindings,        ///< format::BufferRef[]
  kMemoryBarriers,  ///< format::MemoryBarrier[]
  kBufferBarriers,  ///< format::BufferBarrier[]
  kEvents,          ///< uint64_t object ids
  kData,            ///< bytes written, read or imported; an executable's binary
  kPattern,         ///< bytes: 1, 2 or 4
  kReference,       ///< bytes: a path, or a file's contents
  kIdentifier,      ///< string
  kFormat,          ///< string
  kMetadata,        ///< format::ExecutableMetadataHeader and what follows it
  kName,            ///< string
};

/// Where one part lies in its payload, in bytes.
struct PartRange {
  Part part = Part::kNone;
  uint64_t offset = 0;
  uint64_t length = 0;
};

/// Where the parts of a checked payload lie.
struct PayloadLayout {
  /// Bytes of the fixed struct at the front.
  uint32_t header_length = 0;
  uint32_t part_count = 0;
  std::array<PartRange, 4> parts;

  /// The range of `part`; of length 0 at the end of the struct when the payload has no such part.
  PartRange find(Part part) const {
    for (uint32_t i = 0; i < part_count; ++i) {
      if (parts[i].part == part) return parts[i];
    }
    return PartRange{part, header_length, 0};
  }
};

/// Bytes of the fixed struct of a payload of `type`; 0 when it has none or the type is unknown.
uint32_t payload_header_length(format::PayloadType type);

/// Checks a payload of `type` and `payload_length` bytes, given its first payload_header_length(type) bytes (`head`;
/// all of them when the payload is shorter). Fails as iree-dump-replay does, with its codes and messages. An unknown
/// type has no parts. Nothing beyond `head` is read: large payloads need not be in memory.
Result<PayloadLayout> lay_out_payload(format::PayloadType type, Bytes head, uint64_t payload_length);

/// Element `i` of a part that holds T's. The caller keeps i below range.length / sizeof(T).
template <typename T>
T part_element(Bytes payload, const PartRange& range, uint64_t i) {
  return load<T>(payload, range.offset + i * sizeof(T));
}

}  // namespace ireereplay
