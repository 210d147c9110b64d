#include "hal/local/execution.h"

namespace ireereplay::replay {

Execution execution_of(const Plan& plan, const Command& command, const Command* step) {
  Execution execution;
  execution.record = command.record;
  if (step != nullptr) execution.via = step->record;
  if (const Dispatch* dispatch = plan.dispatch_of(command)) {
    const DispatchNote& note = plan.note_of(dispatch);
    execution.function = plan.program.executables[note.executable].functions[note.function].name;
  }
  return execution;
}

}  // namespace ireereplay::replay
