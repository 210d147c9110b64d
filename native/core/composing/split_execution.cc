#include "composing/split_execution.h"

#include <algorithm>
#include <set>

#include "capture/payload.h"
#include "sharing/named_objects.h"

namespace ireereplay::composing {

namespace {

using format::Operation;
using format::PayloadType;
using format::RecordHeader;
using sharing::SourceCapture;

bool touches_memory(Operation operation) {
  switch (operation) {
    case Operation::kCommandBufferFillBuffer:
    case Operation::kCommandBufferUpdateBuffer:
    case Operation::kCommandBufferCopyBuffer:
    case Operation::kCommandBufferDispatch:
      return true;
    default:
      return false;
  }
}

Status no_command(const Tap& tap) {
  return Status(StatusCode::kNotFound, "record #" + std::to_string(tap.command) + ", executed by #" +
                                           std::to_string(tap.record) +
                                           ", is not an operation that the replay executes on buffers");
}

/// The execution of a part.
struct Executed {
  format::QueueExecute execute;
  Bytes waits;
  Bytes signals;
  Bytes bindings;
};

Status write_execution(const RecordFrame& frame, const Executed& executed, CaptureWriter* writer) {
  RecordHeader header = frame.header;
  format::QueueExecute execute = executed.execute;
  if (header.related_object_id != format::kNoObject) header.related_object_id = execute.command_buffer_id;
  execute.wait_semaphore_count = executed.waits.size() / sizeof(format::SemaphoreTimepoint);
  execute.signal_semaphore_count = executed.signals.size() / sizeof(format::SemaphoreTimepoint);
  return writer->append(header, {value_bytes(execute), executed.waits, executed.signals, executed.bindings});
}

}  // namespace

Status copy_recorded(const File& file, RecordReader* reader, const RecordFrame& frame,
                     const std::atomic<bool>& cancelled, CaptureWriter* writer, uint32_t without) {
  if (frame.header.payload_type != PayloadType::kCommandBufferObject)
    return sharing::copy_record(file, frame, cancelled, writer);
  IR_ASSIGN_OR_RETURN(const Bytes payload, reader->payload(frame));
  if (payload.size() < sizeof(format::CommandBufferObject)) return writer->append(frame.header, {payload});
  auto object = load<format::CommandBufferObject>(payload);
  object.mode &= ~(without | kAllowInlineExecution);
  return writer->append(frame.header, {value_bytes(object), payload.subspan(sizeof(object))});
}

RecordFrame of_other(RecordFrame frame, uint64_t from, uint64_t to) {
  if (frame.header.object_id == from) frame.header.object_id = to;
  if (frame.header.related_object_id == from) frame.header.related_object_id = to;
  return frame;
}

void SplitExecutions::note(const RecordFrame& frame, Recording* recording) {
  switch (frame.header.operation_code) {
    case Operation::kNone:
    case Operation::kDeviceCreateCommandBuffer:
    case Operation::kCommandBufferBegin:
      recording->before.push_back(frame);
      return;
    case Operation::kCommandBufferEnd:
      recording->end.push_back(frame);
      return;
    case Operation::kCommandBufferBeginDebugGroup:
    case Operation::kCommandBufferEndDebugGroup:
      return;
    default:
      recording->commands.push_back(frame);
  }
}

Status SplitExecutions::find(const SourceCapture& source, const replay::Program& program, const std::vector<Tap>& taps,
                             const std::atomic<bool>& cancelled) {
  for (const Tap& tap : taps) {
    if (tap.command != kNoPlace) executed_.emplace(tap.record, format::kNoObject);
  }
  if (executed_.empty()) return Status();
  std::set<uint64_t> executions;
  for (const replay::StepInfo& step : program.steps) {
    if (step.command.op == replay::Op::kExecute) executions.insert(step.command.record);
  }
  IR_RETURN_IF_ERROR(
      sharing::each_record(source, cancelled, [&](RecordReader& reader, const RecordFrame& frame) -> Status {
        const auto found = executed_.find(frame.index);
        if (found == executed_.end() || !executions.contains(frame.index)) return Status();
        IR_ASSIGN_OR_RETURN(const Bytes head, reader.payload(frame, sizeof(format::QueueExecute)));
        if (head.size() < sizeof(format::QueueExecute))
          return Status(StatusCode::kDataLoss, "the record of an execution is too short");
        found->second = load<format::QueueExecute>(head).command_buffer_id;
        recordings_[found->second];
        return Status();
      }));
  IR_RETURN_IF_ERROR(sharing::each_record(source, cancelled, [&](RecordReader&, const RecordFrame& frame) -> Status {
    const auto recording = recordings_.find(sharing::object_of(frame.header));
    if (recording != recordings_.end()) note(frame, &recording->second);
    return Status();
  }));
  for (const Tap& tap : taps) {
    if (tap.command == kNoPlace) continue;
    const uint64_t commands = executed_.at(tap.record);
    if (commands == format::kNoObject) return no_command(tap);
    const std::vector<RecordFrame>& recorded = recordings_.at(commands).commands;
    const auto command = std::lower_bound(recorded.begin(), recorded.end(), tap.command,
                                          [](const RecordFrame& one, uint64_t record) { return one.index < record; });
    if (command == recorded.end() || command->index != tap.command || !touches_memory(command->header.operation_code))
      return no_command(tap);
  }
  return Status();
}

uint64_t SplitExecutions::place_of(const Tap& tap) const {
  const std::vector<RecordFrame>& recorded = recordings_.at(executed_.at(tap.record)).commands;
  const auto command = std::lower_bound(recorded.begin(), recorded.end(), tap.command,
                                        [](const RecordFrame& one, uint64_t record) { return one.index < record; });
  return static_cast<uint64_t>(command - recorded.begin()) + (tap.before ? 0 : 1);
}

std::vector<SplitExecutions::Part> SplitExecutions::parts_of(const Recording& recording, std::span<const Tap> taps,
                                                             bool is_last) const {
  std::vector<Part> parts;
  size_t begin = 0;
  for (size_t i = 0; i < taps.size();) {
    const size_t place = place_of(taps[i]);
    size_t next = i;
    while (next < taps.size() && place_of(taps[next]) == place) ++next;
    parts.push_back({begin, place, taps.subspan(i, next - i), false});
    begin = place;
    i = next;
  }
  if (!is_last) parts.push_back({begin, recording.commands.size(), {}, false});
  for (Part& part : parts) {
    const auto from = recording.commands.begin();
    part.is_executed = std::any_of(
        from + static_cast<ptrdiff_t>(part.begin), from + static_cast<ptrdiff_t>(part.end),
        [](const RecordFrame& one) { return one.header.operation_code != Operation::kCommandBufferExecutionBarrier; });
  }
  return parts;
}

Status SplitExecutions::write(const SourceCapture& source, const RecordFrame& frame, std::span<const Tap> taps,
                              bool is_last, const std::atomic<bool>& cancelled, TapWriter* tap_writer,
                              CaptureWriter* writer) {
  RecordReader reader(source.file, source.header, frame.offset, frame.index);
  IR_ASSIGN_OR_RETURN(const Bytes read, reader.payload(frame));
  const std::vector<uint8_t> payload(read.begin(), read.end());
  IR_ASSIGN_OR_RETURN(const PayloadLayout layout,
                      lay_out_payload(PayloadType::kDeviceQueueExecute, payload, payload.size()));
  const auto part_of = [&](ireereplay::Part part) {
    const PartRange range = layout.find(part);
    return Bytes(payload).subspan(range.offset, range.length);
  };
  const auto original = load<format::QueueExecute>(payload);
  const Recording& recording = recordings_.at(original.command_buffer_id);
  const std::vector<Part> parts = parts_of(recording, taps, is_last);
  const auto last = std::find_if(parts.rbegin(), parts.rend(), [](const Part& part) { return part.is_executed; });
  Executed executed = {original, part_of(ireereplay::Part::kWaits), {}, part_of(ireereplay::Part::kBindings)};
  for (const Part& part : parts) {
    if (part.is_executed) {
      executed.execute.command_buffer_id = tap_writer->new_id();
      const auto copy = [&](const RecordFrame& one) {
        const RecordFrame other = of_other(one, original.command_buffer_id, executed.execute.command_buffer_id);
        return copy_recorded(*source.file, &reader, other, cancelled, writer);
      };
      for (const RecordFrame& one : recording.before) IR_RETURN_IF_ERROR(copy(one));
      for (size_t i = part.begin; i < part.end; ++i) IR_RETURN_IF_ERROR(copy(recording.commands[i]));
      for (const RecordFrame& one : recording.end) IR_RETURN_IF_ERROR(copy(one));
      format::SemaphoreTimepoint signal = {};
      if (&part == &*last) {
        executed.signals = part_of(ireereplay::Part::kSignals);
      } else {
        IR_RETURN_IF_ERROR(tap_writer->next_signal(frame.header.object_id, &signal, writer));
        executed.signals = value_bytes(signal);
      }
      IR_RETURN_IF_ERROR(write_execution(frame, executed, writer));
      executed.waits = {};
    }
    for (const Tap& tap : part.taps) IR_RETURN_IF_ERROR(tap_writer->write(tap, writer));
  }
  return Status();
}

}  // namespace ireereplay::composing
