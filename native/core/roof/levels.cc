#include "roof/levels.h"

#include <algorithm>

namespace ireereplay::roof {

namespace {

/// Beyond what caches hold by so much, hardly anything is found in them: STREAM's rule.
constexpr uint64_t kBeyondCaches = 4;
/// The least that tells memory from caches.
constexpr uint64_t kLeastBeyondCaches = 2;

}  // namespace

std::vector<Level> levels_of(const Machine& machine, uint32_t threads, uint64_t most_bytes) {
  std::vector<Level> levels;
  uint64_t below = 0;
  for (const Cache& cache : machine.caches) {
    // A thread's part of the cache, and half of that: what else runs keeps something there, too.
    const uint64_t share = cache.bytes / std::clamp(threads, 1u, std::max(cache.sharers, 1u));
    const uint64_t bytes = share / 2;
    const bool is_apart = bytes >= 2 * below && bytes <= most_bytes;
    levels.push_back({.level = cache.level, .thread_bytes = is_apart ? bytes : 0});
    below = share;
  }
  Level memory;
  if (!machine.caches.empty()) {
    const Cache& last = machine.caches.back();
    const uint64_t share = threads == 1 ? last.bytes : (last.total_bytes + threads - 1) / threads;
    memory.thread_bytes = std::min(kBeyondCaches * share, most_bytes);
    if (memory.thread_bytes < kLeastBeyondCaches * share) memory.thread_bytes = 0;
  }
  levels.push_back(memory);
  return levels;
}

}  // namespace ireereplay::roof
