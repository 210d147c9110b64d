#include "hal/local/transfer.h"

#include <algorithm>
#include <cstring>

#include "hal/local/perturbation.h"

namespace ireereplay::replay {

void fill(uint8_t* target, uint64_t length, uint64_t pattern) {
  if (pattern == (pattern & 0xFF) * 0x0101010101010101ull) {
    std::memset(target, static_cast<int>(pattern & 0xFF), length);
    return;
  }
  uint64_t at = 0;
  for (; at + 8 <= length; at += 8) std::memcpy(target + at, &pattern, 8);
  std::memcpy(target + at, &pattern, length - at);
}

Status execute_transfer(PlanOp op, const Transfer& transfer, uint64_t begin, uint64_t end,
                        const std::atomic<bool>& cancel) {
  for (uint64_t tile = begin; tile < end; ++tile) {
    if (cancel.load(std::memory_order_relaxed)) [[unlikely]]
      return Status(StatusCode::kCancelled, "the replay was cancelled");
    const uint64_t from = tile * kTransferTile, length = std::min(kTransferTile, transfer.length - from);
    switch (op) {
      case PlanOp::kFill:
        fill(transfer.target + from, length, transfer.pattern);
        break;
      case PlanOp::kReadFile:
        IR_RETURN_IF_ERROR(transfer.file->read(transfer.file_offset + from, {transfer.target + from, length}));
        if (transfer.pattern != 0) perturb({transfer.target + from, length}, transfer.pattern + tile);
        break;
      case PlanOp::kWriteFile:
        IR_RETURN_IF_ERROR(transfer.file->write(transfer.file_offset + from, {transfer.source + from, length}));
        break;
      default:
        std::memcpy(transfer.target + from, transfer.source + from, length);
        if (transfer.pattern != 0) [[unlikely]]
          perturb({transfer.target + from, length}, transfer.pattern + tile);
        break;
    }
  }
  return Status();
}

}  // namespace ireereplay::replay
