// How much memory a thread goes through so that it comes from one level of the caches, or from memory.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "roof/machine.h"

namespace ireereplay::roof {

/// The level of what is beyond all caches.
inline constexpr uint32_t kMemory = 0;

struct Level {
  uint32_t level = kMemory;
  /// Bytes that each thread goes through; 0 where the level cannot be told from others.
  uint64_t thread_bytes = 0;

  bool operator==(const Level&) const = default;
};

/// Each level that the machine has, memory last, for as many threads at once; 1, or one for each processor. No thread
/// goes through more than `most_bytes`. Without known caches no level is known.
std::vector<Level> levels_of(const Machine& machine, uint32_t threads, uint64_t most_bytes);

}  // namespace ireereplay::roof
