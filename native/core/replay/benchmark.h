// Measuring a session, and one dispatch of it.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "replay/inspection.h"
#include "replay/replay.h"

namespace ireereplay::replay {

/// When to stop: after so many iterations, or before, once they took so long together.
struct MeasureLimits {
  uint64_t iterations = 1;
  uint64_t total_ns = ~0ull;
  /// Walks through memory beyond every cache before each iteration, outside of its time.
  bool cold_caches = false;
};

/// Times of the iterations of a session, in order.
struct Measurement {
  struct Scope {
    std::string name;
    uint64_t begin_record = 0;
  };
  std::vector<double> times;        ///< Nanoseconds of each iteration.
  std::vector<Scope> scopes;        ///< Every occurrence of a scope in an iteration, as it ends.
  std::vector<double> scope_times;  ///< Of each iteration those of `scopes`, one iteration behind the other.
  /// Nanoseconds that threads spent in file reads, all together, in the same order as `times` and `scope_times`. Of a
  /// dispatch none.
  std::vector<double> file_read_times;
  std::vector<double> scope_file_read_times;
  double cpu_ns = 0;   ///< Processor time of the whole process over all iterations.
  double wall_ns = 0;  ///< From begin to end: more than the sum of `times` by what the loop takes.
};

/// Runs `session` again and again. CANCELLED ends it early; then what had been measured is in `measurement`, too.
Status measure(Session& session, const MeasureLimits& limits, const std::atomic<bool>* cancel,
               Measurement* measurement);

/// What two readings of the clock one behind the other take, in nanoseconds: the median of many.
double clock_overhead_ns();

/// One dispatch of a capture, ready to be executed alone on the inputs that it had.
class DispatchBenchmark {
 public:
  /// As inspect(), of a dispatch.
  static Result<std::unique_ptr<DispatchBenchmark>> prepare(const std::string& path, const ReplayOptions& options,
                                                            uint64_t record, uint64_t via,
                                                            const std::atomic<bool>* cancel = nullptr);
  /// Executes it; before each time its buffers are made what they had been, outside of the time.
  Status measure(const MeasureLimits& limits, const std::atomic<bool>* cancel, Measurement* measurement);

  const Inspection& inspection() const { return inspection_; }

 private:
  DispatchBenchmark() = default;

  Inspection inspection_;
  std::unique_ptr<Session> session_;
};

}  // namespace ireereplay::replay
