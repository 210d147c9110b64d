#include "profile/timeline/places.h"

#include <algorithm>

namespace ireereplay::profile::timeline {

namespace {

int64_t start_of(const Track& track, uint32_t index) {
  return track.has_slices() ? track.slices.start(index) : track.samples.start(index);
}

uint32_t nearest(const Track& track, uint32_t lane, int64_t time) {
  return track.has_slices() ? track.slices.nearest(lane, time) : track.samples.nearest(time);
}

}  // namespace

std::optional<SliceId> neighbour(const Timeline& timeline, SliceId from, int64_t by, uint32_t to_track) {
  const Track* track = timeline.track(from.track);
  if (track == nullptr || from.index >= track->size()) return std::nullopt;
  if (to_track != 0 && to_track != from.track) return slice_at(timeline, to_track, 0, start_of(*track, from.index));
  const int64_t index = int64_t{from.index} + std::clamp<int64_t>(by, -int64_t{UINT32_MAX}, UINT32_MAX);
  if (index < 0 || index >= track->size()) return std::nullopt;
  return SliceId{from.track, static_cast<uint32_t>(index)};
}

std::optional<SliceId> slice_at(const Timeline& timeline, uint32_t id, uint32_t lane, int64_t time) {
  const Track* track = timeline.track(id);
  if (track == nullptr || track->size() == 0) return std::nullopt;
  return SliceId{id, nearest(*track, lane, time)};
}

std::vector<SliceId> slices_of_record(const Timeline& timeline, uint64_t record) {
  constexpr size_t kMost = 1000;
  std::vector<SliceId> found;
  if (record >= kNoRecord32) return found;
  const auto wanted = static_cast<uint32_t>(record);
  for (const auto& track : timeline.tracks) {
    // A worker's part is shown with the whole.
    if (track->kind != TrackKind::kSlices || track->track_class == TrackClass::kWorker) continue;
    const std::vector<uint32_t>& records = track->slices.records();
    size_t count = 0;
    for (auto at = records.begin(); (at = std::find(at, records.end(), wanted)) != records.end() && count < kMost;
         ++at, ++count)
      found.push_back({track->id, static_cast<uint32_t>(at - records.begin())});
  }
  std::stable_sort(found.begin(), found.end(), [&](const SliceId& a, const SliceId& b) {
    return timeline.track(a.track)->slices.start(a.index) < timeline.track(b.track)->slices.start(b.index);
  });
  if (found.size() > kMost) found.resize(kMost);
  return found;
}

std::optional<SliceId> submission_slice(const Timeline& timeline, uint32_t device, uint32_t queue,
                                        uint64_t submission) {
  const Track* track = queue_track(timeline, device, queue, TrackClass::kSubmissions, ChunkKind::kQueueEvents);
  if (track == nullptr || track->submissions == nullptr) return std::nullopt;
  for (uint32_t i = 0; i < track->submissions->size(); ++i)
    if ((*track->submissions)[i] == submission) return SliceId{track->id, i};
  return std::nullopt;
}

const Track* queue_track(const Timeline& timeline, uint32_t device, uint32_t queue, TrackClass track_class,
                         ChunkKind source) {
  for (const auto& track : timeline.tracks) {
    if (track->track_class == track_class && track->device == device && track->queue == queue &&
        track->source == source)
      return track.get();
  }
  return nullptr;
}

}  // namespace ireereplay::profile::timeline
