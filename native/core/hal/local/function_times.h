// What the kernels of each function take in a run, all threads together: a trace for a TracedExecutor.
#pragma once

#include <cstdint>
#include <vector>

#include "base/clock.h"
#include "hal/local/plan.h"
#include "hal/local/run.h"
#include "hal/local/trace.h"
#include "hal/local/worker.h"

namespace ireereplay::replay {

/// Sums by dispatch, kept apart for each thread so that none waits for another. Two readings of the clock a batch.
class FunctionTimes {
 public:
  explicit FunctionTimes(const Plan& plan) : plan_(plan), threads_(plan.worker_count) { clear(); }

  void clear();
  /// Called by the thread that is `worker`, and by it alone.
  void add(const Worker& worker, const Batch& batch, uint64_t ns);
  /// While nothing runs: those that ran, in the order of executables and functions.
  std::vector<FunctionTime> collect() const;

 private:
  const Plan& plan_;
  /// Nanoseconds of each dispatch of the plan, on each thread.
  std::vector<std::vector<uint64_t>> threads_;
};

struct FunctionTrace {
  FunctionTimes* times;

  struct Mark {
    uint64_t begin;
  };
  void resume(const Worker&) const {}
  Mark begin(const Worker&) const { return {now_ns()}; }
  void end(const Mark& mark, const Worker& worker, const Batch& batch) const {
    times->add(worker, batch, now_ns() - mark.begin);
  }
};

}  // namespace ireereplay::replay
