// When each record of a capture was executed, as this engine's recorder says: by columns, so that what a list shows is
// looked up in it.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "base/status.h"
#include "profile/bundle.h"

namespace ireereplay::profile {

/// One entry an execution, ordered by the submission that executed it, by its record and by its time.
struct RecordTimes {
  /// In `vias`, of what no submission of a command buffer executed: the operations of queues, submissions themselves.
  static constexpr uint32_t kNone = 0xFFFFFFFFu;

  std::vector<uint32_t> vias;  ///< Position of the submission in the capture.
  std::vector<uint32_t> records;
  std::vector<int64_t> starts;  ///< Nanoseconds from the first start.
  std::vector<int64_t> durations;
  /// Threads that took part; 0 where it was not recorded.
  std::vector<uint16_t> workers;
  /// What all executions before each took: one more than there are executions. Nanoseconds.
  std::vector<int64_t> sums;
  /// Executions by their record, those of one by their time: places in the other columns.
  std::vector<uint32_t> by_record;
  /// As `sums`, in that order.
  std::vector<int64_t> sums_by_record;
  int64_t longest = 0;  ///< Of the durations.
  /// The JSON that the recorder wrote of its replay (replay_chunks.h); empty of profiles that another engine recorded.
  std::string replay;
  /// Executions without a record or a time.
  uint64_t left_out = 0;
};

/// Of a bundle that ends early what is there up to its last whole chunk. CANCELLED, DATA_LOSS with a place,
/// RESOURCE_EXHAUSTED of more executions than 32 bits count.
Result<RecordTimes> read_record_times(const Bundle& bundle, const std::atomic<bool>& cancelled);

}  // namespace ireereplay::profile
