#include "difference/capture_difference.h"

#include <algorithm>

#include "difference/alignment.h"

namespace ireereplay::difference {

namespace {

using format::PayloadType;

/// As much as is read of any executable.
constexpr uint64_t kMostExecutable = 256 << 20;

std::string version_of(const CaptureHeader& header) {
  return std::to_string(header.file.version_major) + '.' + std::to_string(header.file.version_minor);
}

/// Matches what `matches` leaves between its matches, by another key.
Status match_between(const ComparedCapture& a, const ComparedCapture& b, uint64_t RecordKey::*key,
                     const std::atomic<bool>& cancelled, std::vector<Match>* matches, bool* is_rough) {
  std::vector<Match> all;
  std::vector<uint64_t> keys_a, keys_b;
  Match begin;
  const auto between = [&](const Match& end) -> Status {
    if (begin.a == end.a || begin.b == end.b) return Status();
    keys_a.clear();
    keys_b.clear();
    for (uint32_t at = begin.a; at < end.a; ++at) keys_a.push_back(a.records[at].*key);
    for (uint32_t at = begin.b; at < end.b; ++at) keys_b.push_back(b.records[at].*key);
    IR_ASSIGN_OR_RETURN(const Alignment found, align(keys_a, keys_b, cancelled));
    *is_rough |= found.is_rough;
    for (const Match& match : found.matches) all.push_back({begin.a + match.a, begin.b + match.b});
    return Status();
  };
  for (const Match& match : *matches) {
    IR_RETURN_IF_ERROR(between(match));
    all.push_back(match);
    begin = {match.a + 1, match.b + 1};
  }
  IR_RETURN_IF_ERROR(between({static_cast<uint32_t>(a.records.size()), static_cast<uint32_t>(b.records.size())}));
  *matches = std::move(all);
  return Status();
}

class CaptureComparer {
 public:
  CaptureComparer(const ComparedCapture& a, const ComparedCapture& b, uint64_t most, const std::atomic<bool>& cancelled)
      : a_(a), b_(b), most_(most), cancelled_(cancelled), records_(a, b, cancelled), objects_(most) {}

  Result<CaptureDifference> compare() {
    out_.a = {a_.records.size(), a_.file->size(), version_of(a_.header), a_.end};
    out_.b = {b_.records.size(), b_.file->size(), version_of(b_.header), b_.end};
    std::vector<Match> matches;
    for (const auto key : {&RecordKey::exact, &RecordKey::named, &RecordKey::kind})
      IR_RETURN_IF_ERROR(match_between(a_, b_, key, cancelled_, &matches, &out_.is_rough));
    Match next;
    for (const Match& match : matches) {
      IR_RETURN_IF_ERROR(take_unmatched(&next, match));
      IR_RETURN_IF_ERROR(take_match(match));
      next = {match.a + 1, match.b + 1};
    }
    IR_RETURN_IF_ERROR(
        take_unmatched(&next, {static_cast<uint32_t>(a_.records.size()), static_cast<uint32_t>(b_.records.size())}));
    out_.object_kinds = objects_.kinds();
    out_.objects = objects_.listed();
    judge();
    return std::move(out_);
  }

 private:
  void judge() {
    if (out_.changed + out_.added + out_.removed > 0 || out_.a.version != out_.b.version) {
      out_.verdict = Verdict::kDiffer;
    } else if (!a_.end.ok() || !b_.end.ok()) {
      out_.unknown = "At least one of them cannot be read in full.";
    } else if (records_.has_opaque() && !records_.objects().is_identity()) {
      out_.unknown = "Their objects have different ids, and for some records it is not known which bytes are ids.";
    } else {
      out_.verdict = Verdict::kSame;
    }
  }

  Status take_unmatched(Match* next, const Match& end) {
    for (; next->a < end.a; ++next->a) {
      ++out_.removed;
      IR_RETURN_IF_ERROR(take_one(a_, next->a, &RecordDifference::a, &ObjectComparer::take_removed));
    }
    for (; next->b < end.b; ++next->b) {
      ++out_.added;
      IR_RETURN_IF_ERROR(take_one(b_, next->b, &RecordDifference::b, &ObjectComparer::take_added));
    }
    return Status();
  }

  Status take_one(const ComparedCapture& capture, uint32_t record, std::optional<uint32_t> RecordDifference::*side,
                  Status (ObjectComparer::*take)(RecordReader&, const RecordFrame&)) {
    if (cancelled_.load(std::memory_order_relaxed)) return Status(StatusCode::kCancelled, "cancelled");
    RecordReader& reader = &capture == &a_ ? records_.in_a() : records_.in_b();
    reader.seek(capture.records[record].offset, record);
    RecordFrame frame;
    IR_RETURN_IF_ERROR(reader.next(&frame));
    IR_RETURN_IF_ERROR((objects_.*take)(reader, frame));
    if (out_.records.size() >= most_) return Status();
    RecordDifference& found = out_.records.emplace_back();
    found.*side = record;
    return describe(capture, reader, frame, &found);
  }

  Status describe(const ComparedCapture& capture, RecordReader& reader, const RecordFrame& frame,
                  RecordDifference* out) {
    const format::RecordHeader& header = frame.header;
    out->operation = header.record_type == format::RecordType::kOperation
                         ? format::name(header.operation_code, capture.header.file.version_major)
                         : format::name(header.record_type);
    if (header.payload_type != PayloadType::kDispatch) return Status();
    IR_ASSIGN_OR_RETURN(const Bytes head,
                        reader.payload(frame, std::min<uint64_t>(header.payload_length, sizeof(format::Dispatch))));
    out->name = capture.function_of(header, head);
    return Status();
  }

  Status take_match(const Match& match) {
    if (cancelled_.load(std::memory_order_relaxed)) return Status(StatusCode::kCancelled, "cancelled");
    IR_ASSIGN_OR_RETURN(auto fields, records_.compare(match.a, match.b));
    const bool is_same = fields.empty();
    ++(is_same ? out_.same : out_.changed);
    IR_RETURN_IF_ERROR(
        objects_.take_match(records_.in_a(), records_.frame_a(), records_.in_b(), records_.frame_b(), is_same));
    const auto type = PayloadType::kExecutablePrepare;
    if (records_.frame_a().header.payload_type == type && records_.frame_b().header.payload_type == type)
      IR_RETURN_IF_ERROR(take_executable(match, is_same));
    if (is_same || out_.records.size() >= most_) return Status();
    RecordDifference& found = out_.records.emplace_back();
    found.a = match.a;
    found.b = match.b;
    found.fields = std::move(fields);
    RecordReader reader(a_.file, a_.header, a_.records[match.a].offset, match.a);
    return describe(a_, reader, records_.frame_a(), &found);
  }

  Status take_executable(const Match& match, bool is_same) {
    if (is_same) {
      ++out_.same_executables;
      return Status();
    }
    ExecutableDifference found;
    found.record_a = match.a;
    found.record_b = match.b;
    found.id_a = records_.frame_a().header.related_object_id;
    found.id_b = records_.frame_b().header.related_object_id;
    const auto data_a = data_of(a_, records_.frame_a(), &found), data_b = data_of(b_, records_.frame_b(), &found);
    if (!data_a.ok()) return data_a.status();
    if (!data_b.ok()) return data_b.status();
    found.bytes_a = data_a->length;
    found.bytes_b = data_b->length;
    if (found.unread.empty()) {
      IR_ASSIGN_OR_RETURN(const auto bytes_a,
                          a_.file->read(records_.frame_a().payload_offset() + data_a->offset, data_a->length));
      IR_ASSIGN_OR_RETURN(const auto bytes_b,
                          b_.file->read(records_.frame_b().payload_offset() + data_b->offset, data_b->length));
      // Something else in the record differs, which its fields say.
      if (bytes_a == bytes_b) {
        ++out_.same_executables;
        return Status();
      }
      auto functions = compare_functions(bytes_a, bytes_b);
      if (functions.ok()) {
        found.functions = *std::move(functions);
      } else {
        found.unread = functions.status().message();
      }
    }
    out_.executables.push_back(std::move(found));
    return Status();
  }

  /// Where the binary lies in the payload.
  static Result<PartRange> data_of(const ComparedCapture& capture, const RecordFrame& frame,
                                   ExecutableDifference* found) {
    RecordReader reader(capture.file, capture.header, frame.offset, frame.index);
    const uint64_t head = payload_header_length(PayloadType::kExecutablePrepare);
    IR_ASSIGN_OR_RETURN(const Bytes bytes, reader.payload(frame, std::min(head, frame.header.payload_length)));
    const auto layout = lay_out_payload(PayloadType::kExecutablePrepare, bytes, frame.header.payload_length);
    if (!layout.ok()) {
      found->unread = "its record is damaged";
      return PartRange();
    }
    const PartRange data = layout->find(Part::kData);
    if (data.length > kMostExecutable) found->unread = "functions are compared only in executables up to 256 MiB";
    return data;
  }

  const ComparedCapture& a_;
  const ComparedCapture& b_;
  const uint64_t most_;
  const std::atomic<bool>& cancelled_;
  RecordComparer records_;
  ObjectComparer objects_;
  CaptureDifference out_;
};

}  // namespace

Result<CaptureDifference> compare_captures(const std::string& a, const std::string& b, uint64_t most,
                                           const std::atomic<bool>& cancelled) {
  IR_ASSIGN_OR_RETURN(const ComparedCapture of_a, ComparedCapture::open(a, cancelled));
  IR_ASSIGN_OR_RETURN(const ComparedCapture of_b, ComparedCapture::open(b, cancelled));
  return CaptureComparer(of_a, of_b, most, cancelled).compare();
}

}  // namespace ireereplay::difference
