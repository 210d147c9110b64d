// Which tiles each thread did of the executions that threads shared.
#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

#include "base/status.h"
#include "profile/bundle.h"
#include "profile/replay_chunks.h"

namespace ireereplay::profile {

class ShareTiles {
 public:
  /// Reads them all: 32 bytes a run. CANCELLED, and DATA_LOSS as each_own_record().
  static Result<ShareTiles> read(const Bundle& bundle, const std::atomic<bool>& cancelled);

  /// Of one share, as they are in the file; none where one thread did all of the execution, or the profile does not
  /// say.
  std::span<const format::TileRun> of(uint64_t event_id, uint32_t worker) const;

 private:
  std::vector<format::TileRun> runs_;  // By event and worker.
};

}  // namespace ireereplay::profile
