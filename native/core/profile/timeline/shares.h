// What each worker did of an execution.
#pragma once

#include <vector>

#include "profile/timeline/timeline.h"

namespace ireereplay::profile::timeline {

struct ShareOfWorker {
  SliceId slice;
  uint32_t worker = 0;
  format::WorkerShare share;
};

/// The parts of the host execution `event_id`, by worker; none where shares were not recorded.
std::vector<ShareOfWorker> shares_of(const Timeline& timeline, const format::HostExecutionEvent& event);
/// The execution that a share is of.
std::optional<SliceId> execution_of(const Timeline& timeline, const Track& workers, uint32_t index,
                                    const format::WorkerShare& share);

}  // namespace ireereplay::profile::timeline
