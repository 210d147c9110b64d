#include "hal/local/memory_access.h"

namespace ireereplay::replay {

std::vector<MemoryAccess> accesses_of(const Plan& plan, const Command& command) {
  std::vector<MemoryAccess> result;
  const auto add = [&](const void* begin, uint64_t length, MemoryAccess access) {
    access.bytes = {static_cast<uint8_t*>(const_cast<void*>(begin)), length};
    if (begin != nullptr && length != 0) result.push_back(access);
  };
  if (const Dispatch* dispatch = plan.dispatch_of(command)) {
    for (uint32_t i = 0; i < dispatch->state.binding_count; ++i)
      add(dispatch->state.binding_pointers[i], dispatch->state.binding_lengths[i], {.is_bound = true, .ordinal = i});
    if (command.op == PlanOp::kCallIndirect)
      add(static_cast<const Indirect*>(command.what)->count, 12, {.is_read = true});
    return result;
  }
  const auto* transfer = static_cast<const Transfer*>(command.what);
  switch (command.op) {
    case PlanOp::kFill:
    case PlanOp::kReadFile:
      add(transfer->target, transfer->length, {.is_written = true});
      break;
    case PlanOp::kCopy:
      add(transfer->source, transfer->length, {.is_read = true});
      add(transfer->target, transfer->length, {.is_written = true});
      break;
    case PlanOp::kWriteFile:
    case PlanOp::kOutput:
      add(transfer->source, transfer->length, {.is_read = true});
      break;
    default:
      break;
  }
  return result;
}

}  // namespace ireereplay::replay
