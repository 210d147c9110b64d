// Devices as a replay sees them: what --device names, and which executables they run.
#pragma once

#include <string>
#include <string_view>

#include "base/status.h"

namespace ireereplay::hal {

enum class DeviceKind : uint8_t {
  kLocalSync,  ///< Work runs on the calling thread, in recorded order.
  kLocalTask,  ///< Work is split over threads, as the recorded graph allows.
};

/// A device to replay on.
struct Device {
  DeviceKind kind = DeviceKind::kLocalSync;
  /// As the user wrote it.
  std::string uri;
};

/// The device that `uri` names: "local-sync" or "local-task", with an optional "://..." that is ignored, as in IREE.
/// NOT_FOUND for drivers that the native engine lacks, with a sentence that says what has them.
Result<Device> parse_device(std::string_view uri);

/// Whether executables of `format` run on `device`.
bool accepts(const Device& device, std::string_view format);

}  // namespace ireereplay::hal
