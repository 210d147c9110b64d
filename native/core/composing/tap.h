// A place in a replay where the contents of a buffer are wanted.
#pragma once

#include <cstdint>
#include <string>

#include "base/status.h"

namespace ireereplay::composing {

/// What a range of a buffer holds at a moment of a replay, and where that is to be written.
struct Tap {
  uint64_t record = 0;  ///< Of the stream: behind this one, or before it.
  uint64_t buffer = 0;  ///< Object id.
  uint64_t offset = 0;  ///< Bytes into the buffer.
  uint64_t length = 0;
  std::string path;          ///< Of a file that is there when the copy is replayed, long enough. Absolute; or nothing,
                             ///< where it is only a place.
  uint64_t file_offset = 0;  ///< Bytes into the file.
  uint64_t command = kNoPlace; /**< Of the command buffer that the queue_execute at `record` executes: behind the
                                    command recorded there, or before it, in that execution. */
  bool before = false;
};

}  // namespace ireereplay::composing
