// This machine as far as its roof depends on it: which processors may be used, what they can do, and their caches.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace ireereplay::roof {

/// Caches of one level that hold data. Processors are logical ones that this process may use.
struct Cache {
  uint32_t level = 0;
  uint64_t bytes = 0;        ///< Of the smallest one.
  uint64_t total_bytes = 0;  ///< Of all of them.
  uint32_t count = 0;
  uint32_t sharers = 0;  ///< Processors that share one, at most.

  bool operator==(const Cache&) const = default;
};

struct Machine {
  /// Logical processors that this process may use: their numbers.
  std::vector<uint32_t> processors;
  /// What the processor can do, as LLVM spells it, separated by commas.
  std::string features;
  /// By level, the lowest first; empty where the system does not say.
  std::vector<Cache> caches;
  /// Some memory is nearer to some processors than to others.
  bool has_near_memory = false;
};

/// The caches of these processors, from the system's folder with one for each processor; empty where it does not say.
std::vector<Cache> read_caches(const std::string& folder, std::span<const uint32_t> processors);

/// The machine that this runs on.
Machine describe_machine();

}  // namespace ireereplay::roof
