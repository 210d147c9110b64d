// compareCaptures(a, b, most, cancel).
#pragma once

#include <napi.h>

namespace ireereplay::addon {

/// Promise of the protocol's DiffResult, as JSON.
Napi::Value compare_captures_of(const Napi::CallbackInfo& info);

}  // namespace ireereplay::addon
