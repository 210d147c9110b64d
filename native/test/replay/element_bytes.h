// Elements of buffers, and the bytes that they are.
#pragma once

#include <cstdint>
#include <cstring>
#include <vector>

#include "base/bytes.h"

namespace ireereplay::replay {

/// The bytes of elements; valid as long as `values`.
template <typename T>
Bytes bytes_of(const std::vector<T>& values) {
  return Bytes(reinterpret_cast<const uint8_t*>(values.data()), values.size() * sizeof(T));
}

inline std::vector<float> floats(const std::vector<uint8_t>& bytes) {
  std::vector<float> values(bytes.size() / 4);
  std::memcpy(values.data(), bytes.data(), values.size() * 4);
  return values;
}

}  // namespace ireereplay::replay
