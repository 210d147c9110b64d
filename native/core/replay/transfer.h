// Moving bytes without a kernel.
#pragma once

#include "base/status.h"
#include "replay/plan.h"

namespace ireereplay::replay {

/// Repeats `pattern` (already repeated to 8 bytes) over `length` bytes at `target`.
void fill(uint8_t* target, uint64_t length, uint64_t pattern);

/// Executes a fill, copy, file read or file write.
Status execute_transfer(Do op, const Transfer& transfer);

}  // namespace ireereplay::replay
