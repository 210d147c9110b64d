#include "recording/submissions.h"

#include <algorithm>
#include <string>
#include <utility>

#include "capture/payload.h"

namespace ireereplay::replay {

namespace {

using format::ObjectType;
using format::Operation;
using profile::format::CommandOperation;
using profile::format::CommandOperationType;
using profile::format::kNone32;
using profile::format::MemoryEventType;
using profile::format::QueueEventType;

/// The fixed struct at the front of a payload.
template <typename T>
Result<T> head_of(RecordReader& reader, const RecordFrame& frame) {
  if (frame.header.payload_length < sizeof(T)) {
    return Status(StatusCode::kDataLoss, "the payload is shorter than its type requires").at(frame.index, frame.offset);
  }
  IR_ASSIGN_OR_RETURN(const Bytes payload, reader.payload(frame, sizeof(T)));
  return load<T>(payload);
}

}  // namespace

size_t SubmissionReader::place_of(uint64_t command_buffer) const {
  const auto found = command_buffer_of_.find(command_buffer);
  return found == command_buffer_of_.end() ? command_buffers_.size() : found->second;
}

const RecordedCommands* SubmissionReader::find(uint64_t command_buffer) const {
  const size_t place = place_of(command_buffer);
  return place == command_buffers_.size() ? nullptr : &command_buffers_[place];
}

uint32_t SubmissionReader::device_of(uint64_t object_id) const {
  const auto found = device_of_.find(object_id);
  return found == device_of_.end() ? 0 : found->second;
}

uint64_t SubmissionReader::length_of(const format::BufferRef& ref) const {
  if (ref.length != format::kWholeBuffer) return ref.length;
  const auto found = allocation_of_.find(ref.buffer_id);
  if (found == allocation_of_.end()) return 0;
  return memory_[found->second].length - std::min(ref.offset, memory_[found->second].length);
}

Status SubmissionReader::read(const TakeOperation& take) {
  IR_ASSIGN_OR_RETURN(const CaptureHeader header, read_capture_header(*capture_));
  RecordReader reader(capture_, header);
  reader.read_ahead();
  RecordFrame frame;
  while (!reader.at_end()) {
    IR_RETURN_IF_ERROR(reader.next(&frame));
    if (frame.index >= end_record_) break;
    if (frame.header.record_type == format::RecordType::kObject) {
      IR_RETURN_IF_ERROR(add_object(reader, frame));
    } else if (frame.header.record_type == format::RecordType::kOperation && frame.header.status_code == 0) {
      IR_RETURN_IF_ERROR(add_operation(reader, frame, take));
    }
  }
  return Status();
}

Status SubmissionReader::add_object(RecordReader& reader, const RecordFrame& frame) {
  const format::RecordHeader& header = frame.header;
  if (header.object_type == ObjectType::kDevice) {
    device_of_.emplace(header.object_id, static_cast<uint32_t>(device_of_.size()));
  } else if (header.object_type == ObjectType::kCommandBuffer) {
    RecordedCommands commands;
    commands.id = header.object_id;
    commands.device = device_of(header.device_id);
    if (header.payload_type == format::PayloadType::kCommandBufferObject) {
      IR_ASSIGN_OR_RETURN(commands.object, head_of<format::CommandBufferObject>(reader, frame));
    }
    if (command_buffer_of_.emplace(commands.id, command_buffers_.size()).second)
      command_buffers_.push_back(std::move(commands));
  }
  return Status();
}

Status SubmissionReader::add_operation(RecordReader& reader, const RecordFrame& frame, const TakeOperation& take) {
  const Operation operation = frame.header.operation_code;
  if (operation >= Operation::kCommandBufferBegin && operation <= Operation::kCommandBufferDispatch)
    return add_command(reader, frame, take);
  if (operation == Operation::kAllocatorAllocateBuffer || operation == Operation::kAllocatorImportBuffer) {
    IR_ASSIGN_OR_RETURN(const auto allocation, head_of<format::AllocateBuffer>(reader, frame));
    add_memory(frame,
               operation == Operation::kAllocatorAllocateBuffer ? MemoryEventType::kBufferAllocate
                                                                : MemoryEventType::kBufferImport,
               device_of(frame.header.device_id), 0, allocation);
    return Status();
  }
  return format::is_queue_operation(operation) ? add_submission(reader, frame) : Status();
}

void SubmissionReader::add_memory(const RecordFrame& frame, MemoryEventType type, uint32_t device, uint64_t submission,
                                  const format::AllocateBuffer& allocation) {
  MemoryOperation memory;
  memory.record = frame.index;
  memory.type = type;
  memory.device = device;
  memory.submission = submission;
  memory.buffer = frame.header.related_object_id;
  memory.length = allocation.allocation_size;
  memory.alignment = std::max<uint64_t>(allocation.min_alignment, 1);
  memory.memory_type = allocation.type;
  memory.usage = allocation.usage;
  allocation_of_[memory.buffer] = memory_.size();
  memory_.push_back(memory);
}

Status SubmissionReader::add_submission(RecordReader& reader, const RecordFrame& frame) {
  const Operation operation = frame.header.operation_code;
  Submission submission;
  submission.record = frame.index;
  submission.device = device_of(frame.header.object_id);
  const uint64_t id = submissions_.size() + 1;
  const auto take = [&](QueueEventType type, const auto& payload, uint64_t length) {
    submission.type = type;
    submission.wait_count = payload.wait_semaphore_count;
    submission.signal_count = payload.signal_semaphore_count;
    submission.payload_length = length;
    submissions_.push_back(submission);
  };
  switch (operation) {
    case Operation::kDeviceQueueAlloca: {
      IR_ASSIGN_OR_RETURN(const auto payload, head_of<format::QueueAlloca>(reader, frame));
      submission.buffer = frame.header.related_object_id;
      take(QueueEventType::kAlloca, payload, payload.allocation.allocation_size);
      add_memory(frame, MemoryEventType::kQueueAlloca, submission.device, id, payload.allocation);
      return Status();
    }
    case Operation::kDeviceQueueDealloca: {
      IR_ASSIGN_OR_RETURN(const auto payload, head_of<format::QueueDealloca>(reader, frame));
      submission.buffer = payload.buffer_ref.buffer_id;
      MemoryOperation memory;
      if (const auto found = allocation_of_.find(submission.buffer); found != allocation_of_.end())
        memory = memory_[found->second];
      take(QueueEventType::kDealloca, payload, memory.length);
      memory.record = frame.index;
      memory.type = MemoryEventType::kQueueDealloca;
      memory.device = submission.device;
      memory.submission = id;
      memory.buffer = submission.buffer;
      memory_.push_back(memory);
      return Status();
    }
    case Operation::kDeviceQueueFill: {
      IR_ASSIGN_OR_RETURN(const auto payload, head_of<format::QueueFill>(reader, frame));
      take(QueueEventType::kFill, payload, length_of(payload.target_ref));
      return Status();
    }
    case Operation::kDeviceQueueUpdate: {
      IR_ASSIGN_OR_RETURN(const auto payload, head_of<format::QueueUpdate>(reader, frame));
      take(QueueEventType::kUpdate, payload, payload.data_length);
      return Status();
    }
    case Operation::kDeviceQueueCopy: {
      IR_ASSIGN_OR_RETURN(const auto payload, head_of<format::QueueCopy>(reader, frame));
      take(QueueEventType::kCopy, payload, length_of(payload.target_ref));
      return Status();
    }
    case Operation::kDeviceQueueRead: {
      IR_ASSIGN_OR_RETURN(const auto payload, head_of<format::QueueRead>(reader, frame));
      take(QueueEventType::kRead, payload, length_of(payload.target_ref));
      return Status();
    }
    case Operation::kDeviceQueueWrite: {
      IR_ASSIGN_OR_RETURN(const auto payload, head_of<format::QueueWrite>(reader, frame));
      take(QueueEventType::kWrite, payload, length_of(payload.source_ref));
      return Status();
    }
    case Operation::kDeviceQueueDispatch: {
      IR_ASSIGN_OR_RETURN(const auto payload, head_of<format::Dispatch>(reader, frame));
      take(QueueEventType::kDispatch, payload, 0);
      return Status();
    }
    case Operation::kDeviceQueueExecute: {
      IR_ASSIGN_OR_RETURN(const auto payload, head_of<format::QueueExecute>(reader, frame));
      submission.command_buffer = payload.command_buffer_id;
      take(payload.command_buffer_id == format::kNoObject ? QueueEventType::kBarrier : QueueEventType::kExecute,
           payload, 0);
      return Status();
    }
    default:
      return Status();  // A flush, which has no event in IREE either; host calls are not replayed.
  }
}

Status SubmissionReader::add_command(RecordReader& reader, const RecordFrame& frame, const TakeOperation& take) {
  if (latest_ == command_buffers_.size() || command_buffers_[latest_].id != frame.header.object_id)
    latest_ = place_of(frame.header.object_id);
  if (latest_ == command_buffers_.size()) return Status();
  RecordedCommands& commands = command_buffers_[latest_];
  CommandOperation operation;
  operation.command_buffer_id = commands.id;
  operation.command_index = static_cast<uint32_t>(commands.records.size());
  operation.block_ordinal = operation.block_command_ordinal = kNone32;
  operation.function_ordinal = kNone32;
  operation.source_ordinal = operation.target_ordinal = kNone32;
  operation.target_block_ordinal = operation.alternate_block_ordinal = kNone32;
  const auto bind = [&](const format::BufferRef& ref, uint64_t* offset, uint32_t* ordinal) {
    *offset = ref.offset;
    if (ref.buffer_id == format::kNoObject) *ordinal = ref.buffer_slot;
    operation.flags |= ref.buffer_id == format::kNoObject ? profile::format::kOperationDynamicBindings
                                                          : profile::format::kOperationStaticBindings;
  };
  switch (frame.header.operation_code) {
    case Operation::kCommandBufferExecutionBarrier:
      operation.type = CommandOperationType::kBarrier;
      operation.flags = profile::format::kOperationExecutionBarrier;
      break;
    case Operation::kCommandBufferFillBuffer: {
      IR_ASSIGN_OR_RETURN(const auto payload, head_of<format::FillBuffer>(reader, frame));
      operation.type = CommandOperationType::kFill;
      bind(payload.target_ref, &operation.target_offset, &operation.target_ordinal);
      operation.length = length_of(payload.target_ref);
      break;
    }
    case Operation::kCommandBufferUpdateBuffer: {
      IR_ASSIGN_OR_RETURN(const auto payload, head_of<format::UpdateBuffer>(reader, frame));
      operation.type = CommandOperationType::kUpdate;
      bind(payload.target_ref, &operation.target_offset, &operation.target_ordinal);
      operation.length = payload.data_length;
      break;
    }
    case Operation::kCommandBufferCopyBuffer: {
      IR_ASSIGN_OR_RETURN(const auto payload, head_of<format::CopyBuffer>(reader, frame));
      operation.type = CommandOperationType::kCopy;
      bind(payload.source_ref, &operation.source_offset, &operation.source_ordinal);
      bind(payload.target_ref, &operation.target_offset, &operation.target_ordinal);
      operation.length = length_of(payload.target_ref);
      break;
    }
    case Operation::kCommandBufferDispatch:
      IR_RETURN_IF_ERROR(add_dispatch(reader, frame, &operation));
      break;
    default:
      return Status();  // Begins, ends, labels, events: IREE's devices do not count these.
  }
  commands.records.push_back(static_cast<uint32_t>(frame.index));
  return take(operation);
}

Status SubmissionReader::add_dispatch(RecordReader& reader, const RecordFrame& frame, CommandOperation* operation) {
  IR_ASSIGN_OR_RETURN(const Bytes payload, reader.payload(frame));
  IR_ASSIGN_OR_RETURN(const PayloadLayout layout,
                      lay_out_payload(frame.header.payload_type, payload, frame.header.payload_length));
  if (payload.size() < sizeof(format::Dispatch)) {
    return Status(StatusCode::kDataLoss, "the payload is shorter than its type requires").at(frame.index, frame.offset);
  }
  const auto dispatch = load<format::Dispatch>(payload);
  operation->type = CommandOperationType::kDispatch;
  operation->executable_id = dispatch.executable_id;
  operation->function_ordinal = dispatch.function_ordinal;
  if ((dispatch.flags & format::kDispatchIndirectParameters) != 0)
    operation->flags |= profile::format::kOperationIndirectParameters;
  operation->binding_count = static_cast<uint32_t>(dispatch.binding_count);
  for (int i = 0; i < 3; ++i) {
    operation->workgroup_count[i] = dispatch.workgroup_count[i];
    operation->workgroup_size[i] = std::max(dispatch.workgroup_size[i], 1u);
  }
  const PartRange bindings = layout.find(Part::kBindings);
  bool is_dynamic = false;
  for (uint64_t i = 0; i < bindings.length / sizeof(format::BufferRef); ++i)
    is_dynamic |= part_element<format::BufferRef>(payload, bindings, i).buffer_id == format::kNoObject;
  operation->flags |=
      is_dynamic ? profile::format::kOperationDynamicBindings : profile::format::kOperationStaticBindings;
  return Status();
}

}  // namespace ireereplay::replay
