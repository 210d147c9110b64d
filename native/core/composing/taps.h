// Copies of captures that tell what they compute: whatever replays one writes ranges of its buffers into files.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "base/status.h"

namespace ireereplay::composing {

/// What a range of a buffer holds at a moment of a replay, and where that is to be written.
struct Tap {
  uint64_t record = 0;  ///< Behind this one.
  uint64_t buffer = 0;  ///< Object id.
  uint64_t offset = 0;  ///< Bytes into the buffer.
  uint64_t length = 0;
  std::string path;  ///< Of a file of `length` bytes, which is there when the copy is replayed. Absolute.
};

/// Writes `source` to `target` with taps, and returns the bytes of the copy. It is replayed with one device more than
/// `source`: the last one, which has to be local-sync, writes the files. Ids stay as they are. Memory that the host
/// cannot read is copied first, by its own device, to memory that it can read. Fails as decode_for_any_device(), and
/// where a tap means nothing: so the copy writes no file but those of the taps. Executes nothing.
Result<uint64_t> write_taps(const std::string& source, const std::string& target, std::vector<Tap> taps,
                            const std::atomic<bool>& cancelled);

}  // namespace ireereplay::composing
