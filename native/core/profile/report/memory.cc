// profile memory: what was acquired and released, and how much of it there was at most.
#include "profile/report/memory_lifecycles.h"

namespace ireereplay::profile {

namespace {

using format::MemoryEvent;
using format::MemoryEventType;
using format::QueueDeviceEvent;
using format::QueueEventType;

/// How long a queue's allocation lived on the device.
struct DeviceLifetime {
  uint64_t alloca_event = 0;
  uint64_t dealloca_event = 0;
  bool valid = false;
  uint64_t start_tick = 0;
  uint64_t end_tick = 0;
  std::optional<int64_t> duration_ns;

  uint64_t ticks() const { return end_tick - start_tick; }
};

class MemoryReport {
 public:
  MemoryReport(Reporting& reporting, const Metadata& metadata)
      : r_(reporting), out_(reporting.text), metadata_(metadata) {}

  Status make() {
    if (shows_allocations()) IR_RETURN_IF_ERROR(find_device_events());
    IR_RETURN_IF_ERROR(r_.each_record(
        {ChunkKind::kMemoryEvents},
        [&](const Chunk& chunk) {
          memory_.enter(chunk);
          return Status();
        },
        [&](const Chunk& chunk, const Record& record) {
          const auto event = record.as<MemoryEvent>();
          ++memory_.total;
          if (!(r_.matches_id(event.event_id) || r_.matches_id(event.allocation_id)) ||
              !r_.matches(kMemoryEventNames.of(event.type))) {
            return Status();
          }
          IR_RETURN_IF_ERROR(memory_.add(chunk, event));
          if (r_.options.jsonl) print_jsonl(event);
          return r_.drain();
        }));
    return r_.options.jsonl ? jsonl() : text();
  }

 private:
  bool shows_allocations() const { return r_.options.jsonl || r_.options.id >= 0; }

  /// Ends of allocations on devices' queues; the first event of an operation is the one with the lowest id.
  Status find_device_events() {
    return r_.each_record({ChunkKind::kQueueDeviceEvents}, [&](const Chunk&, const Record& record) {
      const auto event = record.as<QueueDeviceEvent>();
      if (event.type != QueueEventType::kAlloca && event.type != QueueEventType::kDealloca) return Status();
      if (!metadata_.find_queue(event.physical_device_ordinal, event.queue_ordinal, event.stream_id)) {
        return Status(StatusCode::kDataLoss, "queue device event references missing queue metadata device=" +
                                                 std::to_string(event.physical_device_ordinal) +
                                                 " queue=" + std::to_string(event.queue_ordinal) +
                                                 " stream=" + std::to_string(event.stream_id) +
                                                 " submission=" + std::to_string(event.submission_id));
      }
      const Numbers<5> key = {event.physical_device_ordinal, event.queue_ordinal, static_cast<uint64_t>(event.type),
                              event.submission_id, event.allocation_id};
      const auto [place, is_new] = device_event_index_.try_emplace(key, device_events_.size());
      if (is_new) {
        device_events_.push_back(event);
      } else if (event.event_id < device_events_[place->second].event_id) {
        device_events_[place->second] = event;
      }
      return Status();
    });
  }

  const QueueDeviceEvent* find_device_event(const MemoryAllocation& allocation, uint64_t submission, uint32_t queue,
                                            QueueEventType type) const {
    if (submission == 0 || queue == format::kNone32) return nullptr;
    const auto found = device_event_index_.find(
        {allocation.device, queue, static_cast<uint64_t>(type), submission, allocation.allocation});
    return found == device_event_index_.end() ? nullptr : &device_events_[found->second];
  }

  DeviceLifetime lifetime_of(const MemoryAllocation& allocation) const {
    DeviceLifetime lifetime;
    if (allocation.kind != Lifecycle::kQueueAllocation) return lifetime;
    const auto* begin =
        find_device_event(allocation, allocation.first_submission, allocation.first_queue, QueueEventType::kAlloca);
    const auto* end =
        find_device_event(allocation, allocation.last_submission, allocation.last_queue, QueueEventType::kDealloca);
    if (begin != nullptr) lifetime.alloca_event = begin->event_id;
    if (end != nullptr) lifetime.dealloca_event = end->event_id;
    if (begin == nullptr || end == nullptr || !are_valid_ticks(begin->start_tick, begin->end_tick) ||
        !are_valid_ticks(end->start_tick, end->end_tick) || end->end_tick < begin->start_tick) {
      return lifetime;
    }
    lifetime.valid = true;
    lifetime.start_tick = begin->start_tick;
    lifetime.end_tick = end->end_tick;
    if (const auto fit = metadata_.clock_fit(allocation.device))
      lifetime.duration_ns = fit->duration_ns(lifetime.ticks());
    return lifetime;
  }

  static int64_t host_duration_of(const MemoryAllocation& allocation) {
    // Wraps where it does not fit, as IREE's does.
    return allocation.last_time_ns >= allocation.first_time_ns
               ? static_cast<int64_t>(static_cast<uint64_t>(allocation.last_time_ns) -
                                      static_cast<uint64_t>(allocation.first_time_ns))
               : 0;
  }

  /// Allocations that are open at the end, and closes of what was not.
  std::pair<uint64_t, uint64_t> overview() const {
    uint64_t open = 0, partial = 0;
    for (const MemoryAllocation& allocation : memory_.allocations) {
      if (allocation.is_open()) ++open;
      partial += allocation.lifecycle.partial_close_count + allocation.materialization.partial_close_count;
    }
    return {open, partial};
  }

  Status text() {
    const auto [open, partial] = overview();
    print(out_, "IREE HAL profile memory summary\nfilter: %\n", std::string_view(r_.options.filter));
    if (r_.options.id >= 0) print(out_, "id_filter: %\n", r_.options.id);
    print(out_, "events: total=% matched=% truncated_chunks=% dropped_records=% truncated_matched=%", memory_.total,
          memory_.matched, memory_.truncated_chunks, memory_.dropped_records, memory_.truncated_events);
    print(out_, " devices=% pools=% allocation_lifecycles=% open_lifecycles=% partial_closes=%\n",
          memory_.devices.size(), memory_.pools.size(), memory_.allocations.size(), open, partial);
    for (const MemoryDevice& device : memory_.devices) print_text(device);
    for (const MemoryPool& pool : memory_.pools) {
      print_text(pool);
      IR_RETURN_IF_ERROR(r_.drain());
    }
    if (!shows_allocations()) return Status();
    for (const MemoryAllocation& allocation : memory_.allocations) {
      print_text(allocation);
      IR_RETURN_IF_ERROR(r_.drain());
    }
    return Status();
  }

  void print_text(std::string_view name, const Balance& balance) {
    print(out_, "  %: open_at_end=% peak_open=% current_bytes=% high_water_bytes=% opened_bytes=%", name,
          balance.current_count, balance.high_water_count, balance.current_bytes, balance.high_water_bytes,
          balance.total_open_bytes);
    print(out_, " closed_bytes=% partial_closes=% partial_close_bytes=%\n", balance.total_close_bytes,
          balance.partial_close_count, balance.partial_close_bytes);
  }

  void print_text(const MemoryDevice& device) {
    const auto count = [&](MemoryEventType type) { return device.count(type); };
    print(out_, "device[%]: events=% slab_acquire/release=%/%", device.device, device.events,
          count(MemoryEventType::kSlabAcquire), count(MemoryEventType::kSlabRelease));
    print(out_, " pool_reserve/materialize/release/wait=%/%/%/%", count(MemoryEventType::kPoolReserve),
          count(MemoryEventType::kPoolMaterialize), count(MemoryEventType::kPoolRelease),
          count(MemoryEventType::kPoolWait));
    print(out_, " queue_alloca/dealloca=%/% buffer_allocate/free=%/% buffer_import/unimport=%/%\n",
          count(MemoryEventType::kQueueAlloca), count(MemoryEventType::kQueueDealloca),
          count(MemoryEventType::kBufferAllocate), count(MemoryEventType::kBufferFree),
          count(MemoryEventType::kBufferImport), count(MemoryEventType::kBufferUnimport));
    print_text("slab_provider_events", device.slabs);
    print_text("pool_reservations", device.reservations);
    print_text("pool_materializations", device.materializations);
    print_text("queue_inflight_allocations", device.queue_allocations);
    print_text("buffer_allocations", device.buffers);
    print_text("buffer_imports", device.imports);
  }

  void print_text(const MemoryPool& pool) {
    print(out_, "pool[% device=% id=% memory_type=%]: events=% waits=% materializes=%", lifecycle_name(pool.kind),
          pool.device, pool.pool, pool.memory_type, pool.events, pool.waits, pool.materializes);
    const Balance& balance = pool.lifecycle;
    print(out_, " open_at_end=% peak_open=% current_bytes=% high_water_bytes=% opened_bytes=%", balance.current_count,
          balance.high_water_count, balance.current_bytes, balance.high_water_bytes, balance.total_open_bytes);
    print(out_, " closed_bytes=% partial_closes=% partial_close_bytes=%", balance.total_close_bytes,
          balance.partial_close_count, balance.partial_close_bytes);
    if (pool.kind == Lifecycle::kPoolReservation) {
      print(out_, " materialized_at_end=% materialized_high_water_bytes=%", pool.materialization.current_count,
            pool.materialization.high_water_bytes);
    }
    if (pool.stats_samples != 0) {
      print(out_, " pool_stats_samples=% pool_bytes_reserved=% pool_bytes_reserved_high_water=%", pool.stats_samples,
            pool.reserved, pool.reserved_high);
      print(out_, " pool_bytes_free=% pool_bytes_free_low_water=% pool_bytes_committed=%", pool.free, pool.free_low,
            pool.committed);
      print(out_, " pool_bytes_committed_high_water=% pool_budget_limit=% pool_reservations=%", pool.committed_high,
            pool.budget, pool.reservations);
      print(out_, " pool_reservation_high_water=% pool_slabs=% pool_slab_high_water=%", pool.reservations_high,
            pool.slabs, pool.slabs_high);
    }
    out_.append('\n');
  }

  void print_text(const MemoryAllocation& a) {
    const Balance& balance = a.lifecycle;
    print(out_, "allocation[% device=% id=% pool=% backing=% externally_owned=%]: events=% waits=% materializes=%",
          lifecycle_name(a.kind), a.device, a.allocation, a.pool, a.backing,
          (a.flags & format::kMemoryExternallyOwned) != 0, a.events, a.waits, a.materializes);
    print(out_, " open_at_end=% current_bytes=% high_water_bytes=% opened_bytes=% closed_bytes=%", a.is_open(),
          balance.current_bytes, balance.high_water_bytes, balance.total_open_bytes, balance.total_close_bytes);
    print(out_, " partial_closes=% partial_close_bytes=% first_event=% last_event=% duration_ns=%\n",
          balance.partial_close_count, balance.partial_close_bytes, a.first_event, a.last_event, host_duration_of(a));
    if (a.kind != Lifecycle::kQueueAllocation) return;
    const DeviceLifetime lifetime = lifetime_of(a);
    print(out_, "  device_lifetime: available=% alloca_event=% dealloca_event=% duration_ticks=%", lifetime.valid,
          lifetime.alloca_event, lifetime.dealloca_event, lifetime.ticks());
    if (lifetime.duration_ns) print(out_, " duration_ns=%", *lifetime.duration_ns);
    out_.append('\n');
  }

  void print_jsonl(const MemoryEvent& e) {
    print(out_, R"({"type":"memory_event","event_id":%,"event_type":%,"event_type_value":%,"flags":%,"result":%)",
          e.event_id, Quoted{kMemoryEventNames.of(e.type)}, static_cast<uint32_t>(e.type), e.flags, e.result);
    print(out_, R"(,"host_time_ns":%,"allocation_id":%,"host_time_domain":"iree_host_time_ns","pool_id":%)",
          e.host_time_ns, e.allocation_id, e.pool_id);
    print(out_, R"(,"backing_id":%,"submission_id":%,"physical_device_ordinal":%,"queue_ordinal":%)", e.backing_id,
          e.submission_id, e.physical_device_ordinal, e.queue_ordinal);
    print(out_, R"(,"frontier_entry_count":%,"memory_type":%,"buffer_usage":%,"offset":%,"length":%,"alignment":%)",
          e.frontier_entry_count, e.memory_type, e.buffer_usage, e.offset, e.length, e.alignment);
    print(out_, R"(,"externally_owned":%,"pool_stats_available":%,"pool_bytes_reserved":%,"pool_bytes_free":%)",
          (e.flags & format::kMemoryExternallyOwned) != 0, (e.flags & format::kMemoryPoolStats) != 0,
          e.pool_bytes_reserved, e.pool_bytes_free);
    print(out_, R"(,"pool_bytes_committed":%,"pool_budget_limit":%,"pool_reservation_count":%,"pool_slab_count":%})",
          e.pool_bytes_committed, e.pool_budget_limit, e.pool_reservation_count, e.pool_slab_count);
    out_.append('\n');
  }

  Status jsonl() {
    const auto [open, partial] = overview();
    print(out_, R"({"type":"memory_summary","filter":%,"id_filter":%,"total_events":%,"matched_events":%)",
          Quoted{r_.options.filter}, r_.options.id, memory_.total, memory_.matched);
    print(out_, R"(,"truncated_chunks":%,"dropped_records":%,"truncated_matched_events":%,"devices":%,"pools":%)",
          memory_.truncated_chunks, memory_.dropped_records, memory_.truncated_events, memory_.devices.size(),
          memory_.pools.size());
    print(out_, R"(,"allocation_lifecycles":%,"open_allocation_lifecycles":%,"partial_lifecycle_closes":%})",
          memory_.allocations.size(), open, partial);
    out_.append('\n');
    for (const MemoryDevice& device : memory_.devices) print_jsonl(device);
    for (const MemoryPool& pool : memory_.pools) {
      print_jsonl(pool);
      IR_RETURN_IF_ERROR(r_.drain());
    }
    for (const MemoryAllocation& allocation : memory_.allocations) {
      print_jsonl(allocation);
      IR_RETURN_IF_ERROR(r_.drain());
    }
    return Status();
  }

  void print_jsonl(std::string_view prefix, const Balance& balance) {
    const auto field = [&](std::string_view name, uint64_t value) { print(out_, ",\"%_%\":%", prefix, name, value); };
    field("current_count", balance.current_count);
    field("high_water_count", balance.high_water_count);
    field("total_open_count", balance.total_open_count);
    field("total_close_count", balance.total_close_count);
    field("partial_close_count", balance.partial_close_count);
    field("current_bytes", balance.current_bytes);
    field("high_water_bytes", balance.high_water_bytes);
    field("total_open_bytes", balance.total_open_bytes);
    field("total_close_bytes", balance.total_close_bytes);
    field("partial_close_bytes", balance.partial_close_bytes);
  }

  void print_jsonl(const MemoryDevice& device) {
    const auto count = [&](std::string_view key, MemoryEventType type) {
      print(out_, ",\"%\":%", key, device.count(type));
    };
    print(out_, R"({"type":"memory_device","physical_device_ordinal":%,"events":%)", device.device, device.events);
    count("slab_acquires", MemoryEventType::kSlabAcquire);
    count("slab_releases", MemoryEventType::kSlabRelease);
    count("pool_reserves", MemoryEventType::kPoolReserve);
    count("pool_materializes", MemoryEventType::kPoolMaterialize);
    count("pool_releases", MemoryEventType::kPoolRelease);
    count("pool_waits", MemoryEventType::kPoolWait);
    count("queue_allocas", MemoryEventType::kQueueAlloca);
    count("queue_deallocas", MemoryEventType::kQueueDealloca);
    count("buffer_allocates", MemoryEventType::kBufferAllocate);
    count("buffer_frees", MemoryEventType::kBufferFree);
    count("buffer_imports", MemoryEventType::kBufferImport);
    count("buffer_unimports", MemoryEventType::kBufferUnimport);
    print_jsonl("slab", device.slabs);
    print_jsonl("pool_reserved", device.reservations);
    print_jsonl("pool_materialized", device.materializations);
    print_jsonl("queue_inflight", device.queue_allocations);
    print_jsonl("buffer", device.buffers);
    print_jsonl("imported_buffer", device.imports);
    out_.append("}\n");
  }

  void print_jsonl(const MemoryPool& pool) {
    print(out_, R"({"type":"memory_pool","kind":%,"physical_device_ordinal":%,"pool_id":%,"memory_type":%)",
          Quoted{lifecycle_name(pool.kind)}, pool.device, pool.pool, pool.memory_type);
    print(out_, R"(,"buffer_usage":%,"events":%,"waits":%,"materializes":%)", pool.buffer_usage, pool.events,
          pool.waits, pool.materializes);
    print_jsonl("lifecycle", pool.lifecycle);
    print_jsonl("materialized", pool.materialization);
    print(out_, R"(,"pool_stats_available":%,"pool_stats_samples":%,"pool_bytes_reserved":%)", pool.stats_samples != 0,
          pool.stats_samples, pool.reserved);
    print(out_, R"(,"pool_bytes_reserved_high_water":%,"pool_bytes_free":%,"pool_bytes_free_low_water":%)",
          pool.reserved_high, pool.free, pool.free_low);
    print(out_, R"(,"pool_bytes_committed":%,"pool_bytes_committed_high_water":%,"pool_budget_limit":%)",
          pool.committed, pool.committed_high, pool.budget);
    print(out_, R"(,"pool_reservation_count":%,"pool_reservation_high_water_count":%,"pool_slab_count":%)",
          pool.reservations, pool.reservations_high, pool.slabs);
    print(out_, ",\"pool_slab_high_water_count\":%}\n", pool.slabs_high);
  }

  void print_jsonl(const MemoryAllocation& a) {
    const DeviceLifetime lifetime = lifetime_of(a);
    print(out_, R"({"type":"memory_allocation","kind":%,"physical_device_ordinal":%,"allocation_id":%,"pool_id":%)",
          Quoted{lifecycle_name(a.kind)}, a.device, a.allocation, a.pool);
    print(out_, R"(,"backing_id":%,"externally_owned":%,"memory_type":%,"buffer_usage":%,"events":%,"waits":%)",
          a.backing, (a.flags & format::kMemoryExternallyOwned) != 0, a.memory_type, a.buffer_usage, a.events, a.waits);
    print(out_, R"(,"materializes":%,"open_at_end":%,"first_event_id":%,"last_event_id":%,"first_host_time_ns":%)",
          a.materializes, a.is_open(), a.first_event, a.last_event, a.first_time_ns);
    print(out_, R"(,"last_host_time_ns":%,"host_time_domain":"iree_host_time_ns","duration_ns":%)", a.last_time_ns,
          host_duration_of(a));
    print(out_, R"(,"first_submission_id":%,"last_submission_id":%,"first_queue_ordinal":%,"last_queue_ordinal":%)",
          a.first_submission, a.last_submission, a.first_queue, a.last_queue);
    print(out_, R"(,"alloca_device_event_id":%,"dealloca_device_event_id":%,"device_lifetime_available":%)",
          lifetime.alloca_event, lifetime.dealloca_event, lifetime.valid);
    print(out_, R"(,"device_lifetime_start_tick":%,"device_lifetime_end_tick":%,"device_lifetime_duration_ticks":%)",
          lifetime.start_tick, lifetime.end_tick, lifetime.ticks());
    print(out_, R"(,"device_lifetime_time_ns_available":%,"device_lifetime_duration_ns":%)",
          lifetime.duration_ns.has_value(), lifetime.duration_ns.value_or(0));
    print_jsonl("lifecycle", a.lifecycle);
    print_jsonl("materialized", a.materialization);
    out_.append("}\n");
  }

  Reporting& r_;
  Text& out_;
  const Metadata& metadata_;
  MemoryLifecycles memory_;
  RowIndex<5> device_event_index_;
  std::vector<QueueDeviceEvent> device_events_;
};

}  // namespace

Status report_memory(Reporting& r) {
  // Without allocations nothing of the metadata is needed, and what is wrong with it is not said.
  const bool needs_metadata = r.options.jsonl || r.options.id >= 0;
  auto metadata = needs_metadata ? Metadata::read(r.bundle, r.cancelled()) : Result<Metadata>(Metadata());
  if (!metadata.ok()) return metadata.status();
  return MemoryReport(r, *metadata).make();
}

}  // namespace ireereplay::profile
