#include "hal/local/find_command.h"

#include "hal/local/build_program.h"
#include "program/named_ranges.h"

namespace ireereplay::replay {

namespace {

Status not_found(uint64_t record, uint64_t via) {
  const std::string where = via == kNoPlace ? "" : ", executed by #" + std::to_string(via);
  return Status(StatusCode::kNotFound, "record #" + std::to_string(record) + where +
                                           " is not an operation that the replay executes on buffers");
}

}  // namespace

ReplayOptions FoundCommand::stop_before(const ReplayOptions& options) const {
  ReplayOptions result = options;
  result.stop_before_record = via == kNoPlace ? command.record : via;
  result.stop_before_command = via == kNoPlace ? kNoPlace : command.record;
  return result;
}

ReplayOptions FoundCommand::stop_behind(const ReplayOptions& options) const {
  ReplayOptions result = options;
  result.stop_before_record = via == kNoPlace ? command.record + 1 : next_command == kNoPlace ? via + 1 : via;
  result.stop_before_command = next_command;
  return result;
}

Result<FoundCommand> find_command(const std::string& path, const ReplayOptions& options, uint64_t record, uint64_t via,
                                  const std::atomic<bool>* cancel, uint64_t end) {
  ReplayOptions whole = options;
  whole.stop_before_record = end;
  whole.stop_before_command = kNoPlace;
  whole.task_worker_count = 1;  // Leaves commands in recorded order.
  const auto plan = std::make_shared<Plan>();
  PreflightReport report;
  build_program(path, whole, cancel, plan.get(), &report);
  IR_RETURN_IF_ERROR(report.first_error());
  return find_command(plan, record, via);
}

Result<FoundCommand> find_command(std::shared_ptr<const Plan> plan, uint64_t record, uint64_t via) {
  const Program& program = plan->program;
  FoundCommand found;
  found.plan = std::move(plan);
  found.program = &program;
  const auto take = [&](const CommandInfo& command) {
    found.command = command;
    found.function = function_of(program, command);
  };
  std::vector<bool> seen(program.instances.size());
  for (const StepInfo& step : program.steps) {
    if (step.command.op != Op::kExecute) {
      if (via != kNoPlace || step.command.record != record || !touches_buffers(step.command.op)) continue;
      take(step.command);
      return found;
    }
    if (via != kNoPlace && step.command.record != via) continue;
    if (seen[step.command.index]) continue;
    seen[step.command.index] = true;
    const InstanceInfo& instance = program.instances[step.command.index];
    const CommandInfo* const begin = program.commands.data() + instance.commands_begin;
    const CommandInfo* const last = begin + instance.command_count;
    for (const CommandInfo* command = begin; command != last; ++command) {
      if (command->record != record || !touches_buffers(command->op)) continue;
      take(*command);
      found.via = step.command.record;
      if (command + 1 != last) found.next_command = command[1].record;
      return found;
    }
  }
  return not_found(record, via);
}

}  // namespace ireereplay::replay
