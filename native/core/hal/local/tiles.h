// A command as tiles that threads can share: workgroups of a dispatch, or pieces of a transfer.
#pragma once

#include <atomic>
#include <cstdint>

#include "base/clock.h"
#include "base/status.h"
#include "hal/local/call_workgroups.h"
#include "hal/local/plan.h"
#include "hal/local/trace.h"
#include "hal/local/transfer.h"
#include "hal/local/worker.h"

namespace ireereplay::replay {

/// One command of a level.
struct TileRange {
  const Command* command;
  const Command* step;       ///< Executes the command buffer it is in; nullptr outside of one.
  const Dispatch* dispatch;  ///< nullptr for a transfer.
  const abi::DispatchState* state;
  abi::DispatchState own_state;  ///< For a grid that was read from a buffer; `state` is nullptr then.
  uint64_t first;                ///< Tiles in the level before this one's.
  uint64_t count;
};

/// Runs pieces [begin, end) of a transfer on the calling thread, until `cancel` is set.
template <typename Trace>
Status run_transfer(const Command& command, const Command* step, uint64_t begin, uint64_t end, Worker& worker,
                    const std::atomic<bool>& cancel, const Trace& trace) {
  if (begin == end) return Status();
  const TracedBatch traced(trace, worker, {command, step, begin, end});
  const auto& transfer = *static_cast<const Transfer*>(command.what);
  const uint64_t start = command.op == PlanOp::kReadFile ? now_ns() : 0;
  Status status = execute_transfer(command.op, transfer, begin, end, cancel).at(command.record, kNoPlace);
  if (start != 0) worker.file_read_ns += now_ns() - start;
  return status;
}

/// Runs tiles [begin, end) of a range on the calling thread, until `cancel` is set.
template <typename Trace>
Status run_tiles(const TileRange& range, uint64_t begin, uint64_t end, Worker& worker, const std::atomic<bool>& cancel,
                 const Trace& trace) {
  worker.position.step.store(range.step, std::memory_order_relaxed);
  worker.position.command.store(range.command, std::memory_order_relaxed);
  if (range.dispatch == nullptr) return run_transfer(*range.command, range.step, begin, end, worker, cancel, trace);
  const abi::DispatchState& state = range.state != nullptr ? *range.state : range.own_state;
  return call_workgroups({*range.command, range.step, *range.dispatch, state}, begin, end, worker, cancel, trace);
}

}  // namespace ireereplay::replay
