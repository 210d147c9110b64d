// What ran within what, added up: scopes, submissions, the command buffers that they execute, functions in these.
#pragma once

#include <atomic>
#include <string>

#include "profile/timeline/statistics.h"

namespace ireereplay::profile::timeline {

/// The protocol's FlameFrame[] of a range: the heaviest first at every depth, all of a name together; or in order of
/// time, together only what follows each other. CANCELLED.
Result<std::string> flame_json(const Timeline& timeline, Range range, bool is_left_heavy,
                               const std::atomic<bool>& cancelled);

}  // namespace ireereplay::profile::timeline
