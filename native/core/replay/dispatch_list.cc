#include "replay/dispatch_list.h"

#include <algorithm>

#include "replay/plan.h"

namespace ireereplay::replay {

namespace {

ListedDispatch list(const Program& program, const CommandInfo& command, uint64_t via) {
  const DispatchInfo& dispatch = program.dispatches[command.index];
  const ExecutableInfo& executable = program.executables[dispatch.executable];
  ListedDispatch listed;
  listed.record = command.record;
  listed.via = via;
  listed.executable = executable.id;
  listed.function = executable.functions[dispatch.function].name;
  listed.substituted = !executable.substitute.empty();
  listed.indirect = dispatch.has_indirect_count;
  std::copy_n(dispatch.workgroup_count, 3, listed.workgroup_count);
  for (uint32_t i = 0; i < dispatch.binding_count; ++i)
    listed.bytes += program.ranges[dispatch.bindings_begin + i].length;
  return listed;
}

}  // namespace

Result<std::vector<ListedDispatch>> list_dispatches(const std::string& path, const ReplayOptions& options, size_t most,
                                                    const std::atomic<bool>* cancel) {
  ReplayOptions recorded_order = options;
  recorded_order.task_worker_count = 1;
  Plan plan;
  PreflightReport report;
  build_program(path, recorded_order, cancel, &plan, &report);
  IR_RETURN_IF_ERROR(report.first_error());
  const Program& program = plan.program;
  std::vector<ListedDispatch> result;
  for (const StepInfo& step : program.steps) {
    if (step.command.op == Op::kDispatch && result.size() < most)
      result.push_back(list(program, step.command, kNoPlace));
    if (step.command.op != Op::kExecute) continue;
    const InstanceInfo& instance = program.instances[step.command.index];
    for (uint32_t i = 0; i < instance.command_count && result.size() < most; ++i) {
      const CommandInfo& command = program.commands[instance.commands_begin + i];
      if (command.op == Op::kDispatch) result.push_back(list(program, command, step.command.record));
    }
  }
  return result;
}

}  // namespace ireereplay::replay
