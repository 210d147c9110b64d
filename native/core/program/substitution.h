// Putting other executables, or other grids, in place of the captured ones: what the flags say, and whom they mean.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "program/options.h"

namespace ireereplay::replay {

/// The values of --replay_executable_substitution, and the files that they name. Rules and messages are those of
/// iree-run-replay (tools/iree-run-replay-main.c); fn:PATTERN is ours. INVALID_ARGUMENT for a value that is none.
Result<std::vector<ExecutableSubstitution>> parse_substitutions(std::span<const std::string> values);

/// The values of --replay_workgroup_count, "FUNCTION=X,Y,Z". INVALID_ARGUMENT for a value that is none.
Result<std::vector<WorkgroupCountOverride>> parse_workgroup_counts(std::span<const std::string> values);

/// Whether the executable with that id, and functions of those names, is meant.
bool is_meant(const ExecutableSubstitution& substitution, uint64_t executable_id,
              std::span<const std::string_view> functions);

}  // namespace ireereplay::replay
