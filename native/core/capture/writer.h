// Writes captures that IREE's tools accept.
#pragma once

#include <cstdio>
#include <initializer_list>
#include <memory>
#include <string>

#include "base/bytes.h"
#include "base/file_header.h"
#include "base/status.h"
#include "capture/format.h"

namespace ireereplay {

/// Writes one .ireereplay file, record by record. close() writes the file's length: without it, the file
/// reads as if its recorder had been killed.
class CaptureWriter {
 public:
  /// Creates or replaces `path`. A copy of a capture keeps the version that its payloads are written in.
  static Result<CaptureWriter> create(const std::string& path, uint16_t version_major = format::kVersionMajor,
                                      uint16_t version_minor = format::kVersionMinor);

  /// Appends a record whose payload is `parts` followed by `hole` zeros, which take no disk space. Lengths, sequence
  /// number and reserved fields are filled in; ids, types and status come from `header`. Fails when the file system
  /// does, and for a type that is not known unless readers may skip the record.
  Status append(const format::RecordHeader& header, std::initializer_list<Bytes> parts, uint64_t hole = 0);
  /// Begins a record whose payload of `payload_length` bytes follows through add(), all of it before the next record.
  /// Fails as append() does.
  Status begin(const format::RecordHeader& header, uint64_t payload_length);
  Status add(Bytes bytes) { return write(bytes); }
  /// Records written so far.
  uint64_t record_count() const { return record_count_; }
  /// Bytes of the file so far.
  uint64_t length() const { return length_; }
  /// Completes the file.
  Status close();

 private:
  struct Closer {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  CaptureWriter(std::string path, std::FILE* file, FileHeader header)
      : path_(std::move(path)), file_(file), header_(header) {}
  Status write(Bytes bytes);
  Status failure() const;

  std::string path_;
  std::unique_ptr<std::FILE, Closer> file_;
  FileHeader header_;
  uint64_t length_ = 0;
  uint64_t record_count_ = 0;
};

}  // namespace ireereplay
