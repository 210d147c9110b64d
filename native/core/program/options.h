// What a replay is asked to do.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "base/status.h"
#include "program/perf_request.h"
#include "program/profile_request.h"

namespace ireereplay::replay {

/// --replay_file_remap: a captured path that begins with `captured_prefix` is looked up with `replay_prefix` instead.
/// The longest matching prefix wins, as in IREE.
struct FileRemap {
  std::string captured_prefix;
  std::string replay_prefix;
};

/// --replay_executable_substitution: run `data` instead of the selected captured executables: all, those with a
/// function whose name matches a pattern (substitution.h), or one.
struct ExecutableSubstitution {
  bool match_all = false;
  std::string function_pattern;
  uint64_t executable_id = 0;  ///< When neither of the above applies.
  /// Format of `data` ("system-elf-x86_64"); empty infers it from the bytes.
  std::string format;
  std::vector<uint8_t> data;
  /// Where the bytes come from, for messages.
  std::string source;
};

/// --replay_workgroup_count: the grid for direct dispatches of a function, instead of the recorded one.
struct WorkgroupCountOverride {
  std::string function_pattern;
  uint32_t count[3] = {};
};

/// What a replay is asked to do. Plain data: filled on one thread and read on another.
struct ReplayOptions {
  /// One URI for each captured device, in the order in which the capture names them: "local-sync", "local-task". Empty
  /// means local-sync for each.
  std::vector<std::string> devices;
  std::vector<FileRemap> file_remaps;
  std::vector<ExecutableSubstitution> substitutions;
  std::vector<WorkgroupCountOverride> workgroup_counts;
  /// Threads of local-task, including the calling one; 0 is one per processor that this process may use.
  uint32_t task_worker_count = 0;
  /// Work that would take one local-task thread longer than this is shared with threads that are awake; ten times as
  /// much wakes those that sleep. 0 shares everything, which only tests want.
  uint32_t task_share_after_ns = 2000;
  /// Waits that nothing in the stream signals count as signaled by the host, as they were when recorded.
  bool assume_host_signals = false;
  /// queue_write may write the files that the capture wrote. One imported for reading is never written.
  bool allow_file_writes = false;
  /// Each buffer ends at an unreadable page: an access past it is a reported crash, not silent damage.
  bool guard_buffers = false;
  /// Runs say what each function took. That takes two readings of the clock for each dispatch: not for measuring.
  bool time_functions = false;
  /// Record a profile of each run.
  std::optional<ProfileRequest> profile;
  /// Name what is loaded for Linux's perf.
  std::optional<PerfRequest> perf;
  /// Fill memory with this byte whenever a buffer is allocated.
  std::optional<uint8_t> poison;
  /// Buffers lie elsewhere, and memory between them and memory that nothing wrote hold other bytes: which follows from
  /// this seed, not from `poison`. Guarded buffers stay where they are.
  std::optional<uint32_t> placement;
  /// The host writes, and files give, other inputs than the recorded ones: which follows from this seed
  /// (hal/local/perturbation.h). Files on disk stay as they are.
  std::optional<uint32_t> perturbation;
  /// Stop before this record: neither it nor anything after it is executed. kNoPlace runs all.
  uint64_t stop_before_record = kNoPlace;
  /// With stop_before_record at a queue_execute: execute it after all, up to its command of this record. This shows
  /// what a command in a command buffer starts from.
  uint64_t stop_before_command = kNoPlace;
  /// Most bytes that the tables of what is replayed may take: a few kilobytes of a capture can stand for gigabytes of
  /// commands.
  uint64_t table_budget = 1ull << 30;
  /// The session is stepped through (Session::advance_to) instead of run.
  bool step_by_step = false;
  /// Only to be decoded: an engine whose devices run other code than ours executes it.
  bool for_other_engine = false;
  /// Open external files and check identity and digest. If off, preflight touches only the capture and says so;
  /// prepare() always checks.
  bool check_files = true;
};

}  // namespace ireereplay::replay
