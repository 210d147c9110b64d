// Everything about one slice, sample or instant: its numbers, where it comes from, who worked on it, what was counted
// in it.
#pragma once

#include <atomic>

#include "profile/timeline/timeline.h"

namespace ireereplay::profile::timeline {

/// The protocol's SliceDetails. NOT_FOUND for a slice that is none; CANCELLED; else as reading fails.
Result<std::string> details_json(const Timeline& timeline, SliceId slice, const std::atomic<bool>& cancelled);

}  // namespace ireereplay::profile::timeline
