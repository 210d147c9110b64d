// Where a thread that executes a plan is. The executor stores into it with single relaxed stores, cheap enough to do
// for every dispatch; progress and the crash report read it.
#pragma once

#include <atomic>
#include <cstdint>

#include "executable/library_abi.h"

namespace ireereplay::replay {

struct Command;
struct ExecutableInfo;
struct Plan;

struct alignas(64) Position {
  /// The command being executed; nullptr between runs.
  std::atomic<const Command*> command{nullptr};
  /// The step that executes the command buffer it is in; nullptr outside of one.
  std::atomic<const Command*> step{nullptr};
  /// The plan that the commands are of.
  std::atomic<const Plan*> plan{nullptr};
  /// The executable being loaded, whose own code is asked for its description.
  std::atomic<const ExecutableInfo*> loading{nullptr};
  /// What the kernel is given: its ids say which workgroup is running. Written and read by one thread, and by a signal
  /// handler on that thread.
  abi::WorkgroupState workgroup = {};
};

/// The position of the calling thread, for the crash report; nullptr takes it back.
void set_thread_position(const Position* position);
const Position* thread_position();

/// Gives the calling thread a stack for signal handlers, so that an overflow of its own can be reported; it is kept
/// until the thread ends.
void prepare_thread_for_crash_report();

}  // namespace ireereplay::replay
