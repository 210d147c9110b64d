#include "profile/barriers.h"

#include <algorithm>
#include <iterator>

#include "profile/own_records.h"

namespace ireereplay::profile {

using format::BarrierRun;

void add_barrier(uint64_t command_buffer, uint64_t record, std::vector<BarrierRun>* runs) {
  if (!runs->empty() && runs->back().id == command_buffer) {
    BarrierRun& run = runs->back();
    const uint64_t last = run.first + uint64_t{run.count - 1} * run.step;
    const uint64_t step = record - last;
    if (run.count == 1 && step <= UINT32_MAX) run.step = static_cast<uint32_t>(step);
    if (run.step == step && run.count != UINT32_MAX) {
      ++run.count;
      return;
    }
  }
  BarrierRun run;
  run.id = command_buffer;
  run.first = record;
  run.count = 1;
  runs->push_back(run);
}

Result<Barriers> Barriers::read(const Bundle& bundle, const std::atomic<bool>& cancelled) {
  Barriers barriers;
  const auto add = [&](const BarrierRun& run) {
    if (run.count != 0) barriers.runs_[run.id].push_back(run);
    return Status();
  };
  IR_RETURN_IF_ERROR(each_own_record<BarrierRun>(bundle, format::kBarriersContentType, cancelled, add).status());
  for (auto& [id, runs] : barriers.runs_) {
    std::sort(runs.begin(), runs.end(), [](const BarrierRun& a, const BarrierRun& b) { return a.first < b.first; });
  }
  return barriers;
}

uint64_t Barriers::region_of(uint64_t command_buffer, uint64_t record) const {
  const auto runs = runs_.find(command_buffer);
  if (runs == runs_.end()) return 0;
  const auto after = std::partition_point(runs->second.begin(), runs->second.end(),
                                          [&](const BarrierRun& run) { return run.first <= record; });
  if (after == runs->second.begin()) return 0;
  const BarrierRun& run = *std::prev(after);
  const uint64_t steps = run.step == 0 ? 0 : (record - run.first) / run.step;
  return run.first + std::min<uint64_t>(steps, run.count - 1) * run.step;
}

}  // namespace ireereplay::profile
