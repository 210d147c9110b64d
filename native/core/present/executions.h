// Which submissions execute what is recorded into command buffers.
#pragma once

#include <vector>

#include "capture/index.h"

namespace ireereplay {

/// Made in time linear in the number of records. Submissions that failed when they were recorded do not count.
class Executions {
 public:
  explicit Executions(const CaptureIndex& index);

  /// How often the command `record` is executed: of a record outside of command buffers once.
  uint32_t count(const CaptureIndex& index, uint32_t record) const;
  /// The first submission that executes it; kNoRecord when none does, and outside of command buffers.
  uint32_t first(const CaptureIndex& index, uint32_t record) const;

 private:
  struct Executed {
    /// Of the command buffer that a container is or stands in; kNoContainer outside of all.
    uint32_t command_buffer = CaptureIndex::kNoContainer;
    uint32_t count = 0;
    uint32_t first = kNoRecord;
  };
  const Executed* find(const CaptureIndex& index, uint32_t record) const;

  /// By container. Counts are kept at the command buffer's.
  std::vector<Executed> containers_;
};

}  // namespace ireereplay
