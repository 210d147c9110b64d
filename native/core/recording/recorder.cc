#include "recording/recorder.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "hal/host_memory.h"
#include "hal/local/executor_walk.h"

namespace ireereplay::replay {

template class TracedExecutor<RecordingTrace>;

void Share::add(const Share& other) {
  if (other.tiles == 0) return;
  begin_ns = tiles == 0 ? other.begin_ns : std::min(begin_ns, other.begin_ns);
  end_ns = std::max(end_ns, other.end_ns);
  busy_ns += other.busy_ns;
  tiles += other.tiles;
}

Result<std::unique_ptr<Recorder>> Recorder::create(const Plan& plan) {
  std::unique_ptr<Recorder> recorder(new Recorder(plan));
  const uint64_t most = hal::machine_memory() / 4 / sizeof(Share) / plan.worker_count;
  const uint64_t executions = recorder->executions_.size();
  if (executions > most) {
    return Status(StatusCode::kResourceExhausted,
                  "a profile of " + std::to_string(executions) + " operations on " + std::to_string(plan.worker_count) +
                      " threads takes more than a quarter of this machine's memory; replay fewer records, or on fewer "
                      "threads");
  }
  for (Thread& thread : recorder->threads_) thread.shares.resize(executions);
  return recorder;
}

void Recorder::clear() {
  for (Thread& thread : threads_) {
    thread.last_ns = 0;
    std::fill(thread.shares.begin(), thread.shares.end(), Share());
  }
}

Share Recorder::total(uint64_t execution) const {
  Share total;
  for (const Thread& thread : threads_) total.add(thread.shares[execution]);
  return total;
}

std::vector<FunctionTime> Recorder::function_times() const {
  std::map<std::pair<uint32_t, uint32_t>, uint64_t> sums;
  const auto add = [&](const Command& command, const Command* step) {
    const Dispatch* dispatch = plan_.dispatch_of(command);
    if (dispatch == nullptr) return;
    const uint64_t ns = total(executions_.of(command, step)).busy_ns;
    const DispatchNote& note = plan_.note_of(dispatch);
    if (ns != 0) sums[{note.executable, note.function}] += ns;
  };
  for (const Command& step : plan_.steps) {
    if (step.op != PlanOp::kExecute) {
      add(step, nullptr);
      continue;
    }
    const auto& instance = *static_cast<const Instance*>(step.what);
    for (uint32_t i = 0; i < instance.count; ++i) add(instance.begin[i], &step);
  }
  std::vector<FunctionTime> times;
  times.reserve(sums.size());
  for (const auto& [place, ns] : sums) times.push_back({plan_.program.executables[place.first].id, place.second, ns});
  return times;
}

}  // namespace ireereplay::replay
