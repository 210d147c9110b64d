// Which tiles of an execution each thread did, after a run.
#pragma once

#include <cstdint>
#include <vector>

#include "recording/recorder.h"

namespace ireereplay::replay {

class TileRuns {
 public:
  /// `recorder` must outlive this, and not record meanwhile.
  explicit TileRuns(const Recorder& recorder);

  /// What thread `worker` did of an execution, ascending; empty when it did nothing, or there was no room for all.
  std::vector<TileRun> of(uint64_t execution, uint32_t worker) const;

 private:
  const Recorder& recorder_;
  std::vector<std::vector<TileRun>> sorted_;  // Those of each thread.
};

}  // namespace ireereplay::replay
