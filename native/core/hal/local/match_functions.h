// Which function of a loaded executable each captured ordinal calls.
#pragma once

#include <vector>

#include "base/status.h"
#include "executable/executable.h"
#include "program/program.h"

namespace ireereplay::replay {

/// The function of each captured ordinal in a loaded executable, checked against the recorded interface. The check is
/// IREE's: flags, constants, bindings, parameters and workgroup size must be equal.
Result<std::vector<const LoadedFunction*>> match_functions(const ExecutableInfo& info, const Executable& executable);

}  // namespace ireereplay::replay
