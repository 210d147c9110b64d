#include "sharing/object_records.h"

#include <algorithm>

#include "capture/payload_ids.h"

namespace ireereplay::sharing {

using format::Operation;
using format::RecordHeader;
using format::RecordType;

namespace {

/// The operation makes the object that its record relates to.
bool makes_object(Operation operation) {
  switch (operation) {
    case Operation::kDeviceCreateChannel:
    case Operation::kDeviceCreateCommandBuffer:
    case Operation::kDeviceCreateEvent:
    case Operation::kDeviceCreateExecutableCache:
    case Operation::kDeviceImportFile:
    case Operation::kDeviceCreateSemaphore:
    case Operation::kDeviceQueueAlloca:
    case Operation::kAllocatorAllocateBuffer:
    case Operation::kAllocatorImportBuffer:
    case Operation::kExecutableCachePrepareExecutable:
      return true;
    default:
      return false;
  }
}

/// The object that a record makes, describes or records into; 0 for others.
uint64_t object_of(const format::RecordHeader& header) {
  if (header.record_type == RecordType::kObject) return header.object_id;
  if (header.record_type != RecordType::kOperation || header.status_code != 0) return format::kNoObject;
  if (format::is_command(header.operation_code)) return header.object_id;
  return makes_object(header.operation_code) ? header.related_object_id : format::kNoObject;
}

}  // namespace

Status ObjectRecords::read(uint64_t end, const std::atomic<bool>& cancelled) {
  RecordFrame frame;
  while (!reader_.at_end()) {
    if (cancelled.load(std::memory_order_relaxed)) return Status(StatusCode::kCancelled, "cancelled");
    IR_RETURN_IF_ERROR(reader_.next(&frame));
    const RecordHeader& header = frame.header;
    highest_id_ = std::max({highest_id_, header.object_id, header.related_object_id, header.device_id});
    ++record_count_;
    if (frame.index >= end) continue;
    if (const uint64_t object = object_of(header); object != format::kNoObject)
      records_[object].push_back(frames_.size());
    frames_.push_back(frame);
  }
  return Status();
}

Result<std::vector<uint64_t>> ObjectRecords::ids_of(const RecordFrame& frame) {
  std::vector<uint64_t> ids = {frame.header.device_id, frame.header.object_id, frame.header.related_object_id};
  const format::PayloadType type = frame.header.payload_type;
  IR_ASSIGN_OR_RETURN(const Bytes head, reader_.payload(frame, payload_header_length(type)));
  IR_ASSIGN_OR_RETURN(const PayloadLayout layout, lay_out_payload(type, head, frame.header.payload_length));
  IR_ASSIGN_OR_RETURN(const Bytes payload, reader_.payload(frame, ids_length(type, layout)));
  each_id_place(type, layout, [&](uint64_t offset) { ids.push_back(load<uint64_t>(payload, offset)); });
  return ids;
}

Status ObjectRecords::need(uint64_t id) {
  std::vector<uint64_t> open = {id};
  while (!open.empty()) {
    const uint64_t next = open.back();
    open.pop_back();
    if (next == format::kNoObject || !needed_.insert(next).second) continue;
    const auto found = records_.find(next);
    if (found == records_.end()) continue;
    for (const size_t place : found->second) {
      const RecordFrame& frame = frames_[place];
      // Memory is made anew: what an alloca waited for is over.
      if (frame.header.operation_code == Operation::kDeviceQueueAlloca) {
        open.push_back(frame.header.device_id);
        continue;
      }
      IR_ASSIGN_OR_RETURN(const std::vector<uint64_t> ids, ids_of(frame));
      open.insert(open.end(), ids.begin(), ids.end());
    }
  }
  return Status();
}

Status ObjectRecords::need_of(const RecordFrame& frame) {
  IR_ASSIGN_OR_RETURN(const std::vector<uint64_t> ids, ids_of(frame));
  for (const uint64_t id : ids) IR_RETURN_IF_ERROR(need(id));
  return Status();
}

bool ObjectRecords::is_wanted(const RecordFrame& frame) const {
  const uint64_t object = object_of(frame.header);
  return object != format::kNoObject && is_needed(object);
}

}  // namespace ireereplay::sharing
