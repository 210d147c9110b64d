// Comparing outputs, for JavaScript.
#pragma once

#include <napi.h>

#include <cstdint>
#include <vector>

#include "replay/verification.h"

namespace ireereplay::addon {

/// A copy of an Uint8Array; empty for anything else.
std::vector<uint8_t> read_bytes(const Napi::Value& value);
/// The protocol's Tolerance.
replay::Tolerance read_tolerance(const Napi::Value& value);

/// compare(expected bytes, actual bytes of the same length, type or undefined, tolerance): promise of JSON: the fields
/// of the protocol's ComparedRange that concern contents, and `first` without byteOffset.
Napi::Value compare_bytes(const Napi::CallbackInfo& info);

}  // namespace ireereplay::addon
