// A capture whose recorder was stopped, or whose copy was cut, as far as it is whole.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>

#include "base/status.h"

namespace ireereplay::sharing {

struct Repaired {
  uint64_t records = 0;     ///< Kept.
  uint64_t bytes = 0;       ///< Of the file that was written.
  uint64_t bytes_lost = 0;  ///< Of the source, behind the last whole record.
  /// Why the source ends there, with the place; OK where it is whole.
  Status end;
};

/// Copies the records of `source` to `target`, up to the first that is not whole or that does not read as its type
/// says, as a file that readers accept. Fails where no record can be found, or `target` cannot be written.
Result<Repaired> repair(const std::string& source, const std::string& target, const std::atomic<bool>& cancelled);

}  // namespace ireereplay::sharing
