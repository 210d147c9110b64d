#include "profile/timeline/shares.h"

#include <algorithm>
#include <optional>

namespace ireereplay::profile::timeline {

namespace {

/// A worker does little between the ends of one execution, mostly that alone.
constexpr uint32_t kMostSharesRead = 256;

}  // namespace

std::vector<ShareOfWorker> shares_of(const Timeline& timeline, const format::HostExecutionEvent& event) {
  std::vector<ShareOfWorker> found;
  const EventRows& rows = timeline.rows_of(kWorkerShares);
  for (const auto& track : timeline.tracks) {
    if (track->track_class != TrackClass::kWorker) continue;
    uint32_t looks = 0;
    for (uint32_t i = track->slices.first_from(event.start_host_time_ns);
         i < track->slices.size() && track->slices.start(i) <= event.end_host_time_ns && looks < kMostSharesRead;
         ++i, ++looks) {
      const auto read = rows.read(*timeline.context->bundle, track->slices.row(i), sizeof(format::WorkerShare));
      if (!read.ok()) break;
      const auto share = read->as<format::WorkerShare>();
      if (share.event_id != event.event_id) continue;
      found.push_back({{track->id, i}, track->worker, share});
      break;
    }
  }
  std::sort(found.begin(), found.end(),
            [](const ShareOfWorker& a, const ShareOfWorker& b) { return a.worker < b.worker; });
  return found;
}

std::optional<SliceId> execution_of(const Timeline& timeline, const Track& workers, uint32_t index,
                                    const format::WorkerShare& share) {
  const EventRows& rows = timeline.rows_of(ChunkKind::kHostExecutionEvents);
  const int64_t start = workers.slices.start(index), end = workers.slices.end(index);
  for (const auto& track : timeline.tracks) {
    if (track->source != ChunkKind::kHostExecutionEvents || track->track_class == TrackClass::kCommandBuffers) continue;
    uint32_t looks = 0;
    for (uint32_t i = track->slices.first_from(start + 1); i-- > 0 && looks < kMostSharesRead; ++looks) {
      if (track->slices.end(i) < end || track->slices.what(i) != workers.slices.what(index) ||
          track->slices.record(i) != workers.slices.record(index))
        continue;
      const auto read = rows.read(*timeline.context->bundle, track->slices.row(i), sizeof(format::HostExecutionEvent));
      if (read.ok() && read->as<format::HostExecutionEvent>().event_id == share.event_id) return SliceId{track->id, i};
    }
  }
  return std::nullopt;
}

}  // namespace ireereplay::profile::timeline
