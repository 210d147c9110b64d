// Walks a plan. One executor runs one plan at a time, as often as needed.
#pragma once

#include <atomic>
#include <memory>
#include <vector>

#include "base/status.h"
#include "hal/local/plan.h"
#include "hal/local/position.h"
#include "hal/local/run.h"
#include "hal/local/scope_times.h"
#include "hal/local/task_pool.h"
#include "hal/local/trace.h"
#include "hal/local/worker.h"

namespace ireereplay::replay {

/// An executor that reports its work to `Trace` (trace.h). Defined in executor_walk.h, for those who make one with
/// another trace.
template <typename Trace>
class TracedExecutor {
 public:
  explicit TracedExecutor(const Plan& plan, Trace trace = {});
  TracedExecutor(const TracedExecutor&) = delete;
  TracedExecutor& operator=(const TracedExecutor&) = delete;

  /// Executes every step once, on the calling thread and the workers.
  Status run(const RunControl& control, ReplayResult* result);

  /// A step of the plan, and a command of the command buffer that it executes.
  struct Place {
    size_t step = 0;
    uint32_t command = 0;
  };
  /// Executes everything between two places as a run would. Scopes are not timed, and nothing is read back.
  Status run_part(const Place& from, const Place& to, const RunControl& control);

  /// Executes one command of the plan, of the command buffer that `step` executes or a step itself (nullptr), as a run
  /// would, `count` times without a pause, and gives the nanoseconds of one. Not one that a run is needed for: an
  /// output, a scope.
  Result<double> time_command(const Command& command, const Command* step, uint64_t count, const RunControl& control);

  /// Where the run is stuck: a worker that is in a kernel, or else the thread that called run().
  const Position& stuck_position() const;
  /// Whether kernels have left a thread's floating-point control another than it was. Not while something is executed.
  bool changed_float_control() const;
  /// Makes what workgroups find in local memory, on the stack and in registers something else. On the thread that runs
  /// the plan, not while something is executed.
  void disturb_scratch(Chance* chance);
  /// The step that the thread in run() is at; from any thread.
  const Position& position() const { return main_.position; }
  /// Index into the program's scopes of the innermost open one, or kNoIndex.
  uint32_t scope() const { return scopes_.innermost(); }

 private:
  /// What `work` returns, or DEADLINE_EXCEEDED; it polls cancel_.
  template <typename Work>
  Status watched(const RunControl& control, const Work& work);
  Status run_steps(const Command* at, const Command* end);
  /// The one loop over commands: `step` executes the command buffer they are in; nullptr for steps themselves.
  Status run_commands(const Command* at, const Command* end, const Command* step);
  Status run_alone(const Command& command, const Command* step);
  Status run_level(const Command* begin, const Command* end, const Command* step);
  Status run_instance(const Command& step);
  Status run_here(const Command& command, const Command* step);
  Status add_range(const Command& command, const Command* step);
  Status run_ranges() { return pool_->run(ranges_, main_, *cancel_); }
  Status give_output(const Command& step);
  uint64_t file_read_ns() const { return main_.file_read_ns + (pool_ != nullptr ? pool_->file_read_ns() : 0); }
  bool cancelled() const { return cancel_->load(std::memory_order_relaxed); }

  const Plan& plan_;
  [[no_unique_address]] const Trace trace_;
  Worker main_;
  std::unique_ptr<TaskPool<Trace>> pool_;
  ScopeTimes scopes_;
  std::vector<TileRange> ranges_;  // For the level being run.
  struct Cursor {
    const Command* step;
    const Command* at;
    const Command* end;
  };
  std::vector<Cursor> cursors_;  // Command buffers that run side by side.
  uint64_t indirect_workgroups_ = 0;
  // The run's.
  const std::atomic<bool>* cancel_ = nullptr;
  OutputSink* outputs_ = nullptr;
  ReplayResult* result_ = nullptr;
};

using Executor = TracedExecutor<NoTrace>;
extern template class TracedExecutor<NoTrace>;

}  // namespace ireereplay::replay
