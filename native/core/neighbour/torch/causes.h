// What explains where the time of a trace went: devices that idle, launches that cost, inputs that take most.
#pragma once

#include <string>

#include "neighbour/torch/timeline.h"

namespace ireereplay::neighbour::torch {

/// The protocol's Cause[], those that cost most first: what costs less than a hundredth of the time is none.
std::string causes_json(const Trace& trace, const Nesting& nesting, const Launches& launches,
                        const TraceTimeline& timeline);

}  // namespace ireereplay::neighbour::torch
