// What a command of a plan does to memory.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "hal/local/plan.h"

namespace ireereplay::replay {

/// Bytes that a command touches, where they are. Recorded bytes that are copied lie outside of the memory of buffers.
struct MemoryAccess {
  std::span<uint8_t> bytes = {};
  bool is_read = false;     ///< For sure.
  bool is_written = false;  ///< For sure, all of it.
  bool is_bound = false;    ///< By a dispatch: nothing says what it does there.
  uint32_t ordinal = 0;     ///< Of a binding.
};

/// In order: a dispatch's bindings, then its indirect grid; a transfer's source, then its target.
std::vector<MemoryAccess> accesses_of(const Plan& plan, const Command& command);

}  // namespace ireereplay::replay
