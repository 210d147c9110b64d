#include "sharing/leave_out.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <unordered_map>

#include "capture/payload_ids.h"
#include "sharing/dependent_records.h"

namespace ireereplay::sharing {

using format::Operation;
using format::SemaphoreTimepoint;

namespace {

using Record = DependentRecords::Record;

/// Where a payload's struct has a number.
uint16_t offset_of(format::PayloadType type, std::string_view name) {
  const auto fields = json_fields(type);
  const auto field = std::find_if(fields.begin(), fields.end(), [&](const Field& each) {
    return std::string_view(each.name).find(name) != std::string_view::npos;
  });
  return field == fields.end() ? 0 : field->offset;
}

/// Which waits and signals still mean something. Told of the records in order.
class KeptTimepoints {
 public:
  explicit KeptTimepoints(const DependentRecords& records) : records_(records) {
    for (const Record& record : records.records()) {
      for (const SemaphoreTimepoint& signal : record.named.signals) {
        Values& values = values_[signal.semaphore_id];
        values.all = std::max(values.all, signal.value);
        if (!record.is_left_out) values.kept = std::max(values.kept, signal.value);
      }
    }
  }

  /// The semaphore begins with this value.
  void begin(uint64_t semaphore, uint64_t value) {
    Values& values = values_[semaphore];
    for (uint64_t* each : {&values.before, &values.kept_before, &values.all, &values.kept})
      *each = std::max(*each, value);
  }

  /// The records that follow come after this one.
  void pass(const Record& record) {
    for (const SemaphoreTimepoint& signal : record.named.signals) {
      Values& values = values_[signal.semaphore_id];
      values.before = std::max(values.before, signal.value);
      if (!record.is_left_out) values.kept_before = std::max(values.kept_before, signal.value);
    }
  }

  bool keeps_signal(const SemaphoreTimepoint& signal) const { return !records_.is_gone(signal.semaphore_id); }

  /// A wait that some record satisfies needs one among those that are kept, and before it where there was one before:
  /// else it may wait for ever. What no record satisfies is waited for as before.
  bool keeps_wait(const SemaphoreTimepoint& wait) const {
    if (records_.is_gone(wait.semaphore_id)) return false;
    const auto found = values_.find(wait.semaphore_id);
    if (found == values_.end()) return true;
    const Values& values = found->second;
    if (values.before >= wait.value) return values.kept_before >= wait.value;
    return values.all < wait.value || values.kept >= wait.value;
  }

 private:
  /// The highest values of one semaphore.
  struct Values {
    uint64_t before = 0;
    uint64_t kept_before = 0;
    uint64_t all = 0;
    uint64_t kept = 0;
  };

  const DependentRecords& records_;
  std::unordered_map<uint64_t, Values, SeededHash> values_;
};

class Writer {
 public:
  Writer(const SourceCapture& capture, const DependentRecords& records, const std::atomic<bool>& cancelled,
         CaptureWriter* writer)
      : file_(*capture.file),
        reader_(capture.file, capture.header),
        records_(records),
        timepoints_(records),
        cancelled_(cancelled),
        writer_(*writer) {}

  Status write(std::vector<RecordRange>* kept) {
    for (const Record& record : records_.records()) {
      IR_RETURN_IF_ERROR(begin_semaphore(record).at(record.frame.index, record.frame.offset));
      if (!record.is_left_out) {
        IR_RETURN_IF_ERROR(write(record).at(record.frame.index, record.frame.offset));
        if (kept->empty() || kept->back().end != record.frame.index) kept->push_back({record.frame.index, 0});
        kept->back().end = record.frame.index + 1;
      }
      timepoints_.pass(record);
    }
    return Status();
  }

 private:
  Status begin_semaphore(const Record& record) {
    if (record.frame.header.payload_type != format::PayloadType::kSemaphoreObject) return Status();
    IR_ASSIGN_OR_RETURN(const Bytes payload, reader_.payload(record.frame));
    if (payload.size() >= sizeof(format::SemaphoreObject))
      timepoints_.begin(object_of(record.frame.header), load<format::SemaphoreObject>(payload).initial_value);
    return Status();
  }

  Status write(const Record& record) {
    const auto keeps_wait = [&](const SemaphoreTimepoint& wait) { return timepoints_.keeps_wait(wait); };
    const auto keeps_signal = [&](const SemaphoreTimepoint& signal) { return timepoints_.keeps_signal(signal); };
    const std::vector<SemaphoreTimepoint>&waits = record.named.waits, &signals = record.named.signals;
    if (std::all_of(waits.begin(), waits.end(), keeps_wait) &&
        std::all_of(signals.begin(), signals.end(), keeps_signal)) {
      return copy_record(file_, record.frame, cancelled_, &writer_);
    }
    // The struct with what is left of the counts, what is left of both lists, and the rest as it is.
    const format::RecordHeader& header = record.frame.header;
    std::vector<SemaphoreTimepoint> left;
    std::copy_if(waits.begin(), waits.end(), std::back_inserter(left), keeps_wait);
    const uint64_t wait_count = left.size();
    std::copy_if(signals.begin(), signals.end(), std::back_inserter(left), keeps_signal);
    const uint64_t signal_count = left.size() - wait_count;
    IR_ASSIGN_OR_RETURN(const Bytes recorded,
                        reader_.payload(record.frame, payload_header_length(header.payload_type)));
    std::vector<uint8_t> head(recorded.begin(), recorded.end());
    const auto set = [&](std::string_view name, uint64_t count) {
      const Bytes bytes = value_bytes(count);
      std::copy(bytes.begin(), bytes.end(), head.begin() + offset_of(header.payload_type, name));
    };
    set("wait_semaphore_count", wait_count);
    set("signal_semaphore_count", signal_count);
    const uint64_t lists = (waits.size() + signals.size()) * sizeof(SemaphoreTimepoint);
    const uint64_t rest = header.payload_length - head.size() - lists;
    const Bytes list(reinterpret_cast<const uint8_t*>(left.data()), left.size() * sizeof(SemaphoreTimepoint));
    IR_RETURN_IF_ERROR(writer_.begin(header, head.size() + list.size() + rest));
    IR_RETURN_IF_ERROR(writer_.add(head));
    IR_RETURN_IF_ERROR(writer_.add(list));
    return read_pieces(file_, record.frame.payload_offset() + head.size() + lists, rest, cancelled_,
                       [&](Bytes bytes) { return writer_.add(bytes); });
  }

  const File& file_;
  RecordReader reader_;
  const DependentRecords& records_;
  KeptTimepoints timepoints_;
  const std::atomic<bool>& cancelled_;
  CaptureWriter& writer_;
};

}  // namespace

Result<Kept> leave_out(const std::string& source, const std::string& target, const std::vector<RecordRange>& left_out,
                       const std::atomic<bool>& cancelled, Order order) {
  IR_ASSIGN_OR_RETURN(const SourceCapture capture, SourceCapture::open(source));
  IR_RETURN_IF_ERROR(capture.header.defect);
  IR_ASSIGN_OR_RETURN(DependentRecords records, DependentRecords::read(capture, cancelled, order));
  for (const RecordRange& range : left_out) {
    for (uint64_t record = range.begin; record < std::min<uint64_t>(range.end, records.records().size()); ++record)
      records.leave_out(record);
  }
  if (order == Order::kIsKept) records.keep_barriers();
  Kept kept;
  IR_ASSIGN_OR_RETURN(kept.bytes, write_capture(capture, target, [&](CaptureWriter* writer) {
                        return Writer(capture, records, cancelled, writer).write(&kept.records);
                      }));
  return kept;
}

}  // namespace ireereplay::sharing
