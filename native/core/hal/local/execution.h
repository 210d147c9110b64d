// Which operation it is that is executed, in the words of a capture.
#pragma once

#include <cstdint>
#include <string>

#include "hal/local/plan.h"

namespace ireereplay::replay {

/// One execution of one operation.
struct Execution {
  uint64_t record = 0;
  uint64_t via = kNoPlace;  ///< The queue_execute, of a command of a command buffer.
  std::string function;     ///< Of a dispatch; may be empty in format 1.0.
};

/// That of a command of the command buffer that `step` executes, or of a step itself (nullptr).
Execution execution_of(const Plan& plan, const Command& command, const Command* step);

}  // namespace ireereplay::replay
