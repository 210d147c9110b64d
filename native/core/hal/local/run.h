// One run of a plan: its inputs and its results.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "base/status.h"

namespace ireereplay::replay {

/// A range that the recorded application mapped for reading.
struct OutputRange {
  uint64_t record = 0;  ///< The map_range record.
  uint64_t buffer = 0;  ///< Object id.
  uint64_t offset = 0;  ///< Bytes into the buffer.
  uint64_t length = 0;
};

/// Receives the results of a replay.
class OutputSink {
 public:
  virtual ~OutputSink() = default;
  /// `bytes` is what the range holds when it is mapped; valid during the call. Called in record order on the thread
  /// that called run(). A failure ends the run.
  virtual Status write(const OutputRange& range, Bytes bytes) = 0;
};

/// One run of a scope.
struct ScopeTime {
  std::string name;
  uint64_t begin_record = 0;
  uint64_t end_record = 0;
  uint32_t depth = 0;         ///< 0 is outermost.
  uint64_t duration_ns = 0;   ///< Wall time, all work inside completed.
  uint64_t file_read_ns = 0;  ///< All threads together, inside the scope.
  uint64_t begin_ns = 0;      ///< When it began: now_ns().
};

/// What the kernels of one function took.
struct FunctionTime {
  uint64_t executable = 0;  ///< Object id.
  uint32_t function = 0;    ///< Captured ordinal.
  uint64_t ns = 0;          ///< Of all threads together.
  std::string name = {};    ///< Empty where the capture does not name functions.
};

/// What a run did.
struct ReplayResult {
  uint64_t operations_executed = 0;
  /// Recorded as failed, and not executed, as in IREE.
  uint64_t operations_skipped = 0;
  uint64_t dispatches = 0;
  uint64_t workgroups = 0;
  uint64_t bytes_transferred = 0;  ///< Filled, updated, copied, read from files and written by the host.
  /// Edges added where memory was shared without a recorded path (the host had waited).
  uint64_t added_edges = 0;
  /// Waits taken as signaled by the host (assume_host_signals).
  uint64_t assumed_signals = 0;
  uint64_t prepare_ns = 0;
  uint64_t execute_ns = 0;
  uint64_t file_read_ns = 0;  ///< Total of all threads in file reads: part of the execution.
  uint64_t peak_bytes = 0;
  uint32_t worker_count = 1;
  std::vector<std::string> devices;
  std::vector<ScopeTime> scopes;     ///< In the order in which they ended.
  std::vector<OutputRange> outputs;  ///< In record order.
  /// With ReplayOptions::time_functions: those that ran.
  std::vector<FunctionTime> functions;
  /// With ReplayOptions::profile: its path, and the events in it.
  std::string profile;
  uint64_t profile_events = 0;
  /// How many samples it has and how they were taken: {"taken": n, "event": "clock", ...}, as the profile says it in
  /// JSON; empty without.
  std::string sampling;
  /// Device metrics that this machine does not give, where they were asked for.
  std::vector<std::string> absent_metrics;
};

/// How far a run is. Thread-safe to read at any time.
struct Progress {
  uint64_t record = 0;        ///< The record being executed.
  uint64_t record_count = 0;  ///< Records in the capture.
  std::string scope;          ///< Innermost scope; empty outside of all.
  std::string function;       ///< Function of the latest dispatch; empty before the first.
};

/// What is done before each further execution of a command that is timed several times without a pause: in its time.
class BetweenExecutions {
 public:
  virtual ~BetweenExecutions() = default;
  virtual void between() = 0;
};

/// What one run needs from its caller.
struct RunControl {
  OutputSink* outputs = nullptr;
  /// Setting it ends the run with CANCELLED before the next workgroup.
  const std::atomic<bool>* cancel = nullptr;
  /// The run ends with DEADLINE_EXCEEDED after this long; 0 is no limit. A kernel that has not returned half a second
  /// later never will: the process then writes a crash report with "signal":"TIMEOUT", if a descriptor for it has been
  /// installed, and exits with status 124.
  uint64_t timeout_ns = 0;
  /// A kernel that has not returned half a second after the run was cancelled is the end of the process likewise, with
  /// "signal":"CANCELLED": for runs of which something is kept then.
  bool is_ended_when_cancelled = false;
  BetweenExecutions* between = nullptr;
};

}  // namespace ireereplay::replay
