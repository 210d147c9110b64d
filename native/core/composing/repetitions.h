// Copies of captures in which one dispatch is executed again and again, by several executables in turn.
//
// Such a copy is the capture up to that dispatch. What the dispatch binds is kept there, in memory of the device. Each
// repetition puts that back, overwrites what it is told to, executes the dispatch alone (lone_dispatch.h) with one of
// the executables, and writes all that is bound into a file where that is asked for. So each begins with the same, and
// none finds what an earlier one has left. Behind the last of them nothing is executed.
//
// The executables are prepared right behind the captured one, from its bytes or from others, with its constants and
// what the capture says of its functions. The captured one itself executes only what comes before.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "base/status.h"

namespace ireereplay::composing {

/// Bytes of a buffer.
struct BoundRange {
  uint64_t buffer = 0;  ///< Object id.
  uint64_t offset = 0;
  uint64_t length = 0;
};

/// What executes the dispatch.
struct PreparedExecutable {
  std::vector<uint8_t> data;  ///< Nothing where it is made of the captured bytes.
  std::string format;         ///< Of `data`, the captured one where it is empty.
};

struct Repetition {
  uint32_t executable = 0;  ///< In RepeatedDispatch::executables.
  uint32_t pattern = 0;     ///< What `overwritten` holds before it.
  bool is_tapped = false;   ///< All that is bound is written to the file behind it.
};

struct RepeatedDispatch {
  uint64_t record = 0;
  uint64_t via = ~0ull;  ///< The queue_execute, where it is a command of a command buffer.
  std::vector<PreparedExecutable> executables;
  std::vector<Repetition> repetitions;
  std::vector<BoundRange> overwritten;  ///< Within what is bound, from a multiple of four to another.
  /** Absolute, of a file that is there when the copy is replayed, long enough: it gets what is bound before the first
      repetition, and then what is bound behind each that is tapped. Empty where nothing is tapped. */
  std::string path;
};

/// Writes `source` to `target` so. With a file it is replayed with one device more than `source`, as a copy with taps
/// (taps.h); without one, on the devices of the source alone: IREE's tools record no times of dispatches where one of
/// the devices has none, and the one that writes files has none. Returns what the dispatch binds, in the order in which
/// the file has it; no range overlaps another. Fails as write_taps(), with NOT_FOUND where no dispatch is executed
/// there, and where what it binds cannot be put back. Executes nothing.
Result<std::vector<BoundRange>> write_repetitions(const std::string& source, const std::string& target,
                                                  const RepeatedDispatch& repeated, const std::atomic<bool>& cancelled);

}  // namespace ireereplay::composing
