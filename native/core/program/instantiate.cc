// Binds a command buffer to a binding table: slots become buffers, once for each table.
#include <algorithm>

#include "program/decoder.h"

namespace ireereplay::replay {

namespace {}  // namespace

uint32_t Decoder::instantiate(CommandBuffer& commands, Bytes table_bytes) {
  const Bytes key = commands.has_slots ? table_bytes : Bytes();
  if (const uint32_t* known = commands.instances.find_or_add(key)) return *known;
  commands.instances.set_last(kNoIndex);
  key_bytes_ += key.size() + 64;

  std::vector<BufferRange> table;
  for (size_t i = 0; commands.has_slots && i < table_bytes.size() / sizeof(format::BufferRef); ++i) {
    const auto ref = load<format::BufferRef>(table_bytes, i * sizeof(format::BufferRef));
    BufferRange& range = table.emplace_back();
    if (ref.buffer_id == format::kNoObject) continue;  // An entry that no command may use.
    if (!resolve(ref, false, "binding table entry " + std::to_string(i), &range)) return kNoIndex;
  }
  InstanceInfo instance;
  instance.commands_begin = static_cast<uint32_t>(program_.commands.size());
  instance.command_count = static_cast<uint32_t>(commands.commands.size());
  // Dispatches repeat within a command buffer: each is bound once.
  ++instance_number_;
  bound_.resize(program_.dispatches.size());
  for (CommandInfo command : commands.commands) {
    if (command.op == Op::kDispatch) {
      if (program_.dispatches[command.index].slot_count != 0) {
        Made& bound = bound_[command.index];
        if (bound.instance != instance_number_) bound = {instance_number_, bind_dispatch(command.index, table)};
        command.index = bound.index;
      }
    } else {
      command.index = bind_transfer(command, table);
    }
    if (command.index == kNoIndex || !within_budget() || cancelled()) {
      program_.commands.resize(instance.commands_begin);
      return kNoIndex;
    }
    program_.commands.push_back(command);
  }
  collect_uses(&instance);
  const auto index = static_cast<uint32_t>(program_.instances.size());
  program_.instances.push_back(instance);
  commands.instances.set_last(index);
  return index;
}

uint32_t Decoder::cut_instance(uint32_t index) {
  InstanceInfo instance;
  const uint32_t begin = program_.instances[index].commands_begin,
                 end = begin + program_.instances[index].command_count;
  instance.commands_begin = static_cast<uint32_t>(program_.commands.size());
  for (uint32_t i = begin; i < end && program_.commands[i].record != options_.stop_before_command; ++i) {
    program_.commands.push_back(CommandInfo(program_.commands[i]));
  }
  instance.command_count = static_cast<uint32_t>(program_.commands.size()) - instance.commands_begin;
  collect_uses(&instance);
  program_.instances.push_back(instance);
  return static_cast<uint32_t>(program_.instances.size() - 1);
}

bool Decoder::bind_slot(const std::vector<BufferRange>& table, BufferRange* range) {
  if (!range->is_slot()) return true;
  const uint32_t slot = range->buffer & ~kSlotBit;
  if (slot >= table.size() || table[slot].buffer == kNoIndex) {
    problem(problem_code::kBindingRange, StatusCode::kOutOfRange,
            "a command uses binding slot " + std::to_string(slot) + ", but the binding table of " +
                std::to_string(table.size()) + " entries has no buffer there");
    return false;
  }
  const BufferRange& binding = table[slot];
  const bool whole = range->length == format::kWholeBuffer;
  if (range->offset > binding.length || (!whole && range->length > binding.length - range->offset)) {
    problem(problem_code::kBindingRange, StatusCode::kOutOfRange,
            "a command uses [" + std::to_string(range->offset) + ", +" + std::to_string(range->length) +
                ") of binding slot " + std::to_string(slot) + ", which has " + std::to_string(binding.length) +
                " bytes");
    return false;
  }
  *range = {binding.buffer, binding.offset + range->offset, whole ? binding.length - range->offset : range->length};
  return true;
}

uint32_t Decoder::bind_dispatch(uint32_t index, const std::vector<BufferRange>& table) {
  DispatchInfo dispatch = program_.dispatches[index];
  const uint32_t from = dispatch.bindings_begin;
  dispatch.bindings_begin = static_cast<uint32_t>(program_.ranges.size());
  for (uint32_t i = 0; i < dispatch.binding_count; ++i) {
    BufferRange range = program_.ranges[from + i];
    if (!bind_slot(table, &range)) return kNoIndex;
    program_.ranges.push_back(range);
  }
  if (dispatch.has_indirect_count && !bind_slot(table, &dispatch.count_range)) return kNoIndex;
  dispatch.slot_count = 0;
  if (!check_workgroups(dispatch)) return kNoIndex;
  program_.dispatches.push_back(dispatch);
  return static_cast<uint32_t>(program_.dispatches.size() - 1);
}

uint32_t Decoder::bind_transfer(const CommandInfo& command, const std::vector<BufferRange>& table) {
  TransferInfo transfer = program_.transfers[command.index];
  if (!transfer.target.is_slot() && !transfer.source.is_slot()) return command.index;
  if (!bind_slot(table, &transfer.target) || !bind_slot(table, &transfer.source)) return kNoIndex;
  if (command.op == Op::kCopy && !check_copy(transfer.source, transfer.target)) return kNoIndex;
  if (command.op == Op::kFill && (transfer.target.offset % transfer.pattern_length != 0 ||
                                  transfer.target.length % transfer.pattern_length != 0)) {
    problem(problem_code::kBindingRange, StatusCode::kInvalidArgument,
            "once bound, the fill's offset and length are not multiples of its pattern's length");
    return kNoIndex;
  }
  program_.transfers.push_back(transfer);
  return static_cast<uint32_t>(program_.transfers.size() - 1);
}

void Decoder::collect_uses(InstanceInfo* instance) {
  std::vector<uint32_t> seen;  // Dispatches whose uses have been added.
  instance->uses_begin = static_cast<uint32_t>(program_.uses.size());
  used_.resize(program_.buffers.size());
  ++instance_number_;
  // One use for each buffer: the span of all, written if any part is.
  const auto add = [&](const BufferUse& use) {
    ++collected_uses_;
    Made& used = used_[use.buffer];
    if (used.instance != instance_number_) {
      used = {instance_number_, static_cast<uint32_t>(program_.uses.size())};
      program_.uses.push_back(use);
      return;
    }
    BufferUse& known = program_.uses[used.index];
    known.writes |= use.writes;
    known.begin = std::min(known.begin, use.begin);
    known.end = std::max(known.end, use.end);
  };
  for (uint32_t i = 0; i < instance->command_count && within_budget(); ++i) {
    const CommandInfo& command = program_.commands[instance->commands_begin + i];
    if (command.op == Op::kDispatch) {
      const DispatchInfo& dispatch = program_.dispatches[command.index];
      ++instance->dispatch_count;
      if (!dispatch.has_indirect_count) {
        instance->workgroup_count +=
            uint64_t{dispatch.workgroup_count[0]} * dispatch.workgroup_count[1] * dispatch.workgroup_count[2];
      }
      if (std::find(seen.begin(), seen.end(), command.index) != seen.end()) continue;
      if (seen.size() < 64) seen.push_back(command.index);
    } else {
      instance->transfer_bytes += program_.transfers[command.index].target.length;
    }
    StepInfo step;
    step.command = command;
    visit_uses(program_, step, add);
  }
  instance->use_count = static_cast<uint32_t>(program_.uses.size() - instance->uses_begin);
  std::sort(program_.uses.begin() + instance->uses_begin, program_.uses.end(),
            [](const BufferUse& a, const BufferUse& b) { return a.buffer < b.buffer; });
}

}  // namespace ireereplay::replay
