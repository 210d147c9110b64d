// The dispatches that a replay executes, in order: what there is to choose from.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "replay/replay.h"

namespace ireereplay::replay {

/// One execution of one dispatch.
struct ListedDispatch {
  uint64_t record = 0;
  uint64_t via = kNoPlace;  ///< The queue_execute, of a command.
  uint64_t executable = 0;  ///< Object id.
  std::string function;     ///< Empty in format 1.0.
  bool substituted = false;
  bool indirect = false;  ///< Its grid is not known before it runs.
  uint32_t workgroup_count[3] = {};
  uint64_t bytes = 0;  ///< Of all its bindings together.
};

/// The first `most` dispatches of what `options` replay, in order of execution. The first error of preflight, when it
/// has one.
Result<std::vector<ListedDispatch>> list_dispatches(const std::string& path, const ReplayOptions& options, size_t most,
                                                    const std::atomic<bool>* cancel = nullptr);

}  // namespace ireereplay::replay
