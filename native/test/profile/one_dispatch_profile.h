// The profile of one dispatch: a command buffer that holds it was executed once, and everything that was seen of that
// refers to the same ids. Questions are asked of it whose answers join records of several kinds.
#pragma once

#include <string>

#include "base/status.h"

namespace ireereplay::test {

/// Who timed the dispatch.
enum class DispatchTimes { kByDeviceAndHost, kByHost };

/// Writes it to `path`. Without times by the device there are no dispatch events; all else is the same.
Status write_one_dispatch_profile(const std::string& path, DispatchTimes times);

}  // namespace ireereplay::test
