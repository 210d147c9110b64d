#include "sharing/dependent_records.h"

#include <algorithm>
#include <utility>

#include "capture/payload.h"

namespace ireereplay::sharing {

using format::Operation;
using format::RecordHeader;
using format::RecordType;

namespace {

/// Without this record its object is not there: it makes the object or says what it is, or it begins or ends a
/// recording.
bool is_essential(const RecordHeader& header) {
  if (!format::is_command(header.operation_code) || header.record_type != RecordType::kOperation) return true;
  return header.operation_code == Operation::kCommandBufferBegin ||
         header.operation_code == Operation::kCommandBufferEnd;
}

/// A command that keeps others apart.
bool is_barrier(Operation operation) {
  return operation >= Operation::kCommandBufferExecutionBarrier && operation <= Operation::kCommandBufferWaitEvents;
}

/// A command that does something to buffers.
bool is_work(Operation operation) {
  return operation >= Operation::kCommandBufferFillBuffer && operation <= Operation::kCommandBufferDispatch;
}

}  // namespace

Result<DependentRecords> DependentRecords::read(const SourceCapture& capture, const std::atomic<bool>& cancelled,
                                                Order order) {
  DependentRecords all;
  IR_RETURN_IF_ERROR(each_record(capture, cancelled, [&](RecordReader& reader, const RecordFrame& frame) {
    return all.add(&reader, frame, order);
  }));
  return all;
}

Status DependentRecords::add(RecordReader* reader, const RecordFrame& frame, Order order) {
  const size_t index = records_.size();
  Record record;
  record.frame = frame;
  IR_ASSIGN_OR_RETURN(record.named, named_objects(reader, frame));
  std::vector<uint64_t>& ids = record.named.ids;
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  std::erase(ids, format::kNoObject);
  for (const uint64_t id : ids) naming_[id].push_back(index);
  if (order == Order::kIsKept) {
    for (const auto* timepoints : {&record.named.waits, &record.named.signals}) {
      for (const format::SemaphoreTimepoint& each : *timepoints) naming_[each.semaphore_id].push_back(index);
    }
  }
  records_.push_back(std::move(record));
  return find_mate(reader, index);
}

Status DependentRecords::find_mate(RecordReader* reader, size_t index) {
  const RecordHeader header = records_[index].frame.header;
  if (header.record_type != RecordType::kOperation) return Status();
  const auto join = [&](size_t other) {
    records_[index].mate = other;
    records_[other].mate = index;
  };
  const auto end_last = [&](std::vector<size_t>& open) {
    if (open.empty()) return;
    join(open.back());
    open.pop_back();
  };
  switch (header.operation_code) {
    case Operation::kReplayScopeBegin:
      scopes_.push_back(index);
      break;
    case Operation::kReplayScopeEnd:
      end_last(scopes_);
      break;
    case Operation::kCommandBufferBeginDebugGroup:
      groups_[header.object_id].push_back(index);
      break;
    case Operation::kCommandBufferEndDebugGroup:
      end_last(groups_[header.object_id]);
      break;
    case Operation::kBufferMapRange:
    case Operation::kBufferUnmapRange: {
      // Both payloads, with data and without, begin with the range.
      IR_ASSIGN_OR_RETURN(const Bytes payload, reader->payload(records_[index].frame, 2 * sizeof(uint64_t)));
      if (payload.size() < 2 * sizeof(uint64_t)) break;
      const Mapping mapping = {load<uint64_t>(payload), load<uint64_t>(payload, sizeof(uint64_t)), index};
      std::vector<Mapping>& open = mappings_[header.object_id];
      if (header.operation_code == Operation::kBufferMapRange) {
        if (header.status_code == 0) open.push_back(mapping);
        break;
      }
      const auto same = std::find_if(open.begin(), open.end(), [&](const Mapping& each) {
        return each.offset == mapping.offset && each.length == mapping.length;
      });
      if (same == open.end()) break;
      join(same->record);
      open.erase(same);
      break;
    }
    default:
      break;
  }
  return Status();
}

void DependentRecords::leave_out(size_t index) {
  std::vector<size_t> open = {index};
  while (!open.empty()) {
    Record& record = records_[open.back()];
    open.pop_back();
    // What a capture begins with belongs to each.
    if (record.is_left_out || record.frame.header.record_type == RecordType::kSession) continue;
    record.is_left_out = true;
    if (record.mate != kNone) open.push_back(record.mate);
    const uint64_t object = object_of(record.frame.header);
    if (object == format::kNoObject || !is_essential(record.frame.header) || !gone_.insert(object).second) continue;
    const std::vector<size_t>& naming = naming_[object];
    open.insert(open.end(), naming.begin(), naming.end());
  }
}

void DependentRecords::keep_barriers() {
  struct Commands {
    bool any = false;              // That do something, and are kept.
    std::vector<size_t> barriers;  // Behind the last of these.
  };
  std::unordered_map<uint64_t, Commands, SeededHash> by_buffer;
  for (size_t index = 0; index < records_.size(); ++index) {
    const RecordHeader& header = records_[index].frame.header;
    if (header.record_type != RecordType::kOperation || is_gone(header.object_id)) continue;
    if (is_barrier(header.operation_code)) {
      Commands& commands = by_buffer[header.object_id];
      if (commands.any) commands.barriers.push_back(index);
    } else if (is_work(header.operation_code) && !records_[index].is_left_out) {
      Commands& commands = by_buffer[header.object_id];
      for (const size_t barrier : commands.barriers) {
        const std::vector<uint64_t>& ids = records_[barrier].named.ids;
        if (std::none_of(ids.begin(), ids.end(), [&](uint64_t id) { return is_gone(id); }))
          records_[barrier].is_left_out = false;
      }
      commands = {.any = true, .barriers = {}};
    }
  }
}

}  // namespace ireereplay::sharing
