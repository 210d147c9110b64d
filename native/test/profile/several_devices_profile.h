// A profile of two devices that time what they do themselves: events of their queues, dispatches, counters, metrics and
// traces. Its times and values are round, so that what is drawn of them can be told by heart.
#pragma once

#include <string>

#include "base/status.h"

namespace ireereplay::test {

/// Writes it to `path`. The first moment is 1 ms on the host's clock. Device 0 has ticks of 10 ns, device 1 of 2 ns.
Status write_several_devices_profile(const std::string& path);

}  // namespace ireereplay::test
