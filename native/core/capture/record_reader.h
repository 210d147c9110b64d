// Framing: the file header, and one record header after another. What payloads mean is left to payload.h.
#pragma once

#include <memory>
#include <string>

#include "base/file.h"
#include "base/file_header.h"
#include "base/status.h"
#include "capture/format.h"

namespace ireereplay {

using CaptureHeader = CheckedFileHeader;

/// As read_file_header().
Result<CaptureHeader> read_capture_header(const File& file);

/// A record's header and where it lies.
struct RecordFrame {
  format::RecordHeader header;
  uint64_t offset = 0;
  /// Position in the file, from 0; equal to header.sequence_ordinal in an intact file.
  uint64_t index = 0;

  uint64_t payload_offset() const { return offset + header.header_length; }
  uint64_t end_offset() const { return offset + header.record_length; }
};

/// Walks the records in file order.
class RecordReader {
 public:
  RecordReader(std::shared_ptr<const File> file, const CaptureHeader& header,
               size_t window = FileWindow::kDefaultCapacity);
  /// Starts in the middle, with record `index` at `offset`.
  RecordReader(std::shared_ptr<const File> file, const CaptureHeader& header, uint64_t offset, uint64_t index);

  /// Moves to record `index` at `offset`.
  void seek(uint64_t offset, uint64_t index) {
    offset_ = offset;
    index_ = index;
  }
  /// Has another thread read ahead where it is much: for files that are read from here to their end.
  void read_ahead() { window_.read_ahead_of_much(offset_); }
  bool at_end() const { return offset_ >= end_; }
  uint64_t offset() const { return offset_; }
  /// Reads and checks the next frame and moves past it. Checks, codes and messages are those of IREE's reader, in its
  /// order; the status names the record and its offset. After a failure the reader stays where it is.
  Status next(RecordFrame* out);
  /// The first `length` bytes of the frame's payload, all by default; valid until the next call on this reader.
  Result<Bytes> payload(const RecordFrame& frame, uint64_t length = kNoPlace);
  /// `length` bytes of the payload from `offset`, already checked to lie in it; valid as long as payload()'s.
  Result<Bytes> payload_part(const RecordFrame& frame, uint64_t offset, uint64_t length);

 private:
  FileWindow window_;
  uint64_t offset_;
  uint64_t end_;
  uint64_t index_ = 0;
};

}  // namespace ireereplay
