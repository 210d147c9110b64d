// Notes when a replay executes what: a trace for a TracedExecutor. The plan says beforehand what will be executed, so
// each thread has a place for each execution of a command, and a run only writes times: nothing is allocated, no thread
// waits for another, nothing can be dropped.
//
// The clock is read once a batch: what follows another batch on the same thread began where that ended. What the
// executor does between the two, a few nanoseconds, so belongs to the later. A thread that waits in between reads the
// clock when it goes on (resume).
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
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

/// Tiles [begin, end) of an execution that a thread did one after another.
struct TileRun {
  uint64_t execution = 0;
  uint64_t begin = 0;
  uint64_t end = 0;
};

class Recorder {
 public:
  /// Lays out the space. RESOURCE_EXHAUSTED when it takes more than a quarter of the machine's memory. Of tile runs
  /// each thread keeps `most_runs` at most, and no more than a sixteenth of the memory holds. `plan` must outlive the
  /// recorder.
  static Result<std::unique_ptr<Recorder>> create(const Plan& plan, uint64_t most_runs = ~0ull);
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;

  /// Before a run: nothing has been executed.
  void clear();

  const ExecutionIndex& executions() const { return executions_; }
  uint32_t thread_count() const { return static_cast<uint32_t>(threads_.size()); }
  /// While nothing runs: what thread `worker` did of an execution, and what all did.
  const Share& share(uint64_t execution, uint32_t worker) const { return threads_[worker].shares[execution]; }
  Share total(uint64_t execution) const;
  /// While nothing runs: which tiles thread `worker` did, in the order in which it did them, without those that it
  /// began an execution with: what its share has beyond these runs are tiles from 0 on.
  std::span<const TileRun> later_runs(uint32_t worker) const { return threads_[worker].runs; }
  /// Whether there was room for all runs of a share.
  bool has_all_runs(const Share& share, uint32_t worker) const { return share.end_ns <= threads_[worker].full_ns; }
  /// While nothing runs: what the kernels of each function took, in the order of executables and functions.
  std::vector<FunctionTime> function_times() const;

 private:
  friend struct RecordingTrace;
  struct alignas(64) Thread {
    uint64_t last_ns = 0;  ///< The latest reading of the clock.
    std::vector<Share> shares;
    std::vector<TileRun> runs;  ///< As long as its capacity, at most.
    uint64_t full_ns = ~0ull;   ///< When there was no room for one more.

    void note(uint64_t execution, const Batch& batch, uint64_t begin_ns) {
      if (!runs.empty() && runs.back().execution == execution && runs.back().end == batch.begin) {
        runs.back().end = batch.end;
      } else if (runs.size() < runs.capacity()) {
        runs.push_back({execution, batch.begin, batch.end});
      } else {
        full_ns = std::min(full_ns, begin_ns);
      }
    }
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
  void tile(const Worker&, const Command&, const Command*, uint64_t) const {}
  void end(const Mark&, const Worker& worker, const Batch& batch) const {
    Recorder::Thread& thread = recorder->threads_[worker.index];
    const uint64_t execution = recorder->executions_.of(batch.command, batch.step);
    Share& share = thread.shares[execution];
    const uint64_t begin = thread.last_ns, now = now_ns();
    thread.last_ns = now;
    if (share.tiles == 0) share.begin_ns = begin;
    share.end_ns = now;
    share.busy_ns += now - begin;
    // Each thread claims tiles in ascending order: as many as it did before are those before this one only if it did
    // all.
    if (batch.begin != share.tiles) [[unlikely]]
      thread.note(execution, batch, begin);
    share.tiles += batch.end - batch.begin;
  }
};

}  // namespace ireereplay::replay
