// What a capture calls: each function with its launches, workgroups and the bytes that it is bound to.
#pragma once

#include <unordered_map>
#include <vector>

#include "base/seeded_hash.h"
#include "capture/index.h"
#include "present/buffer_use.h"

namespace ireereplay {

/// Bindings of a dispatch whose bytes are added up; of more than any device has, the sum is not known.
inline constexpr uint64_t kSummedBindings = 4096;

/// A function that is dispatched. Numbers are of all launches together; one that does not fit is the largest there is.
struct FunctionUse {
  uint64_t executable = 0;
  uint32_t ordinal = 0;
  /// Dispatches that are recorded, and executions of them.
  uint64_t dispatches = 0;
  uint64_t launches = 0;
  uint64_t workgroups = 0;
  /// Lengths of all bindings: what it may touch, not what it touches.
  uint64_t bytes = 0;
  /// Some workgroup counts are only known when it runs; some bindings reach to the end of a buffer of unknown size.
  bool workgroups_unknown = false;
  bool bytes_unknown = false;
  /// All launches have this grid.
  bool same_grid = true;
  uint32_t grid[3] = {0, 0, 0};
  /// The first dispatch that is executed, and the submission that executes it (kNoRecord: none, or of itself).
  uint32_t first = kNoRecord;
  uint32_t via = kNoRecord;
};

/// Adds up dispatches, one after the other.
class Workload {
 public:
  /// `executions` of the dispatch at `frame`, the first of them by `via`, when these buffers have been made. Fails when
  /// the record cannot be read or decoded.
  Status add(PayloadReader& reader, uint32_t executions, uint32_t via, const BufferUses& buffers);
  /// Those with most workgroups first, of as many those with most bytes; what is never launched comes last.
  std::vector<FunctionUse> ranked() const;

 private:
  FunctionUse& use_of(uint64_t executable, uint32_t ordinal);

  std::vector<FunctionUse> uses_;
  /// Place in uses_ by executable and ordinal.
  std::unordered_map<uint64_t, std::unordered_map<uint32_t, uint32_t>, SeededHash> places_;
};

}  // namespace ireereplay
