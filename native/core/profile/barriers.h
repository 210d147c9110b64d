// Barriers of command buffers, as runs at equal distances: a command buffer often has one behind each dispatch.
#pragma once

#include <atomic>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "base/status.h"
#include "profile/bundle.h"
#include "profile/replay_chunks.h"

namespace ireereplay::profile {

/// Adds a barrier of a command buffer to runs that hold those before it. `record` is the first after it, and higher
/// than those of all of them.
void add_barrier(uint64_t command_buffer, uint64_t record, std::vector<format::BarrierRun>* runs);

/// The barriers that a bundle tells of.
class Barriers {
 public:
  /// None for a bundle that another engine recorded. CANCELLED, DATA_LOSS.
  static Result<Barriers> read(const Bundle& bundle, const std::atomic<bool>& cancelled);

  /// The first record after the last barrier that comes before or at `record`; 0 when none does. Records with the same
  /// answer have no barrier between them.
  uint64_t region_of(uint64_t command_buffer, uint64_t record) const;

 private:
  std::unordered_map<uint64_t, std::vector<format::BarrierRun>> runs_;  ///< By command buffer, by their first record.
};

}  // namespace ireereplay::profile
