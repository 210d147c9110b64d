// What one operation finds in the ranges it names, and what it leaves there.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/status.h"
#include "hal/local/run.h"
#include "program/named_ranges.h"
#include "program/options.h"

namespace ireereplay::replay {

/// A range that an operation names, with copies of its bytes.
struct InspectedRange {
  RangeRole role = RangeRole::kBinding;
  uint32_t ordinal = 0;  ///< Of a binding.
  uint64_t buffer = 0;   ///< Object id.
  uint64_t offset = 0;
  std::vector<uint8_t> before;
  std::vector<uint8_t> after;  ///< As long as `before`.
};

struct Inspection {
  uint64_t record = 0;
  uint64_t via = kNoPlace;  ///< The queue_execute, when the operation is a command.
  std::string function;     ///< Of a dispatch; may be empty in format 1.0.
  std::vector<InspectedRange> ranges;
};

/// Replays up to the operation of `record`, and once more up to just after it, and keeps what its ranges held: of a
/// command, in the execution at record `via`, or in the first one for kNoPlace. The stop_before fields of `options` are
/// not looked at. NOT_FOUND when no operation that touches buffers is recorded there, or none is executed.
Result<Inspection> inspect(const std::string& path, const ReplayOptions& options, uint64_t record, uint64_t via,
                           const RunControl& control = {});

/// Which bytes, and when: before or after the operation of `record`, as inspect() takes it.
struct BufferMoment {
  uint64_t record = 0;
  uint64_t via = kNoPlace;
  bool after = true;
  uint64_t buffer = 0;  ///< Object id.
  uint64_t offset = 0;
  uint64_t length = 0;
};

/// What a range of a buffer holds then. Fails as inspect() does, and as Session::read_buffer().
Result<std::vector<uint8_t>> read_buffer_at(const std::string& path, const ReplayOptions& options,
                                            const BufferMoment& moment, const RunControl& control = {});

}  // namespace ireereplay::replay
