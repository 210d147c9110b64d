#include "replay/inspection.h"

#include <algorithm>

#include "hal/local/find_command.h"
#include "hal/local/plan.h"
#include "replay/session.h"

namespace ireereplay::replay {

namespace {

std::vector<InspectedRange> ranges_of(const Program& program, const CommandInfo& command) {
  std::vector<InspectedRange> result;
  visit_ranges(program, command, [&](const BufferRange& range, RangeRole role, uint32_t ordinal) {
    InspectedRange& added = result.emplace_back();
    added.role = role;
    added.ordinal = ordinal;
    added.buffer = program.buffers[range.buffer].id;
    added.offset = range.offset;
    added.before.resize(range.length);
  });
  return result;
}

/// Replays with `options` and reads `ranges` into the given member of each.
Status replay_and_read(const std::string& path, const ReplayOptions& options, const RunControl& control,
                       std::vector<uint8_t> InspectedRange::*moment, std::vector<InspectedRange>* ranges) {
  IR_ASSIGN_OR_RETURN(const auto session, Session::prepare(path, options, nullptr, control.cancel));
  IR_RETURN_IF_ERROR(session->run(control).status());
  for (InspectedRange& range : *ranges) {
    auto bytes = session->read_buffer(range.buffer, range.offset, range.before.size());
    if (bytes.ok()) {
      range.*moment = *std::move(bytes);
    } else if (bytes.status().code() == StatusCode::kFailedPrecondition) {
      // Nothing up to here touches the buffer: it holds what fresh memory does.
      (range.*moment).assign(range.before.size(), options.poison.value_or(0));
    } else {
      return bytes.status();
    }
  }
  return Status();
}

}  // namespace

Result<Inspection> inspect(const std::string& path, const ReplayOptions& options, uint64_t record, uint64_t via,
                           const RunControl& control) {
  IR_ASSIGN_OR_RETURN(const FoundCommand found, find_command(path, options, record, via, control.cancel));
  Inspection inspection;
  inspection.record = record;
  inspection.via = found.via;
  inspection.function = found.function;
  uint64_t bytes = 0;
  visit_uses(*found.program, StepInfo{.command = found.command},
             [&](const BufferUse& use) { bytes += std::min(use.end - use.begin, MemoryLayout::kMaxSize); });
  // Before and after, beside the buffers themselves.
  if (bytes > hal::machine_memory() / 4) {
    return Status(StatusCode::kResourceExhausted,
                  "the ranges of record #" + std::to_string(record) + " total " + std::to_string(bytes) +
                      " bytes: this machine has too little memory for two copies of them")
        .at(record, kNoPlace);
  }
  inspection.ranges = ranges_of(*found.program, found.command);
  IR_RETURN_IF_ERROR(
      replay_and_read(path, found.stop_behind(options), control, &InspectedRange::after, &inspection.ranges));
  IR_RETURN_IF_ERROR(
      replay_and_read(path, found.stop_before(options), control, &InspectedRange::before, &inspection.ranges));
  return inspection;
}

Result<std::vector<uint8_t>> read_buffer_at(const std::string& path, const ReplayOptions& options,
                                            const BufferMoment& moment, const RunControl& control) {
  IR_ASSIGN_OR_RETURN(const FoundCommand found, find_command(path, options, moment.record, moment.via, control.cancel));
  const ReplayOptions until = moment.after ? found.stop_behind(options) : found.stop_before(options);
  IR_ASSIGN_OR_RETURN(const auto session, Session::prepare(path, until, nullptr, control.cancel));
  IR_RETURN_IF_ERROR(session->run(control).status());
  return session->read_buffer(moment.buffer, moment.offset, moment.length);
}

}  // namespace ireereplay::replay
