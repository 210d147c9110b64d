// Finding the command of a record in a program, and the options that replay up to it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "hal/local/plan.h"

namespace ireereplay::replay {

/// A command that is executed, and where.
struct FoundCommand {
  std::shared_ptr<const Plan> plan;  ///< Keeps `program`.
  const Program* program = nullptr;  ///< The whole capture's.
  CommandInfo command;
  uint64_t via = kNoPlace;           ///< The queue_execute, of a command of a command buffer.
  uint64_t next_command = kNoPlace;  ///< The record of the command after it in the same execution.
  std::string function;              ///< Of a dispatch.

  /// Replays all that comes before it.
  ReplayOptions stop_before(const ReplayOptions& options) const;
  /// Replays all that comes before it, and it.
  ReplayOptions stop_behind(const ReplayOptions& options) const;
};

/// The first command of `record` that is executed, or the one executed by `via`. The first error of preflight when it
/// has one; NOT_FOUND when there is no such command.
Result<FoundCommand> find_command(const std::string& path, const ReplayOptions& options, uint64_t record, uint64_t via,
                                  const std::atomic<bool>* cancel = nullptr);

}  // namespace ireereplay::replay
