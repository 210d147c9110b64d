// Writes bundles that IREE's tools read.
#pragma once

#include <cstdio>
#include <initializer_list>
#include <memory>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "base/status.h"
#include "profile/layout.h"

namespace ireereplay::profile {

/// What stands in the header of a chunk beside lengths and types.
struct ChunkMetadata {
  uint64_t session_id = 0;
  uint64_t stream_id = 0;
  uint64_t event_id = 0;
  uint64_t executable_id = 0;
  uint64_t command_buffer_id = 0;
  uint32_t physical_device_ordinal = format::kNone32;
  uint32_t queue_ordinal = format::kNone32;
  /// Records that the producer could not keep; a chunk with any is marked as truncated.
  uint64_t dropped_records = 0;
  std::string_view name = {};
};

/// The records of one chunk, laid out as they will stand in the file.
class ChunkBuilder {
 public:
  explicit ChunkBuilder(ChunkKind kind) : layout_(layout_of(kind)) {}

  ChunkKind kind() const { return layout_.kind; }
  Bytes payload() const { return payload_; }
  bool empty() const { return payload_.empty(); }
  void clear() { payload_.clear(); }

  /// Appends a record with what follows it, in the order of the layout. Its length and the fields that count what
  /// follows are filled in. INVALID_ARGUMENT when the record is not the layout's, when another number of parts follows
  /// or one is no whole number of values, or for a second trace in a chunk.
  template <typename T>
  Status append(const T& record, std::initializer_list<Bytes> parts = {}) {
    return append_bytes(value_bytes(record), parts);
  }
  Status append_bytes(Bytes record, std::initializer_list<Bytes> parts);

 private:
  const Layout& layout_;
  std::vector<uint8_t> payload_;
};

/// Writes one .ireeprof file, format 1.6. The file's length is written by close(): a file that was never closed reads
/// as one whose session did not end.
class BundleWriter {
 public:
  /// Creates or replaces `path`.
  static Result<BundleWriter> create(const std::string& path);

  Status begin_session(const ChunkMetadata& metadata);
  /// Appends a chunk of any content type.
  Status write(const ChunkMetadata& metadata, std::string_view content_type, Bytes payload);
  Status write(const ChunkMetadata& metadata, const ChunkBuilder& chunk) {
    return write(metadata, content_type_of(chunk.kind()), chunk.payload());
  }
  Status end_session(const ChunkMetadata& metadata, StatusCode code = StatusCode::kOk);
  /// Completes the file.
  Status close();

 private:
  struct Closer {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  BundleWriter(std::string path, std::FILE* file) : path_(std::move(path)), file_(file) {}
  Status append(format::RecordType type, const ChunkMetadata& metadata, std::string_view content_type, Bytes payload,
                StatusCode code);
  Status write_bytes(Bytes bytes);
  Status failure() const;

  std::string path_;
  std::unique_ptr<std::FILE, Closer> file_;
  uint64_t length_ = 0;
};

}  // namespace ireereplay::profile
