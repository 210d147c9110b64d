// The ranges of buffers that an operation names.
#pragma once

#include <cstdint>

#include "program/program.h"

namespace ireereplay::replay {

enum class RangeRole : uint8_t { kBinding, kSource, kTarget, kCount };

/// The operation finds or leaves something in buffers, and is not just made of other operations.
inline bool touches_buffers(Op op) {
  switch (op) {
    case Op::kDispatch:
    case Op::kFill:
    case Op::kWrite:
    case Op::kCopy:
    case Op::kReadFile:
    case Op::kWriteFile:
    case Op::kOutput:
      return true;
    default:
      return false;
  }
}

/// Calls `visit(const BufferRange&, RangeRole, uint32_t ordinal)` for each range that a command names which
/// touches_buffers().
template <typename Visit>
void visit_ranges(const Program& program, const CommandInfo& command, Visit visit) {
  const auto named = [&](const BufferRange& range, RangeRole role, uint32_t ordinal) {
    if (range.buffer != kNoIndex) visit(range, role, ordinal);
  };
  if (command.op == Op::kDispatch) {
    const DispatchInfo& dispatch = program.dispatches[command.index];
    for (uint32_t i = 0; i < dispatch.binding_count; ++i)
      named(program.ranges[dispatch.bindings_begin + i], RangeRole::kBinding, i);
    if (dispatch.has_indirect_count) named(dispatch.count_range, RangeRole::kCount, 0);
  } else {
    const TransferInfo& transfer = program.transfers[command.index];
    named(transfer.source, RangeRole::kSource, 0);
    named(transfer.target, RangeRole::kTarget, 0);
  }
}

/// The name of the function that a command calls; empty where it has none.
inline std::string_view function_of(const Program& program, const CommandInfo& command) {
  if (command.op != Op::kDispatch) return {};
  const DispatchInfo& dispatch = program.dispatches[command.index];
  return program.executables[dispatch.executable].functions[dispatch.function].name;
}

}  // namespace ireereplay::replay
