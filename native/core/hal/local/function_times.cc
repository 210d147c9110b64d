#include "hal/local/function_times.h"

#include <map>
#include <utility>

#include "hal/local/executor_walk.h"

namespace ireereplay::replay {

template class TracedExecutor<FunctionTrace>;

void FunctionTimes::clear() {
  for (Thread& thread : threads_) thread.ns.assign(plan_.dispatches.size(), 0);
}

std::vector<FunctionTime> FunctionTimes::collect() const {
  std::map<std::pair<uint32_t, uint32_t>, uint64_t> sums;
  for (const Thread& thread : threads_) {
    for (size_t i = 0; i < thread.ns.size(); ++i) {
      if (thread.ns[i] == 0) continue;
      const DispatchNote& note = plan_.note_of(&plan_.dispatches[i]);
      sums[{note.executable, note.function}] += thread.ns[i];
    }
  }
  std::vector<FunctionTime> times;
  for (const auto& [place, ns] : sums) times.push_back({plan_.program.executables[place.first].id, place.second, ns});
  return times;
}

}  // namespace ireereplay::replay
