// A capture as whatever device may replay it.
#pragma once

#include <atomic>
#include <string>

#include "base/status.h"
#include "program/program.h"

namespace ireereplay::composing {

/// Decodes the capture at `path`. Fails with the first reason why IREE's tools cannot replay it on any device: damage,
/// a wait that never ends; or with the first file that it would write. Whether a device has the memory, and runs the
/// code, is not asked. Executes nothing.
Result<replay::Program> decode_for_any_device(const std::string& path, const std::atomic<bool>& cancelled);

}  // namespace ireereplay::composing
