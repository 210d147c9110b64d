// A program made concrete for this process: executables loaded, memory placed, every pointer resolved. Executing it
// looks nothing up, decides nothing that could have been decided before, and allocates nothing.
//
// The layout is made for the walk over it, which for small kernels is most of the time:
//
//   steps:      Command[]   16 bytes each, in execution order: what the host and the queues do. Steps that have no
//                           effect at run time (barriers, semaphores, allocations) are not in it.
//   commands:   Command[]   16 bytes each: the contents of command buffers, instance after instance.
//                           An execute step points to its Instance, a range of these; executing one command buffer
//                           a thousand times walks the same few cache lines a thousand times.
//   dispatches: Dispatch[]  one cache line each: the state that the kernel is given, ready to use, and the function
//                           and environment to call it with. Dispatches recorded alike are one, so a command stream
//                           of a million may touch a dozen.
//   operands:   Operand[]   what the states point to: a dispatch's pointers, lengths and constants, then those of the
//                           next. All that a small kernel reads of its own call lies in two or three cache lines.
//   transfers:  Transfer[]  one cache line each: pointers and lengths of fills, writes, copies, file accesses, outputs.
//
// So a tiny dispatch costs its 16 bytes of stream, one store that says where we are, and the call. What is needed only
// to explain (names, object ids) is in separate tables, beside the program.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "executable/executable.h"
#include "executable/library_abi.h"
#include "hal/device.h"
#include "hal/host_memory.h"
#include "hal/local/recorded_bytes.h"
#include "program/memory_layout.h"
#include "program/options.h"
#include "program/problem.h"
#include "program/program.h"

namespace ireereplay::replay {

struct Dispatch {
  abi::DispatchState state;
  abi::DispatchFunction call;
  const abi::Environment* environment;
};
static_assert(sizeof(Dispatch) == 64);

/// One word of what a DispatchState points to.
union Operand {
  void* pointer;
  size_t length;
  uint32_t constants[2];
};
static_assert(sizeof(Operand) == 8);

struct Transfer {
  uint8_t* target;
  const uint8_t* source;
  uint64_t length;
  uint64_t pattern;  ///< Of a fill, repeated to 8 bytes; of what comes from outside perturb()'s key, or 0.
  const File* file;
  uint64_t file_offset;
  uint32_t info;  ///< Index of the TransferInfo.
};

/// What a command does: the kinds of Op that remain, with dispatches split by what they need.
enum class PlanOp : uint8_t {
  kCallOnce,      ///< Dispatch of one workgroup that is a level of its own.
  kCallGrid,      ///< Any other dispatch whose grid is known.
  kCallIndirect,  ///< Dispatch whose grid is read from a buffer first: Indirect.
  kFill,          ///< Transfer, as are those below.
  kCopy,          ///< Also copies recorded bytes.
  kReadFile,
  kWriteFile,
  kOutput,
  kExecute,     ///< An Instance.
  kScopeBegin,  ///< Only `record` is used; `what` is the ScopeInfo.
  kScopeEnd,
};

struct Command {
  const void* what;
  uint32_t record;
  PlanOp op;
  /// The last command of its level: later ones depend on it or on others in its level (see levels.h). Where nothing
  /// runs side by side, each command is a level.
  uint8_t ends_level;
  /// Never split into tiles: its device does not split work.
  uint8_t is_inline;
  uint8_t reserved;
};
static_assert(sizeof(Command) == 16);

struct Indirect {
  const Dispatch* dispatch;
  const uint32_t* count;
};

struct Instance {
  const Command* begin;
  uint32_t count;
  uint32_t flush_denormals;  ///< local-sync flushes denormals to zero in command buffers, as IREE's does.
};

/// Describes Plan::dispatches[i].
struct DispatchNote {
  uint32_t executable = 0;  ///< Index into Program::executables.
  uint32_t function = 0;    ///< Captured ordinal.
};

struct Plan {
  Program program;
  MemoryLayout layout;
  std::vector<hal::Device> devices;
  hal::HostMemory memory;
  /// Bytes from the capture that are written into buffers.
  RecordedBytes recorded;
  std::vector<hal::HostMemory> binaries;  ///< Captured; ExecutableInfo::data points into them.
  std::vector<std::unique_ptr<Executable>> executables;

  std::vector<Command> steps;
  std::vector<Command> commands;
  std::vector<Dispatch> dispatches;
  std::vector<Indirect> indirects;
  std::vector<Transfer> transfers;
  std::vector<Instance> instances;
  std::vector<DispatchNote> notes;
  std::vector<Operand> operands;

  /// The largest workgroup local memory of any dispatch, in bytes.
  uint32_t local_memory_size = 0;
  uint32_t worker_count = 1;
  uint32_t share_after_ns = 0;
  uint64_t dispatch_count = 0;
  uint64_t workgroup_count = 0;  ///< Without those of indirect dispatches.
  uint64_t transfer_bytes = 0;
  uint64_t added_edges = 0;
  uint64_t output_count = 0;

  Plan() = default;
  Plan(const Plan&) = delete;
  Plan& operator=(const Plan&) = delete;

  /// Address of the first byte of a placed range.
  uint8_t* address(const BufferRange& range) const {
    return memory.data() + layout.offsets[range.buffer] + range.offset;
  }
  /// The dispatch of a command that calls a function, or nullptr.
  const Dispatch* dispatch_of(const Command& command) const {
    if (command.op == PlanOp::kCallOnce || command.op == PlanOp::kCallGrid)
      return static_cast<const Dispatch*>(command.what);
    if (command.op == PlanOp::kCallIndirect) return static_cast<const Indirect*>(command.what)->dispatch;
    return nullptr;
  }
  const DispatchNote& note_of(const Dispatch* dispatch) const {
    return notes[static_cast<size_t>(dispatch - dispatches.data())];
  }
};

}  // namespace ireereplay::replay
