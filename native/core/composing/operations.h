// What a capture does to buffers, operation by operation, whatever device does it.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "base/status.h"
#include "program/named_ranges.h"

namespace ireereplay::composing {

struct NamedRange {
  replay::RangeRole role = replay::RangeRole::kBinding;
  uint32_t ordinal = 0;  ///< Of a binding.
  uint64_t buffer = 0;   ///< Object id.
  uint64_t offset = 0;
  uint64_t length = 0;
};

struct NamedOperation {
  uint64_t record = 0;
  uint64_t via = kNoPlace;  ///< The queue_execute, when it is a command of a command buffer.
  replay::Op op = replay::Op::kNothing;
  std::string function;  ///< Of a dispatch; may be empty.
  std::vector<NamedRange> ranges;
};

struct NamedOperations {
  uint32_t device_count = 0;  ///< That the capture was recorded on.
  std::vector<NamedOperation> all;
};

/// All that are executed, in recorded order; or that of `record`, as the queue_execute at `via` executes it, the first
/// that does for kNoPlace. Fails as decode_for_any_device(); NOT_FOUND where no operation on buffers is executed there.
/// Executes nothing.
Result<NamedOperations> find_operations(const std::string& path, uint64_t record, uint64_t via,
                                        const std::atomic<bool>& cancelled);

}  // namespace ireereplay::composing
