// Where a thread that executes a plan is. The executor updates it with single relaxed stores, cheap enough for every
// dispatch; progress and the crash report read it.
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
  /// The step that executes the current command buffer; nullptr outside of one.
  std::atomic<const Command*> step{nullptr};
  /// The plan that the commands belong to.
  std::atomic<const Plan*> plan{nullptr};
  /// The executable being loaded, while its own code runs to describe it.
  std::atomic<const ExecutableInfo*> loading{nullptr};
  /// What the kernel is given: its ids say which workgroup is running. Written and read by one thread, and by a signal
  /// handler on that thread.
  abi::WorkgroupState workgroup = {};
};

}  // namespace ireereplay::replay
