// The tracks of the host: what each worker did, and scopes.
#pragma once

#include "profile/timeline/track_making.h"

namespace ireereplay::profile::timeline {

class HostTracks {
 public:
  explicit HostTracks(TrackMaking& making) : making_(making) {}

  /// Each puts an event, whose number among those of its kind is `row`, on its track.
  void add(const format::WorkerShare& share, uint32_t row);
  /// The name lies behind the record at `at`. DATA_LOSS where it does not.
  Status add(const format::ScopeRun& scope, uint64_t at, uint32_t row, FileWindow& window);

 private:
  TrackMaking& making_;
};

}  // namespace ireereplay::profile::timeline
