// How a run ended, for those who tell of it.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/status.h"
#include "hal/local/run.h"

namespace ireereplay::replay {

/// When a run began and ended, and how.
struct RunEnd {
  uint64_t begin_ns = 0;
  uint64_t end_ns = 0;
  /// What threads of the process waited for a processor meanwhile, all together; nothing where that is not counted.
  std::optional<uint64_t> waited_ns;
  /// Those that ended, in the order in which they did.
  std::vector<ScopeTime> scopes;
  Status status;
};

}  // namespace ireereplay::replay
