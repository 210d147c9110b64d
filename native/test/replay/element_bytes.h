#pragma once

#include <cstdint>
#include <vector>

#include "base/bytes.h"

namespace ireereplay::replay {

/// Of elements as they lie in memory; valid as long as `values`.
template <typename T>
Bytes bytes_of(const std::vector<T>& values) {
  return Bytes(reinterpret_cast<const uint8_t*>(values.data()), values.size() * sizeof(T));
}

}  // namespace ireereplay::replay
