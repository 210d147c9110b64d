// A capture without some of its records, and without what cannot stand where these are missing.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "base/status.h"
#include "sharing/dependent_records.h"

namespace ireereplay::sharing {

/// Records from `begin` up to `end`.
struct RecordRange {
  uint64_t begin = 0;
  uint64_t end = 0;
};

struct Kept {
  std::vector<RecordRange> records;  ///< Of the source, in order; none touches the next.
  uint64_t bytes = 0;                ///< Of the file that was written.
};

/// Writes to `target` the records of `source` that are not in `left_out`. With a record goes what names an object that
/// it makes, and the other end of what it begins or ends: a scope, a debug group, a mapping, a command buffer's
/// recording. Operations lose the waits that only left-out records would satisfy, and semaphores that are left out,
/// unless order is kept: with a semaphore goes then what names it, and barriers between commands stay. The session's
/// record stays. Executes nothing.
Result<Kept> leave_out(const std::string& source, const std::string& target, const std::vector<RecordRange>& left_out,
                       const std::atomic<bool>& cancelled, Order order = Order::kMayBeLost);

}  // namespace ireereplay::sharing
