// Copies of captures that tell what they compute: whatever replays one writes ranges of its buffers into files.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "base/status.h"
#include "composing/tap.h"

namespace ireereplay::composing {

/// How much of the capture a copy has.
enum class CopyUntil : uint8_t {
  kEnd,
  kLastTap,  ///< Nothing is executed behind the last tap.
};

/// Writes `source` to `target` with taps, and returns the bytes of the copy. It is replayed with one device more than
/// `source`: the last one, which has to be local-sync, writes the files. Ids stay as they are. Memory that the host
/// cannot read is copied first, by its own device, to memory that it can read. Executions with taps in them are split
/// (split_execution.h). Fails as decode_for_any_device(), and where a tap means nothing: so the copy writes no file but
/// those of the taps. Executes nothing.
Result<uint64_t> write_taps(const std::string& source, const std::string& target, std::vector<Tap> taps,
                            const std::atomic<bool>& cancelled, CopyUntil until = CopyUntil::kEnd);

}  // namespace ireereplay::composing
