#include "hal/local/call_workgroups.h"

#include <string>

namespace ireereplay::replay {

[[gnu::cold, gnu::noinline]] Status kernel_failed(const Command& command, int result) {
  return Status(StatusCode::kInternal, "executable entry point returned catastrophic error " + std::to_string(result))
      .at(command.record, kNoPlace);
}

[[gnu::cold, gnu::noinline]] Status was_cancelled(const Command& command) {
  return Status(StatusCode::kCancelled, "the replay was cancelled").at(command.record, kNoPlace);
}

}  // namespace ireereplay::replay
