// Reads a bundle into a timeline, piece by piece.
#pragma once

#include <atomic>
#include <functional>
#include <memory>

#include "profile/timeline/timeline.h"

namespace ireereplay::profile::timeline {

struct ReadProgress {
  /// From 0 to 1, by bytes of the file.
  double fraction = 0;
  /// What is there so far, where it is new; null else.
  std::shared_ptr<const Timeline> timeline;
};

/// Reads all of a bundle. `progress` is told about twenty times a second from this thread; a timeline of what was read
/// comes early, and whenever there is four times as much, up to the half. What is damaged is left out up to the next
/// chunk, and the timeline says where it is. Fails with CANCELLED alone.
Result<std::shared_ptr<const Timeline>> read_timeline(std::shared_ptr<const Bundle> bundle,
                                                      const std::atomic<bool>& cancelled,
                                                      const std::function<void(const ReadProgress&)>& progress);

}  // namespace ireereplay::profile::timeline
