#include "hal/local/function_times.h"

#include "hal/local/executor_walk.h"

namespace ireereplay::replay {

template class TracedExecutor<FunctionTrace>;

void FunctionTimes::clear() {
  for (Thread& thread : threads_) thread.ns.assign(plan_.dispatches.size(), 0);
}

std::vector<FunctionTime> FunctionTimes::collect() const {
  FunctionSums sums;
  for (const Thread& thread : threads_) {
    for (size_t i = 0; i < thread.ns.size(); ++i) {
      if (thread.ns[i] == 0) continue;
      const DispatchNote& note = plan_.note_of(&plan_.dispatches[i]);
      sums[{note.executable, note.function}] += thread.ns[i];
    }
  }
  return list_times(plan_.program, sums);
}

std::vector<FunctionTime> list_times(const Program& program, const FunctionSums& sums) {
  std::vector<FunctionTime> times;
  times.reserve(sums.size());
  for (const auto& [place, ns] : sums) {
    const auto& [index, function] = place;
    const ExecutableInfo& executable = program.executables[index];
    const bool is_named = function < executable.functions.size();
    times.push_back({executable.id, function, ns, is_named ? executable.functions[function].name : std::string()});
  }
  return times;
}

}  // namespace ireereplay::replay
