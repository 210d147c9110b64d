#include "sharing/made_records.h"

namespace ireereplay::sharing {

using format::ObjectType;
using format::Operation;
using format::PayloadType;
using format::RecordHeader;
using format::RecordType;

namespace {

RecordHeader header_of(RecordType record, ObjectType type, uint64_t object, uint64_t device, PayloadType payload) {
  RecordHeader header = {};
  header.record_type = record;
  header.object_type = type;
  header.object_id = object;
  header.device_id = device;
  header.payload_type = payload;
  return header;
}

}  // namespace

Status write_operation(const MadeOperation& made, std::initializer_list<Bytes> parts, CaptureWriter* writer) {
  RecordHeader header = header_of(RecordType::kOperation, made.type, made.object, made.device, made.payload);
  header.operation_code = made.operation;
  header.related_object_id = made.related;
  return writer->append(header, parts);
}

Status write_object(ObjectType type, uint64_t object, uint64_t device, PayloadType payload,
                    std::initializer_list<Bytes> parts, CaptureWriter* writer) {
  return writer->append(header_of(RecordType::kObject, type, object, device, payload), parts);
}

Status write_buffer(uint64_t allocator, uint64_t device, const MadeBuffer& made, CaptureWriter* writer) {
  // What is copied over all of it is written so, which devices on this processor ask for by name.
  constexpr uint16_t kDiscard = 1u << 2, kAccess = format::kMemoryAccessRead | format::kMemoryAccessWrite | kDiscard;
  const format::AllocateBuffer allocation = {made.length, kAnyQueue, 0, made.usage, made.type, kAccess, 0, 0};
  IR_RETURN_IF_ERROR(write_operation({Operation::kAllocatorAllocateBuffer, ObjectType::kAllocator, allocator, device,
                                      made.id, PayloadType::kAllocatorAllocateBuffer},
                                     {value_bytes(allocation)}, writer));
  const format::BufferObject object = {made.length, 0, made.length, kAnyQueue, 0, made.type, made.usage, kAccess, 0, 0};
  return write_object(ObjectType::kBuffer, made.id, device, PayloadType::kBufferObject, {value_bytes(object)}, writer);
}

Status write_semaphore(uint64_t device, uint64_t semaphore, CaptureWriter* writer) {
  const format::SemaphoreObject object = {kAnyQueue, 0, 0, 0};
  IR_RETURN_IF_ERROR(write_operation({Operation::kDeviceCreateSemaphore, ObjectType::kDevice, device, device, semaphore,
                                      PayloadType::kSemaphoreObject},
                                     {value_bytes(object)}, writer));
  return write_object(ObjectType::kSemaphore, semaphore, device, PayloadType::kSemaphoreObject, {value_bytes(object)},
                      writer);
}

}  // namespace ireereplay::sharing
