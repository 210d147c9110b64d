// Commands, and the checks that commands share with queue operations of the same kind. Everything that could make a
// kernel or a copy touch memory that is not its own is refused here.
#include <algorithm>

#include "base/glob.h"
#include "program/decoder.h"

namespace ireereplay::replay {

using format::ObjectType;
using format::Operation;

namespace {

// Dispatch flags from IREE's runtime/src/iree/hal/command_buffer.h.
constexpr uint32_t kCustomArguments = 1u << 2 | 1u << 3 | 1u << 4;

std::string text(uint64_t value) { return std::to_string(value); }

}  // namespace

bool Decoder::fit(uint32_t buffer, uint64_t offset, uint64_t length, std::string_view what, BufferRange* out) {
  const BufferInfo& info = program_.buffers[buffer];
  const bool inside = offset <= info.size && (length == format::kWholeBuffer || length <= info.size - offset);
  if (!inside) {
    problem(problem_code::kBindingRange, StatusCode::kOutOfRange,
            std::string(what) + " [" + text(offset) + ", +" + text(length) + ") lies outside of buffer " +
                text(info.id) + ", which has " + text(info.size) + " bytes");
    return false;
  }
  *out = {buffer, offset, length == format::kWholeBuffer ? info.size - offset : length};
  return true;
}

bool Decoder::resolve(const format::BufferRef& ref, bool slots_allowed, std::string_view what, BufferRange* out) {
  if (ref.buffer_id != format::kNoObject) {
    const uint32_t buffer = find(ref.buffer_id, ObjectType::kBuffer);
    return buffer != kNoIndex && fit(buffer, ref.offset, ref.length, what, out);
  }
  if (!slots_allowed) {
    damaged("replay " + std::string(what) + " requires a direct buffer reference");
    return false;
  }
  if (ref.buffer_slot >= kSlotBit - 1) {
    damaged(std::string(what) + " names binding slot " + text(ref.buffer_slot));
    return false;
  }
  *out = {ref.buffer_slot | kSlotBit, ref.offset, ref.length};
  return true;
}

bool Decoder::check_workgroups(const DispatchInfo& dispatch) {
  const uint32_t* count = dispatch.workgroup_count;
  if (dispatch.has_indirect_count) return true;
  if (count[2] > UINT16_MAX) {
    problem(problem_code::kImpossibleSize, StatusCode::kOutOfRange,
            "a dispatch of [" + text(count[0]) + "," + text(count[1]) + "," + text(count[2]) +
                "] workgroups: the maximum in z is 65535");
    return false;
  }
  // Each workgroup needs something to work on: far more workgroups than bytes is implausible, and would run outside of
  // every buffer.
  uint64_t bytes = 0;
  for (uint32_t i = 0; i < dispatch.binding_count; ++i) {
    const BufferRange& range = program_.ranges[dispatch.bindings_begin + i];
    if (range.is_slot()) return true;  // Checked again once it is bound.
    bytes += range.length;
  }
  const unsigned __int128 total = static_cast<unsigned __int128>(count[0]) * count[1] * count[2];
  if (total > kPlausibleWorkgroups && total > static_cast<unsigned __int128>(bytes) * 8) {
    problem(problem_code::kImpossibleSize, StatusCode::kOutOfRange,
            "a dispatch of [" + text(count[0]) + "," + text(count[1]) + "," + text(count[2]) +
                "] workgroups is implausible with bindings that total " + text(bytes) +
                " bytes: it would run past their end",
            "The capture is damaged, or the program computed the wrong size; record it again.");
    return false;
  }
  return true;
}

bool Decoder::check_dispatch(DispatchInfo* dispatch, const format::Dispatch& payload, Bytes bindings,
                             bool slots_allowed) {
  const uint32_t index = find(payload.executable_id, ObjectType::kExecutable);
  if (index == kNoIndex) return false;
  const ExecutableInfo& executable = program_.executables[index];
  dispatch->executable = index;
  dispatch->function = payload.function_ordinal;
  if (payload.function_ordinal >= executable.functions.size()) {
    problem(problem_code::kFunctionRange, StatusCode::kOutOfRange,
            "replay executable " + text(payload.executable_id) + " does not define captured function ordinal " +
                text(payload.function_ordinal));
    return false;
  }
  const ExecutableInfo::Function& function = executable.functions[payload.function_ordinal];
  const std::string name =
      function.name.empty() ? "function " + text(payload.function_ordinal) : "'" + function.name + "'";
  const bool has_custom_arguments = (payload.flags & kCustomArguments) != 0;
  if (has_custom_arguments && !options_.for_other_engine) {
    problem(problem_code::kUnsupportedOperation, StatusCode::kUnimplemented,
            "a dispatch of " + name + " with custom arguments (flags " + text(payload.flags) +
                ") is not supported on local devices");
    return false;
  }
  if (!has_custom_arguments && payload.constants_length != uint64_t{function.metadata.constant_count} * 4) {
    problem(problem_code::kConstantCount, StatusCode::kInvalidArgument,
            "constant count mismatch: " + name + " takes " + text(function.metadata.constant_count) +
                " but was given " + text(payload.constants_length / 4) + " (" + text(payload.constants_length) +
                " bytes)");
    return false;
  }
  if (!has_custom_arguments && payload.binding_count != function.metadata.binding_count) {
    problem(problem_code::kBindingCount, StatusCode::kInvalidArgument,
            "binding count mismatch: " + name + " takes " + text(function.metadata.binding_count) + " but was given " +
                text(payload.binding_count));
    return false;
  }
  if (payload.workgroup_size[2] > UINT16_MAX) {
    problem(problem_code::kImpossibleSize, StatusCode::kOutOfRange,
            "a workgroup size of " + text(payload.workgroup_size[2]) + " in z; the maximum is 65535");
    return false;
  }
  std::copy_n(payload.workgroup_size, 3, dispatch->workgroup_size);
  std::copy_n(payload.workgroup_count, 3, dispatch->workgroup_count);
  dispatch->dynamic_local_memory = payload.dynamic_workgroup_local_memory;
  constexpr uint32_t kMaxLocalMemory = 1u << 30;
  if (dispatch->dynamic_local_memory > kMaxLocalMemory) {
    problem(problem_code::kImpossibleSize, StatusCode::kResourceExhausted,
            text(dispatch->dynamic_local_memory) + " bytes of workgroup local memory is more than any processor has");
    return false;
  }
  dispatch->bindings_begin = static_cast<uint32_t>(program_.ranges.size());
  dispatch->binding_count = static_cast<uint16_t>(payload.binding_count);
  for (uint32_t i = 0; i < payload.binding_count; ++i) {
    BufferRange range;
    const auto ref = load<format::BufferRef>(bindings, i * sizeof(format::BufferRef));
    if (!resolve(ref, slots_allowed, "dispatch binding " + text(i), &range)) return false;
    dispatch->slot_count = std::max(dispatch->slot_count, range.slot_count());
    program_.ranges.push_back(range);
  }
  if ((payload.flags & format::kDispatchIndirectParameters) != 0) {
    format::BufferRef ref = payload.workgroup_count_ref;
    if (ref.offset % 4 != 0) {
      problem(problem_code::kBindingRange, StatusCode::kInvalidArgument,
              "the workgroup count at offset " + text(ref.offset) + " is not aligned to 4 bytes");
      return false;
    }
    if (ref.length != format::kWholeBuffer && ref.length < 12) {
      problem(problem_code::kBindingRange, StatusCode::kOutOfRange,
              "the workgroup count has " + text(ref.length) + " bytes; it needs 12");
      return false;
    }
    ref.length = 12;
    if (!resolve(ref, slots_allowed, "the workgroup count", &dispatch->count_range)) return false;
    dispatch->has_indirect_count = true;
    dispatch->slot_count = std::max(dispatch->slot_count, dispatch->count_range.slot_count());
  }
  if (!dispatch->has_indirect_count) override_workgroups(function.name, dispatch);
  return check_workgroups(*dispatch);
}

void Decoder::override_workgroups(std::string_view function, DispatchInfo* dispatch) {
  for (size_t i = 0; i < options_.workgroup_counts.size(); ++i) {
    const WorkgroupCountOverride& given = options_.workgroup_counts[i];
    if (!matches_glob(given.function_pattern, function)) continue;
    workgroup_count_used_[i] = true;
    std::copy_n(given.count, 3, dispatch->workgroup_count);
  }
}

uint32_t Decoder::decode_dispatch(Bytes payload, const PayloadLayout& layout, bool slots_allowed) {
  const auto header = load<format::Dispatch>(payload);
  const PartRange constants = layout.find(Part::kConstants), bindings = layout.find(Part::kBindings);
  // Two dispatches are alike when everything from the executable's id on is equal, except the semaphores.
  uint8_t small[1024];
  std::vector<uint8_t> large;
  const size_t tail = constants.length + bindings.length, size = sizeof(header) + 1 + tail;
  uint8_t* key = small;
  if (size > sizeof(small)) {
    large.resize(size);
    key = large.data();
  }
  format::Dispatch without_semaphores = header;
  without_semaphores.wait_semaphore_count = without_semaphores.signal_semaphore_count = 0;
  without_semaphores.queue_affinity = 0;
  without_semaphores.reserved0 = 0;
  std::memcpy(key, &without_semaphores, sizeof(header));
  key[sizeof(header)] = slots_allowed;
  // The two parts are adjacent.
  if (tail != 0)
    std::memcpy(key + sizeof(header) + 1, payload.data() + std::min(constants.offset, bindings.offset), tail);
  if (const uint32_t* known = interned_dispatches_.find_or_add(Bytes(key, size))) return *known;
  key_bytes_ += 2 * size;  // As it is here, and as recorded.

  interned_dispatches_.set_last(kNoIndex);
  DispatchInfo dispatch;
  if (!check_dispatch(&dispatch, header, payload.subspan(bindings.offset, bindings.length), slots_allowed))
    return kNoIndex;
  dispatch.constants_begin = static_cast<uint32_t>(program_.constants.size());
  dispatch.constant_count = static_cast<uint16_t>(constants.length / 4);
  for (uint32_t i = 0; i < dispatch.constant_count; ++i)
    program_.constants.push_back(part_element<uint32_t>(payload, constants, i));
  program_.dispatches.push_back(dispatch);
  const auto index = static_cast<uint32_t>(program_.dispatches.size() - 1);
  interned_dispatches_.set_last(index);
  return index;
}

bool Decoder::check_fill(const BufferRange& target, Bytes pattern, TransferInfo* transfer) {
  if (pattern.size() != 1 && pattern.size() != 2 && pattern.size() != 4) {
    problem(problem_code::kDamagedRecord, StatusCode::kInvalidArgument,
            "a fill pattern must be 1, 2 or 4 bytes long; the length of this one is " + text(pattern.size()));
    return false;
  }
  if (!target.is_slot() && (target.offset % pattern.size() != 0 || target.length % pattern.size() != 0)) {
    problem(problem_code::kBindingRange, StatusCode::kInvalidArgument,
            "a fill of [" + text(target.offset) + ", +" + text(target.length) +
                ") does not begin and end at multiples of its pattern's " + text(pattern.size()) + " bytes");
    return false;
  }
  uint64_t value = 0;
  for (size_t i = 0; i < 8; ++i) value |= uint64_t{pattern[i % pattern.size()]} << (8 * i);
  transfer->target = target;
  transfer->pattern = value;
  transfer->pattern_length = static_cast<uint32_t>(pattern.size());
  return true;
}

bool Decoder::check_copy(const BufferRange& source, const BufferRange& target) {
  if (source.is_slot() || target.is_slot()) return true;  // Checked again once they are bound.
  if (source.length != target.length) {
    problem(problem_code::kBindingRange, StatusCode::kInvalidArgument,
            "copy spans between source and target must match: " + text(source.length) + " and " + text(target.length) +
                " bytes");
    return false;
  }
  if (source.buffer == target.buffer && source.offset < target.offset + target.length &&
      target.offset < source.offset + source.length) {
    problem(problem_code::kBindingRange, StatusCode::kInvalidArgument,
            "source and target ranges overlap within the same buffer");
    return false;
  }
  return true;
}

bool Decoder::repeat_dispatch(Bytes payload) {
  const uint32_t* known = known_payloads_.find(payload);
  if (known == nullptr || *known == kNoIndex) return false;
  const uint64_t id = frame_.header.object_id;
  const Object* const object = object_of(id);
  if (object == nullptr || object->type != ObjectType::kCommandBuffer) return false;
  CommandBuffer& commands = command_buffers_[object->index];
  if (commands.state != CommandBuffer::kRecording) return false;
  if (use_slots(&commands, program_.dispatches[*known].slot_count)) append_command(&commands, Op::kDispatch, *known);
  return true;
}

bool Decoder::use_slots(CommandBuffer* commands, uint32_t slot_count) {
  commands->has_slots |= slot_count != 0;
  if (slot_count <= commands->binding_capacity) return true;
  commands->broken = true;
  problem(problem_code::kBindingRange, StatusCode::kOutOfRange,
          "a command uses binding slot " + text(slot_count - 1) + ", but command buffer " + text(commands->id) +
              " was created for " + text(commands->binding_capacity) + " bindings");
  return false;
}

void Decoder::append_command(CommandBuffer* commands, Op op, uint32_t what) {
  key_bytes_ += sizeof(CommandInfo);
  commands->commands.push_back({what, static_cast<uint32_t>(frame_.index), op, commands->barrier_pending});
  commands->barrier_pending = false;
}

void Decoder::decode_command(Bytes payload, const PayloadLayout& layout) {
  const uint32_t index = find(frame_.header.object_id, ObjectType::kCommandBuffer);
  if (index == kNoIndex) return;
  CommandBuffer& commands = command_buffers_[index];
  const Operation operation = frame_.header.operation_code;
  const auto invalid = [&](const char* message) {
    commands.broken = true;
    problem(problem_code::kDamagedRecord, StatusCode::kFailedPrecondition,
            "command buffer " + text(commands.id) + " " + message);
  };
  if (operation == Operation::kCommandBufferBegin) {
    if (commands.state != CommandBuffer::kInitial)
      return invalid("has already begun, and cannot be recorded a second time");
    commands.state = CommandBuffer::kRecording;
    return;
  }
  if (commands.state != CommandBuffer::kRecording) return invalid("is not being recorded");
  const auto append = [&](Op op, uint32_t what) { append_command(&commands, op, what); };
  const auto append_transfer = [&](Op op, const TransferInfo& transfer) {
    if (!use_slots(&commands, std::max(transfer.target.slot_count(), transfer.source.slot_count()))) return;
    append(op, static_cast<uint32_t>(program_.transfers.size()));
    program_.transfers.push_back(transfer);
  };
  TransferInfo transfer;
  switch (operation) {
    case Operation::kCommandBufferEnd:
      commands.state = CommandBuffer::kRecorded;
      return;
    case Operation::kCommandBufferExecutionBarrier:
      commands.barrier_pending = true;
      return;
    case Operation::kCommandBufferSignalEvent:
    case Operation::kCommandBufferResetEvent:
      if (find(load<format::CommandBufferEvent>(payload).event_id, ObjectType::kEvent) == kNoIndex)
        commands.broken = true;
      return;
    case Operation::kCommandBufferWaitEvents: {
      // What was signaled came earlier in this command buffer or in a previous one: a barrier gives the same order.
      commands.barrier_pending = true;
      const PartRange events = layout.find(Part::kEvents);
      for (uint64_t i = 0; i < events.length / 8; ++i) {
        if (find(part_element<uint64_t>(payload, events, i), ObjectType::kEvent) == kNoIndex) commands.broken = true;
      }
      return;
    }
    case Operation::kCommandBufferDispatch: {
      const auto header = load<format::Dispatch>(payload);
      if (header.wait_semaphore_count != 0 || header.signal_semaphore_count != 0) {
        return invalid("has a dispatch with semaphores, which only queue dispatches can have");
      }
      const uint32_t dispatch = decode_dispatch(payload, layout, true);
      if (dispatch == kNoIndex) {
        commands.broken = true;
        return;
      }
      if (known_payloads_.find_or_add(payload) == nullptr) known_payloads_.set_last(dispatch);
      if (use_slots(&commands, program_.dispatches[dispatch].slot_count)) append(Op::kDispatch, dispatch);
      return;
    }
    case Operation::kCommandBufferFillBuffer: {
      const PartRange pattern = layout.find(Part::kPattern);
      BufferRange target;
      if (!resolve(load<format::FillBuffer>(payload).target_ref, true, "the fill's target", &target) ||
          !check_fill(target, payload.subspan(pattern.offset, pattern.length), &transfer)) {
        commands.broken = true;
        return;
      }
      return append_transfer(Op::kFill, transfer);
    }
    case Operation::kCommandBufferUpdateBuffer: {
      const auto header = load<format::UpdateBuffer>(payload);
      if (!resolve(header.target_ref, true, "the update's target", &transfer.target)) {
        commands.broken = true;
        return;
      }
      if (header.data_length != header.target_ref.length) {
        commands.broken = true;
        return damaged("replay command buffer update data length does not match target length");
      }
      transfer.data_offset = place_of(layout, Part::kData);
      return append_transfer(Op::kWrite, transfer);
    }
    case Operation::kCommandBufferCopyBuffer: {
      const auto header = load<format::CopyBuffer>(payload);
      if (!resolve(header.source_ref, true, "the copy's source", &transfer.source) ||
          !resolve(header.target_ref, true, "the copy's target", &transfer.target) ||
          !check_copy(transfer.source, transfer.target)) {
        commands.broken = true;
        return;
      }
      return append_transfer(Op::kCopy, transfer);
    }
    default:
      commands.broken = true;
      return;
  }
}

}  // namespace ireereplay::replay
