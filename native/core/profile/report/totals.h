// What a whole profile holds, counted: of each kind of chunk, of records, of each device
// (runtime/src/iree/tooling/profile/summary.c).
#pragma once

#include "profile/report/output.h"

namespace ireereplay::profile {

struct KindTotals {
  uint64_t chunks = 0;
  uint64_t records = 0;
};

struct DeviceTotals {
  uint32_t device = 0;
  uint32_t records = 0;
  uint32_t queue_count = 0;
  uint32_t queue_records = 0;
  DeviceClock clock;
  /// Of the clock's samples that say how long they took; both 0 when none does.
  int64_t min_uncertainty_ns = std::numeric_limits<int64_t>::max();
  int64_t max_uncertainty_ns = 0;
  uint64_t dispatches = 0;
  uint64_t invalid_dispatches = 0;
  uint64_t earliest = UINT64_MAX;
  uint64_t latest = 0;
  uint64_t min_ticks = UINT64_MAX;
  uint64_t max_ticks = 0;
  uint64_t total_ticks = 0;
  uint64_t metric_samples = 0;
  uint64_t metric_values = 0;
  uint64_t invalid_metric_samples = 0;

  uint64_t valid_dispatches() const { return dispatches - invalid_dispatches; }
};

struct Totals {
  uint64_t file_records = 0;
  uint64_t session_begins = 0;
  uint64_t session_ends = 0;
  uint64_t chunks = 0;
  uint64_t unknown_records = 0;
  uint64_t unknown_chunks = 0;
  uint64_t truncated_chunks = 0;
  uint64_t dropped_records = 0;
  /// Sessions that did not end well, and the first of them.
  uint64_t failed_sessions = 0;
  format::RecordHeader first_failed = {};
  KindTotals kinds[kChunkKinds];
  uint64_t code_object_bytes = 0;
  uint64_t trace_bytes = 0;
  uint64_t invalid_host_events = 0;
  uint64_t host_duration_ns = 0;
  uint64_t invalid_regions = 0;
  uint64_t region_duration_ns = 0;
  uint64_t metric_values = 0;
  uint64_t invalid_metric_samples = 0;
  std::vector<DeviceTotals> devices;

  const KindTotals& of(ChunkKind kind) const { return kinds[static_cast<size_t>(kind)]; }
  /// Reads the whole profile; without records only what chunks themselves say: up to first_failed.
  static Result<Totals> read(const Reporting& r, bool with_records = true);

 private:
  DeviceTotals& device(uint32_t ordinal);
  RowIndex<1> device_index_;
  Status add(const Chunk& chunk, const Record& record);
};

}  // namespace ireereplay::profile
