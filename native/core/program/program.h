// A decoded capture: objects resolved to indices, commands in flat tables, payload bytes by their place in the file. A
// program knows nothing of addresses or loaded code, so making one is always safe; a Plan (plan.h) is a program made
// concrete for one machine.
//
// Tables refer to each other by 32-bit index. Dispatches that are recorded alike share one entry, and executions of a
// command buffer with the same binding table share one instance: captures repeat themselves, and what is repeated
// should stay in cache.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "base/file.h"
#include "base/status.h"
#include "capture/format.h"

namespace ireereplay::replay {

inline constexpr uint32_t kNoIndex = ~0u;
/// Dispatches of up to this many workgroups are plausible whatever they work on; larger ones need the bytes to match.
inline constexpr uint64_t kPlausibleWorkgroups = 1 << 16;
/// In BufferRange::buffer: the rest is a binding table slot, not a buffer.
inline constexpr uint32_t kSlotBit = 1u << 31;

struct BufferInfo {
  uint64_t id = 0;
  uint64_t size = 0;
  uint64_t alignment = 0;  ///< Power of two, at least 64.
  uint64_t record = 0;     ///< Its creator.
  uint32_t device = 0;
  /// First and last step (of Program::steps) to touch it; kNoIndex when none does.
  uint32_t first_step = kNoIndex;
  uint32_t last_step = kNoIndex;
};

/// Bytes [offset, offset + length) of a buffer; checked against its size unless it is a slot.
struct BufferRange {
  uint32_t buffer = kNoIndex;
  uint64_t offset = 0;
  uint64_t length = 0;

  bool is_slot() const { return buffer != kNoIndex && (buffer & kSlotBit) != 0; }
  /// How many slots a binding table must have for it; 0 for a buffer.
  uint32_t slot_count() const { return is_slot() ? (buffer & ~kSlotBit) + 1 : 0; }
};

struct ExecutableInfo {
  struct Function {
    std::string name;  ///< Empty in format 1.0, which calls functions by ordinal.
    format::ExecutableFunctionMetadata metadata;
    uint32_t parameter_begin = 0;  ///< Into ExecutableInfo::parameters.
  };
  uint64_t id = 0;
  uint64_t record = 0;
  uint64_t record_offset = 0;
  uint32_t device = 0;
  std::string format;
  /// Where the captured binary lies in the capture.
  uint64_t data_offset = 0;
  uint64_t data_length = 0;
  /// A substitute, owned by the program; the captured binary once a plan has loaded it.
  Bytes data;
  std::vector<uint32_t> constants;
  std::vector<Function> functions;
  std::vector<format::ExecutableParameterMetadata> parameters;
  /// Where the substitute comes from; empty for a captured binary.
  std::string substitute;
};

/// A file whose bytes are read while the replay runs.
struct FileInfo {
  uint64_t id = 0;
  uint64_t record = 0;
  uint64_t record_offset = 0;
  uint64_t length = 0;
  format::FileReferenceType type = format::FileReferenceType::kNone;
  uint64_t contents_offset = kNoPlace;  ///< In the capture, for an inline file.
  format::FileObject recorded = {};     ///< What an external file must be.
  std::string captured_path;
  std::string path;                  ///< After remapping.
  bool writable = false;             ///< Recorded as written, and writing is allowed.
  std::shared_ptr<const File> file;  ///< External files, once opened and validated.
};

/// A recorded dispatch, without its place: dispatches recorded alike are one.
struct DispatchInfo {
  uint32_t executable = 0;
  uint32_t function = 0;  ///< Captured ordinal.
  uint32_t workgroup_size[3] = {};
  uint32_t workgroup_count[3] = {};
  uint32_t dynamic_local_memory = 0;
  uint32_t constants_begin = 0;  ///< Into Program::constants.
  uint32_t bindings_begin = 0;   ///< Into Program::ranges.
  uint16_t constant_count = 0;
  uint16_t binding_count = 0;
  uint32_t slot_count = 0;  ///< Slots that it needs; 0 when it names only buffers.
  bool has_indirect_count = false;
  BufferRange count_range;  ///< Where an indirect workgroup count is.
};

/// One number for the function that a dispatch calls: its executable and its ordinal.
inline uint64_t place_of_function(const DispatchInfo& dispatch) {
  return (uint64_t{dispatch.executable} << 32) | dispatch.function;
}

/// Bytes moved without a kernel. Which fields are used depends on the command.
struct TransferInfo {
  BufferRange target;
  BufferRange source;               ///< kCopy, kWriteFile, kOutput.
  uint64_t data_offset = kNoPlace;  ///< kWrite: where its bytes lie in the capture.
  uint64_t pattern = 0;             ///< kFill: repeated to 8 bytes.
  uint32_t pattern_length = 0;
  uint32_t file = kNoIndex;
  uint64_t file_offset = 0;
  bool is_poison = false;  ///< Of kPoison.
};

enum class Op : uint8_t {
  kNothing,   ///< Done once resolved: barrier, alloca, flush, ...
  kDispatch,  ///< DispatchInfo.
  kFill,      ///< TransferInfo, as the next five.
  kWrite,     ///< Recorded bytes into a buffer.
  kCopy,
  kReadFile,
  kWriteFile,
  kOutput,      ///< The host maps a range for reading.
  kExecute,     ///< InstanceInfo.
  kScopeBegin,  ///< Program::scopes, as the next.
  kScopeEnd,
  kPoison,  ///< TransferInfo: the debug fill of memory just given to a buffer.
};

struct CommandInfo {
  uint32_t index = 0;
  uint32_t record = 0;
  Op op = Op::kNothing;
  /// In a command buffer: there is a barrier between this command and those before it.
  bool after_barrier = false;
  /// The last of its level; each is a level of its own until they are sorted (levels.h).
  bool ends_level = true;
};

/// A command buffer with one binding table.
struct InstanceInfo {
  uint32_t commands_begin = 0;  ///< Into Program::commands.
  uint32_t command_count = 0;
  uint32_t uses_begin = 0;  ///< Into Program::uses.
  uint32_t use_count = 0;
  uint64_t dispatch_count = 0;
  uint64_t workgroup_count = 0;
  uint64_t transfer_bytes = 0;
  uint32_t edges_begin = 0;  ///< Into Program::edges; filled in by sort_into_levels.
  uint32_t edge_count = 0;
};

/// Why one thing comes after another.
enum class EdgeKind : uint8_t {
  kRecorded,        ///< It waits for a semaphore that the other signals.
  kReadAfterWrite,  ///< Both touch a buffer, as in the next two; no recorded edge orders them.
  kWriteAfterRead,
  kWriteAfterWrite,
  kReusedMemory,  ///< Its buffer was given memory that a buffer of the other had before.
  kScope,         ///< One of them begins or ends a scope.
  kOutput,        ///< Both are outputs, which are delivered in recorded order.
};

/// Two steps, or two commands of a command buffer, by their records.
struct EdgeInfo {
  uint32_t from = 0;         ///< What comes first.
  uint32_t to = 0;           ///< What comes after it because of this edge.
  uint32_t what = kNoIndex;  ///< The semaphore, or the buffer as `to` knows it; kNoIndex for scopes and outputs.
  EdgeKind kind = EdgeKind::kRecorded;
  bool operator==(const EdgeInfo&) const = default;
};

/// What a step does to a buffer, as one range.
struct BufferUse {
  uint32_t buffer = 0;
  bool writes = false;
  uint64_t begin = 0;
  uint64_t end = 0;
};

struct Timepoint {
  uint32_t semaphore = 0;
  uint64_t value = 0;
  bool operator==(const Timepoint&) const = default;
};

/// One operation of the host or of a queue, in recorded order: the unit of scheduling.
struct StepInfo {
  CommandInfo command;
  uint32_t device = kNoIndex;  ///< Index of the device whose queue it is on; kNoIndex for the host's own.
  uint32_t waits_begin = 0;    ///< Into Program::timepoints, waits then signals; steps may share them.
  uint16_t wait_count = 0;
  uint16_t signal_count = 0;
  uint64_t record_offset = 0;
};

struct ScopeInfo {
  std::string name;
  uint32_t depth = 0;
  uint32_t begin_record = 0;
  uint32_t end_record = 0;
  uint64_t begin_offset = 0;  ///< Byte offset of the record that begins it.
  bool ended = false;
};

struct SemaphoreInfo {
  uint64_t id = 0;
  uint64_t initial_value = 0;
};

struct Program {
  uint64_t record_count = 0;
  uint64_t operation_count = 0;
  uint64_t failed_operation_count = 0;
  uint32_t device_count = 0;
  uint64_t assumed_signals = 0;
  /// Unreadable operations are missing from `steps`: what follows from that is not reported.
  bool incomplete = false;
  /// The capture, for the bytes that a plan loads.
  std::shared_ptr<const File> capture;

  std::vector<BufferInfo> buffers;
  std::vector<ExecutableInfo> executables;
  std::vector<FileInfo> files;
  std::vector<SemaphoreInfo> semaphores;
  std::vector<ScopeInfo> scopes;

  std::vector<DispatchInfo> dispatches;
  std::vector<TransferInfo> transfers;
  std::vector<InstanceInfo> instances;
  std::vector<CommandInfo> commands;
  std::vector<BufferRange> ranges;
  std::vector<uint32_t> constants;
  std::vector<BufferUse> uses;
  std::vector<Timepoint> timepoints;

  /// In execution order: recorded order, except for an operation that waits for one recorded later.
  std::vector<StepInfo> steps;

  /// What determined the levels (levels.h): for each instance, then for the steps.
  std::vector<EdgeInfo> edges;
  uint32_t step_edges_begin = 0;
  uint64_t edges_left_out = 0;  ///< For lack of room, or of time to find them.

  /// Executes other code or other grids than were recorded, as the options want.
  bool is_changed = false;

  /// Bytes of the substitutes, kept as long as the program lives.
  std::vector<std::unique_ptr<const std::vector<uint8_t>>> substitutes;

  /// Bytes that the tables take.
  uint64_t table_bytes() const;
};

/// Calls `visit(const BufferUse&)` for what `step` touches; a buffer may come up more than once.
template <typename Visit>
void visit_uses(const Program& program, const StepInfo& step, Visit visit) {
  const auto range = [&](const BufferRange& r, bool writes) {
    if (r.buffer != kNoIndex) visit(BufferUse{r.buffer, writes, r.offset, r.offset + r.length});
  };
  switch (step.command.op) {
    case Op::kDispatch: {
      const DispatchInfo& dispatch = program.dispatches[step.command.index];
      for (uint32_t i = 0; i < dispatch.binding_count; ++i) range(program.ranges[dispatch.bindings_begin + i], true);
      if (dispatch.has_indirect_count) range(dispatch.count_range, false);
      break;
    }
    case Op::kFill:
    case Op::kWrite:
    case Op::kReadFile:
    case Op::kCopy:
    case Op::kWriteFile:
    case Op::kOutput:
    case Op::kPoison: {
      const TransferInfo& transfer = program.transfers[step.command.index];
      range(transfer.source, false);
      range(transfer.target, true);
      break;
    }
    case Op::kExecute: {
      const InstanceInfo& instance = program.instances[step.command.index];
      for (uint32_t i = 0; i < instance.use_count; ++i) visit(program.uses[instance.uses_begin + i]);
      break;
    }
    default:
      break;
  }
}

}  // namespace ireereplay::replay
