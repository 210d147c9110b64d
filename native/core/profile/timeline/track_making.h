// What events are put on tracks with: the tracks and names so far, and what earlier events say about later ones.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>

#include "profile/timeline/context.h"
#include "profile/timeline/naming.h"
#include "profile/timeline/track_logs.h"

namespace ireereplay::profile::timeline {

/// On the host's clock, in nanoseconds: begin and end.
using HostTimes = std::pair<int64_t, int64_t>;

/// What an execution was, for the shares of it.
struct Execution {
  uint32_t what = 0;
  uint32_t record = kNoRecord32;
  bool is_known = false;
};

struct TrackMaking {
  explicit TrackMaking(const Preparation& made)
      : preparation(made), context(*made.context), naming(made.context->metadata) {}

  const Preparation& preparation;
  const Context& context;
  TrackLogs logs;
  Naming naming;
  IdTable<Execution> executions;
  std::map<uint32_t, IdTable<TimeRange>> dispatch_times;  // Of devices, by event.

  /// When ticks of a device were on the host's clock.
  std::optional<HostTimes> host_times(uint32_t device, uint64_t start_tick, uint64_t end_tick) {
    if (!clock_ || clock_device_ != device) {
      const auto found = context.clocks.find(device);
      if (found == context.clocks.end()) return std::nullopt;
      clock_ = found->second;
      clock_device_ = device;
    }
    const DeviceTime time = device_time(clock_, start_tick, end_tick);
    if (!time.fit || time.start_ns < 0) return std::nullopt;
    return HostTimes(time.start_ns, time.end_ns);
  }

  /// When the dispatch of an event was, if the event has been read.
  std::optional<HostTimes> dispatch_time(uint32_t device, uint64_t event) const {
    const auto found = dispatch_times.find(device);
    if (found == dispatch_times.end()) return std::nullopt;
    const TimeRange* range = found->second.find(event);
    if (range == nullptr || !range->is_known()) return std::nullopt;
    return HostTimes(range->begin, range->end);
  }

  /// What tells tracks of several devices apart that are not in a group of their device.
  std::string of_device(uint32_t device) const {
    return context.metadata.queues.size() > 1 ? ", device " + std::to_string(device) : "";
  }

 private:
  std::optional<ClockFit> clock_;
  uint32_t clock_device_ = 0;
};

inline uint32_t record32(uint64_t record) { return record < kNoRecord32 ? static_cast<uint32_t>(record) : kNoRecord32; }

/// Whether an event of the host began and ended.
inline bool is_timed(int64_t start, int64_t end) { return are_valid_times(start, end) && end != 0; }

}  // namespace ireereplay::profile::timeline
