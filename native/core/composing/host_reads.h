// What the recorded application read back, and what computed it.
#pragma once

#include <atomic>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "base/status.h"
#include "hal/local/run.h"

namespace ireereplay::composing {

struct HostReads {
  uint32_t device_count = 0;                ///< That the capture was recorded on.
  std::vector<replay::OutputRange> ranges;  ///< The outputs of a replay by the native engine, in recorded order.
  std::set<std::string> functions;          ///< Names of those that dispatches call.
};

/// Finds them in the capture at `path`, which some device can replay: fails as decode_for_any_device(). Executes
/// nothing.
Result<HostReads> find_host_reads(const std::string& path, const std::atomic<bool>& cancelled);

}  // namespace ireereplay::composing
