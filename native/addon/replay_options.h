// The protocol's RunOptions, as replay takes them.
#pragma once

#include <napi.h>

#include "program/options.h"

namespace ireereplay::addon {

/// The fields of RunOptions that replay knows, as given. Front ends check them first; malformed ones are ignored.
struct RequestedReplay {
  replay::ReplayOptions options;
  std::vector<std::string> substitutions;
  std::vector<std::string> workgroup_counts;

  /// The options with the files that substitutions name. Reads them, so call it on a worker.
  Result<replay::ReplayOptions> resolve() const;
};

RequestedReplay read_options(const Napi::Value& value);
/// RunOptions.timeoutMs as RunControl takes it; 0 for undefined.
uint64_t timeout_ns(const Napi::Value& milliseconds);

}  // namespace ireereplay::addon
