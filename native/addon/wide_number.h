// Numbers of 64 bits, which JavaScript keeps as text where they have to be exact.
#pragma once

#include <napi.h>

#include <cstdint>
#include <cstdlib>

namespace ireereplay::addon {

/// Of a number, or of the protocol's U64: decimal digits.
inline uint64_t wide_number(const Napi::Value& value) {
  return std::strtoull(value.ToString().Utf8Value().c_str(), nullptr, 10);
}

}  // namespace ireereplay::addon
