#include "composing/operations.h"

#include "composing/any_device.h"

namespace ireereplay::composing {

namespace {

using replay::CommandInfo;
using replay::Program;

NamedOperation named(const Program& program, const CommandInfo& command, uint64_t via) {
  NamedOperation operation = {command.record, via, command.op, std::string(function_of(program, command)), {}};
  visit_ranges(program, command, [&](const replay::BufferRange& range, replay::RangeRole role, uint32_t ordinal) {
    operation.ranges.push_back({role, ordinal, program.buffers[range.buffer].id, range.offset, range.length});
  });
  return operation;
}

}  // namespace

Result<NamedOperations> find_operations(const std::string& path, uint64_t record, uint64_t via,
                                        const std::atomic<bool>& cancelled) {
  IR_ASSIGN_OR_RETURN(const Program program, decode_for_any_device(path, cancelled));
  NamedOperations found;
  found.device_count = program.device_count;
  const bool is_one = record != kNoPlace;
  const auto take = [&](const CommandInfo& command, uint64_t execution) {
    if ((is_one && command.record != record) || !touches_buffers(command.op)) return;
    found.all.push_back(named(program, command, execution));
  };
  for (const replay::StepInfo& step : program.steps) {
    if (is_one && !found.all.empty()) break;
    if (step.command.op != replay::Op::kExecute) {
      if (via == kNoPlace) take(step.command, kNoPlace);
      continue;
    }
    if (via != kNoPlace && step.command.record != via) continue;
    const replay::InstanceInfo& instance = program.instances[step.command.index];
    for (uint32_t i = 0; i < instance.command_count; ++i)
      take(program.commands[instance.commands_begin + i], step.command.record);
  }
  if (is_one && found.all.empty()) {
    const std::string where = via == kNoPlace ? "" : ", executed by #" + std::to_string(via);
    return Status(StatusCode::kNotFound, "record #" + std::to_string(record) + where +
                                             " is not an operation that the replay executes on buffers");
  }
  return found;
}

}  // namespace ireereplay::composing
