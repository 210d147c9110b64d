#include "present/buffer_use.h"

#include "present/description.h"
#include "present/saturating.h"

namespace ireereplay {

using format::Operation;
using format::PayloadType;

void HostAccesses::add(uint32_t record, uint64_t access_offset, uint64_t access_length) {
  if (count++ == 0) {
    first = record;
    offset = access_offset;
    length = access_length;
  }
  last = record;
  same_range = same_range && offset == access_offset && length == access_length;
  bytes = saturating_add(bytes, access_length);
}

bool BufferUses::concerns(Operation operation) {
  switch (operation) {
    case Operation::kAllocatorAllocateBuffer:
    case Operation::kAllocatorImportBuffer:
    case Operation::kDeviceQueueAlloca:
    case Operation::kDeviceQueueDealloca:
    case Operation::kDeviceQueueRead:
    case Operation::kDeviceQueueUpdate:
    case Operation::kBufferMapRange:
    case Operation::kBufferUnmapRange:
    case Operation::kBufferFlushRange:
      return true;
    default:
      return false;
  }
}

BufferUse& BufferUses::use_of(uint64_t id) {
  const auto [at, added] = places_.try_emplace(id, static_cast<uint32_t>(buffers_.size()));
  if (added) {
    buffers_.emplace_back();
    buffers_.back().id = id;
  }
  return buffers_[at->second];
}

void BufferUses::made(const RecordFrame& frame, uint64_t size, bool transient, bool imported) {
  const uint64_t id = frame.header.related_object_id;
  if (id == format::kNoObject) return;
  BufferUse& use = use_of(id);
  if (use.record != kNoRecord) return;
  use.record = static_cast<uint32_t>(frame.index);
  use.size = size;
  use.transient = transient;
  use.imported = imported;
  if (!transient) return;
  ++transients_.count;
  transients_.live = saturating_add(transients_.live, size);
  if (transients_.live > transients_.peak) {
    transients_.peak = transients_.live;
    transients_.peak_record = use.record;
  }
}

std::optional<uint64_t> BufferUses::size_of(uint64_t id) const {
  const auto use = places_.find(id);
  if (use == places_.end() || buffers_[use->second].record == kNoRecord) return std::nullopt;
  return buffers_[use->second].size;
}

void BufferUses::add(PayloadReader& reader) {
  const RecordFrame& frame = reader.frame();
  const uint32_t record = static_cast<uint32_t>(frame.index);
  switch (frame.header.payload_type) {
    case PayloadType::kAllocatorAllocateBuffer:
      made(frame, reader.head<format::AllocateBuffer>().allocation_size, false, false);
      break;
    case PayloadType::kAllocatorImportBuffer:
      made(frame, reader.head<format::ImportBuffer>().allocation.allocation_size, false, true);
      break;
    case PayloadType::kDeviceQueueAlloca:
      made(frame, reader.head<format::QueueAlloca>().allocation.allocation_size, true, false);
      break;
    case PayloadType::kDeviceQueueDealloca: {
      const auto use = places_.find(reader.head<format::QueueDealloca>().buffer_ref.buffer_id);
      if (use == places_.end() || !buffers_[use->second].transient) break;
      const uint64_t size = buffers_[use->second].size;
      transients_.live -= size < transients_.live ? size : transients_.live;
      break;
    }
    case PayloadType::kDeviceQueueRead: {
      const auto read = reader.head<format::QueueRead>();
      BufferUse& use = use_of(read.target_ref.buffer_id);
      if (use.loaded.count == 0) use.file = read.source_file_id;
      use.loaded.add(record, read.target_ref.offset, read.target_ref.length);
      break;
    }
    case PayloadType::kDeviceQueueUpdate: {
      const auto update = reader.head<format::QueueUpdate>();
      use_of(update.target_ref.buffer_id).written.add(record, update.target_ref.offset, update.data_length);
      break;
    }
    case PayloadType::kBufferRangeData: {
      const auto range = reader.head<format::BufferRangeData>();
      if (range.data_length > 0)
        use_of(frame.header.object_id).written.add(record, range.byte_offset, range.data_length);
      break;
    }
    case PayloadType::kBufferRange: {
      const auto range = reader.head<format::BufferRange>();
      if (frame.header.operation_code != Operation::kBufferMapRange) break;
      if ((range.memory_access & format::kMemoryAccessRead) == 0) break;
      BufferUse& use = use_of(frame.header.object_id);
      const bool to_end = range.byte_length == format::kWholeBuffer && range.byte_offset <= use.size;
      use.read.add(record, range.byte_offset, to_end ? use.size - range.byte_offset : range.byte_length);
      break;
    }
    default:
      break;
  }
}

}  // namespace ireereplay
