#include "capture/record_reader.h"

#include <algorithm>

namespace ireereplay {

using format::FileHeader;
using format::RecordHeader;

Result<CaptureHeader> read_capture_header(const File& file) {
  if (file.size() == 0) {
    return Status(StatusCode::kDataLoss,
                  "the file is empty: the recorder was stopped before it wrote anything, or the copy failed")
        .at(kNoPlace, 0);
  }
  if (file.size() < sizeof(FileHeader)) {
    return Status(StatusCode::kDataLoss, "replay file is too small for header: " + std::to_string(file.size()) +
                                             " of " + std::to_string(sizeof(FileHeader)) + " bytes")
        .at(kNoPlace, 0);
  }
  uint8_t bytes[sizeof(FileHeader)];
  IR_RETURN_IF_ERROR(file.read(0, bytes));
  CaptureHeader result;
  result.file = load<FileHeader>(bytes);
  const FileHeader& header = result.file;
  if (header.magic != format::kMagic) {
    return Status(StatusCode::kInvalidArgument,
                  "invalid IREE HAL replay file magic: this is not an .ireereplay capture")
        .at(kNoPlace, 0);
  }
  if (header.header_length < sizeof(FileHeader)) {
    return Status(StatusCode::kDataLoss, "replay file header length is too small").at(kNoPlace, 8);
  }
  if (header.header_length > file.size()) {
    return Status(StatusCode::kDataLoss, "replay file header extends past file end").at(kNoPlace, 8);
  }
  result.records_begin = header.header_length;
  result.records_end = file.size();
  const std::string version = std::to_string(header.version_major) + "." + std::to_string(header.version_minor);
  if (header.version_major != format::kVersionMajor && header.version_major != 1) {
    result.defect = Status(StatusCode::kInvalidArgument, "unsupported IREE HAL replay file version " + version +
                                                             ": records are shown as far as their framing allows; "
                                                             "record again with IREE 3.13, or update this extension")
                        .at(kNoPlace, 4);
  } else if (header.version_major == format::kVersionMajor && header.version_minor > format::kVersionMinor) {
    result.notice = Status(StatusCode::kUnimplemented,
                           "replay format " + version + " is newer than " + std::to_string(format::kVersionMajor) +
                               "." + std::to_string(format::kVersionMinor) + ": what it added is not shown")
                        .at(kNoPlace, 4);
  }
  if (header.flags != 0) {
    result.defect = Status(StatusCode::kDataLoss, "replay file reserved flags must be zero").at(kNoPlace, 12);
  }
  if (header.file_length == 0) {
    if (result.notice.ok()) {
      result.notice =
          Status(StatusCode::kDataLoss, "the recorder did not close the file: it may end early").at(kNoPlace, 16);
    }
  } else if (header.file_length < header.header_length) {
    result.defect = Status(StatusCode::kDataLoss, "replay file length is before the first record").at(kNoPlace, 16);
  } else if (header.file_length > file.size()) {
    result.defect = Status(StatusCode::kDataLoss, "replay file length extends past file contents: the header says " +
                                                      std::to_string(header.file_length) + " bytes, the file has " +
                                                      std::to_string(file.size()) + "; it was cut off, copy it again")
                        .at(kNoPlace, file.size());
  } else {
    result.records_end = header.file_length;
    if (header.file_length < file.size() && result.notice.ok()) {
      result.notice = Status(StatusCode::kDataLoss, std::to_string(file.size() - header.file_length) +
                                                        " bytes follow the end that the header names: they are not "
                                                        "part of the capture")
                          .at(kNoPlace, header.file_length);
    }
  }
  return result;
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
