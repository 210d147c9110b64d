// What is submitted to a device's queue, with the semaphores it waits for and signals.
#include <algorithm>

#include "program/decoder.h"

namespace ireereplay::replay {

using format::ObjectType;
using format::Operation;

bool Decoder::add_timepoints(Bytes payload, const PayloadLayout& layout, StepInfo* step) {
  std::vector<Timepoint>& timepoints = program_.timepoints;
  const size_t begin = timepoints.size();
  step->waits_begin = static_cast<uint32_t>(begin);
  for (const Part part : {Part::kWaits, Part::kSignals}) {
    const PartRange range = layout.find(part);
    const uint64_t count = range.length / sizeof(format::SemaphoreTimepoint);
    if (count > UINT16_MAX || range.offset + range.length > payload.size()) {
      problem(problem_code::kImpossibleSize, StatusCode::kResourceExhausted,
              "too many semaphores on one operation: " + std::to_string(count));
      return false;
    }
    for (uint64_t i = 0; i < count; ++i) {
      const auto timepoint = part_element<format::SemaphoreTimepoint>(payload, range, i);
      const uint32_t semaphore = find(timepoint.semaphore_id, ObjectType::kSemaphore);
      if (semaphore == kNoIndex) return false;
      timepoints.push_back({semaphore, timepoint.value});
    }
    (part == Part::kWaits ? step->wait_count : step->signal_count) = static_cast<uint16_t>(count);
    // Most operations wait for what the one before them signals, which is there already.
    const auto waits = timepoints.begin() + static_cast<ptrdiff_t>(begin);
    if (part == Part::kWaits && count <= begin && std::equal(waits, timepoints.end(), waits - step->wait_count)) {
      timepoints.erase(waits, timepoints.end());
      step->waits_begin -= step->wait_count;
    }
  }
  return true;
}

void Decoder::decode_queue_operation(Bytes payload, const PayloadLayout& layout) {
  const uint32_t device = find(frame_.header.object_id, ObjectType::kDevice);
  if (device == kNoIndex || frame_.header.operation_code == Operation::kDeviceQueueFlush)
    return;  // Nothing is ever held back.
  StepInfo step;
  step.command.record = static_cast<uint32_t>(frame_.index);
  step.device = device;
  step.record_offset = frame_.offset;
  if (!add_timepoints(payload, layout, &step)) {
    program_.incomplete = true;
    return;
  }
  if (frame_.header.operation_code == Operation::kDeviceQueueAlloca) return decode_queue_alloca(payload, step);
  // A broken operation stays as one that only waits and signals.
  decode_queue_body(payload, layout, &step);
  program_.steps.push_back(step);
}

void Decoder::decode_queue_alloca(Bytes payload, const StepInfo& step) {
  const size_t count = program_.steps.size();
  decode_allocate(load<format::QueueAlloca>(payload).allocation, frame_.header.related_object_id, step.device);
  if (program_.steps.size() == count) {
    program_.steps.push_back(step);
    return;
  }
  // A poisoning fill becomes the alloca's step: it waits and signals as the alloca does.
  const CommandInfo poison = program_.steps.back().command;
  program_.steps.back() = step;
  program_.steps.back().command = poison;
}

void Decoder::decode_queue_body(Bytes payload, const PayloadLayout& layout, StepInfo* step) {
  const auto set_transfer = [&](Op op, const TransferInfo& transfer) {
    step->command.op = op;
    step->command.index = static_cast<uint32_t>(program_.transfers.size());
    program_.transfers.push_back(transfer);
  };
  TransferInfo transfer;
  switch (frame_.header.operation_code) {
    case Operation::kDeviceQueueDealloca: {
      BufferRange range;
      format::BufferRef ref = load<format::QueueDealloca>(payload).buffer_ref;
      ref.offset = 0;
      ref.length = ~0ull;
      resolve(ref, false, "queue dealloca", &range);
      return;
    }
    case Operation::kDeviceQueueFill: {
      const PartRange pattern = layout.find(Part::kPattern);
      BufferRange target;
      if (!resolve(load<format::QueueFill>(payload).target_ref, false, "queue fill", &target)) return;
      if (!check_fill(target, payload.subspan(pattern.offset, pattern.length), &transfer)) return;
      return set_transfer(Op::kFill, transfer);
    }
    case Operation::kDeviceQueueUpdate: {
      const auto header = load<format::QueueUpdate>(payload);
      if (!resolve(header.target_ref, false, "queue update", &transfer.target)) return;
      if (header.data_length != header.target_ref.length)
        return damaged("replay queue update data length does not match target length");
      transfer.data_offset = place_of(layout, Part::kData);
      return set_transfer(Op::kWrite, transfer);
    }
    case Operation::kDeviceQueueCopy: {
      const auto header = load<format::QueueCopy>(payload);
      if (!resolve(header.source_ref, false, "queue copy", &transfer.source) ||
          !resolve(header.target_ref, false, "queue copy", &transfer.target) ||
          !check_copy(transfer.source, transfer.target)) {
        return;
      }
      return set_transfer(Op::kCopy, transfer);
    }
    case Operation::kDeviceQueueRead:
      return decode_queue_read(payload, layout, step);
    case Operation::kDeviceQueueWrite:
      return decode_queue_write(payload, step);
    case Operation::kDeviceQueueDispatch:
      step->command.index = decode_dispatch(payload, layout, false);
      if (step->command.index != kNoIndex) step->command.op = Op::kDispatch;
      return;
    case Operation::kDeviceQueueExecute:
      return decode_queue_execute(payload, layout, step);
    default:
      return;
  }
}

void Decoder::decode_queue_execute(Bytes payload, const PayloadLayout& layout, StepInfo* step) {
  const auto header = load<format::QueueExecute>(payload);
  const PartRange bindings = layout.find(Part::kBindings);
  if (header.command_buffer_id == format::kNoObject) {
    if (header.binding_count != 0) damaged("replay queue barrier payload unexpectedly has bindings");
    return;
  }
  const uint32_t index = find(header.command_buffer_id, ObjectType::kCommandBuffer);
  if (index == kNoIndex) return;
  CommandBuffer& commands = command_buffers_[index];
  if (commands.state != CommandBuffer::kRecorded) {
    return problem(problem_code::kDamagedRecord, StatusCode::kFailedPrecondition,
                   "command buffer " + std::to_string(commands.id) + " is executed before its recording has ended");
  }
  if (commands.broken) return;  // Already reported.
  uint32_t instance = instantiate(commands, payload.subspan(bindings.offset, bindings.length));
  if (instance == kNoIndex) return;
  if (frame_.index == options_.stop_before_record) instance = cut_instance(instance);
  executed_uses_ += program_.instances[instance].use_count;
  step->command.op = Op::kExecute;
  step->command.index = instance;
}

void Decoder::decode_queue_read(Bytes payload, const PayloadLayout& layout, StepInfo* step) {
  const auto header = load<format::QueueRead>(payload);
  const uint32_t index = find(header.source_file_id, ObjectType::kFile);
  if (index == kNoIndex) return;
  const FileInfo& file = program_.files[index];
  TransferInfo transfer;
  if (!resolve(header.target_ref, false, "queue read", &transfer.target)) return;
  Op op = Op::kWrite;
  if (header.captured_data_length != 0) {
    if (header.captured_data_length != transfer.target.length) {
      return damaged("replay queue read captured data length does not match target length");
    }
    transfer.data_offset = place_of(layout, Part::kData);
  } else {
    if (file.type == format::FileReferenceType::kCapturedRanges) {
      return problem(problem_code::kFileMissing, StatusCode::kFailedPrecondition,
                     "replay queue read requires an imported file or captured data, but file " +
                         std::to_string(file.id) + " provides neither",
                     "Record again with a file policy that captures the data being read.");
    }
    if (header.source_offset > file.length || transfer.target.length > file.length - header.source_offset) {
      return problem(problem_code::kBindingRange, StatusCode::kOutOfRange,
                     "a read of [" + std::to_string(header.source_offset) + ", +" +
                         std::to_string(transfer.target.length) + ") lies outside of its file, which has " +
                         std::to_string(file.length) + " bytes");
    }
    if (file.type == format::FileReferenceType::kInlineBytes) {
      if (file.contents_offset == kNoPlace) return;  // Already reported.
      transfer.data_offset = file.contents_offset + header.source_offset;
    } else {
      op = Op::kReadFile;
      transfer.file = index;
      transfer.file_offset = header.source_offset;
    }
  }
  step->command.op = op;
  step->command.index = static_cast<uint32_t>(program_.transfers.size());
  program_.transfers.push_back(transfer);
}

void Decoder::decode_queue_write(Bytes payload, StepInfo* step) {
  const auto header = load<format::QueueWrite>(payload);
  const uint32_t index = find(header.target_file_id, ObjectType::kFile);
  if (index == kNoIndex) return;
  const FileInfo& file = program_.files[index];
  TransferInfo transfer;
  if (!resolve(header.source_ref, false, "queue write", &transfer.source)) return;
  if (file.type != format::FileReferenceType::kExternalPath) {
    return problem(problem_code::kUnsupportedOperation, StatusCode::kFailedPrecondition,
                   "replay queue write requires an imported target file");
  }
  if ((file.recorded.access & format::kMemoryAccessWrite) == 0) {
    return problem(problem_code::kDamagedRecord, StatusCode::kPermissionDenied,
                   "the capture writes to '" + file.path + "', which it imported only for reading");
  }
  if (!options_.allow_file_writes) {
    return problem(problem_code::kFileWrite, StatusCode::kPermissionDenied,
                   "the capture writes " + std::to_string(transfer.source.length) + " bytes to '" + file.path +
                       "', but files are written only if allowed",
                   "Allow it with --allow_file_writes; if the file's contents matter, remap it to a copy with "
                   "--replay_file_remap.");
  }
  if (header.target_offset > file.length || transfer.source.length > file.length - header.target_offset) {
    return problem(problem_code::kBindingRange, StatusCode::kOutOfRange,
                   "a write lies outside of its file, which has " + std::to_string(file.length) + " bytes");
  }
  transfer.file = index;
  transfer.file_offset = header.target_offset;
  step->command.op = Op::kWriteFile;
  step->command.index = static_cast<uint32_t>(program_.transfers.size());
  program_.transfers.push_back(transfer);
}

}  // namespace ireereplay::replay
