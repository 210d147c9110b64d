// Comparing outputs, for JavaScript.
#pragma once

#include <napi.h>

namespace ireereplay::addon {

/// compare(expected bytes, actual bytes of the same length, type or undefined, tolerance): promise of JSON: the fields
/// of the protocol's ComparedRange that concern contents, and `first` without byteOffset.
Napi::Value compare_bytes(const Napi::CallbackInfo& info);

}  // namespace ireereplay::addon
