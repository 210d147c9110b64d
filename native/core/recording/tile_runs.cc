#include "recording/tile_runs.h"

#include <algorithm>
#include <utility>

namespace ireereplay::replay {

namespace {

bool is_before(const TileRun& a, const TileRun& b) {
  return std::pair(a.execution, a.begin) < std::pair(b.execution, b.begin);
}

}  // namespace

TileRuns::TileRuns(const Recorder& recorder) : recorder_(recorder) {
  for (uint32_t worker = 0; worker < recorder.thread_count(); ++worker) {
    const std::span<const TileRun> runs = recorder.later_runs(worker);
    std::vector<TileRun>& sorted = sorted_.emplace_back(runs.begin(), runs.end());
    std::sort(sorted.begin(), sorted.end(), is_before);
  }
}

std::vector<TileRun> TileRuns::of(uint64_t execution, uint32_t worker) const {
  std::vector<TileRun> found;
  const Share& share = recorder_.share(execution, worker);
  if (share.tiles == 0 || !recorder_.has_all_runs(share, worker)) return found;
  const std::vector<TileRun>& runs = sorted_[worker];
  uint64_t later = 0;
  auto run = std::lower_bound(runs.begin(), runs.end(), TileRun{execution, 0, 0}, is_before);
  for (; run != runs.end() && run->execution == execution; ++run) {
    found.push_back(*run);
    later += run->end - run->begin;
  }
  if (later < share.tiles) found.insert(found.begin(), {execution, 0, share.tiles - later});
  return found;
}

}  // namespace ireereplay::replay
