#include "profile/timeline/memory_tracks.h"

namespace ireereplay::profile::timeline {

using format::MemoryEventType;

void MemoryTracks::add(const format::MemoryEvent& event, uint32_t row) {
  const uint32_t group = making_.logs.group(TrackClass::kMemory, "memory");
  const uint32_t device = event.physical_device_ordinal;
  TrackLog* log = making_.logs.find(group, TrackClass::kMemoryEvents, device, 0, [&](TrackLog* made) {
    made->track.kind = TrackKind::kInstants;
    made->track.name = "events" + making_.of_device(device);
    made->track.source = ChunkKind::kMemoryEvents;
    made->track.device = device;
  });
  if (log == nullptr) {
    ++making_.logs.missed;
    return;
  }
  if (event.host_time_ns <= 0) {
    ++log->untimed;
    return;
  }
  uint64_t record = making_.context.records.of_memory(event.event_id);
  if (record == kNoRecord) record = making_.context.records.of_submission(event.submission_id);
  log->slices.add(event.host_time_ns, event.host_time_ns, making_.naming.of_text(kMemoryEventNames.of(event.type)), row,
                  record32(record));
  add_balance(event, row, group);
}

void MemoryTracks::add_balance(const format::MemoryEvent& event, uint32_t row, uint32_t group) {
  enum class Kind : uint8_t { kQueue, kBuffers, kPool, kSlabs } kind;
  bool opens = false;
  switch (event.type) {
    case MemoryEventType::kQueueAlloca:
      opens = true;
      [[fallthrough]];
    case MemoryEventType::kQueueDealloca:
      kind = Kind::kQueue;
      break;
    case MemoryEventType::kBufferAllocate:
    case MemoryEventType::kBufferImport:
      opens = true;
      [[fallthrough]];
    case MemoryEventType::kBufferFree:
    case MemoryEventType::kBufferUnimport:
      kind = Kind::kBuffers;
      break;
    case MemoryEventType::kPoolReserve:
      opens = true;
      [[fallthrough]];
    case MemoryEventType::kPoolRelease:
      kind = Kind::kPool;
      break;
    case MemoryEventType::kSlabAcquire:
      opens = true;
      [[fallthrough]];
    case MemoryEventType::kSlabRelease:
      kind = Kind::kSlabs;
      break;
    default:
      return;
  }
  // A slab has no allocation of its own.
  const uint64_t id = kind == Kind::kSlabs ? event.backing_id : event.allocation_id;
  const std::array<uint64_t, 2> key = {id, static_cast<uint64_t>(kind) << 32 | event.physical_device_ordinal};
  uint64_t length = event.length;
  uint32_t queue = event.queue_ordinal;
  uint64_t pool = event.pool_id;
  if (opens) {
    open_[key] = {length, pool, queue};
  } else {
    // Only what was given is taken back: as much, and from where it was.
    const auto found = open_.find(key);
    if (found == open_.end()) return;
    length = found->second.length;
    queue = found->second.queue;
    pool = found->second.pool;
    open_.erase(found);
  }
  if (length > static_cast<uint64_t>(std::numeric_limits<int64_t>::max())) return;
  const uint64_t number = kind == Kind::kQueue ? queue : kind == Kind::kPool ? pool : 0;
  const uint64_t rank = static_cast<uint64_t>(kind) << 32 | event.physical_device_ordinal;
  TrackLog* log = making_.logs.find(group, TrackClass::kLiveBytes, rank, number, [&](TrackLog* made) {
    made->track.kind = TrackKind::kCounter;
    made->track.unit = "bytes";
    made->track.source = ChunkKind::kMemoryEvents;
    made->track.device = event.physical_device_ordinal;
    switch (kind) {
      case Kind::kQueue:
        made->track.name =
            "live bytes, queue " + std::to_string(number) + making_.of_device(event.physical_device_ordinal);
        break;
      case Kind::kBuffers:
        made->track.name = "live bytes, buffers" + making_.of_device(event.physical_device_ordinal);
        break;
      case Kind::kPool:
        made->track.name =
            "live bytes, pool " + std::to_string(++pools_) + making_.of_device(event.physical_device_ordinal);
        break;
      case Kind::kSlabs:
        made->track.name = "live bytes, slabs" + making_.of_device(event.physical_device_ordinal);
        break;
    }
  });
  const int64_t change = opens ? static_cast<int64_t>(length) : -static_cast<int64_t>(length);
  if (log != nullptr) log->balance.add(event.host_time_ns, change, row);
  // Pools and slabs are what queues and buffers are given from.
  if (kind == Kind::kQueue || kind == Kind::kBuffers) making_.logs.live.add(event.host_time_ns, change, row);
}

}  // namespace ireereplay::profile::timeline
