// Records that no recorder wrote.
#pragma once

#include <cstdint>
#include <initializer_list>

#include "base/bytes.h"
#include "base/status.h"
#include "capture/format.h"
#include "capture/writer.h"

namespace ireereplay::sharing {

/// IREE_HAL_QUEUE_AFFINITY_ANY.
inline constexpr uint64_t kAnyQueue = ~0ull;

/// What an operation is done to, and what it names or makes; ids.
struct MadeOperation {
  format::Operation operation = format::Operation::kNone;
  format::ObjectType type = format::ObjectType::kNone;
  uint64_t object = format::kNoObject;
  uint64_t device = format::kNoObject;
  uint64_t related = format::kNoObject;
  format::PayloadType payload = format::PayloadType::kNone;
};

/// Appends the record of an operation.
Status write_operation(const MadeOperation& made, std::initializer_list<Bytes> parts, CaptureWriter* writer);
/// Appends the record of an object.
Status write_object(format::ObjectType type, uint64_t object, uint64_t device, format::PayloadType payload,
                    std::initializer_list<Bytes> parts, CaptureWriter* writer);
/// Memory that an allocator gives; numbers of IREE's runtime/src/iree/hal/buffer.h.
struct MadeBuffer {
  uint64_t id = format::kNoObject;
  uint64_t length = 0;
  uint32_t type = 0;
  uint32_t usage = 0;
};
/// Appends the two records of a buffer that may be read and written, and has nothing to keep.
Status write_buffer(uint64_t allocator, uint64_t device, const MadeBuffer& made, CaptureWriter* writer);
/// Appends the two records of a semaphore with the value 0.
Status write_semaphore(uint64_t device, uint64_t semaphore, CaptureWriter* writer);

}  // namespace ireereplay::sharing
