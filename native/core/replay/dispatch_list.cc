#include "replay/dispatch_list.h"

#include <algorithm>
#include <set>
#include <span>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "base/seeded_hash.h"
#include "hal/local/build_program.h"
#include "hal/local/plan.h"
#include "replay/dispatch_selection.h"

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

/// Goes through the executions in order. A command buffer is searched for its functions once, however often it is
/// executed.
class Lister {
 public:
  Lister(const Program& program, const ListedPart& part)
      : program_(program), part_(part), selection_(program, part.selectors) {}

  DispatchList list_all() {
    std::vector<uint64_t> executions(program_.instances.size());
    for (const StepInfo& step : program_.steps) {
      if (step.command.op == Op::kExecute) ++executions[step.command.index];
    }
    for (const StepInfo& step : program_.steps) {
      if (step.command.op == Op::kDispatch) {
        visit(step.command, kNoPlace, 1);
      } else if (step.command.op == Op::kExecute) {
        const uint32_t index = step.command.index;
        const uint64_t times = std::exchange(executions[index], 0), via = step.command.record;
        // Another execution adds nothing new, unless it is listed.
        if (times == 0 && visited_ >= part_.most && !selection_.names_execution(via)) {
          visited_ += program_.instances[index].dispatch_count;
          continue;
        }
        for (const CommandInfo& command : commands_of(index)) {
          if (command.op == Op::kDispatch) visit(command, via, times);
        }
      }
    }
    result_.left_out = visited_ - std::min<uint64_t>(visited_, part_.most);
    result_.is_cut = selection_.means_functions() && result_.left_out > 0;
    if (const std::string* unmatched = selection_.unmatched()) result_.unmatched = *unmatched;
    list_uncalled();
    return std::move(result_);
  }

 private:
  std::span<const CommandInfo> commands_of(uint32_t index) const {
    const InstanceInfo& instance = program_.instances[index];
    return std::span(program_.commands).subspan(instance.commands_begin, instance.command_count);
  }

  /// A dispatch, with how often it is executed when first met; 0 afterwards.
  void visit(const CommandInfo& command, uint64_t via, uint64_t times) {
    const bool is_looked_at = visited_++ < part_.most;
    const bool is_first = times > 0 && count(command, via, times);
    const bool is_meant =
        part_.selectors.empty()
            ? is_looked_at
            : selection_.means(command, {.via = via, .is_first_of_function = is_first, .is_looked_at = is_looked_at});
    if (is_meant) result_.dispatches.push_back(list(program_, command, via));
  }

  /// True for the first dispatch of a function.
  bool count(const CommandInfo& command, uint64_t via, uint64_t times) {
    const uint64_t place = place_of_function(program_.dispatches[command.index]);
    const auto [at, is_new] = known_.try_emplace(place, result_.functions.size());
    if (is_new) result_.functions.push_back({list(program_, command, via), 0});
    result_.functions[at->second].count += times;
    return is_new;
  }

  void list_uncalled() {
    if (!selection_.names_executables()) return;
    std::set<std::pair<uint64_t, std::string_view>> called;
    for (const auto& [first, count] : result_.functions) called.insert({first.executable, first.function});
    for (const ExecutableInfo& executable : program_.executables) {
      // Format 1.0 has no function names: nothing is known then.
      if (!selection_.names_executable(executable.id) || called.contains({executable.id, ""})) continue;
      for (const ExecutableInfo::Function& function : executable.functions) {
        if (!called.contains({executable.id, function.name}))
          result_.uncalled.push_back({executable.id, function.name});
      }
    }
  }

  const Program& program_;
  const ListedPart& part_;
  DispatchSelection selection_;
  uint64_t visited_ = 0;
  std::unordered_map<uint64_t, size_t, SeededHash> known_;  ///< Into DispatchList::functions.
  DispatchList result_;
};

}  // namespace

DispatchList list_dispatches(const Program& program, const ListedPart& part) {
  return Lister(program, part).list_all();
}

Result<DispatchList> list_dispatches(const std::string& path, const ReplayOptions& options, const ListedPart& part,
                                     const std::atomic<bool>* cancel) {
  ReplayOptions recorded_order = options;
  recorded_order.task_worker_count = 1;
  Plan plan;
  PreflightReport report;
  build_program(path, recorded_order, cancel, &plan, &report);
  IR_RETURN_IF_ERROR(report.first_error());
  return list_dispatches(plan.program, part);
}

}  // namespace ireereplay::replay
