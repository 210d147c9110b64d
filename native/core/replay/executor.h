// Walks a plan. One executor runs one plan at a time; it may run it again and again.
#pragma once

#include <atomic>
#include <memory>
#include <vector>

#include "base/status.h"
#include "replay/plan.h"
#include "replay/position.h"
#include "replay/replay.h"

namespace ireereplay::replay {

/// A thread's part of an executor.
struct Worker {
  Position position;
  std::unique_ptr<uint8_t[]> local_memory;
};

class Executor {
 public:
  explicit Executor(const Plan& plan);
  ~Executor();
  Executor(const Executor&) = delete;
  Executor& operator=(const Executor&) = delete;

  /// Executes every step once, on the calling thread and the workers.
  Status run(const RunControl& control, ReplayResult* result);

  /// Of the thread that called run(): the step it is at, from any thread.
  const Position& position() const { return main_.position; }
  /// Index into the program's scopes of the innermost open one; kNoIndex outside of all.
  uint32_t scope() const { return scope_.load(std::memory_order_relaxed); }

 private:
  Status run_steps(const RunControl& control, ReplayResult* result);
  Status run_step(const Command& step, const RunControl& control, ReplayResult* result);
  Status run_instance(const Command& step);
  Status run_command(const Command& command, Worker& worker);
  Status call_grid(const Command& command, const Dispatch& dispatch, const abi::DispatchState& state, Worker& worker);
  Status call_indirect(const Command& command, Worker& worker);
  void begin_scope(const Command& step);
  void end_scope(const Command& step, ReplayResult* result);
  bool cancelled() const { return cancel_->load(std::memory_order_relaxed); }

  const Plan& plan_;
  Worker main_;
  const std::atomic<bool>* cancel_ = nullptr;
  std::atomic<uint32_t> scope_{kNoIndex};
  std::atomic<uint64_t> indirect_workgroups_{0};
  struct OpenScope {
    const ScopeInfo* scope;
    uint64_t begin_ns;
  };
  std::vector<OpenScope> open_scopes_;
};

}  // namespace ireereplay::replay
