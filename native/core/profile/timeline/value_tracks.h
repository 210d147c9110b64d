// The tracks of counters and of devices' metrics.
#pragma once

#include "profile/timeline/track_making.h"

namespace ireereplay::profile::timeline {

class ValueTracks {
 public:
  /// `room_for_values` bounds how many values are read: many counters may refer to the same.
  ValueTracks(TrackMaking& making, uint64_t room_for_values) : making_(making), room_for_values_(room_for_values) {}

  /// Each puts the values of a sample, whose number among those of its kind is `row`, on their tracks.
  void add_counters(const Record& record, uint32_t row);
  void add_metrics(const Record& record, uint32_t row);

 private:
  TrackMaking& making_;
  uint64_t room_for_values_;
};

}  // namespace ireereplay::profile::timeline
