// What was acquired and released: by device, by pool, by allocation (runtime/src/iree/tooling/profile/memory.c).
#pragma once

#include "profile/report/output.h"

namespace ireereplay::profile {

enum class Lifecycle : uint8_t { kSlab, kPoolReservation, kQueueAllocation, kBufferAllocation, kImportedBuffer };

std::string_view lifecycle_name(Lifecycle lifecycle);

/// What is open, and how much there ever was.
struct Balance {
  uint64_t current_count = 0;
  uint64_t high_water_count = 0;
  uint64_t total_open_count = 0;
  uint64_t total_close_count = 0;
  uint64_t partial_close_count = 0;
  uint64_t current_bytes = 0;
  uint64_t high_water_bytes = 0;
  uint64_t total_open_bytes = 0;
  uint64_t total_close_bytes = 0;
  uint64_t partial_close_bytes = 0;

  /// False when a total does not fit.
  bool open(uint64_t length);
  bool close(uint64_t length);
};

struct MemoryDevice {
  uint32_t device = 0;
  uint64_t events = 0;
  /// By format::MemoryEventType.
  uint64_t counts[13] = {};
  Balance slabs;
  Balance reservations;
  Balance materializations;
  Balance queue_allocations;
  Balance buffers;
  Balance imports;

  uint64_t count(format::MemoryEventType type) const { return counts[static_cast<size_t>(type)]; }
};

struct MemoryPool {
  Lifecycle kind = Lifecycle::kSlab;
  uint32_t device = 0;
  uint64_t pool = 0;
  uint64_t memory_type = 0;
  uint64_t buffer_usage = 0;
  uint64_t events = 0;
  uint64_t waits = 0;
  uint64_t materializes = 0;
  uint64_t stats_samples = 0;
  /// What the pool said of itself last.
  uint64_t reserved = 0;
  uint64_t free = 0;
  uint64_t committed = 0;
  uint64_t budget = 0;
  uint32_t reservations = 0;
  uint32_t slabs = 0;
  /// The most and the least that it ever said.
  uint64_t reserved_high = 0;
  uint64_t free_low = 0;
  uint64_t committed_high = 0;
  uint32_t reservations_high = 0;
  uint32_t slabs_high = 0;
  Balance lifecycle;
  Balance materialization;
};

struct MemoryAllocation {
  Lifecycle kind = Lifecycle::kSlab;
  uint32_t device = 0;
  uint64_t allocation = 0;
  uint64_t pool = 0;
  uint64_t backing = 0;
  uint32_t flags = 0;
  uint64_t memory_type = 0;
  uint64_t buffer_usage = 0;
  uint64_t first_event = 0;
  uint64_t last_event = 0;
  int64_t first_time_ns = 0;
  int64_t last_time_ns = 0;
  uint64_t first_submission = 0;
  uint64_t last_submission = 0;
  uint32_t first_queue = format::kNone32;
  uint32_t last_queue = format::kNone32;
  uint64_t events = 0;
  uint64_t waits = 0;
  uint64_t materializes = 0;
  Balance lifecycle;
  Balance materialization;

  bool is_open() const { return lifecycle.current_bytes != 0 || materialization.current_bytes != 0; }
};

class MemoryLifecycles {
 public:
  uint64_t total = 0;
  uint64_t matched = 0;
  uint64_t truncated_chunks = 0;
  uint64_t dropped_records = 0;
  uint64_t truncated_events = 0;
  std::vector<MemoryDevice> devices;
  std::vector<MemoryPool> pools;
  std::vector<MemoryAllocation> allocations;

  /// Counts a chunk of memory events.
  void enter(const Chunk& chunk);
  /// Adds an event that is asked for. OUT_OF_RANGE when a total does not fit.
  Status add(const Chunk& chunk, const format::MemoryEvent& event);

 private:
  uint64_t pool_of(const format::MemoryEvent& event, Lifecycle kind) const;
  bool closes_materialization(const format::MemoryEvent& event) const;
  bool add_to_device(const format::MemoryEvent& event, bool closes);
  MemoryPool& pool_at(Lifecycle kind, const format::MemoryEvent& event, uint64_t pool);
  bool add_to_pool(const format::MemoryEvent& event, bool closes);
  void add_pool_stats(const format::MemoryEvent& event);
  bool add_to_allocation(const format::MemoryEvent& event, bool closes);

  RowIndex<1> device_index_;
  RowIndex<4> pool_index_;
  RowIndex<4> allocation_index_;
  /// The newest allocation of an id, whatever its pool: a queue's dealloca does not name it.
  RowIndex<3> latest_index_;
};

}  // namespace ireereplay::profile
