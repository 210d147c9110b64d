// The objects that a record makes and names.
#pragma once

#include <cstdint>
#include <vector>

#include "base/status.h"
#include "capture/record_reader.h"

namespace ireereplay::sharing {

/// The object that a record makes, describes or records into; kNoObject for others.
uint64_t object_of(const format::RecordHeader& header);

/// What a record names. kNoObject may be among the ids.
struct NamedObjects {
  std::vector<uint64_t> ids;  ///< Without semaphores that it waits for or signals.
  std::vector<format::SemaphoreTimepoint> waits;
  std::vector<format::SemaphoreTimepoint> signals;
};

/// Reads them.
Result<NamedObjects> named_objects(RecordReader* reader, const RecordFrame& frame);

}  // namespace ireereplay::sharing
