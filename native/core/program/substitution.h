// Replaces captured executables or grids with others: what the flags say, and what they apply to.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "program/options.h"

namespace ireereplay::replay {

/// Parses --replay_executable_substitution and reads the files that it names. Rules and messages are those of
/// iree-run-replay (tools/iree-run-replay-main.c); fn:PATTERN is ours. INVALID_ARGUMENT for an invalid value.
Result<std::vector<ExecutableSubstitution>> parse_substitutions(std::span<const std::string> values);

/// Parses --replay_workgroup_count, "FUNCTION=X,Y,Z". INVALID_ARGUMENT for an invalid value.
Result<std::vector<WorkgroupCountOverride>> parse_workgroup_counts(std::span<const std::string> values);

/// Whether it applies to the executable with that id and functions of those names.
bool is_meant(const ExecutableSubstitution& substitution, uint64_t executable_id,
              std::span<const std::string_view> functions);

}  // namespace ireereplay::replay
