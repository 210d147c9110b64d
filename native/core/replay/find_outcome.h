// Finding out what an execution of a dispatch makes of the memory that it binds, by executing it.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "base/status.h"
#include "replay/outcome.h"

namespace ireereplay::replay {

/// Executes a dispatch that binds `memory` four times at most, and leaves there what was there. What is not known to be
/// overwritten, as where executions leave different things, is not said to be. No memory is given contents that a
/// kernel may take for an index before it is known that the kernel does not depend on them.
Result<Outcome> find_outcome(const std::vector<std::span<uint8_t>>& memory, const std::function<Status()>& execute);

/// All bytes of `memory`, one range after the other.
std::vector<uint8_t> bytes_of(const std::vector<std::span<uint8_t>>& memory);
/// Makes `memory` hold them.
void put_bytes(const std::vector<uint8_t>& bytes, const std::vector<std::span<uint8_t>>& memory);

}  // namespace ireereplay::replay
