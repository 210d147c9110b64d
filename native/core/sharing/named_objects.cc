#include "sharing/named_objects.h"

#include <algorithm>

#include "capture/payload_ids.h"

namespace ireereplay::sharing {

using format::Operation;
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

}  // namespace

uint64_t object_of(const format::RecordHeader& header) {
  if (header.record_type == RecordType::kObject) return header.object_id;
  if (header.record_type != RecordType::kOperation || header.status_code != 0) return format::kNoObject;
  if (format::is_command(header.operation_code)) return header.object_id;
  return makes_object(header.operation_code) ? header.related_object_id : format::kNoObject;
}

Result<NamedObjects> named_objects(RecordReader* reader, const RecordFrame& frame) {
  NamedObjects named;
  named.ids = {frame.header.device_id, frame.header.object_id, frame.header.related_object_id};
  const format::PayloadType type = frame.header.payload_type;
  IR_ASSIGN_OR_RETURN(const Bytes head, reader->payload(frame, payload_header_length(type)));
  IR_ASSIGN_OR_RETURN(const PayloadLayout layout, lay_out_payload(type, head, frame.header.payload_length));
  const PartRange waits = layout.find(Part::kWaits), signals = layout.find(Part::kSignals);
  // A timepoint's value stands behind its id.
  const uint64_t length =
      std::max({ids_length(type, layout), waits.offset + waits.length, signals.offset + signals.length});
  IR_ASSIGN_OR_RETURN(const Bytes payload, reader->payload(frame, length));
  const auto is_in = [](uint64_t offset, const PartRange& range) {
    return offset >= range.offset && offset - range.offset < range.length;
  };
  each_id_place(type, layout, [&](uint64_t offset) {
    if (is_in(offset, waits)) {
      named.waits.push_back(load<format::SemaphoreTimepoint>(payload, offset));
    } else if (is_in(offset, signals)) {
      named.signals.push_back(load<format::SemaphoreTimepoint>(payload, offset));
    } else {
      named.ids.push_back(load<uint64_t>(payload, offset));
    }
  });
  return named;
}

}  // namespace ireereplay::sharing
