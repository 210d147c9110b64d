// What steps and commands touch, as written in tests of their order.
#pragma once

#include <cstdint>

namespace ireereplay::replay {

/// Bytes [begin, end) of a buffer.
struct Access {
  uint32_t buffer;
  uint64_t begin, end;
  bool writes;
};
inline Access read(uint32_t buffer, uint64_t begin, uint64_t end) { return {buffer, begin, end, false}; }
inline Access write(uint32_t buffer, uint64_t begin, uint64_t end) { return {buffer, begin, end, true}; }

}  // namespace ireereplay::replay
