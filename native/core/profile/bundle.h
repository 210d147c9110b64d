// Reading a bundle: its header, the chunks in it, and the records of a chunk. What does not hold together is said with
// its place, in the words of IREE's reader (runtime/src/iree/hal/utils/profile_file.c, tooling/profile/reader.c).
#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "base/file.h"
#include "base/file_header.h"
#include "base/status.h"
#include "profile/layout.h"

namespace ireereplay::profile {

using BundleHeader = CheckedFileHeader;

/// As read_file_header().
Result<BundleHeader> read_bundle_header(const File& file);

/// One record of the file: a session's begin or end, or a chunk.
struct Chunk {
  format::RecordHeader header;
  ChunkKind kind = ChunkKind::kUnknown;
  uint64_t offset = 0;
  /// Position in the file, counted from 0.
  uint64_t index = 0;
  std::string content_type;
  std::string name;

  uint64_t payload_offset() const {
    return offset + header.header_length + header.content_type_length + header.name_length;
  }
  uint64_t end_offset() const { return offset + header.record_length; }
  bool is_chunk() const { return header.record_type == format::RecordType::kChunk; }
  bool is_truncated() const { return is_chunk() && (header.chunk_flags & format::kChunkTruncated) != 0; }
};

/// Walks the chunks of a bundle in file order.
class ChunkReader {
 public:
  /// Longer content types and names are not read.
  static constexpr uint64_t kMostTextBytes = 1 << 20;

  ChunkReader(std::shared_ptr<const File> file, const BundleHeader& header,
              size_t window = FileWindow::kDefaultCapacity);

  bool at_end() const { return offset_ >= end_; }
  uint64_t offset() const { return offset_; }
  /// Goes to the chunk that is number `index` and stands at `offset`.
  void seek(uint64_t offset, uint64_t index) {
    offset_ = offset;
    index_ = index;
  }
  /// Has what follows read by another thread where it is much: for files that are read from here to their end.
  void read_ahead() { window_.read_ahead_of_much(offset_); }
  /// Reads and checks the next chunk and moves past it. After a failure the reader stays where it is.
  Status next(Chunk* out);
  FileWindow& window() { return window_; }

 private:
  FileWindow window_;
  uint64_t offset_;
  uint64_t end_;
  uint64_t index_ = 0;
};

/// One record of a chunk. Views are valid until the walk goes on.
struct Record {
  /// The fields of the layout, its size long. What a newer minor version added to them is in `after`.
  Bytes fields;
  /// What follows the fields, as far as it was asked for.
  Bytes after;
  /// Bytes that follow the fields, whether they are in `after` or not.
  uint64_t after_length = 0;
  uint64_t offset = 0;

  template <typename T>
  T as() const {
    return load<T>(fields);
  }
};

/// Walks the records of a chunk with a layout.
class RecordWalk {
 public:
  /// A record is longer only for a code object or a trace, whose data is not read with it.
  static constexpr uint64_t kMostRecordBytes = 64 << 20;

  /// `window` is that of the file that the chunk was read from. What follows the fields is not read without
  /// `with_trailing`, and the data of code objects and traces not at all: their place is in the record.
  RecordWalk(FileWindow& window, const Chunk& chunk, bool with_trailing = true);

  bool at_end() const { return at_ >= length_; }
  /// The next record, checked: what follows it is as long as its fields say.
  Status next(Record* out) {
    // Of kinds that nothing follows, most records are as long as their fields and lie in the window already.
    if (plain_.size() < size_ || load<uint32_t>(plain_) != size_) return read_next(out);
    *out = {plain_.first(size_), {}, 0, offset_ + at_};
    plain_ = plain_.subspan(size_);
    at_ += size_;
    return Status();
  }

 private:
  Status failure(const std::string& message) const;
  Status read_next(Record* out);

  FileWindow& window_;
  const Chunk& chunk_;
  const Layout& layout_;
  const bool with_trailing_;
  const size_t size_;      // Of the fields.
  const uint64_t offset_;  // Of the payload.
  uint64_t length_;
  uint64_t at_ = 0;
  Bytes plain_;  // From `at_` on: what of the chunk lies in the window, of kinds that nothing follows.
};

/// Part `index` of what follows a record; empty for data that was not read.
Bytes trailing_part(const Layout& layout, const Record& record, size_t index);
std::string_view trailing_text(const Layout& layout, const Record& record, size_t index);

/// Where a chunk stands.
struct ChunkPlace {
  uint64_t offset = 0;
  uint64_t payload_length = 0;
  uint32_t index = 0;
  ChunkKind kind = ChunkKind::kUnknown;
  format::RecordType type = format::RecordType::kNone;
};

/// A bundle whose chunks are known: payloads are read when they are asked for.
class Bundle {
 public:
  /// Opens a bundle and finds its chunks. Fails with CANCELLED, or when there is no bundle at all.
  static Result<std::shared_ptr<const Bundle>> open(std::shared_ptr<const File> file,
                                                    const std::atomic<bool>& cancelled);

  const std::shared_ptr<const File>& file() const { return file_; }
  const BundleHeader& header() const { return header_; }
  const std::vector<ChunkPlace>& chunks() const { return chunks_; }
  /// OK when the last chunk ends where the bundle does; else why nothing more could be read, with its place.
  const Status& end() const { return end_; }
  /// Why strict readers refuse the bundle: its header's defect, or how it ends. OK when they do not.
  const Status& defect() const { return header_.defect.ok() ? end_ : header_.defect; }

 private:
  Bundle() = default;
  std::shared_ptr<const File> file_;
  BundleHeader header_;
  std::vector<ChunkPlace> chunks_;
  Status end_;
};

}  // namespace ireereplay::profile
