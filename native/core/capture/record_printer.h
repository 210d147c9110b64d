// One record as iree-dump-replay prints it.
#pragma once

#include "base/status.h"
#include "base/text.h"
#include "capture/record_reader.h"

namespace ireereplay {

enum class DumpFormat : uint8_t { kText, kJsonl };

/// Bytes of a payload printed verbatim (texts, timepoints, bindings): a record with more is not printed.
inline constexpr uint64_t kMostPrinted = 16 << 20;

/// Appends the line for `frame`, newline included. `reader` serves the payload; of large data, only the range is
/// printed, and nothing is read. On failure (IREE's code and message, with the place) nothing is appended;
/// RESOURCE_EXHAUSTED when more than `most` bytes of the payload would have to be read.
Status print_record(DumpFormat dump_format, uint16_t version_major, const RecordFrame& frame, RecordReader& reader,
                    Text& out, uint64_t most = kMostPrinted);

}  // namespace ireereplay
