#include "recording/recorder.h"

#include <algorithm>
#include <map>
#include <string>

#include "hal/host_memory.h"
#include "hal/local/executor_walk.h"
#include "hal/local/function_times.h"
#include "hal/local/transfer.h"

namespace ireereplay::replay {

template class TracedExecutor<RecordingTrace>;

void Share::add(const Share& other) {
  if (other.tiles == 0) return;
  begin_ns = tiles == 0 ? other.begin_ns : std::min(begin_ns, other.begin_ns);
  end_ns = std::max(end_ns, other.end_ns);
  busy_ns += other.busy_ns;
  tiles += other.tiles;
}

namespace {

/// How many runs of an execution with so many tiles one thread may have besides the first: TaskPool hands tiles out in
/// a sixteenth of each thread's part, 256 at most.
uint64_t most_runs_of(uint64_t tiles, uint64_t threads) {
  return tiles <= 1 ? 0 : std::min(tiles, std::max(16 * threads + 1, tiles / 256 + 1));
}

uint64_t tiles_of(const Command& command, uint64_t threads) {
  switch (command.op) {
    case PlanOp::kCallGrid:
      return workgroup_count(static_cast<const Dispatch*>(command.what)->state);
    case PlanOp::kCallIndirect:
      // Read when it is executed: of very many tiles some runs may find no room.
      return 16 * threads + 1;
    case PlanOp::kFill:
    case PlanOp::kCopy:
    case PlanOp::kReadFile:
    case PlanOp::kWriteFile:
      return tile_count(*static_cast<const Transfer*>(command.what));
    default:
      return 1;
  }
}

/// Of everything that is executed, by one thread.
uint64_t most_runs_of(const Plan& plan) {
  const uint64_t threads = plan.worker_count;
  if (threads == 1) return 0;
  uint64_t sum = 0;
  std::map<const Instance*, uint64_t> known;
  for (const Command& step : plan.steps) {
    if (step.op != PlanOp::kExecute) {
      sum += most_runs_of(tiles_of(step, threads), threads);
      continue;
    }
    const auto* instance = static_cast<const Instance*>(step.what);
    const auto [at, is_new] = known.try_emplace(instance, 0);
    for (uint32_t i = 0; is_new && i < instance->count; ++i)
      at->second += most_runs_of(tiles_of(instance->begin[i], threads), threads);
    sum += at->second;
  }
  return sum;
}

}  // namespace

Result<std::unique_ptr<Recorder>> Recorder::create(const Plan& plan, uint64_t most_runs) {
  std::unique_ptr<Recorder> recorder(new Recorder(plan));
  const uint64_t most = hal::machine_memory() / 4 / sizeof(Share) / plan.worker_count;
  const uint64_t executions = recorder->executions_.size();
  if (executions > most) {
    return Status(
        StatusCode::kResourceExhausted,
        "a profile of " + std::to_string(executions) + " operations on " + std::to_string(plan.worker_count) +
            " threads would take more than a quarter of this machine's memory; replay fewer records, or use fewer "
            "threads");
  }
  // Only what is used of it takes memory.
  const uint64_t room = hal::machine_memory() / 16 / sizeof(TileRun) / plan.worker_count;
  const uint64_t runs = std::min({most_runs, most_runs_of(plan), room});
  for (Thread& thread : recorder->threads_) {
    thread.shares.resize(executions);
    thread.runs.reserve(runs);
  }
  return recorder;
}

void Recorder::clear() {
  for (Thread& thread : threads_) {
    thread.last_ns = 0;
    thread.runs.clear();
    thread.full_ns = ~0ull;
    std::fill(thread.shares.begin(), thread.shares.end(), Share());
  }
}

Share Recorder::total(uint64_t execution) const {
  Share total;
  for (const Thread& thread : threads_) total.add(thread.shares[execution]);
  return total;
}

std::vector<FunctionTime> Recorder::function_times() const {
  FunctionSums sums;
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
  return list_times(plan_.program, sums);
}

}  // namespace ireereplay::replay
