// What a kernel changed: where the memory after its launch differs from that before.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/file.h"

namespace ireereplay::neighbour::llvm {

/// How much of something changed. Words are aligned from the memory's begin.
struct ChangeCounts {
  uint64_t bytes = 0;
  uint64_t words4 = 0;  ///< Of 4 bytes: floats, say.
  uint64_t words8 = 0;  ///< Of 8 bytes: doubles, say.
};

/// Bytes before and after, from `offset` on: up to eight.
struct ChangedBytes {
  uint64_t offset = 0;
  std::vector<uint8_t> before;
  std::vector<uint8_t> after;
};

/// Words of 4 bytes that follow each other and differ.
struct ChangedRange {
  uint64_t begin = 0;
  uint64_t end = 0;
  /// The aligned word of 8 bytes that its first one lies in.
  ChangedBytes first;
};

/// What changed from `begin` on, up to the next region.
struct ChangedRegion {
  uint64_t begin = 0;
  ChangeCounts counts;
};

struct Changes {
  /// That both files have, and that were compared.
  uint64_t compared = 0;
  /// That were read for it: holes of sparse files are not.
  uint64_t read = 0;
  ChangeCounts counts;
  uint64_t range_count = 0;
  /// The first of them.
  std::vector<ChangedRange> ranges;
  /// One for each begin that was asked for, in order.
  std::vector<ChangedRegion> regions;
};

/// Compares block by block what both files have. `begins` are sorted places to count from; at most `most` ranges are
/// kept. Fails as File::read() does; CANCELLED once `cancel` is set.
Result<Changes> find_changes(const File& before, const File& after, std::span<const uint64_t> begins, uint64_t most,
                             const std::atomic<bool>& cancel);

}  // namespace ireereplay::neighbour::llvm
