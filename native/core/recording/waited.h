// How long threads of this process wanted to run and had no processor, as Linux counts it: what else runs on a machine
// makes the times of a run longer, and cannot be seen in them.
#pragma once

#include <cstdint>
#include <optional>

namespace ireereplay::replay {

/// Nanoseconds that the threads that there are now have waited since each was started, all together
/// (/proc/PID/task/TID/schedstat, second number). Nothing where the kernel does not count it.
std::optional<uint64_t> waited_for_processors_ns();

}  // namespace ireereplay::replay
