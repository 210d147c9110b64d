// Moving bytes without a kernel.
#pragma once

#include <atomic>

#include "base/status.h"
#include "hal/local/plan.h"

namespace ireereplay::replay {

/// Repeats `pattern` (already repeated to 8 bytes) over `length` bytes at `target`.
void fill(uint8_t* target, uint64_t length, uint64_t pattern);

/// Pieces that transfers are cut into; a transfer can be cancelled between two.
inline constexpr uint64_t kTransferTile = 256 * 1024;

/// How many pieces a transfer has.
inline uint64_t tile_count(const Transfer& transfer) { return (transfer.length + kTransferTile - 1) / kTransferTile; }

/// Executes pieces [begin, end) of a fill, copy, file read or file write. CANCELLED, without a place, once `cancel` is
/// set.
Status execute_transfer(PlanOp op, const Transfer& transfer, uint64_t begin, uint64_t end,
                        const std::atomic<bool>& cancel);

}  // namespace ireereplay::replay
