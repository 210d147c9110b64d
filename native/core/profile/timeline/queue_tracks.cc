#include "profile/timeline/queue_tracks.h"

namespace ireereplay::profile::timeline {

using format::QueueEventType;

TrackLog* QueueTracks::queue_track(uint32_t device, uint32_t queue, TrackClass track_class, ChunkKind source,
                                   const char* name) {
  Latest& latest = latest_[static_cast<size_t>(track_class) * 2 + (source == ChunkKind::kDispatchEvents ? 1 : 0)];
  if (latest.log != nullptr && latest.device == device && latest.queue == queue) return latest.log;
  const uint32_t group = making_.logs.queue(device, queue);
  TrackLog* log = making_.logs.find(group, track_class, static_cast<uint64_t>(source), 0, [&](TrackLog* made) {
    made->track.kind = TrackKind::kSlices;
    made->track.name = name;
    made->track.source = source;
    made->track.device = device;
    made->track.queue = queue;
  });
  if (log == nullptr) ++making_.logs.missed;
  latest = {device, queue, log};
  return log;
}

TrackLog* QueueTracks::submissions_of(uint32_t device, uint32_t queue) {
  return queue_track(device, queue, TrackClass::kSubmissions, ChunkKind::kQueueEvents, "submissions");
}

void QueueTracks::add(const format::QueueEvent& event, uint32_t row) {
  TrackLog* log = submissions_of(event.physical_device_ordinal, event.queue_ordinal);
  if (log == nullptr) return;
  if (event.host_time_ns <= 0) {
    ++log->untimed;
    return;
  }
  log->slices.add(event.host_time_ns, event.host_time_ns, making_.naming.of_text(kQueueEventNames.of(event.type)), row,
                  record32(making_.context.records.of_submission(event.event_id)));
  log->slices.readies.push_back(event.ready_host_time_ns);
  log->submissions.push_back(event.submission_id);
}

void QueueTracks::add(const format::HostExecutionEvent& event, uint32_t row) {
  const bool is_command_buffer = event.type == QueueEventType::kExecute;
  const bool is_dispatch = !is_command_buffer && event.function_ordinal != format::kNone32 && event.executable_id != 0;
  const TrackClass track_class = is_command_buffer ? TrackClass::kCommandBuffers
                                 : is_dispatch     ? TrackClass::kDispatches
                                                   : TrackClass::kTransfers;
  const char* name = is_command_buffer ? "command buffers" : is_dispatch ? "dispatches" : "transfers";
  const uint32_t what =
      is_command_buffer ? making_.naming.of_command_buffer(event.command_buffer_id)
      : is_dispatch     ? making_.naming.of_launch(event.physical_device_ordinal, event.executable_id,
                                                   event.function_ordinal, event.workgroup_count, event.workgroup_size,
                                                   making_.context.launches.of_execution(event))
                        : making_.naming.of_text(kQueueEventNames.of(event.type));
  const uint32_t record = record32(making_.context.records.of_execution(event));
  if (making_.preparation.has_shares) making_.executions[event.event_id] = {what, record, true};
  TrackLog* log = queue_track(event.physical_device_ordinal, event.queue_ordinal, track_class,
                              ChunkKind::kHostExecutionEvents, name);
  if (log == nullptr) return;
  if (!is_timed(event.start_host_time_ns, event.end_host_time_ns)) {
    ++log->untimed;
    return;
  }
  log->slices.add(event.start_host_time_ns, event.end_host_time_ns, what, row, record);
  if (event.status_code != 0) log->track.failed.emplace_back(row, event.status_code);
  note_execution(event.physical_device_ordinal, event.queue_ordinal, event.submission_id, event.start_host_time_ns,
                 event.end_host_time_ns);
}

void QueueTracks::note_execution(uint32_t device, uint32_t queue, uint64_t submission, int64_t start, int64_t end) {
  if (submission == 0) return;
  if (TrackLog* log = submissions_of(device, queue)) log->executed[submission].add(start, end);
}

void QueueTracks::add(const Chunk& chunk, const format::DispatchEvent& event, uint32_t row) {
  const uint32_t device = chunk.header.physical_device_ordinal, queue = chunk.header.queue_ordinal;
  TrackLog* log = queue_track(device, queue, TrackClass::kDispatches, ChunkKind::kDispatchEvents, "dispatches");
  if (log == nullptr) return;
  const auto times = making_.host_times(device, event.start_tick, event.end_tick);
  if (!times) {
    ++log->untimed;
    return;
  }
  const uint32_t what = making_.naming.of_launch(device, event.executable_id, event.function_ordinal,
                                                 event.workgroup_count, event.workgroup_size);
  const uint64_t record = event.command_index != format::kNone32
                              ? making_.context.records.of_command(event.command_buffer_id, event.command_index)
                              : making_.context.records.of_submission(event.submission_id);
  log->slices.add(times->first, times->second, what, row, record32(record));
  note_execution(device, queue, event.submission_id, times->first, times->second);
  if (making_.preparation.needs_dispatch_times)
    making_.dispatch_times[device][event.event_id].add(times->first, times->second);
}

void QueueTracks::add(const format::QueueDeviceEvent& event, uint32_t row) {
  TrackLog* log = queue_track(event.physical_device_ordinal, event.queue_ordinal, TrackClass::kQueueDevice,
                              ChunkKind::kQueueDeviceEvents, "queue on the device");
  if (log == nullptr) return;
  const auto times = making_.host_times(event.physical_device_ordinal, event.start_tick, event.end_tick);
  if (!times) {
    ++log->untimed;
    return;
  }
  log->slices.add(times->first, times->second, making_.naming.of_text(kQueueEventNames.of(event.type)), row,
                  record32(making_.context.records.of_submission(event.submission_id)));
  note_execution(event.physical_device_ordinal, event.queue_ordinal, event.submission_id, times->first, times->second);
}

void QueueTracks::add(const format::CommandRegionEvent& event, uint32_t row) {
  TrackLog* log = queue_track(event.physical_device_ordinal, event.queue_ordinal, TrackClass::kRegions,
                              ChunkKind::kCommandRegionEvents, "command regions");
  if (log == nullptr) return;
  if (!is_timed(event.start_host_time_ns, event.end_host_time_ns)) {
    ++log->untimed;
    return;
  }
  log->slices.add(event.start_host_time_ns, event.end_host_time_ns, making_.naming.of_text("command region"), row,
                  record32(making_.context.records.of_submission(event.submission_id)));
}

void QueueTracks::add(const format::ExecutableTrace& trace, uint32_t row) {
  TrackLog* log = queue_track(trace.physical_device_ordinal, trace.queue_ordinal, TrackClass::kTraces,
                              ChunkKind::kExecutableTraces, "traces");
  if (log == nullptr) return;
  const auto times = making_.dispatch_time(trace.physical_device_ordinal, trace.dispatch_event_id);
  if (!times) {
    ++log->untimed;
    return;
  }
  constexpr uint32_t kNoGrid[3] = {};
  const uint64_t record = trace.command_index != format::kNone32
                              ? making_.context.records.of_command(trace.command_buffer_id, trace.command_index)
                              : making_.context.records.of_submission(trace.submission_id);
  log->slices.add(times->first, times->second,
                  making_.naming.of_launch(trace.physical_device_ordinal, trace.executable_id, trace.function_ordinal,
                                           kNoGrid, kNoGrid),
                  row, record32(record));
}

}  // namespace ireereplay::profile::timeline
