#include "hal/local/lower.h"

#include <algorithm>
#include <cstring>

#include "hal/local/crash_report.h"
#include "hal/local/match_functions.h"
#include "hal/local/position.h"

namespace ireereplay::replay {

namespace {

class Lowering {
 public:
  Lowering(Plan* plan, PreflightReport* report, const std::atomic<bool>* cancel)
      : plan_(*plan), program_(plan->program), report_(*report), cancel_(cancel) {}

  Status run() {
    IR_RETURN_IF_ERROR(read_binaries());
    IR_RETURN_IF_ERROR(load_executables());
    IR_RETURN_IF_ERROR(allocate());
    IR_RETURN_IF_ERROR(plan_.recorded.load(*program_.capture, cancel_));
    lower_dispatches();
    lower_transfers();
    lower_commands();
    return Status();
  }

 private:
  Status note(std::string_view code, const Status& status, const ExecutableInfo& info, std::string remedy) {
    report_.add(
        {Severity::kError, code, status.code(), info.record, info.record_offset, status.message(), std::move(remedy)});
    return Status(status).at(info.record, info.record_offset);
  }

  Status read_binaries() {
    for (ExecutableInfo& info : program_.executables) {
      if (!info.substitute.empty()) continue;
      IR_ASSIGN_OR_RETURN(hal::HostMemory memory, hal::HostMemory::allocate(info.data_length));
      const std::span<uint8_t> bytes(memory.data(), info.data_length);
      IR_RETURN_IF_ERROR(program_.capture->read(info.data_offset, bytes));
      info.data = bytes;
      plan_.binaries.push_back(std::move(memory));
    }
    return Status();
  }

  // All of them are tried, so that every problem is reported at once.
  Status load_executables() {
    Status first;
    prepare_thread_for_crash_report();
    Position position;
    const Position* outer = thread_position();
    set_thread_position(&position);
    for (const ExecutableInfo& info : program_.executables) {
      position.loading.store(&info, std::memory_order_relaxed);
      auto executable = Executable::load(info.format, info.data, info.constants);
      Status status = executable.status();
      std::string_view code = problem_code::kExecutableInvalid;
      std::string remedy(usual_remedy(code));
      if (status.ok()) {
        auto functions = match_functions(info, **executable);
        status = functions.status();
        code = problem_code::kExecutableAbi;
        remedy = info.substitute.empty() ? "The capture and its executable do not match; record again."
                                         : "Compile the substitute with the interface of the captured executable.";
        if (status.ok()) functions_.push_back(*std::move(functions));
      }
      if (!status.ok()) {
        const Status noted =
            note(code, Status(status.code(), "executable " + std::to_string(info.id) + ": " + status.message()), info,
                 remedy);
        if (first.ok()) first = noted;
        continue;
      }
      plan_.executables.push_back(*std::move(executable));
    }
    set_thread_position(outer);
    return first;
  }

  Status allocate() {
    uint64_t alignment = 1;
    for (const BufferInfo& buffer : program_.buffers) alignment = std::max(alignment, buffer.alignment);
    IR_ASSIGN_OR_RETURN(plan_.memory, hal::HostMemory::allocate(plan_.layout.size, alignment));
    for (const MemoryLayout::Guard& guard : plan_.layout.guards)
      IR_RETURN_IF_ERROR(plan_.memory.guard(guard.offset, guard.length));
    return Status();
  }

  /// Constants that are kept beside the bindings, in words. Longer lists stay where the program has them, once for all
  /// executions: a capture may record thousands of them with other bindings each.
  static size_t near_constants(const DispatchInfo& info) {
    constexpr size_t kMost = 16;
    return info.constant_count <= kMost ? (size_t{info.constant_count} + 1) / 2 : 0;
  }
  static size_t operands_of(const DispatchInfo& info) {
    return info.slot_count != 0 ? 0 : size_t{info.binding_count} * 2 + near_constants(info);
  }

  void lower_dispatches() {
    plan_.dispatches.reserve(program_.dispatches.size());
    // Whole from the start: states point into it.
    size_t operand_count = 0;
    for (const DispatchInfo& info : program_.dispatches) operand_count += operands_of(info);
    plan_.operands.resize(operand_count);
    Operand* operands = plan_.operands.data();
    for (const DispatchInfo& info : program_.dispatches) {
      Dispatch& dispatch = plan_.dispatches.emplace_back();
      plan_.notes.push_back({info.executable, info.function});
      dispatch = {};
      if (info.slot_count != 0) continue;  // Only its instances with a binding table are called.
      const LoadedFunction& function = *functions_[info.executable][info.function];
      dispatch.call = function.call;
      dispatch.environment = &plan_.executables[info.executable]->environment();
      abi::DispatchState& state = dispatch.state;
      state.workgroup_size_x = std::max(info.workgroup_size[0], 1u);
      state.workgroup_size_y = std::max(info.workgroup_size[1], 1u);
      state.workgroup_size_z = static_cast<uint16_t>(std::max(info.workgroup_size[2], 1u));
      state.constant_count = info.constant_count;
      state.workgroup_count_x = info.workgroup_count[0];
      state.workgroup_count_y = info.workgroup_count[1];
      state.workgroup_count_z = static_cast<uint16_t>(info.workgroup_count[2]);
      state.max_concurrency = static_cast<uint8_t>(
          std::min<uint32_t>(is_task(program_.executables[info.executable].device) ? plan_.worker_count : 1, 255));
      state.binding_count = static_cast<uint8_t>(info.binding_count);
      Operand* const pointers = operands;
      Operand* const lengths = pointers + info.binding_count;
      Operand* const constants = lengths + info.binding_count;
      operands += operands_of(info);
      if (info.binding_count != 0) {
        state.binding_pointers = &pointers->pointer;
        state.binding_lengths = &lengths->length;
      }
      for (uint32_t i = 0; i < info.binding_count; ++i) {
        const BufferRange& range = program_.ranges[info.bindings_begin + i];
        // A dispatch with only broken uses has ranges without a place; it is never called.
        const bool placed = plan_.layout.offsets[range.buffer] != MemoryLayout::kUnplaced;
        pointers[i].pointer = placed ? plan_.address(range) : nullptr;
        lengths[i].length = range.length;
      }
      state.constants = program_.constants.data() + info.constants_begin;
      if (near_constants(info) != 0) {
        std::memcpy(constants, state.constants, info.constant_count * sizeof(uint32_t));
        state.constants = constants->constants;
      }
      plan_.local_memory_size = std::max<uint32_t>(
          plan_.local_memory_size,
          uint32_t{function.attributes.local_memory_pages} * abi::kLocalMemoryPage + info.dynamic_local_memory);
    }
  }

  bool is_task(uint32_t device) const {
    return device < plan_.devices.size() && plan_.devices[device].kind == hal::DeviceKind::kLocalTask;
  }

  void lower_transfers() {
    plan_.transfers.reserve(program_.transfers.size());
    for (uint32_t i = 0; i < program_.transfers.size(); ++i) {
      const TransferInfo& info = program_.transfers[i];
      Transfer& transfer = plan_.transfers.emplace_back();
      transfer = {};
      transfer.info = i;
      const auto placed = [&](const BufferRange& range) {
        return range.buffer != kNoIndex && !range.is_slot() &&
               plan_.layout.offsets[range.buffer] != MemoryLayout::kUnplaced;
      };
      if (placed(info.target)) {
        transfer.target = plan_.address(info.target);
        transfer.length = info.target.length;
      }
      if (placed(info.source)) {
        transfer.source = plan_.address(info.source);
        transfer.length = info.source.length;
      }
      if (info.data_offset != kNoPlace) transfer.source = plan_.recorded.at(info.data_offset);
      transfer.pattern = info.pattern;
      transfer.file_offset = info.file_offset;
      if (info.file != kNoIndex) transfer.file = program_.files[info.file].file.get();
    }
  }

  Command lower_command(const CommandInfo& info, uint32_t device) {
    Command command = {};
    command.record = info.record;
    command.is_inline = !is_task(device);
    command.ends_level = info.ends_level;
    switch (info.op) {
      case Op::kDispatch: {
        const Dispatch& dispatch = plan_.dispatches[info.index];
        const DispatchInfo& source = program_.dispatches[info.index];
        if (source.has_indirect_count) {
          plan_.indirects.push_back({&dispatch, reinterpret_cast<const uint32_t*>(plan_.address(source.count_range))});
          command.what = reinterpret_cast<const void*>(plan_.indirects.size() - 1);  // Made a pointer at the end.
          command.op = PlanOp::kCallIndirect;
          break;
        }
        const abi::DispatchState& state = dispatch.state;
        const bool once = command.ends_level && state.workgroup_count_x == 1 && state.workgroup_count_y == 1 &&
                          state.workgroup_count_z == 1;
        command.what = &dispatch;
        command.op = once ? PlanOp::kCallOnce : PlanOp::kCallGrid;
        break;
      }
      case Op::kExecute:
        command.what = &plan_.instances[info.index];
        command.op = PlanOp::kExecute;
        break;
      case Op::kScopeBegin:
      case Op::kScopeEnd:
        command.what = &program_.scopes[info.index];
        command.op = info.op == Op::kScopeBegin ? PlanOp::kScopeBegin : PlanOp::kScopeEnd;
        break;
      default:
        command.what = &plan_.transfers[info.index];
        command.op = transfer_kind(info.op);
        break;
    }
    return command;
  }

  static PlanOp transfer_kind(Op op) {
    switch (op) {
      case Op::kFill:
      case Op::kPoison:
        return PlanOp::kFill;
      case Op::kReadFile:
        return PlanOp::kReadFile;
      case Op::kWriteFile:
        return PlanOp::kWriteFile;
      case Op::kOutput:
        return PlanOp::kOutput;
      default:
        return PlanOp::kCopy;
    }
  }

  void lower_commands() {
    // The device of an instance is that of the queue that executes it; all its executions are on one device.
    std::vector<uint32_t> device(program_.instances.size(), kNoIndex);
    for (const StepInfo& step : program_.steps) {
      if (step.command.op == Op::kExecute) device[step.command.index] = step.device;
    }
    plan_.commands.reserve(program_.commands.size());
    plan_.instances.reserve(program_.instances.size());
    for (size_t i = 0; i < program_.instances.size(); ++i) {
      const InstanceInfo& info = program_.instances[i];
      plan_.instances.push_back(
          {plan_.commands.data() + plan_.commands.size(), info.command_count, !is_task(device[i])});
      for (uint32_t c = 0; c < info.command_count; ++c) {
        CommandInfo command = program_.commands[info.commands_begin + c];
        if (!is_task(device[i])) command.ends_level = true;
        plan_.commands.push_back(lower_command(command, device[i]));
      }
    }
    plan_.steps.reserve(program_.steps.size());
    for (const StepInfo& step : program_.steps) {
      if (step.command.op == Op::kNothing) continue;
      plan_.steps.push_back(lower_command(step.command, step.device));
      count(step);
    }
    for (auto* list : {&plan_.commands, &plan_.steps}) {
      for (Command& command : *list) {
        if (command.op == PlanOp::kCallIndirect)
          command.what = &plan_.indirects[reinterpret_cast<size_t>(command.what)];
      }
    }
  }

  void count(const StepInfo& step) {
    const auto transfer = [&](const CommandInfo& command) {
      const TransferInfo& info = program_.transfers[command.index];
      return info.target.buffer != kNoIndex ? info.target.length : info.source.length;
    };
    switch (step.command.op) {
      case Op::kDispatch: {
        const DispatchInfo& info = program_.dispatches[step.command.index];
        ++plan_.dispatch_count;
        if (!info.has_indirect_count)
          plan_.workgroup_count +=
              uint64_t{info.workgroup_count[0]} * info.workgroup_count[1] * info.workgroup_count[2];
        break;
      }
      case Op::kExecute: {
        const InstanceInfo& info = program_.instances[step.command.index];
        plan_.dispatch_count += info.dispatch_count;
        plan_.workgroup_count += info.workgroup_count;
        plan_.transfer_bytes += info.transfer_bytes;
        break;
      }
      case Op::kOutput:
        ++plan_.output_count;
        break;
      case Op::kFill:
      case Op::kWrite:
      case Op::kCopy:
      case Op::kReadFile:
      case Op::kWriteFile:
        plan_.transfer_bytes += transfer(step.command);
        break;
      default:
        break;
    }
  }

  Plan& plan_;
  Program& program_;
  PreflightReport& report_;
  const std::atomic<bool>* cancel_;
  std::vector<std::vector<const LoadedFunction*>> functions_;
};

}  // namespace

Status lower(Plan* plan, PreflightReport* report, const std::atomic<bool>* cancel) {
  return Lowering(plan, report, cancel).run();
}

}  // namespace ireereplay::replay
