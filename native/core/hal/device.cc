#include "hal/device.h"

#include "executable/format.h"

namespace ireereplay::hal {

Result<Device> parse_device(std::string_view uri) {
  const std::string_view driver = uri.substr(0, uri.find("://"));
  if (driver == "local-sync") return Device{DeviceKind::kLocalSync, std::string(uri)};
  if (driver == "local-task") return Device{DeviceKind::kLocalTask, std::string(uri)};
  return Status(StatusCode::kNotFound,
                "the native engine has no device '" + std::string(uri) +
                    "': it has local-sync and local-task; the iree engine has those of the installed IREE");
}

bool accepts(const Device&, std::string_view format) { return runs_on_host(format); }

}  // namespace ireereplay::hal
