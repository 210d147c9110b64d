#include "profile/timeline/host_tracks.h"

#include <algorithm>

namespace ireereplay::profile::timeline {

namespace {

/// Of a scope; what is longer is cut off.
constexpr size_t kMostNameBytes = 4096;

}  // namespace

void HostTracks::add(const format::WorkerShare& share, uint32_t row) {
  const uint32_t group = making_.logs.group(TrackClass::kHost, "host");
  TrackLog* log = making_.logs.find(group, TrackClass::kWorker, share.worker, 0, [&](TrackLog* made) {
    made->track.kind = TrackKind::kSlices;
    made->track.name = "worker " + std::to_string(share.worker);
    made->track.source = kWorkerShares;
    made->track.worker = share.worker;
  });
  if (log == nullptr) {
    ++making_.logs.missed;
    return;
  }
  const Execution* execution = making_.executions.find(share.event_id);
  if (execution == nullptr || !execution->is_known ||
      !are_valid_times(share.start_host_time_ns, share.end_host_time_ns)) {
    ++log->untimed;
    return;
  }
  log->slices.add(share.start_host_time_ns, share.end_host_time_ns, execution->what, row, execution->record);
}

Status HostTracks::add(const format::ScopeRun& scope, uint64_t at, uint32_t row, FileWindow& window) {
  if (scope.name_length > scope.record_length - sizeof(scope))
    return Status(StatusCode::kDataLoss, "the name of a scope is longer than its record");
  const uint32_t group = making_.logs.group(TrackClass::kHost, "host");
  TrackLog* log = making_.logs.find(group, TrackClass::kScopes, 0, 0, [&](TrackLog* made) {
    made->track.kind = TrackKind::kSlices;
    made->track.name = "scopes";
    made->track.source = kScopeRuns;
  });
  if (log == nullptr) {
    ++making_.logs.missed;
    return Status();
  }
  if (!are_valid_times(scope.start_host_time_ns, scope.end_host_time_ns)) {
    ++log->untimed;
    return Status();
  }
  const size_t length = std::min<size_t>(scope.name_length, kMostNameBytes);
  IR_ASSIGN_OR_RETURN(const Bytes name, window.view(at + sizeof(scope), length));
  const std::string_view text(reinterpret_cast<const char*>(name.data()), name.size());
  log->slices.add(scope.start_host_time_ns, scope.end_host_time_ns, making_.naming.of_text(text), row,
                  record32(scope.begin_record));
  return Status();
}

}  // namespace ireereplay::profile::timeline
