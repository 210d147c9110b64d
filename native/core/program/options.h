// What a replay is asked to do.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "base/status.h"

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
  /// queue_write may write the files that the capture wrote. One that it imported for reading is never written.
  bool allow_file_writes = false;
  /// Each buffer ends at an unreadable page: an access past it is a crash that is named, not silent damage.
  bool guard_buffers = false;
  /// Runs say what each function took. That takes two readings of the clock for each dispatch: not for measuring.
  bool time_functions = false;
  /// Fill memory with this byte whenever a buffer is allocated.
  std::optional<uint8_t> poison;
  /// Stop before this record: its operation and all after it are not executed. kNoPlace runs all.
  uint64_t stop_before_record = kNoPlace;
  /// With stop_before_record at a queue_execute: execute it after all, up to its command of this record. So one can
  /// look at what a command of a command buffer finds.
  uint64_t stop_before_command = kNoPlace;
  /// Most bytes that the tables of what is replayed may take, whatever a capture says: a few kilobytes of it can stand
  /// for gigabytes of commands.
  uint64_t table_budget = 1ull << 30;
  /// The session is gone through command by command (Session::advance_to), and not run.
  bool step_by_step = false;
  /// Open external files and check identity and digest. Off, preflight touches no file but the capture and says so;
  /// prepare() always checks.
  bool check_files = true;
};

}  // namespace ireereplay::replay
