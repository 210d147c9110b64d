// Walks a plan. One executor runs one plan at a time; it may run it again and again.
#pragma once

#include <atomic>
#include <memory>
#include <vector>

#include "base/status.h"
#include "replay/plan.h"
#include "replay/position.h"
#include "replay/replay.h"
#include "replay/task_pool.h"

namespace ireereplay::replay {

class Executor {
 public:
  explicit Executor(const Plan& plan);
  ~Executor();
  Executor(const Executor&) = delete;
  Executor& operator=(const Executor&) = delete;

  /// Executes every step once, on the calling thread and the workers.
  Status run(const RunControl& control, ReplayResult* result);

  /// Executes one command of the plan, of the command buffer that `step` executes or a step itself (nullptr), as a run
  /// would, and gives its nanoseconds.
  Result<double> time_command(const Command& command, const Command* step, const std::atomic<bool>* cancel);

  /// Where the run is stuck: a worker that is in a kernel, or else the thread that called run().
  const Position& stuck_position() const;
  /// Of the thread that called run(): the step it is at, from any thread.
  const Position& position() const { return main_.position; }
  /// Index into the program's scopes of the innermost open one; kNoIndex outside of all.
  uint32_t scope() const { return scope_.load(std::memory_order_relaxed); }

 private:
  // executor.cc: one step after the other.
  Status run_watched(const RunControl& control, ReplayResult* result);
  Status run_steps(const RunControl& control, ReplayResult* result);
  Status run_step(const Command& step, const RunControl& control, ReplayResult* result);
  Status run_instance(const Command& step);
  Status run_command(const Command& command, Worker& worker);
  Status call_grid(const Command& command, const Dispatch& dispatch, const abi::DispatchState& state, Worker& worker);
  Status call_indirect(const Command& command, Worker& worker);
  /// The state of an indirect dispatch, with the grid that its buffer holds now.
  Status read_count(const Command& command, abi::DispatchState* state);
  // executor_task.cc: one level after the other.
  Status run_levels(const RunControl& control, ReplayResult* result);
  Status run_level(const Command* begin, const Command* end, const RunControl& control, ReplayResult* result);
  Status run_task_instance(const Command& step);
  Status add_range(const Command& command, const Command* step);
  Status run_ranges();
  void begin_scope(const Command& step);
  void end_scope(const Command& step, ReplayResult* result);
  uint64_t file_read_ns() const { return main_.file_read_ns + (pool_ != nullptr ? pool_->file_read_ns() : 0); }
  bool cancelled() const { return cancel_->load(std::memory_order_relaxed); }

  const Plan& plan_;
  Worker main_;
  std::unique_ptr<TaskPool> pool_;
  std::vector<TileRange> ranges_;  // Of the level that is being run.
  struct Cursor {
    const Command* step;
    const Command* at;
    const Command* end;
  };
  std::vector<Cursor> cursors_;  // Command buffers that run side by side.
  const std::atomic<bool>* cancel_ = nullptr;
  std::atomic<uint32_t> scope_{kNoIndex};
  uint64_t indirect_workgroups_ = 0;
  struct OpenScope {
    const ScopeInfo* scope;
    uint64_t begin_ns;
    uint64_t begin_file_read_ns;
  };
  std::vector<OpenScope> open_scopes_;
};

}  // namespace ireereplay::replay
