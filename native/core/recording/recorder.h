// Notes when a replay executes what: a trace for a TracedExecutor. The plan says beforehand what will be executed, so
// each thread has a place for each execution of a command, and a run only writes times: nothing is allocated, no thread
// waits for another, nothing can be dropped.
//
// The clock is read once a batch: what follows another batch on the same thread began where that ended. What the
// executor does between the two, a few nanoseconds, so belongs to the later. A thread that waits in between reads the
// clock when it goes on (resume).
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/clock.h"
#include "base/status.h"
#include "hal/local/execution_index.h"
#include "hal/local/plan.h"
#include "hal/local/run.h"
#include "hal/local/trace.h"
#include "hal/local/worker.h"

namespace ireereplay::replay {

/// What one thread, or all together, did of one execution of a command. Times are now_ns().
struct Share {
  uint64_t begin_ns = 0;  ///< Of the first batch.
  uint64_t end_ns = 0;    ///< Of the last.
  uint64_t busy_ns = 0;   ///< All batches.
  uint64_t tiles = 0;     ///< 0 where nothing was executed.

  void add(const Share& other);
};

class Recorder {
 public:
  /// Lays out the space. RESOURCE_EXHAUSTED when it takes more than a quarter of the machine's memory. `plan` must
  /// outlive the recorder.
  static Result<std::unique_ptr<Recorder>> create(const Plan& plan);
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;

  /// Before a run: nothing has been executed.
  void clear();

  const ExecutionIndex& executions() const { return executions_; }
  uint32_t thread_count() const { return static_cast<uint32_t>(threads_.size()); }
  /// While nothing runs: what thread `worker` did of an execution, and what all did.
  const Share& share(uint64_t execution, uint32_t worker) const { return threads_[worker].shares[execution]; }
  Share total(uint64_t execution) const;
  /// While nothing runs: what the kernels of each function took, in the order of executables and functions.
  std::vector<FunctionTime> function_times() const;

 private:
  friend struct RecordingTrace;
  struct alignas(64) Thread {
    uint64_t last_ns = 0;  ///< The latest reading of the clock.
    std::vector<Share> shares;
  };

  explicit Recorder(const Plan& plan) : plan_(plan), executions_(plan), threads_(plan.worker_count) {}

  const Plan& plan_;
  const ExecutionIndex executions_;
  std::vector<Thread> threads_;
};

struct RecordingTrace {
  Recorder* recorder;

  struct Mark {};
  void resume(const Worker& worker) const { recorder->threads_[worker.index].last_ns = now_ns(); }
  Mark begin(const Worker&) const { return {}; }
  void end(const Mark&, const Worker& worker, const Batch& batch) const {
    Recorder::Thread& thread = recorder->threads_[worker.index];
    Share& share = thread.shares[recorder->executions_.of(batch.command, batch.step)];
    const uint64_t begin = thread.last_ns, now = now_ns();
    thread.last_ns = now;
    if (share.tiles == 0) share.begin_ns = begin;
    share.end_ns = now;
    share.busy_ns += now - begin;
    share.tiles += batch.end - batch.begin;
  }
};

}  // namespace ireereplay::replay
