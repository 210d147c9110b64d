// Records that only prepare the work: where several follow each other they are one row that can be opened.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "capture/index.h"

namespace ireereplay {

/// Children of a scope, or of the file, that stand next to each other there. Other records may lie between them in the
/// file: those that were recorded into a command buffer meanwhile.
struct HousekeepingRun {
  uint32_t container;
  /// Of its first record, among the container's children.
  uint32_t position;
  uint32_t count;
  /// Its first record.
  uint32_t first;
};

/// The records of a run, in file order.
std::span<const uint32_t> members_of(const CaptureIndex& index, const HousekeepingRun& run);
/// The run that begins with `record`; nothing when none does.
std::optional<HousekeepingRun> run_beginning_at(const CaptureIndex& index, uint32_t record);

/// All runs of a capture: found in time linear in the number of records.
class Housekeeping {
 public:
  Housekeeping() = default;
  explicit Housekeeping(const CaptureIndex& index);

  /// The runs below a container, in order.
  std::span<const HousekeepingRun> runs_below(uint32_t container) const;
  /// The run that `record` is in; nullptr when it is in none.
  const HousekeepingRun* holding(const CaptureIndex& index, uint32_t record) const;
  /// How many rows fewer the container has because of them.
  uint32_t rows_saved_below(uint32_t container) const;

 private:
  /// By container, then by position.
  std::vector<HousekeepingRun> runs_;
};

}  // namespace ireereplay
