#include "hal/local/function_times.h"

#include <map>
#include <utility>

#include "hal/local/executor_walk.h"

namespace ireereplay::replay {

template class TracedExecutor<FunctionTrace>;

void FunctionTimes::clear() {
  for (std::vector<uint64_t>& thread : threads_) thread.assign(plan_.dispatches.size(), 0);
}

void FunctionTimes::add(const Worker& worker, const Batch& batch, uint64_t ns) {
  const Dispatch* dispatch = plan_.dispatch_of(batch.command);
  if (dispatch == nullptr || worker.index >= threads_.size()) return;
  threads_[worker.index][static_cast<size_t>(dispatch - plan_.dispatches.data())] += ns;
}

std::vector<FunctionTime> FunctionTimes::collect() const {
  std::map<std::pair<uint32_t, uint32_t>, uint64_t> sums;
  for (const std::vector<uint64_t>& thread : threads_) {
    for (size_t i = 0; i < thread.size(); ++i) {
      if (thread[i] == 0) continue;
      const DispatchNote& note = plan_.note_of(&plan_.dispatches[i]);
      sums[{note.executable, note.function}] += thread[i];
    }
  }
  std::vector<FunctionTime> times;
  for (const auto& [place, ns] : sums) times.push_back({plan_.program.executables[place.first].id, place.second, ns});
  return times;
}

}  // namespace ireereplay::replay
