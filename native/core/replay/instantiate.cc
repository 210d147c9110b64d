// A command buffer meets a binding table: slots become buffers, once for each table.
#include <algorithm>

#include "replay/decoder.h"

namespace ireereplay::replay {

namespace {

constexpr uint64_t kWholeBuffer = ~0ull;

}  // namespace

uint32_t Decoder::instantiate(CommandBuffer& commands, Bytes table_bytes) {
  const std::string key = commands.has_slots
                              ? std::string(reinterpret_cast<const char*>(table_bytes.data()), table_bytes.size())
                              : std::string();
  if (const auto known = commands.instances.find(key); known != commands.instances.end()) return known->second;
  commands.instances[key] = kNoIndex;

  std::vector<BufferRange> table;
  for (size_t i = 0; commands.has_slots && i < table_bytes.size() / sizeof(format::BufferRef); ++i) {
    const auto ref = load<format::BufferRef>(table_bytes, i * sizeof(format::BufferRef));
    BufferRange& range = table.emplace_back();
    if (ref.buffer_id == format::kNoObject) continue;  // An entry that no command may use.
    if (!resolve(ref, false, "binding table entry " + std::to_string(i), &range)) return kNoIndex;
  }
  constexpr size_t kMaxCommands = 1u << 26;  // About 2 GB of plan; real captures have a thousandth.
  if (commands.commands.size() > kMaxCommands - std::min(kMaxCommands, program_.commands.size())) {
    problem(problem_code::kImpossibleSize, StatusCode::kResourceExhausted,
            "the command buffers executed so far have more than " + std::to_string(kMaxCommands) + " commands in all");
    return kNoIndex;
  }
  InstanceInfo instance;
  instance.commands_begin = static_cast<uint32_t>(program_.commands.size());
  instance.command_count = static_cast<uint32_t>(commands.commands.size());
  // Dispatches of one command buffer repeat: each is bound once.
  std::unordered_map<uint32_t, uint32_t> bound;
  for (CommandInfo command : commands.commands) {
    if (command.op == Op::kDispatch) {
      if (program_.dispatches[command.index].slot_count != 0) {
        auto [entry, is_new] = bound.try_emplace(command.index, kNoIndex);
        if (is_new) entry->second = bind_dispatch(command.index, table);
        command.index = entry->second;
      }
    } else {
      command.index = bind_transfer(command, table);
    }
    if (command.index == kNoIndex) {
      program_.commands.resize(instance.commands_begin);
      return kNoIndex;
    }
    program_.commands.push_back(command);
  }
  collect_uses(&instance);
  const auto index = static_cast<uint32_t>(program_.instances.size());
  program_.instances.push_back(instance);
  commands.instances[key] = index;
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
            "a command uses binding slot " + std::to_string(slot) + ", and the binding table of " +
                std::to_string(table.size()) + " entries has no buffer there");
    return false;
  }
  const BufferRange& binding = table[slot];
  const bool whole = range->length == kWholeBuffer;
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
            "a fill's range does not fit its pattern once it is bound");
    return kNoIndex;
  }
  program_.transfers.push_back(transfer);
  return static_cast<uint32_t>(program_.transfers.size() - 1);
}

void Decoder::collect_uses(InstanceInfo* instance) {
  std::vector<BufferUse> uses;
  std::vector<uint32_t> seen;  // Dispatches whose uses are in already.
  for (uint32_t i = 0; i < instance->command_count; ++i) {
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
    visit_uses(program_, step, [&](const BufferUse& use) { uses.push_back(use); });
  }
  // One use for each buffer: the span of all, written if any part is.
  std::sort(uses.begin(), uses.end(), [](const BufferUse& a, const BufferUse& b) { return a.buffer < b.buffer; });
  instance->uses_begin = static_cast<uint32_t>(program_.uses.size());
  for (const BufferUse& use : uses) {
    const bool same = program_.uses.size() > instance->uses_begin && program_.uses.back().buffer == use.buffer;
    if (!same) {
      program_.uses.push_back(use);
      continue;
    }
    BufferUse& last = program_.uses.back();
    last.writes |= use.writes;
    last.begin = std::min(last.begin, use.begin);
    last.end = std::max(last.end, use.end);
  }
  instance->use_count = static_cast<uint32_t>(program_.uses.size() - instance->uses_begin);
}

}  // namespace ireereplay::replay
