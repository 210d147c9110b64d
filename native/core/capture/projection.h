// What each payload's fields are called and the order they are shown in: the tables behind both dump formats and the
// details in the editor. Names, order and number formats are those of iree-dump-replay
// (runtime/src/iree/hal/replay/dump.c).
#pragma once

#include <cstdint>
#include <span>

#include "capture/payload.h"

namespace ireereplay {

/// How a field is stored, and so how it is printed.
enum class FieldKind : uint8_t {
  kU16,
  kU32,
  kU64,
  kHex16,          ///< u16 as 0x%04x
  kHex32,          ///< u32 as 0x%08x
  kHex64,          ///< u64 as 0x%016x
  kU32x3,          ///< three u32 as [a,b,c]
  kRef,            ///< format::BufferRef
  kReferenceType,  ///< u32 and its name
  kValidation,     ///< u32 and its name
  kDigestHex,      ///< first 8 bytes of a digest, quoted hexadecimal
  kRange,          ///< file range of a part
  kPartBytes,      ///< byte length of a part
  kSemaphores,     ///< list of a part's timepoints
  kRefs,           ///< list of a part's buffer references
  kString,         ///< a part as a string
  kMetadata,       ///< counts of an executable's metadata header
};

struct Field {
  /// Printed as " name=" in text and ",\"name\":" in JSONL; only the name itself is shown.
  const char* name;
  FieldKind kind;
  uint16_t offset = 0;
  Part part = Part::kNone;
};

/// Fields of `type` in JSONL; empty for types without a payload.
std::span<const Field> json_fields(format::PayloadType type);
/// Fields of `type` in text.
std::span<const Field> text_fields(format::PayloadType type);

}  // namespace ireereplay
