// Replaying a capture on this machine's processor: preflight says whether it can be done, a session prepares it once
// and runs it as often as one likes.
//
//   auto report = replay::preflight(path, options);               // executes nothing that is in the capture
//   auto session = replay::Session::prepare(path, options);       // loads its executables: engine process only
//   auto result = (*session)->run({.outputs = &sink, .cancel = &flag});
//
// A captured executable is native code from a file: prepare() and run() belong in a process that may die.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "base/status.h"
#include "replay/problem.h"

namespace ireereplay::replay {

/// --replay_file_remap: a captured path that begins with `captured_prefix` is looked up with `replay_prefix` in its
/// place. The longest prefix that fits wins, as in IREE.
struct FileRemap {
  std::string captured_prefix;
  std::string replay_prefix;
};

/// --replay_executable_substitution: run `data` in place of the captured executables that are meant: all, or those with
/// a function whose name matches a pattern (substitution.h), or one.
struct ExecutableSubstitution {
  bool match_all = false;
  std::string function_pattern;
  uint64_t executable_id = 0;  ///< Where neither of the above says more.
  /// Format of `data` ("system-elf-x86_64"); empty infers it from the bytes.
  std::string format;
  std::vector<uint8_t> data;
  /// Where the bytes are from, for messages.
  std::string source;
};

/// --replay_workgroup_count: the grid that direct dispatches of a function get, in place of the recorded one.
struct WorkgroupCountOverride {
  std::string function_pattern;
  uint32_t count[3] = {};
};

/// What a replay is asked to do. Plain data: it is filled on one thread and read on another.
struct ReplayOptions {
  /// One URI for each captured device, in the order in which the capture names them: "local-sync", "local-task".
  /// Empty takes local-sync for each.
  std::vector<std::string> devices;
  std::vector<FileRemap> file_remaps;
  std::vector<ExecutableSubstitution> substitutions;
  std::vector<WorkgroupCountOverride> workgroup_counts;
  /// Threads of local-task, the calling one included; 0 is one for each processor this process may use.
  uint32_t task_worker_count = 0;
  /// Work that would take a thread of local-task longer than this alone is shared with threads that are awake; ten
  /// times as long wakes those that sleep. 0 shares everything, which only tests want.
  uint32_t task_share_after_ns = 2000;
  /// Waits that nothing in the stream signals count as signaled by the host, as they had been when recorded.
  bool assume_host_signals = false;
  /// queue_write may write the files that the capture wrote.
  bool allow_file_writes = false;
  /// Each buffer ends at an unreadable page: an access past it is a crash that is named, not silent damage.
  bool guard_buffers = false;
  /// Fill memory with this byte whenever a buffer is allocated.
  std::optional<uint8_t> poison;
  /// Stop before this record: its operation and all after it are not executed. kNoPlace runs all.
  uint64_t stop_before_record = kNoPlace;
  /// With stop_before_record at a queue_execute: execute it after all, up to its command of this record. So one can
  /// look at what a command of a command buffer finds.
  uint64_t stop_before_command = kNoPlace;
  /// Open external files and check identity and digest. Off, preflight leaves files alone; prepare() always checks.
  bool check_files = true;
};

/// Reads the capture and says everything that would keep it from replaying, or that the user should know. Never
/// executes or maps code from the capture. A file that cannot be read is one of the problems, not a failure.
PreflightReport preflight(const std::string& path, const ReplayOptions& options,
                          const std::atomic<bool>* cancel = nullptr);

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
  /// `bytes` is what the range holds at the moment of the map; valid during the call. Called in record order on the
  /// thread that called run(). A failure ends the run with it.
  virtual Status write(const OutputRange& range, Bytes bytes) = 0;
};

/// One run of a scope.
struct ScopeTime {
  std::string name;
  uint64_t begin_record = 0;
  uint64_t end_record = 0;
  uint32_t depth = 0;         ///< 0 is outermost.
  uint64_t duration_ns = 0;   ///< Wall time, all work issued inside completed.
  uint64_t file_read_ns = 0;  ///< Of all threads together, inside of the scope.
};

/// What a run did.
struct ReplayResult {
  uint64_t operations_executed = 0;
  /// Recorded with a failure, and not executed, as IREE does.
  uint64_t operations_skipped = 0;
  uint64_t dispatches = 0;
  uint64_t workgroups = 0;
  uint64_t bytes_transferred = 0;  ///< Filled, updated, copied, read from files and written by the host.
  /// Orderings added where memory was shared without a recorded path (the host had waited).
  uint64_t added_edges = 0;
  /// Waits that were taken as signaled by the host (assume_host_signals).
  uint64_t assumed_signals = 0;
  uint64_t prepare_ns = 0;
  uint64_t execute_ns = 0;
  uint64_t file_read_ns = 0;  ///< What threads spent in file reads, all together: part of the execution.
  uint64_t peak_bytes = 0;
  uint32_t worker_count = 1;
  std::vector<std::string> devices;
  std::vector<ScopeTime> scopes;     ///< In the order in which they ended.
  std::vector<OutputRange> outputs;  ///< In record order.
};

/// Where a run is. Read from any thread at any time.
struct Progress {
  uint64_t record = 0;        ///< The record being executed.
  uint64_t record_count = 0;  ///< Records in the capture.
  std::string scope;          ///< Innermost scope; empty outside of all.
  std::string function;       ///< Function of the latest dispatch; empty before the first.
};

/// What one run needs from its caller.
struct RunControl {
  OutputSink* outputs = nullptr;
  /// Setting it ends the run with CANCELLED before its next workgroup.
  const std::atomic<bool>* cancel = nullptr;
  /// The run ends with DEADLINE_EXCEEDED after so long; 0 lets it take its time. A kernel that does not return within
  /// half a second more never will: the process then writes a crash report with "signal":"TIMEOUT", if a descriptor
  /// for it has been installed, and exits with status 124.
  uint64_t timeout_ns = 0;
};

/// A capture ready to be replayed: executables loaded, memory laid out, commands lowered.
class Session {
 public:
  /// Preflights, and when nothing stands against it, prepares. On failure the status is that of the first error;
  /// `report`, when given, is filled in either case.
  static Result<std::unique_ptr<Session>> prepare(const std::string& path, const ReplayOptions& options,
                                                  PreflightReport* report = nullptr,
                                                  const std::atomic<bool>* cancel = nullptr);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  /// Executes every recorded operation once, host writes and file reads included. May be called again after it
  /// returned, also after a failure; not from two threads at once.
  Result<ReplayResult> run(const RunControl& control = {});

  /// The same into a result that may be used again, so that repeating allocates next to nothing.
  Status run_again(const RunControl& control, ReplayResult* result);

  /// Executes the command of `record` alone, on what its buffers hold now, and gives the nanoseconds it took. The
  /// session has to have stopped just behind it.
  Result<double> time_command(uint64_t record, const std::atomic<bool>* cancel);

  /// Nanoseconds that the kernels take when they are called in a bare loop on this thread and nothing else is done: the
  /// floor below every run on one thread. 0 when a kernel fails. Not while a run goes on; buffers hold nothing of
  /// meaning afterwards.
  uint64_t time_kernels();

  /// Safe from any thread while the session lives.
  Progress progress() const;

  const PreflightReport& report() const;

  /// What a buffer holds now (after a run, or after a run that stopped before a record). NOT_FOUND for an id that is
  /// no buffer, FAILED_PRECONDITION when its memory was given to another buffer since.
  Result<std::vector<uint8_t>> read_buffer(uint64_t buffer_id, uint64_t offset, uint64_t length) const;

  /// Replaces bytes of a buffer. Fails as read_buffer does.
  Status write_buffer(uint64_t buffer_id, uint64_t offset, Bytes bytes);

 private:
  class State;
  explicit Session(std::unique_ptr<State> state);
  /// Where a range of a buffer is.
  Result<uint8_t*> find_buffer(uint64_t buffer_id, uint64_t offset, uint64_t length) const;
  std::unique_ptr<State> state_;
};

}  // namespace ireereplay::replay
