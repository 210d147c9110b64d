#include "capture/repeat.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/seeded_hash.h"
#include "capture/index_builder.h"
#include "capture/payload_ids.h"
#include "capture/writer.h"

namespace ireereplay {

namespace {

using format::RecordHeader;
using format::SemaphoreTimepoint;

template <typename T>
void store(std::vector<uint8_t>& bytes, uint64_t offset, const T& value) {
  std::memcpy(bytes.data() + offset, &value, sizeof(T));
}

/// Applies `shift` to every timepoint's value in a payload, and `rename` to every object id.
template <typename Rename, typename Shift>
void rewrite_payload(format::PayloadType type, const PayloadLayout& layout, std::vector<uint8_t>& payload,
                     Rename rename, Shift shift) {
  for (const Part part : {Part::kWaits, Part::kSignals}) {
    const PartRange range = layout.find(part);
    for (uint64_t i = 0; i < range.length / sizeof(SemaphoreTimepoint); ++i) {
      auto timepoint = part_element<SemaphoreTimepoint>(payload, range, i);
      timepoint.value = shift(timepoint);
      store(payload, range.offset + i * sizeof(SemaphoreTimepoint), timepoint);
    }
  }
  each_id_place(type, layout,
                [&](uint64_t offset) { store(payload, offset, rename(load<uint64_t>(payload, offset))); });
}

/// What a repetition needs to know about the repeated records.
struct Section {
  uint32_t begin = 0;
  uint32_t end = 0;
  std::unordered_set<uint64_t, SeededHash> created;
  uint64_t highest_id = 0;
  /// The highest value that the section signals on each semaphore it did not create.
  std::unordered_map<uint64_t, uint64_t, SeededHash> signaled;
};

class Repeater {
 public:
  Repeater(std::shared_ptr<const File> file, const CaptureHeader& header, CaptureWriter& writer)
      : file_(std::move(file)), reader_(file_, header), writer_(writer) {}

  Status run(const CaptureIndex& index, uint32_t begin, uint32_t end, uint32_t times) {
    section_.begin = begin;
    section_.end = end;
    IR_RETURN_IF_ERROR(survey(index));
    IR_RETURN_IF_ERROR(copy(index, 0, begin, 0));
    for (uint32_t i = 0; i < times; ++i) IR_RETURN_IF_ERROR(copy(index, begin, end, i));
    return copy(index, end, index.size(), times - 1);
  }

 private:
  Status survey(const CaptureIndex& index) {
    reader_.seek(index.offset(0), 0);
    RecordFrame frame;
    for (uint32_t record = 0; record < index.size(); ++record) {
      IR_RETURN_IF_ERROR(reader_.next(&frame));
      section_.highest_id = std::max({section_.highest_id, frame.header.object_id, frame.header.related_object_id});
      if (record < section_.begin || record >= section_.end) continue;
      if (frame.header.record_type == format::RecordType::kObject) section_.created.insert(frame.header.object_id);
      IR_ASSIGN_OR_RETURN(const Bytes payload, reader_.payload(frame));
      IR_ASSIGN_OR_RETURN(const PayloadLayout layout,
                          lay_out_payload(frame.header.payload_type, payload, payload.size()));
      const PartRange signals = layout.find(Part::kSignals);
      for (uint64_t i = 0; i < signals.length / sizeof(SemaphoreTimepoint); ++i) {
        const auto timepoint = part_element<SemaphoreTimepoint>(payload, signals, i);
        uint64_t& highest = section_.signaled[timepoint.semaphore_id];
        highest = std::max(highest, timepoint.value);
      }
    }
    return Status();
  }

  Status copy(const CaptureIndex& index, uint32_t begin, uint32_t end, uint32_t repetition) {
    if (begin == end) return Status();
    const auto rename = [&](uint64_t id) {
      return section_.created.contains(id) ? id + repetition * section_.highest_id : id;
    };
    const auto shift = [&](const SemaphoreTimepoint& timepoint) {
      if (section_.created.contains(timepoint.semaphore_id)) return timepoint.value;
      const auto highest = section_.signaled.find(timepoint.semaphore_id);
      return highest == section_.signaled.end() ? timepoint.value : timepoint.value + repetition * highest->second;
    };
    reader_.seek(index.offset(begin), begin);
    RecordFrame frame;
    std::vector<uint8_t> bytes;
    for (uint32_t record = begin; record < end; ++record) {
      IR_RETURN_IF_ERROR(reader_.next(&frame));
      IR_ASSIGN_OR_RETURN(const Bytes payload, reader_.payload(frame));
      bytes.assign(payload.begin(), payload.end());
      RecordHeader header = frame.header;
      if (repetition > 0) {
        IR_ASSIGN_OR_RETURN(const PayloadLayout layout, lay_out_payload(header.payload_type, bytes, bytes.size()));
        rewrite_payload(header.payload_type, layout, bytes, rename, shift);
        header.object_id = rename(header.object_id);
        header.related_object_id = rename(header.related_object_id);
      }
      IR_RETURN_IF_ERROR(writer_.append(header, {bytes}));
    }
    return Status();
  }

  std::shared_ptr<const File> file_;
  RecordReader reader_;
  CaptureWriter& writer_;
  Section section_;
};

}  // namespace

Status repeat_scope(const std::string& source, const std::string& target, const std::string& scope, uint32_t times) {
  IR_ASSIGN_OR_RETURN(std::shared_ptr<const File> file, File::open(source));
  IR_ASSIGN_OR_RETURN(const CaptureHeader header, read_capture_header(*file));
  const std::atomic<bool> never = false;
  IR_ASSIGN_OR_RETURN(const auto index, build_index(file, header, never));
  IR_RETURN_IF_ERROR(index->end());
  const auto entry = std::find_if(index->scopes().begin(), index->scopes().end(),
                                  [&](const ScopeEntry& each) { return each.name == scope; });
  if (entry == index->scopes().end()) return Status(StatusCode::kNotFound, source + " has no scope " + scope);
  const uint32_t begin = entry->begins.front();
  // The last direct child of a scope is its end.
  const auto children = index->children(begin);
  if (times == 0 || children.empty()) return Status(StatusCode::kInvalidArgument, "there is nothing to repeat");
  IR_ASSIGN_OR_RETURN(CaptureWriter writer, CaptureWriter::create(target));
  IR_RETURN_IF_ERROR(Repeater(file, header, writer).run(*index, begin + 1, children.back(), times));
  return writer.close();
}

}  // namespace ireereplay
