// What is told of a slice of a trace's timeline: its numbers, its inputs, what launched it or what it launched.
#pragma once

#include <atomic>
#include <string>

#include "base/status.h"
#include "neighbour/torch/timeline.h"

namespace ireereplay::neighbour::torch {

/// The protocol's SliceDetails; `raw` is empty. NOT_FOUND for a slice that is none; CANCELLED.
Result<std::string> details_json(const Trace& trace, const Nesting& nesting, const Launches& launches,
                                 const TraceTimeline& timeline, profile::timeline::SliceId slice,
                                 const std::atomic<bool>& cancel);

/// The protocol's Flow[] of a slice: from calls to what they launched, and from operations to those that differentiate
/// them. At most 1,000.
std::string flows_json(const Trace& trace, const Launches& launches, const TraceTimeline& timeline,
                       profile::timeline::SliceId slice);

}  // namespace ireereplay::neighbour::torch
