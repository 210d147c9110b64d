#include "present/earlier_use.h"

#include "present/cells.h"
#include "present/payload_reader.h"
#include "present/saturating.h"

namespace ireereplay {

namespace {

using format::BufferRef;
using format::Operation;
using format::PayloadType;

/// Payloads that are read for one record's details.
constexpr uint32_t kMostRead = 20000;
/// Bindings of a dispatch, and slots of a binding table, that are looked at.
constexpr uint64_t kMostRefs = 4096;

uint64_t end_of(const BufferRef& ref) {
  return ref.length == format::kWholeBuffer ? ~0ull : saturating_add(ref.offset, ref.length);
}

class Search {
 public:
  Search(const DetailSource& source, std::span<const BufferRef> ranges)
      : index_(source.index),
        ranges_(ranges),
        records_(source.file, source.header),
        reader_(records_),
        uses_(ranges.size()),
        found_(ranges.size(), false),
        open_(ranges.size()) {
    for (size_t i = 0; i < ranges.size(); ++i) {
      if (ranges[i].buffer_id == format::kNoObject) settle(i, {});
    }
  }

  std::vector<EarlierUse> run(const Node& node) {
    uint32_t at = node.id;
    if (node.via != kNoRecord && !node.via_object) {
      look_at_submission(node.via, node.id);
      at = node.via;
    }
    while (goes_on() && at-- > 0) {
      if (index_.type(at) == format::RecordType::kOperation && !index_.failed(at)) look_at(at);
    }
    for (size_t i = 0; i < uses_.size(); ++i) uses_[i].too_far = !found_[i] && read_ >= kMostRead;
    return std::move(uses_);
  }

 private:
  bool goes_on() const { return open_ > 0 && read_ < kMostRead; }

  bool read(uint32_t record) {
    ++read_;
    return reader_.go_to(index_.offset(record), record).ok();
  }

  void settle(size_t i, EarlierUse use) {
    uses_[i] = use;
    found_[i] = true;
    --open_;
  }

  void touch(const BufferRef& ref, uint32_t record, bool wrote) {
    for (size_t i = 0; i < ranges_.size(); ++i) {
      const BufferRef& range = ranges_[i];
      if (found_[i] || ref.buffer_id == format::kNoObject || range.buffer_id != ref.buffer_id) continue;
      if (ref.offset < end_of(range) && range.offset < end_of(ref)) settle(i, {record, via_, wrote, false});
    }
  }

  /// Nothing is in a buffer before it is made.
  void end_of_buffer(uint64_t id) {
    for (size_t i = 0; i < ranges_.size(); ++i) {
      if (!found_[i] && ranges_[i].buffer_id == id) settle(i, {});
    }
  }

  BufferRef resolved(BufferRef ref) const {
    if (ref.buffer_id != format::kNoObject || ref.buffer_slot >= table_.size()) return ref;
    const BufferRef& bound = table_[ref.buffer_slot];
    ref.buffer_id = bound.buffer_id;
    ref.offset = saturating_add(ref.offset, bound.offset);
    return ref;
  }

  void look_at_bindings(uint32_t record) {
    const auto bytes = reader_.part(Part::kBindings, kMostRefs * sizeof(BufferRef));
    if (!bytes.ok()) return;
    for (uint64_t i = 0; i < bytes->size() / sizeof(BufferRef); ++i)
      touch(resolved(load<BufferRef>(*bytes, i * sizeof(BufferRef))), record, false);
  }

  void look_at(uint32_t record) {
    switch (index_.operation(record)) {
      case Operation::kDeviceQueueExecute:
        return look_at_submission(record, kNoRecord);
      case Operation::kAllocatorAllocateBuffer:
      case Operation::kDeviceQueueAlloca:
        return end_of_buffer(index_.related_id(record));
      case Operation::kAllocatorImportBuffer:
        touch({index_.related_id(record), 0, format::kWholeBuffer, 0, 0}, record, true);
        return;
      case Operation::kDeviceQueueDispatch:
      case Operation::kDeviceQueueFill:
      case Operation::kDeviceQueueUpdate:
      case Operation::kDeviceQueueCopy:
      case Operation::kDeviceQueueRead:
      case Operation::kBufferUnmapRange:
      case Operation::kBufferFlushRange:
        table_.clear();
        return look_at_payload(record);
      default:
        return;
    }
  }

  void look_at_payload(uint32_t record) {
    if (!read(record)) return;
    switch (reader_.frame().header.payload_type) {
      case PayloadType::kDispatch:
        return look_at_bindings(record);
      case PayloadType::kDeviceQueueFill:
        return touch(reader_.head<format::QueueFill>().target_ref, record, true);
      case PayloadType::kDeviceQueueUpdate:
        return touch(reader_.head<format::QueueUpdate>().target_ref, record, true);
      case PayloadType::kDeviceQueueCopy:
        return touch(reader_.head<format::QueueCopy>().target_ref, record, true);
      case PayloadType::kDeviceQueueRead:
        return touch(reader_.head<format::QueueRead>().target_ref, record, true);
      case PayloadType::kCommandBufferFillBuffer:
        return touch(resolved(reader_.head<format::FillBuffer>().target_ref), record, true);
      case PayloadType::kCommandBufferUpdateBuffer:
        return touch(resolved(reader_.head<format::UpdateBuffer>().target_ref), record, true);
      case PayloadType::kCommandBufferCopyBuffer:
        return touch(resolved(reader_.head<format::CopyBuffer>().target_ref), record, true);
      case PayloadType::kBufferRangeData: {
        const auto range = reader_.head<format::BufferRangeData>();
        if (range.data_length == 0) return;
        return touch({reader_.frame().header.object_id, range.byte_offset, range.data_length, 0, 0}, record, true);
      }
      default:
        return;
    }
  }

  /// What a submission executes, last first; only what stands before the command `end` where that is given.
  void look_at_submission(uint32_t submission, uint32_t end) {
    const uint32_t contents = index_.executed_command_buffer(submission);
    if (contents == kNoRecord) return;
    table_.clear();
    via_ = submission;
    if (read(submission)) {
      if (const auto bytes = reader_.part(Part::kBindings, kMostRefs * sizeof(BufferRef)); bytes.ok()) {
        for (uint64_t i = 0; i < bytes->size() / sizeof(BufferRef); ++i)
          table_.push_back(load<BufferRef>(*bytes, i * sizeof(BufferRef)));
      }
    }
    look_at_commands(contents, end);
    via_ = kNoRecord;
  }

  void look_at_commands(uint32_t container, uint32_t end) {
    const auto children = index_.children(container);
    for (auto at = children.rbegin(); at != children.rend() && goes_on(); ++at) {
      if (*at >= end) continue;
      if (index_.is_container(*at)) {
        look_at_commands(*at, end);
        continue;
      }
      const RecordClass record_class = index_.record_class(*at);
      if (record_class == RecordClass::kDispatch || record_class == RecordClass::kTransfer) look_at_payload(*at);
    }
  }

  const CaptureIndex& index_;
  const std::span<const BufferRef> ranges_;
  RecordReader records_;
  PayloadReader reader_;
  std::vector<EarlierUse> uses_;
  std::vector<bool> found_;
  size_t open_;
  uint32_t read_ = 0;
  /// The submission that is being looked at, and what it binds.
  uint32_t via_ = kNoRecord;
  std::vector<BufferRef> table_;
};

}  // namespace

std::vector<EarlierUse> find_earlier_uses(const DetailSource& source, const Node& node,
                                          std::span<const BufferRef> ranges) {
  return Search(source, ranges).run(node);
}

}  // namespace ireereplay
