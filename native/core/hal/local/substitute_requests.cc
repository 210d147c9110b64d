#include "hal/local/substitute_requests.h"

#include <utility>

#include "hal/local/plan.h"

namespace ireereplay::replay {

std::vector<SubstituteRequest> substitute_requests(const Plan& plan) {
  std::vector<SubstituteRequest> requests;
  for (size_t i = 0; i < plan.executables.size(); ++i) {
    const ExecutableInfo& executable = plan.program.executables[i];
    if (plan.executables[i] == nullptr || executable.substitute.empty()) continue;
    for (MachineRequest& request : find_machine_requests(executable.data))
      requests.push_back({executable.id, std::move(request)});
  }
  return requests;
}

}  // namespace ireereplay::replay
