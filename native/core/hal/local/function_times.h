// What the kernels of each function take in a run, all threads together: a trace for a TracedExecutor.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "hal/local/plan.h"
#include "hal/local/run.h"
#include "hal/local/trace.h"
#include "hal/local/worker.h"

namespace ireereplay::replay {

/// Nanoseconds by the place of an executable in its program and the ordinal of a function.
using FunctionSums = std::map<std::pair<uint32_t, uint32_t>, uint64_t>;

/// The sums with what they are of, in their order.
std::vector<FunctionTime> list_times(const Program& program, const FunctionSums& sums);

/// Sums by dispatch, kept apart for each thread so that none waits for another. One reading of the clock a batch: it
/// begins when the one before it on its thread has ended.
class FunctionTimes {
 public:
  explicit FunctionTimes(const Plan& plan) : plan_(plan), threads_(plan.worker_count) { clear(); }

  void clear();
  /// Called by the thread that is `worker`, and by it alone: it begins now, or goes on after it has waited.
  void resume(const Worker& worker) { threads_[worker.index].last_ns = now_ns(); }
  /// The same thread has done a batch.
  void add(const Worker& worker, const Batch& batch) {
    Thread& thread = threads_[worker.index];
    const uint64_t begin = thread.last_ns;
    thread.last_ns = now_ns();
    if (const Dispatch* dispatch = plan_.dispatch_of(batch.command))
      thread.ns[static_cast<size_t>(dispatch - plan_.dispatches.data())] += thread.last_ns - begin;
  }
  /// While nothing runs: those that ran, in the order of executables and functions.
  std::vector<FunctionTime> collect() const;

 private:
  struct alignas(64) Thread {
    uint64_t last_ns = 0;      ///< The latest reading of the clock.
    std::vector<uint64_t> ns;  ///< Of each dispatch of the plan.
  };

  const Plan& plan_;
  std::vector<Thread> threads_;
};

struct FunctionTrace {
  FunctionTimes* times;

  struct Mark {};
  void resume(const Worker& worker) const { times->resume(worker); }
  Mark begin(const Worker&) const { return {}; }
  void tile(const Worker&, const Command&, const Command*, uint64_t) const {}
  void end(const Mark&, const Worker& worker, const Batch& batch) const { times->add(worker, batch); }
};

}  // namespace ireereplay::replay
