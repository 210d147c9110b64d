// What this engine adds to the bundles that it records, so that each event leads to its record in the capture: chunks
// of content types of its own, which other readers skip as they skip every type that they do not know. Layouts are
// like those of format.h: little-endian, each record beginning with its length, padding explicit.
//
// An event needs no field of its own for its record. A queue event's is named here by its event id, an operation of a
// command buffer by the command buffer's id and the operation's index; a host execution names both, its submission
// (whose id is that of its queue event) and its operation. Executables, command buffers and allocations have the object
// ids of the capture.
#pragma once

#include <cstdint>
#include <string_view>

#include "profile/format.h"

namespace ireereplay::profile::format {

/// RecordRun[].
inline constexpr std::string_view kRecordsContentType = "application/vnd.ireereplay.profile.records";

/// Which records of the capture things of the profile come from: the first from `record`, the next from the one after
/// it, and so on.
struct RecordRun {
  uint32_t record_length = {};
  EndpointType type = {};       ///< kQueueEvent, kCommandOperation or kMemoryEvent.
  uint64_t id = {};             ///< The first event's, or the command buffer's.
  uint32_t command_index = {};  ///< Of the first kCommandOperation; kNone32 of others.
  uint32_t count = {};          ///< Events, or operations of the one command buffer.
  uint64_t record = {};         ///< Position in the capture, from 0.
};
static_assert(sizeof(RecordRun) == 32);

/// WorkerShare[]: where work was shared between threads.
inline constexpr std::string_view kWorkerSharesContentType = "application/vnd.ireereplay.profile.worker-shares";

/// What one thread did of one host execution. Tiles and busy times of all threads add up to the event's tile_count and
/// tile_duration_sum_ns.
struct WorkerShare {
  uint32_t record_length = {};
  uint32_t worker = {};  ///< 0 is the thread that runs the replay.
  uint64_t event_id = {};
  int64_t start_host_time_ns = {};  ///< When it began its first tile, and ended its last.
  int64_t end_host_time_ns = {};
  int64_t tile_duration_sum_ns = {};
  uint64_t tile_count = {};
};
static_assert(sizeof(WorkerShare) == 48);

/// JSON: {"capture": path, "devices": [...], "workers": n, "status": "OK", and where a run failed "message", "record"}.
inline constexpr std::string_view kReplayContentType = "application/vnd.ireereplay.profile.replay+json";

}  // namespace ireereplay::profile::format
