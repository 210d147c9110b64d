// The tracks of queues: what was submitted, executed and dispatched, and what devices say about it.
#pragma once

#include <array>

#include "profile/timeline/track_making.h"

namespace ireereplay::profile::timeline {

class QueueTracks {
 public:
  explicit QueueTracks(TrackMaking& making) : making_(making) {}

  /// Each puts an event, whose number among those of its kind is `row`, on its track.
  void add(const format::QueueEvent& event, uint32_t row);
  void add(const format::HostExecutionEvent& event, uint32_t row);
  void add(const Chunk& chunk, const format::DispatchEvent& event, uint32_t row);
  void add(const format::QueueDeviceEvent& event, uint32_t row);
  void add(const format::CommandRegionEvent& event, uint32_t row);
  void add(const format::ExecutableTrace& trace, uint32_t row);

 private:
  struct Latest {
    uint32_t device = 0;
    uint32_t queue = 0;
    TrackLog* log = nullptr;
  };

  /// The track of a class of a queue: looked up once for all events of a queue that follow each other.
  TrackLog* queue_track(uint32_t device, uint32_t queue, TrackClass track_class, ChunkKind source, const char* name);
  TrackLog* submissions_of(uint32_t device, uint32_t queue);
  /// Something of a submission was executed then.
  void note_execution(uint32_t device, uint32_t queue, uint64_t submission, int64_t start, int64_t end);

  TrackMaking& making_;
  std::array<Latest, 64> latest_;
};

}  // namespace ireereplay::profile::timeline
