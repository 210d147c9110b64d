#include "hal/local/indirect.h"

#include <cstring>
#include <string>

namespace ireereplay::replay {

Status read_grid(const Command& command, abi::DispatchState* state) {
  const auto& indirect = *static_cast<const Indirect*>(command.what);
  *state = indirect.dispatch->state;
  uint32_t count[3];
  std::memcpy(count, indirect.count, sizeof(count));
  if (count[2] > UINT16_MAX) {
    return Status(StatusCode::kOutOfRange, "an indirect dispatch asks for " + std::to_string(count[2]) +
                                               " workgroups in z; the maximum is 65535")
        .at(command.record, kNoPlace);
  }
  // The same limit as preflight's for known grids.
  uint64_t bytes = 0;
  for (uint32_t i = 0; i < state->binding_count; ++i) bytes += state->binding_lengths[i];
  const unsigned __int128 total = static_cast<unsigned __int128>(count[0]) * count[1] * count[2];
  if (total > kPlausibleWorkgroups && total > static_cast<unsigned __int128>(bytes) * 8) {
    return Status(StatusCode::kOutOfRange, "an indirect dispatch of [" + std::to_string(count[0]) + "," +
                                               std::to_string(count[1]) + "," + std::to_string(count[2]) +
                                               "] workgroups is implausible with bindings that total " +
                                               std::to_string(bytes) + " bytes")
        .at(command.record, kNoPlace);
  }
  state->workgroup_count_x = count[0];
  state->workgroup_count_y = count[1];
  state->workgroup_count_z = static_cast<uint16_t>(count[2]);
  return Status();
}

}  // namespace ireereplay::replay
