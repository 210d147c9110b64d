// The one place where kernels are called.
#pragma once

#include <atomic>
#include <cstdint>

#include "base/status.h"
#include "hal/local/plan.h"
#include "hal/local/trace.h"
#include "hal/local/worker.h"

namespace ireereplay::replay {

/// Calls a dispatch's function for one workgroup and returns its result: 0 unless the device is lost.
inline int call_workgroup(const Dispatch& dispatch, const abi::DispatchState& state,
                          const abi::WorkgroupState& workgroup) {
  return dispatch.call(dispatch.environment, &state, &workgroup);
}

/// The status of a run whose kernel returned a nonzero `result`, and of one cancelled at `command`.
Status kernel_failed(const Command& command, int result);
Status was_cancelled(const Command& command);

inline uint64_t workgroup_count(const abi::DispatchState& state) {
  return uint64_t{state.workgroup_count_x} * state.workgroup_count_y * state.workgroup_count_z;
}

/// Which dispatch of which command, and its state: its own, or an indirect one's.
struct GridCall {
  const Command& command;
  const Command* step;
  const Dispatch& dispatch;
  const abi::DispatchState& state;
};

/// Calls workgroups [begin, end) of a grid, x first, on the calling thread, until `cancel` is set. The worker's
/// workgroup ids are 0, 0, 0 before and after.
template <typename Trace>
Status call_workgroups(const GridCall& grid, uint64_t begin, uint64_t end, Worker& worker,
                       const std::atomic<bool>& cancel, const Trace& trace) {
  if (begin == end) return Status();
  abi::WorkgroupState& workgroup = worker.position.workgroup;
  struct ToOrigin {
    abi::WorkgroupState& workgroup;
    ~ToOrigin() {
      workgroup.id_x = workgroup.id_y = 0;
      workgroup.id_z = 0;
    }
  } const to_origin{workgroup};
  const TracedBatch traced(trace, worker, {grid.command, grid.step, begin, end});
  const uint32_t size_x = grid.state.workgroup_count_x, size_y = grid.state.workgroup_count_y;
  uint32_t x = 0, y = 0;
  if (begin != 0) {
    x = static_cast<uint32_t>(begin % size_x);
    y = static_cast<uint32_t>(begin / size_x % size_y);
    workgroup.id_y = y;
    workgroup.id_z = static_cast<uint16_t>(begin / size_x / size_y);
  }
  for (uint64_t tile = begin; tile < end; ++tile) {
    workgroup.id_x = x;
    if (cancel.load(std::memory_order_relaxed)) [[unlikely]]
      return was_cancelled(grid.command);
    if (const int code = call_workgroup(grid.dispatch, grid.state, workgroup); code != 0) [[unlikely]]
      return kernel_failed(grid.command, code);
    trace.tile(worker, grid.command, grid.step, tile);
    if (++x < size_x) continue;
    x = 0;
    if (++y == size_y) {
      y = 0;
      ++workgroup.id_z;
    }
    workgroup.id_y = y;
  }
  return Status();
}

/// The same for a dispatch of one workgroup that cannot be cancelled: returns its function's result.
template <typename Trace>
int call_once(const Command& command, const Command* step, const Worker& worker, const Trace& trace) {
  const auto& dispatch = *static_cast<const Dispatch*>(command.what);
  const TracedBatch traced(trace, worker, {command, step, 0, 1});
  return call_workgroup(dispatch, dispatch.state, worker.position.workgroup);
}

}  // namespace ireereplay::replay
