// What explains where the time of a profile went, measured: the functions that took longest, how busy queues and
// devices were, what queues were asked for, and memory (runtime/src/iree/tooling/profile/explain.c).
#pragma once

#include "profile/report/dispatches.h"
#include "profile/report/memory_lifecycles.h"
#include "profile/report/totals.h"

namespace ireereplay::profile {

/// A function among those that took longest.
struct Rank {
  bool by_host = false;
  uint32_t device = 0;
  uint64_t executable = 0;
  uint32_t function = 0;
  Validity counts;
  uint64_t max_ticks = 0;
  uint64_t total_ticks = 0;
  uint64_t tiles = 0;
  int64_t tile_ns = 0;
  bool has_ns = false;
  double average_ns = 0;
  int64_t max_ns = 0;
  int64_t total_ns = 0;

  double score() const { return has_ns ? static_cast<double>(total_ns) : static_cast<double>(total_ticks); }
};

/// How busy a queue was.
struct QueueUse {
  uint64_t submissions = 0;
  uint64_t valid = 0;
  uint64_t invalid = 0;
  double busy_ticks = 0;
  uint64_t total_ticks = 0;
  uint64_t gaps = 0;
  double gap_ticks = 0;
  double max_gap_ticks = 0;
  std::vector<std::pair<uint64_t, uint64_t>> intervals;

  /// Adds up the intervals, and what lies between them.
  void merge();
};

struct DeviceUse {
  uint32_t device = 0;
  uint64_t earliest = UINT64_MAX;
  uint64_t latest = 0;
  double visible_ticks = 0;
  uint64_t total_ticks = 0;
  double ratio = 0;
  std::optional<ClockFit> fit;
  std::optional<int64_t> total_ns;
};

/// Refers to the metadata and totals that it is made of.
struct Explanation {
  Explanation(Reporting& reporting, const Metadata& metadata, const Totals& totals)
      : metadata(metadata), totals(totals), dispatches(reporting, metadata), r_(reporting) {}

  /// Reads the profile. Everything else is of it.
  Status read();

  const Metadata& metadata;
  const Totals& totals;
  Dispatches dispatches;
  MemoryLifecycles memory;
  /// The longest first.
  std::vector<Rank> ranks;
  /// As in the metadata.
  std::vector<QueueUse> queues;
  std::vector<DeviceUse> devices;
  uint64_t queue_events = 0;
  /// By type of queue event, and by dependency strategy.
  uint64_t operations[static_cast<size_t>(format::QueueEventType::kHostCall) + 1] = {};
  uint64_t payload[static_cast<size_t>(format::QueueEventType::kHostCall) + 1] = {};
  uint64_t strategies[static_cast<size_t>(format::DependencyStrategy::kSoftwareDefer) + 1] = {};

 private:
  Status read_queue_events();
  Status read_memory();
  void rank_functions();
  Status measure_queues();
  /// Devices with a clock, then those with dispatches alone.
  Status measure_devices();

  Reporting& r_;
};

}  // namespace ireereplay::profile
