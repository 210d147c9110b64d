// Where buffers lie: all in one block of memory whose size is known before it is allocated. After the last step that
// touches it, a buffer's place goes to later ones.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "program/program.h"

namespace ireereplay::replay {

struct MemoryLayout {
  /// The largest possible block: what a process can address.
  static constexpr uint64_t kMaxSize = 1ull << 47;

  /// Offset of each buffer in the block; kUnplaced for untouched buffers, and for all when they do not fit.
  std::vector<uint64_t> offsets;
  /// Bytes in the block; kTooLarge when the buffers do not fit into kMaxSize.
  uint64_t size = 0;
  static constexpr uint64_t kTooLarge = ~0ull;
  /// Bytes of all buffers without reuse; at most 2^64 - 1.
  uint64_t total = 0;
  /// Page-aligned ranges of the block that must stay inaccessible (guard pages).
  struct Guard {
    uint64_t offset;
    uint64_t length;
  };
  std::vector<Guard> guards;

  static constexpr uint64_t kUnplaced = ~0ull;

  /// Whether every placed buffer of the program lies inside the block.
  bool holds(const Program& program) const;
};

enum class Reuse : uint8_t {
  kAfterLastUse,  ///< Memory goes to the next buffer that fits.
  kNever,         ///< Each buffer keeps its place, so that all can be inspected when the run has ended.
  kGuarded,       ///< As kNever, and each ends (up to alignment) where an inaccessible page begins.
};

/// Lays out the program's buffers; their lifetimes must be known. A seed sets all but guarded ones apart, by gaps that
/// follow from it, and aligns none to more than it asks for.
MemoryLayout lay_out_memory(const Program& program, Reuse reuse, std::optional<uint32_t> placement = {});

}  // namespace ireereplay::replay
