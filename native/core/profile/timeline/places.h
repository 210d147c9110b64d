// From one slice to others, and from records of the capture to slices.
#pragma once

#include <optional>
#include <vector>

#include "profile/timeline/timeline.h"

namespace ireereplay::profile::timeline {

/// The slice, sample or instant `by` places from one on its track, clipped to none at the ends; or of another track the
/// one nearest in time.
std::optional<SliceId> neighbour(const Timeline& timeline, SliceId from, int64_t by, uint32_t to_track);
/// That of a lane of a track at a time, or the nearest to it.
std::optional<SliceId> slice_at(const Timeline& timeline, uint32_t track, uint32_t lane, int64_t time);
/// Slices that a record of the capture made, at most 1,000, in order of time.
std::vector<SliceId> slices_of_record(const Timeline& timeline, uint64_t record);

/// The submission with that id on a queue.
std::optional<SliceId> submission_slice(const Timeline& timeline, uint32_t device, uint32_t queue, uint64_t submission);
/// The track of a class of a queue; null for none.
const Track* queue_track(const Timeline& timeline, uint32_t device, uint32_t queue, TrackClass track_class,
                         ChunkKind source);

}  // namespace ireereplay::profile::timeline
