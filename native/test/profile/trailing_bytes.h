// What follows a record of a profile, as the writer takes it.
#pragma once

#include <string_view>
#include <vector>

#include "base/bytes.h"

namespace ireereplay::test {

/// The bytes of `words`, which must outlive them.
inline Bytes text(std::string_view words) {
  return Bytes(reinterpret_cast<const uint8_t*>(words.data()), words.size());
}

/// The bytes of `values`, which must outlive them.
template <typename T>
Bytes bytes_of(const std::vector<T>& values) {
  return Bytes(reinterpret_cast<const uint8_t*>(values.data()), values.size() * sizeof(T));
}

}  // namespace ireereplay::test
