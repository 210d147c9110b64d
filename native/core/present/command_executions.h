// The submissions that execute one command.
#pragma once

#include <vector>

#include "capture/index.h"

namespace ireereplay {

struct CommandExecutions {
  /// Submissions that are listed.
  static constexpr size_t kMostListed = 4096;

  /// That created the command buffer; kNoRecord for what is in none.
  uint32_t command_buffer = kNoRecord;
  uint64_t count = 0;
  /// The first of them, in file order.
  std::vector<uint32_t> submissions;
};

/// Of a command, or of the record that creates a command buffer. Takes time linear in the number of records.
CommandExecutions executions_of(const CaptureIndex& index, uint32_t record);

}  // namespace ireereplay
