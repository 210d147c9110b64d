#include "capture/record_reader.h"

#include <algorithm>

namespace ireereplay {

using format::RecordHeader;

Result<CaptureHeader> read_capture_header(const File& file) {
  if (file.size() == 0) {
    return Status(StatusCode::kDataLoss,
                  "the file is empty: the recorder was stopped before it wrote anything, or the copy failed")
        .at(kNoPlace, 0);
  }
  constexpr FileFormat kFormat = {format::kMagic,
                                  1,
                                  format::kVersionMajor,
                                  format::kVersionMinor,
                                  "replay",
                                  "an .ireereplay capture",
                                  "capture",
                                  "records",
                                  "the recorder did not close the file: it may be incomplete"};
  return read_file_header(file, kFormat);
}

RecordReader::RecordReader(std::shared_ptr<const File> file, const CaptureHeader& header, size_t window)
    : window_(std::move(file), window), offset_(header.records_begin), end_(header.records_end) {}

RecordReader::RecordReader(std::shared_ptr<const File> file, const CaptureHeader& header, uint64_t offset,
                           uint64_t index)
    : window_(std::move(file)), offset_(offset), end_(header.records_end), index_(index) {}

Status RecordReader::next(RecordFrame* out) {
  const auto fail = [this](StatusCode code, const char* message) { return Status(code, message).at(index_, offset_); };
  if (offset_ >= end_) return fail(StatusCode::kOutOfRange, "replay record offset is outside the file");
  const uint64_t remaining = end_ - offset_;
  if (remaining < sizeof(RecordHeader)) return fail(StatusCode::kDataLoss, "replay record is too small for header");
  auto view = window_.view(offset_, sizeof(RecordHeader));
  if (!view.ok()) return view.status().at(index_, offset_);
  const auto header = load<RecordHeader>(*view);
  if ((header.record_flags & ~format::kRecordOptional) != 0) {
    return fail(StatusCode::kDataLoss, "replay record reserved flags must be zero");
  }
  if (!is_known(header.record_type) && (header.record_flags & format::kRecordOptional) == 0) {
    return fail(StatusCode::kUnimplemented, "unknown required replay record type");
  }
  if (header.reserved0 != 0 || header.reserved1 != 0) {
    return fail(StatusCode::kDataLoss, "replay record reserved fields must be zero");
  }
  if (header.record_length > remaining) return fail(StatusCode::kDataLoss, "replay record extends past file end");
  if (header.header_length < sizeof(RecordHeader) || header.header_length > header.record_length) {
    return fail(StatusCode::kDataLoss, "replay record header length is invalid");
  }
  if (header.payload_length != header.record_length - header.header_length) {
    return fail(StatusCode::kDataLoss, "replay record payload length does not match");
  }
  if (header.sequence_ordinal != index_) {
    return fail(StatusCode::kDataLoss, "replay record sequence ordinal mismatch");
  }
  out->header = header;
  out->offset = offset_;
  out->index = index_;
  offset_ += header.record_length;
  ++index_;
  return Status();
}

Result<Bytes> RecordReader::payload(const RecordFrame& frame, uint64_t length) {
  return window_.view(frame.payload_offset(), std::min(length, frame.header.payload_length));
}

Result<Bytes> RecordReader::payload_part(const RecordFrame& frame, uint64_t offset, uint64_t length) {
  return window_.view(frame.payload_offset() + offset, length);
}

}  // namespace ireereplay
