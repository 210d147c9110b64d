#include "program/program.h"

namespace ireereplay::replay {

uint64_t Program::table_bytes() const {
  const auto bytes = [](const auto& table) { return uint64_t{table.size()} * sizeof(table[0]); };
  return bytes(buffers) + bytes(executables) + bytes(files) + bytes(semaphores) + bytes(scopes) + bytes(dispatches) +
         bytes(transfers) + bytes(instances) + bytes(commands) + bytes(ranges) + bytes(constants) + bytes(uses) +
         bytes(timepoints) + bytes(steps) + bytes(edges);
}

}  // namespace ireereplay::replay
