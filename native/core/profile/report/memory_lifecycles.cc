#include "profile/report/memory_lifecycles.h"

namespace ireereplay::profile {

using format::MemoryEvent;
using format::MemoryEventType;

namespace {

bool is_reservation(const MemoryEvent& event) { return (event.flags & format::kMemoryPoolReservation) != 0; }

/// What an event is of, where a pool is concerned.
std::optional<Lifecycle> pool_lifecycle(const MemoryEvent& event) {
  switch (event.type) {
    case MemoryEventType::kSlabAcquire:
    case MemoryEventType::kSlabRelease:
      return Lifecycle::kSlab;
    case MemoryEventType::kPoolReserve:
    case MemoryEventType::kPoolMaterialize:
    case MemoryEventType::kPoolRelease:
    case MemoryEventType::kPoolWait:
      return Lifecycle::kPoolReservation;
    case MemoryEventType::kQueueAlloca:
    case MemoryEventType::kQueueDealloca:
      return Lifecycle::kQueueAllocation;
    case MemoryEventType::kBufferAllocate:
    case MemoryEventType::kBufferFree:
      return Lifecycle::kBufferAllocation;
    case MemoryEventType::kBufferImport:
    case MemoryEventType::kBufferUnimport:
      return Lifecycle::kImportedBuffer;
    default:
      return std::nullopt;
  }
}

/// The same where an allocation is: a pool's events are only of one when they say so.
std::optional<Lifecycle> allocation_lifecycle(const MemoryEvent& event) {
  const auto kind = pool_lifecycle(event);
  if (kind == Lifecycle::kPoolReservation && !is_reservation(event)) return std::nullopt;
  return kind;
}

bool opens(const MemoryEvent& event) {
  switch (event.type) {
    case MemoryEventType::kSlabAcquire:
    case MemoryEventType::kBufferAllocate:
    case MemoryEventType::kBufferImport:
    case MemoryEventType::kQueueAlloca:
      return true;
    case MemoryEventType::kPoolReserve:
      return is_reservation(event);
    default:
      return false;
  }
}

bool closes_lifecycle(const MemoryEvent& event) {
  switch (event.type) {
    case MemoryEventType::kSlabRelease:
    case MemoryEventType::kPoolRelease:
    case MemoryEventType::kQueueDealloca:
    case MemoryEventType::kBufferFree:
    case MemoryEventType::kBufferUnimport:
      return true;
    default:
      return false;
  }
}

/// Applies an event to what is open of a pool or an allocation.
bool apply(const MemoryEvent& event, bool closes_materialization, Balance& lifecycle, Balance& materialization) {
  if (opens(event)) {
    if (!lifecycle.open(event.length)) return false;
  } else if (closes_lifecycle(event)) {
    if (!lifecycle.close(event.length)) return false;
  }
  if (event.type == MemoryEventType::kPoolMaterialize) return materialization.open(event.length);
  return !closes_materialization || materialization.close(event.length);
}

void count(const MemoryEvent& event, uint64_t& waits, uint64_t& materializes) {
  if (event.type == MemoryEventType::kPoolWait) ++waits;
  if (event.type == MemoryEventType::kPoolMaterialize) ++materializes;
}

}  // namespace

std::string_view lifecycle_name(Lifecycle lifecycle) {
  constexpr std::string_view kNames[] = {"slab", "pool_reservation", "queue_allocation", "buffer_allocation",
                                         "imported_buffer"};
  return kNames[static_cast<size_t>(lifecycle)];
}

bool Balance::open(uint64_t length) {
  if (!add_to(total_open_count, 1) || !add_to(current_count, 1) || !add_to(total_open_bytes, length) ||
      !add_to(current_bytes, length)) {
    return false;
  }
  high_water_count = std::max(high_water_count, current_count);
  high_water_bytes = std::max(high_water_bytes, current_bytes);
  return true;
}

bool Balance::close(uint64_t length) {
  if (!add_to(total_close_count, 1) || !add_to(total_close_bytes, length)) return false;
  const bool was_none_open = current_count == 0;
  if (!was_none_open) --current_count;
  const uint64_t missing = length > current_bytes ? length - current_bytes : 0;
  current_bytes -= length - missing;
  if (!was_none_open && missing == 0) return true;
  return add_to(partial_close_count, 1) && add_to(partial_close_bytes, missing);
}

void MemoryLifecycles::enter(const Chunk& chunk) {
  if (!chunk.is_truncated()) return;
  ++truncated_chunks;
  dropped_records += chunk.header.dropped_record_count;
}

Status MemoryLifecycles::add(const Chunk& chunk, const MemoryEvent& event) {
  ++matched;
  if (chunk.is_truncated()) ++truncated_events;
  const bool closes = closes_materialization(event);
  const auto overflow = [&](const char* what) {
    return Status(StatusCode::kOutOfRange,
                  std::string(what) + " accounting overflow for event_id=" + std::to_string(event.event_id));
  };
  if (!add_to_device(event, closes)) return overflow("memory");
  if (!add_to_pool(event, closes)) return overflow("memory pool");
  add_pool_stats(event);
  if (!add_to_allocation(event, closes)) return overflow("memory allocation");
  return Status();
}

uint64_t MemoryLifecycles::pool_of(const MemoryEvent& event, Lifecycle kind) const {
  if (event.pool_id != 0 || kind != Lifecycle::kQueueAllocation) return event.pool_id;
  const auto latest =
      latest_index_.find({static_cast<uint64_t>(kind), event.physical_device_ordinal, event.allocation_id});
  return latest == latest_index_.end() ? event.pool_id : allocations[latest->second].pool;
}

bool MemoryLifecycles::closes_materialization(const MemoryEvent& event) const {
  if (event.type != MemoryEventType::kPoolRelease || !is_reservation(event)) return false;
  const auto found = allocation_index_.find({static_cast<uint64_t>(Lifecycle::kPoolReservation),
                                             event.physical_device_ordinal, event.allocation_id, event.pool_id});
  if (found == allocation_index_.end()) return false;
  const Balance& balance = allocations[found->second].materialization;
  return balance.current_count != 0 || balance.current_bytes != 0;
}

bool MemoryLifecycles::add_to_device(const MemoryEvent& event, bool closes) {
  const auto [place, is_new] = device_index_.try_emplace({event.physical_device_ordinal}, devices.size());
  if (is_new) devices.emplace_back().device = event.physical_device_ordinal;
  MemoryDevice& device = devices[place->second];
  ++device.events;
  const auto type = static_cast<size_t>(event.type);
  if (type < std::size(device.counts)) ++device.counts[type];
  switch (event.type) {
    case MemoryEventType::kSlabAcquire:
      return device.slabs.open(event.length);
    case MemoryEventType::kSlabRelease:
      return device.slabs.close(event.length);
    case MemoryEventType::kPoolReserve:
      return !is_reservation(event) || device.reservations.open(event.length);
    case MemoryEventType::kPoolMaterialize:
      return device.materializations.open(event.length);
    case MemoryEventType::kPoolRelease:
      return device.reservations.close(event.length) && (!closes || device.materializations.close(event.length));
    case MemoryEventType::kBufferAllocate:
      return device.buffers.open(event.length);
    case MemoryEventType::kBufferFree:
      return device.buffers.close(event.length);
    case MemoryEventType::kBufferImport:
      return device.imports.open(event.length);
    case MemoryEventType::kBufferUnimport:
      return device.imports.close(event.length);
    case MemoryEventType::kQueueAlloca:
      return device.queue_allocations.open(event.length);
    case MemoryEventType::kQueueDealloca:
      return device.queue_allocations.close(event.length);
    default:
      return true;
  }
}

MemoryPool& MemoryLifecycles::pool_at(Lifecycle kind, const MemoryEvent& event, uint64_t pool) {
  const Numbers<4> key = {static_cast<uint64_t>(kind), event.physical_device_ordinal, pool, event.memory_type};
  const auto [place, is_new] = pool_index_.try_emplace(key, pools.size());
  if (is_new) {
    MemoryPool& made = pools.emplace_back();
    made.kind = kind;
    made.device = event.physical_device_ordinal;
    made.pool = pool;
    made.memory_type = event.memory_type;
  }
  return pools[place->second];
}

bool MemoryLifecycles::add_to_pool(const MemoryEvent& event, bool closes) {
  const auto kind = pool_lifecycle(event);
  if (!kind) return true;
  MemoryPool& pool = pool_at(*kind, event, pool_of(event, *kind));
  ++pool.events;
  pool.buffer_usage |= event.buffer_usage;
  count(event, pool.waits, pool.materializes);
  return apply(event, closes, pool.lifecycle, pool.materialization);
}

void MemoryLifecycles::add_pool_stats(const MemoryEvent& event) {
  if ((event.flags & format::kMemoryPoolStats) == 0 || event.pool_id == 0) return;
  MemoryPool& pool = pool_at(Lifecycle::kPoolReservation, event, event.pool_id);
  pool.free_low = pool.stats_samples == 0 ? event.pool_bytes_free : std::min(pool.free_low, event.pool_bytes_free);
  ++pool.stats_samples;
  pool.buffer_usage |= event.buffer_usage;
  pool.reserved = event.pool_bytes_reserved;
  pool.reserved_high = std::max(pool.reserved_high, event.pool_bytes_reserved);
  pool.free = event.pool_bytes_free;
  pool.committed = event.pool_bytes_committed;
  pool.committed_high = std::max(pool.committed_high, event.pool_bytes_committed);
  pool.budget = event.pool_budget_limit;
  pool.reservations = event.pool_reservation_count;
  pool.reservations_high = std::max(pool.reservations_high, event.pool_reservation_count);
  pool.slabs = event.pool_slab_count;
  pool.slabs_high = std::max(pool.slabs_high, event.pool_slab_count);
}

bool MemoryLifecycles::add_to_allocation(const MemoryEvent& event, bool closes) {
  const auto kind = allocation_lifecycle(event);
  if (!kind) return true;
  const uint64_t pool = pool_of(event, *kind);
  const auto kind_number = static_cast<uint64_t>(*kind);
  const auto [place, is_new] = allocation_index_.try_emplace(
      {kind_number, event.physical_device_ordinal, event.allocation_id, pool}, allocations.size());
  if (is_new) {
    latest_index_.insert_or_assign({kind_number, event.physical_device_ordinal, event.allocation_id},
                                   allocations.size());
    MemoryAllocation& made = allocations.emplace_back();
    made.kind = *kind;
    made.device = event.physical_device_ordinal;
    made.allocation = event.allocation_id;
    made.pool = pool;
  }
  MemoryAllocation& allocation = allocations[place->second];
  if (allocation.first_event == 0) {
    allocation.first_event = event.event_id;
    allocation.first_time_ns = event.host_time_ns;
  }
  allocation.last_event = event.event_id;
  allocation.last_time_ns = event.host_time_ns;
  if (event.submission_id != 0) {
    if (allocation.first_submission == 0) {
      allocation.first_submission = event.submission_id;
      allocation.first_queue = event.queue_ordinal;
    }
    allocation.last_submission = event.submission_id;
    allocation.last_queue = event.queue_ordinal;
  }
  if (allocation.backing == 0) allocation.backing = event.backing_id;
  allocation.flags |= event.flags;
  allocation.memory_type |= event.memory_type;
  allocation.buffer_usage |= event.buffer_usage;
  ++allocation.events;
  count(event, allocation.waits, allocation.materializes);
  return apply(event, closes, allocation.lifecycle, allocation.materialization);
}

}  // namespace ireereplay::profile
