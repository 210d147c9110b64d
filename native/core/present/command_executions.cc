#include "present/command_executions.h"

namespace ireereplay {

CommandExecutions executions_of(const CaptureIndex& index, uint32_t record) {
  CommandExecutions executions;
  for (uint32_t at = record; at != kNoRecord; at = index.parent(at)) {
    if (index.operation(at) == format::Operation::kDeviceCreateCommandBuffer && index.is_container(at))
      executions.command_buffer = at;
  }
  if (executions.command_buffer == kNoRecord) return executions;
  for (uint32_t i = executions.command_buffer + 1; i < index.size(); ++i) {
    if (index.executed_command_buffer(i) != executions.command_buffer) continue;
    if (++executions.count <= CommandExecutions::kMostListed) executions.submissions.push_back(i);
  }
  return executions;
}

}  // namespace ireereplay
