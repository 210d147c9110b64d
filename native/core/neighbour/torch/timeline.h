// A trace along time, as profiles are: threads and streams are tracks, what is on them slices.
#pragma once

#include <array>
#include <atomic>
#include <memory>
#include <optional>
#include <vector>

#include "base/status.h"
#include "neighbour/torch/launches.h"
#include "neighbour/torch/nesting.h"
#include "neighbour/torch/overview.h"
#include "neighbour/torch/pairs.h"
#include "neighbour/torch/trace.h"
#include "profile/timeline/timeline.h"

namespace ireereplay::neighbour::torch {

/// Where an event of a thread is drawn: each of these that a thread has events of is a track.
enum class Lane : uint8_t {
  /// Operations, annotations and calls, each in what contains it.
  kHost,
  kPython,
  /// Kernels, copies and fills.
  kDevice,
  kDeviceAnnotations,
  /// What has no place among the others, such as the profiler's own overhead.
  kOther,
  /// Not a slice: memory, and when the profiler began and ended.
  kNone,
};

Lane lane_of(const Trace& trace, uint32_t event);

/// A timeline whose rows are events of the trace. It has no context: what it is of is the trace.
struct TraceTimeline {
  std::shared_ptr<const profile::timeline::Timeline> timeline;
  /// Ids of the tracks of each thread, by Lane; 0 where there is none.
  std::vector<std::array<uint32_t, 5>> tracks;
  /// For each event of the trace its place on its track.
  std::vector<uint32_t> index;
  /// Rows of Trace::work that the trace has the call of, by the call's thread and then by when that began.
  std::vector<uint32_t> launched;
  /// By the forward event, and by the backward one.
  std::vector<Pair> forward;
  std::vector<Pair> backward;

  /// Where an event is drawn; nothing for those that are no slices.
  std::optional<profile::timeline::SliceId> place(const Trace& trace, uint32_t event) const;
};

/// CANCELLED once `cancel` is set.
Result<TraceTimeline> make_timeline(const Trace& trace, const Nesting& nesting, const Launches& launches,
                                    const std::atomic<bool>& cancel);

/// The rows of Trace::work that were launched while an event of the host lasted, on its thread; of a call its own.
std::vector<uint32_t> launched_in(const Trace& trace, const Launches& launches, const TraceTimeline& timeline,
                                  uint32_t event);

}  // namespace ireereplay::neighbour::torch
