// A capture made from another: written beside its place, and put there when it is whole.
#pragma once

#include <atomic>
#include <memory>
#include <string>

#include "base/file.h"
#include "base/status.h"
#include "capture/record_reader.h"
#include "capture/writer.h"

namespace ireereplay::sharing {

/// A file that is written beside `path` and takes its place when it is whole: what stood there is lost no earlier.
class ReplacedFile {
 public:
  /// INVALID_ARGUMENT where `path` is the file `source`, which is read meanwhile.
  static Result<ReplacedFile> at(const std::string& path, const File& source);
  ReplacedFile(ReplacedFile&& other) noexcept
      : path_(std::move(other.path_)), written_(std::exchange(other.written_, {})) {}
  ReplacedFile& operator=(ReplacedFile&&) = delete;
  /// Removes what is unfinished.
  ~ReplacedFile();

  /// Where to write.
  const std::string& written() const { return written_; }
  /// Puts what was written in its place.
  Status replace();

 private:
  ReplacedFile(std::string path, std::string written) : path_(std::move(path)), written_(std::move(written)) {}
  std::string path_;
  std::string written_;
};

/// Hands `length` bytes of `file` from `offset` on to `take`, a Status(Bytes), a piece at a time.
template <typename Take>
Status read_pieces(const File& file, uint64_t offset, uint64_t length, const std::atomic<bool>& cancelled, Take take) {
  constexpr uint64_t kPiece = 1 << 20;
  std::vector<uint8_t> piece(std::min(length, kPiece));
  for (uint64_t at = 0; at < length; at += piece.size()) {
    if (cancelled.load(std::memory_order_relaxed)) return Status(StatusCode::kCancelled, "cancelled");
    const std::span<uint8_t> part(piece.data(), std::min<uint64_t>(piece.size(), length - at));
    IR_RETURN_IF_ERROR(file.read(offset + at, part));
    IR_RETURN_IF_ERROR(take(Bytes(part)));
  }
  return Status();
}

/// Writes a record as it is, whatever its size, without holding all of it.
Status copy_record(const File& file, const RecordFrame& frame, const std::atomic<bool>& cancelled,
                   CaptureWriter* writer);

/// A capture that is opened to make another of it.
struct SourceCapture {
  std::shared_ptr<const File> file;
  CaptureHeader header;

  /// Fails where no record can be found. What is unusual but readable is in header.defect.
  static Result<SourceCapture> open(const std::string& path);
};

/// Writes the capture at `target` through `write`, a Status(CaptureWriter*), in the version of the source, and puts it
/// there once that has succeeded and so has `check`, a Status(path of what was written). Returns its bytes.
template <typename Write, typename Check>
Result<uint64_t> write_capture(const SourceCapture& source, const std::string& target, Write write, Check check) {
  IR_ASSIGN_OR_RETURN(ReplacedFile output, ReplacedFile::at(target, *source.file));
  const FileHeader& header = source.header.file;
  IR_ASSIGN_OR_RETURN(CaptureWriter writer,
                      CaptureWriter::create(output.written(), header.version_major, header.version_minor));
  IR_RETURN_IF_ERROR(write(&writer));
  IR_RETURN_IF_ERROR(writer.close());
  IR_RETURN_IF_ERROR(check(output.written()));
  IR_RETURN_IF_ERROR(output.replace());
  return writer.length();
}
template <typename Write>
Result<uint64_t> write_capture(const SourceCapture& source, const std::string& target, Write write) {
  return write_capture(source, target, std::move(write), [](const std::string&) { return Status(); });
}

/// Calls `visit`, a Status(RecordReader&, const RecordFrame&), for each record, and names the record where it fails.
template <typename Visit>
Status each_record(const SourceCapture& source, const std::atomic<bool>& cancelled, Visit visit) {
  RecordReader reader(source.file, source.header);
  RecordFrame frame;
  while (!reader.at_end()) {
    if (cancelled.load(std::memory_order_relaxed)) return Status(StatusCode::kCancelled, "cancelled");
    IR_RETURN_IF_ERROR(reader.next(&frame));
    IR_RETURN_IF_ERROR(visit(reader, frame).at(frame.index, frame.offset));
  }
  return Status();
}

/// The file that a record with a FileObject imports or describes.
inline uint64_t file_id_of(const format::RecordHeader& header) {
  return header.record_type == format::RecordType::kObject ? header.object_id : header.related_object_id;
}

}  // namespace ireereplay::sharing
