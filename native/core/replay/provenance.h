// Where the bytes that an operation works on come from, and where they go: compilers pack many tensors into one buffer,
// and dispatches bind all of it. What is written is seen by looking at memory before and after each operation; what is
// read, by trying (read_probe.h).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hal/local/execution.h"
#include "hal/local/run.h"
#include "program/options.h"
#include "replay/read_probe.h"

namespace ireereplay::replay {

/// Bytes of a buffer that the same operation wrote last. They begin and end at multiples of 64 bytes, for IREE packs no
/// two tensors closer, or where what the operation names does.
struct TracedSpan {
  uint64_t buffer = 0;  ///< Object id.
  uint64_t offset = 0;
  uint64_t length = 0;
  std::optional<Execution> writer;      ///< The last that changed them; nothing when none did.
  Reading reading = Reading::kUnknown;  ///< Whether the operation reads them.
  /// Of bytes that are seen to be read: where the first and the last of them lie, to 64 bytes; other bytes in between
  /// may be left out.
  uint64_t read_offset = 0;
  uint64_t read_length = 0;
  /// Whether a later one is seen to read them, as the operation left them; of bytes that it reads, those that are read.
  Reading next = Reading::kUnknown;
  std::optional<Execution> reader;  ///< The first such.
};

struct Provenance {
  /// What the operation names, before it. Of what one operation wrote, and this one reads pieces of, the pieces alone.
  std::vector<TracedSpan> found;
  /// What it changed, and split where it changed nothing. `writer` is the operation, `reading` says nothing.
  std::vector<TracedSpan> left;
};

/// How long it is looked, beside the execution itself; what has not been found by then stays unknown.
struct TraceTimes {
  uint64_t look_ns = 1'500'000'000;   ///< What the operation reads.
  uint64_t narrow_ns = 500'000'000;   ///< Where in a span it reads.
  uint64_t ahead_ns = 1'500'000'000;  ///< Who reads what it leaves.
};

/// Replays the capture up to the operation of `record`, command by command, and some way on. Of a command, in the
/// execution at record `via`, or in the first one for kNoPlace. Fails as inspect() does, and with RESOURCE_EXHAUSTED
/// when there is no memory to keep every buffer apart.
Result<Provenance> trace_buffers(const std::string& path, const ReplayOptions& options, uint64_t record, uint64_t via,
                                 const RunControl& control = {}, const TraceTimes& times = {});

}  // namespace ireereplay::replay
