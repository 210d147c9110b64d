#include "sharing/object_records.h"

#include <algorithm>
#include <utility>

#include "sharing/named_objects.h"

namespace ireereplay::sharing {

using format::Operation;
using format::RecordHeader;

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
  IR_ASSIGN_OR_RETURN(NamedObjects named, named_objects(&reader_, frame));
  for (const auto* timepoints : {&named.waits, &named.signals}) {
    for (const format::SemaphoreTimepoint& timepoint : *timepoints) named.ids.push_back(timepoint.semaphore_id);
  }
  return std::move(named.ids);
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
