// What explains where the time went: what is not as it should be, by what it costs, with where to look.
#pragma once

#include <atomic>
#include <string>

#include "profile/timeline/timeline.h"

namespace ireereplay::profile::timeline {

/// The protocol's Cause[]: the three that cost most time, then what is no time but should be known. What costs more
/// than it must comes before what is merely the largest. CANCELLED.
Result<std::string> causes_json(const Timeline& timeline, const std::atomic<bool>& cancelled);

}  // namespace ireereplay::profile::timeline
