// Finds the command of a record in a program, and the options that replay up to it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "hal/local/plan.h"

namespace ireereplay::replay {

/// A command that is executed, and where.
struct FoundCommand {
  std::shared_ptr<const Plan> plan;  ///< Owns `program`.
  const Program* program = nullptr;  ///< Of the whole capture, or of what is before `end`.
  CommandInfo command;
  uint64_t via = kNoPlace;           ///< The queue_execute, for a command in a command buffer.
  uint64_t next_command = kNoPlace;  ///< The record of the next command in the same execution.
  std::string function;              ///< The dispatch's.

  /// Replays everything before it.
  ReplayOptions stop_before(const ReplayOptions& options) const;
  /// Replays everything up to and including it.
  ReplayOptions stop_behind(const ReplayOptions& options) const;
};

/// The first executed command of `record`, or the one executed by `via`, of those before record `end`. Fails with
/// preflight's first error of these when it has one; NOT_FOUND when there is no such command.
Result<FoundCommand> find_command(const std::string& path, const ReplayOptions& options, uint64_t record, uint64_t via,
                                  const std::atomic<bool>* cancel = nullptr, uint64_t end = kNoPlace);

/// The same in a program that is there, whose commands are in recorded order.
Result<FoundCommand> find_command(std::shared_ptr<const Plan> plan, uint64_t record, uint64_t via);

}  // namespace ireereplay::replay
