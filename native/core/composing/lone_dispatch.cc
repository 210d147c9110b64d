#include "composing/lone_dispatch.h"

#include "capture/payload.h"
#include "composing/split_execution.h"
#include "sharing/named_objects.h"

namespace ireereplay::composing {

using format::Operation;
using format::PayloadType;
using sharing::SourceCapture;

namespace {

/// A part of a payload whose layout was checked when the capture was decoded.
Bytes part_of(PayloadType type, Bytes payload, ireereplay::Part part) {
  const auto layout = lay_out_payload(type, payload, payload.size());
  if (!layout.ok()) return {};
  const PartRange range = layout->find(part);
  return payload.subspan(range.offset, range.length);
}

}  // namespace

Status LoneDispatch::find(const SourceCapture& source, uint64_t record, uint64_t via,
                          const std::atomic<bool>& cancelled) {
  const auto keep = [](RecordReader& reader, const RecordFrame& frame, Record* kept) -> Status {
    IR_ASSIGN_OR_RETURN(const Bytes payload, reader.payload(frame));
    *kept = {frame, {payload.begin(), payload.end()}};
    return Status();
  };
  IR_RETURN_IF_ERROR(
      sharing::each_record(source, cancelled, [&](RecordReader& reader, const RecordFrame& frame) -> Status {
        if (frame.index == record) IR_RETURN_IF_ERROR(keep(reader, frame, &dispatch_));
        if (frame.index == via) IR_RETURN_IF_ERROR(keep(reader, frame, &execution_));
        return Status();
      }));
  const size_t head = via == kNoPlace ? 0 : sizeof(format::QueueExecute);
  if (dispatch_.payload.size() < sizeof(format::Dispatch) || execution_.payload.size() < head)
    return Status(StatusCode::kDataLoss, "the record of a dispatch is too short");
  if (via == kNoPlace) return Status();
  commands_ = load<format::QueueExecute>(execution_.payload).command_buffer_id;
  return sharing::each_record(source, cancelled, [&](RecordReader&, const RecordFrame& frame) -> Status {
    if (sharing::object_of(frame.header) != commands_) return Status();
    switch (frame.header.operation_code) {
      case Operation::kNone:
      case Operation::kDeviceCreateCommandBuffer:
      case Operation::kCommandBufferBegin:
        before_.push_back(frame);
        break;
      case Operation::kCommandBufferEnd:
        end_.push_back(frame);
        break;
      default:
        break;
    }
    return Status();
  });
}

Status LoneDispatch::write(uint64_t executable, uint64_t commands, Bytes signals, CaptureWriter* writer) const {
  auto dispatch = load<format::Dispatch>(dispatch_.payload);
  RecordFrame frame = of_other(dispatch_.frame, dispatch.executable_id, executable);
  if (is_command()) frame = of_other(frame, commands_, commands);
  dispatch.executable_id = executable;
  dispatch.wait_semaphore_count = 0;
  dispatch.signal_semaphore_count = signals.size() / sizeof(format::SemaphoreTimepoint);
  const auto part = [&](ireereplay::Part which) { return part_of(PayloadType::kDispatch, dispatch_.payload, which); };
  return writer->append(frame.header, {value_bytes(dispatch), signals, part(ireereplay::Part::kConstants),
                                       part(ireereplay::Part::kBindings)});
}

Status LoneDispatch::record(const SourceCapture& source, uint64_t executable, uint64_t commands,
                            const std::atomic<bool>& cancelled, CaptureWriter* writer) const {
  if (!is_command()) return Status();
  RecordReader reader(source.file, source.header);
  const auto copy = [&](const RecordFrame& one) {
    return copy_recorded(*source.file, &reader, of_other(one, commands_, commands), cancelled, writer, kOneShot);
  };
  for (const RecordFrame& one : before_) IR_RETURN_IF_ERROR(copy(one));
  IR_RETURN_IF_ERROR(write(executable, commands, {}, writer));
  for (const RecordFrame& one : end_) IR_RETURN_IF_ERROR(copy(one));
  return Status();
}

Status LoneDispatch::execute(uint64_t executable, uint64_t commands, const format::SemaphoreTimepoint& signal,
                             CaptureWriter* writer) const {
  if (!is_command()) return write(executable, commands, value_bytes(signal), writer);
  auto execution = load<format::QueueExecute>(execution_.payload);
  execution.command_buffer_id = commands;
  execution.wait_semaphore_count = 0;
  execution.signal_semaphore_count = 1;
  const Bytes table = part_of(PayloadType::kDeviceQueueExecute, execution_.payload, ireereplay::Part::kBindings);
  return writer->append(of_other(execution_.frame, commands_, commands).header,
                        {value_bytes(execution), value_bytes(signal), table});
}

}  // namespace ireereplay::composing
