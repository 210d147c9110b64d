// What substitutes ask the machine for.
#pragma once

#include <cstdint>
#include <vector>

#include "executable/machine_requests.h"

namespace ireereplay::replay {

struct Plan;

struct SubstituteRequest {
  uint64_t executable = 0;  ///< Object id.
  MachineRequest request;
};

/// Of each substitute of the plan, in order; the compiler's own executables are not looked at.
std::vector<SubstituteRequest> substitute_requests(const Plan& plan);

}  // namespace ireereplay::replay
