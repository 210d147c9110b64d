// The protocol's RunOptions as replay takes them.
#pragma once

#include <napi.h>

#include "replay/replay.h"

namespace ireereplay::addon {

/// The fields of RunOptions that replay knows. Front ends check them first; what is malformed here is left out.
replay::ReplayOptions read_options(const Napi::Value& value);
/// RunOptions.timeoutMs as RunControl takes it; 0 for undefined.
uint64_t timeout_ns(const Napi::Value& milliseconds);

}  // namespace ireereplay::addon
