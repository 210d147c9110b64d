#include "composing/tap_writer.h"

#include <algorithm>
#include <filesystem>

#include "sharing/named_objects.h"

namespace ireereplay::composing {

namespace {

using format::ObjectType;
using format::Operation;
using format::PayloadType;
using format::RecordHeader;
using format::RecordType;
using sharing::kAnyQueue;
using sharing::write_object;
using sharing::write_operation;

// From IREE's runtime/src/iree/hal/buffer.h and queue.h.
constexpr uint32_t kHostVisible = 1u << 1;
constexpr uint32_t kHostLocalDeviceVisible = kHostVisible | 1u << 2 | 1u << 4 | 1u << 6;
constexpr uint32_t kDeviceLocal = 1u << 4 | 1u << 5;
constexpr uint32_t kTransferSource = 1u << 0;
constexpr uint32_t kTransferTarget = 1u << 1;
constexpr uint32_t kScopedMapping = 1u << 24;
constexpr uint32_t kMappedAtRandom = 1u << 27;

/// IREE's tools have a table up to the largest id.
constexpr uint64_t kMaxObjectId = 0xFFFFFFFF;

}  // namespace

Status TapWriter::declare(const replay::Program& program, const std::vector<Tap>& taps) {
  std::map<uint64_t, uint64_t> sizes;
  for (const replay::BufferInfo& buffer : program.buffers) sizes[buffer.id] = buffer.size;
  for (const Tap& tap : taps) {
    const auto size = sizes.find(tap.buffer);
    if (size == sizes.end())
      return Status(StatusCode::kNotFound, "the capture creates no buffer " + std::to_string(tap.buffer));
    if (tap.offset > size->second || tap.length > size->second - tap.offset) {
      return Status(StatusCode::kOutOfRange, "[" + std::to_string(tap.offset) + ", +" + std::to_string(tap.length) +
                                                 ") lies outside of buffer " + std::to_string(tap.buffer) +
                                                 ", which has " + std::to_string(size->second) + " bytes");
    }
    made_[tap.buffer];
    if (tap.path.empty()) continue;
    if (!std::filesystem::path(tap.path).is_absolute())
      return Status(StatusCode::kInvalidArgument, "'" + tap.path + "' is not an absolute path");
    uint64_t end = 0;
    if (!checked_add(tap.file_offset, tap.length, &end))
      return Status(StatusCode::kOutOfRange, "a tap ends past the largest offset that a file can have");
    TapFile& file = files_[tap.path];
    file.length = std::max(file.length, end);
  }
  return Status();
}

Status TapWriter::note(RecordReader* reader, const RecordFrame& frame) {
  const RecordHeader& header = frame.header;
  record_count_ = frame.index + 1;
  last_id_ = std::max({last_id_, header.object_id, header.related_object_id, header.device_id});
  const bool is_machine = header.object_type == ObjectType::kDevice || header.object_type == ObjectType::kAllocator;
  if (header.record_type == RecordType::kObject && is_machine) {
    machine_end_ = frame.index + 1;
    if (header.object_type == ObjectType::kAllocator) {
      allocators_.emplace(header.device_id, header.object_id);
      owners_.emplace(header.object_id, header.device_id);
    }
  }
  if (header.operation_code == Operation::kDeviceQueueDealloca) {
    if (const auto given_back = made_.find(header.related_object_id); given_back != made_.end())
      given_back->second.given_back = std::min(given_back->second.given_back, frame.index);
  }
  const auto made = made_.find(sharing::object_of(header));
  if (header.record_type != RecordType::kOperation || made == made_.end()) return Status();
  IR_ASSIGN_OR_RETURN(const Bytes head, reader->payload(frame, sizeof(format::AllocateBuffer)));
  if (head.size() < sizeof(format::AllocateBuffer))
    return Status(StatusCode::kDataLoss, "the record of an allocation is too short");
  // It begins with the same fields whichever way the buffer was made.
  const auto allocation = load<format::AllocateBuffer>(head);
  // Replays make memory that the host can read and write of an import.
  const bool is_import = header.operation_code == Operation::kAllocatorImportBuffer;
  const bool is_visible = (allocation.type & kHostVisible) != 0 && (allocation.usage & kScopedMapping) != 0;
  const auto owner = owners_.find(header.object_id);
  made->second.device = owner == owners_.end() ? header.object_id : owner->second;
  made->second.record = frame.index;
  made->second.can_be_mapped = (is_import || is_visible) && (allocation.access & format::kMemoryAccessRead) != 0;
  made->second.can_be_copied = (allocation.usage & kTransferSource) != 0;
  made->second.can_be_overwritten = (allocation.usage & kTransferTarget) != 0;
  return Status();
}

Status TapWriter::check(const std::vector<Tap>& taps) {
  if (machine_end_ == 0) return Status(StatusCode::kFailedPrecondition, "the capture has no device");
  // Each tap has a file at the most, and two command buffers; each device a buffer and a semaphore; the last some
  // objects.
  if (last_id_ + 3 * taps.size() + 2 * allocators_.size() + 8 > kMaxObjectId)
    return Status(StatusCode::kResourceExhausted,
                  "the object ids used in the capture leave no ids free for further objects");
  for (const Tap& tap : taps) IR_RETURN_IF_ERROR(check(tap));
  return Status();
}

Status TapWriter::check(const Tap& tap) {
  const Made& made = made_.at(tap.buffer);
  const auto fail = [&](StatusCode code, const std::string& what) {
    return Status(code, "buffer " + std::to_string(tap.buffer) + " cannot be read here: " + what)
        .at(tap.command == kNoPlace ? tap.record : tap.command, kNoPlace);
  };
  // A tap in an execution is behind its record: the buffer was made before that.
  const bool is_before = tap.before && tap.command == kNoPlace;
  if (tap.record >= record_count_ || tap.record < made.record || (is_before && tap.record == made.record))
    return fail(StatusCode::kOutOfRange, "it is created later, or the capture has no such record");
  if (tap.record + (is_before ? 0 : 1) < machine_end_)
    return fail(StatusCode::kFailedPrecondition, "the capture has not declared all of its devices at this point");
  if (tap.record > made.given_back || (tap.record == made.given_back && !is_before))
    return fail(StatusCode::kFailedPrecondition, "its memory has been freed");
  if (made.can_be_mapped) return Status();
  if (!made.can_be_copied)
    return fail(StatusCode::kFailedPrecondition, "its usage allows neither mapping by the host nor copying");
  if (!allocators_.contains(made.device))
    return fail(StatusCode::kFailedPrecondition, "its device has no allocator in the capture");
  Staging& staging = staging_[made.device];
  staging.length = std::max(staging.length, tap.length);
  return Status();
}

Status TapWriter::write_file(const std::string& path, const TapFile& file, CaptureWriter* writer) {
  format::FileObject object = {};
  object.queue_affinity = kAnyQueue;
  object.file_length = file.length;
  object.reference_length = path.size();
  object.access = format::kMemoryAccessWrite;
  object.reference_type = format::FileReferenceType::kExternalPath;
  const std::initializer_list<Bytes> parts = {value_bytes(object), text_bytes(path)};
  IR_RETURN_IF_ERROR(write_operation(
      {Operation::kDeviceImportFile, ObjectType::kDevice, device_, device_, file.id, PayloadType::kFileObject}, parts,
      writer));
  return write_object(ObjectType::kFile, file.id, device_, PayloadType::kFileObject, parts, writer);
}

Status TapWriter::write_device(CaptureWriter* writer) {
  device_ = new_id();
  IR_RETURN_IF_ERROR(write_object(ObjectType::kDevice, device_, format::kNoObject, PayloadType::kNone, {}, writer));
  IR_RETURN_IF_ERROR(write_object(ObjectType::kAllocator, new_id(), device_, PayloadType::kNone, {}, writer));
  for (auto& [path, file] : files_) {
    file.id = new_id();
    IR_RETURN_IF_ERROR(write_file(path, file, writer));
  }
  return Status();
}

Status TapWriter::write(const Tap& tap, CaptureWriter* writer) {
  if (tap.path.empty()) return Status();
  format::BufferRef from = {tap.buffer, tap.offset, tap.length, 0, 0};
  if (const Made& made = made_.at(tap.buffer); !made.can_be_mapped) {
    Staging& staging = staging_.at(made.device);
    IR_RETURN_IF_ERROR(write_copy(from, made.device, &staging, writer));
    from = {staging.buffer, 0, tap.length, 0, 0};
  }
  format::SemaphoreTimepoint signal = {};
  IR_RETURN_IF_ERROR(next_signal(device_, &signal, writer));
  format::QueueWrite write = {};
  write.source_ref = from;
  write.target_file_id = files_.at(tap.path).id;
  write.target_offset = tap.file_offset;
  write.queue_affinity = kAnyQueue;
  write.signal_semaphore_count = 1;
  return write_operation({Operation::kDeviceQueueWrite, ObjectType::kDevice, device_, device_, from.buffer_id,
                          PayloadType::kDeviceQueueWrite},
                         {value_bytes(write), value_bytes(signal)}, writer);
}

Status TapWriter::next_signal(uint64_t device, format::SemaphoreTimepoint* signal, CaptureWriter* writer) {
  format::SemaphoreTimepoint& last = signals_[device];
  if (last.semaphore_id == format::kNoObject) {
    last.semaphore_id = new_id();
    IR_RETURN_IF_ERROR(sharing::write_semaphore(device, last.semaphore_id, writer));
  }
  ++last.value;
  *signal = last;
  return Status();
}

Status TapWriter::write_copy(const format::BufferRef& from, uint64_t device, Staging* staging, CaptureWriter* writer) {
  if (staging->buffer == 0) {
    staging->buffer = new_id();
    IR_RETURN_IF_ERROR(write_staging(device, *staging, writer));
  }
  return write_transfer(device, from, {staging->buffer, 0, from.length, 0, 0}, writer);
}

/// Memory as that to which IREE copies what it reads back.
Status TapWriter::write_staging(uint64_t device, const Staging& staging, CaptureWriter* writer) {
  constexpr uint32_t kUsage = kTransferSource | kTransferTarget | kScopedMapping | kMappedAtRandom;
  return sharing::write_buffer(allocators_.at(device), device,
                               {staging.buffer, staging.length, kHostLocalDeviceVisible, kUsage}, writer);
}

Status TapWriter::check_copies(uint64_t buffer, uint64_t record) const {
  const Made& made = made_.at(buffer);
  if (made.can_be_copied && made.can_be_overwritten && allocators_.contains(made.device)) return Status();
  return Status(StatusCode::kFailedPrecondition,
                "the contents of buffer " + std::to_string(buffer) + " cannot be restored: " +
                    (made.can_be_copied && made.can_be_overwritten
                         ? "its device has no allocator in the capture"
                         : "its usage does not allow its device to copy both from it and to it"))
      .at(record, kNoPlace);
}

Status TapWriter::write_copy_of(const format::BufferRef& from, uint64_t* copy, CaptureWriter* writer) {
  const uint64_t device = made_.at(from.buffer_id).device;
  *copy = new_id();
  IR_RETURN_IF_ERROR(sharing::write_buffer(
      allocators_.at(device), device, {*copy, from.length, kDeviceLocal, kTransferSource | kTransferTarget}, writer));
  return write_transfer(device, from, {*copy, 0, from.length, 0, 0}, writer);
}

Status TapWriter::write_back(uint64_t copy, const format::BufferRef& target, CaptureWriter* writer) {
  return write_transfer(made_.at(target.buffer_id).device, {copy, 0, target.length, 0, 0}, target, writer);
}

Status TapWriter::write_fill(const format::BufferRef& target, uint32_t pattern, CaptureWriter* writer) {
  const uint64_t device = made_.at(target.buffer_id).device;
  format::SemaphoreTimepoint signal = {};
  IR_RETURN_IF_ERROR(next_signal(device, &signal, writer));
  const format::QueueFill fill = {target, kAnyQueue, 0, 0, 1, sizeof(pattern)};
  return write_operation({Operation::kDeviceQueueFill, ObjectType::kDevice, device, device, target.buffer_id,
                          PayloadType::kDeviceQueueFill},
                         {value_bytes(fill), value_bytes(signal), value_bytes(pattern)}, writer);
}

Status TapWriter::write_transfer(uint64_t device, const format::BufferRef& from, const format::BufferRef& to,
                                 CaptureWriter* writer) {
  format::SemaphoreTimepoint signal = {};
  IR_RETURN_IF_ERROR(next_signal(device, &signal, writer));
  const format::QueueCopy copy = {from, to, kAnyQueue, 0, 0, 1};
  return write_operation(
      {Operation::kDeviceQueueCopy, ObjectType::kDevice, device, device, to.buffer_id, PayloadType::kDeviceQueueCopy},
      {value_bytes(copy), value_bytes(signal)}, writer);
}

}  // namespace ireereplay::composing
