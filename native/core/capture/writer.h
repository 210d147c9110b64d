// Writes captures that IREE's tools accept.
#pragma once

#include <cstdio>
#include <initializer_list>
#include <memory>
#include <string>

#include "base/bytes.h"
#include "base/status.h"
#include "capture/format.h"

namespace ireereplay {

/// Writes one .ireereplay file, format 2.0, record by record. close() writes the file's length: without it, the file
/// reads as if its recorder had been killed.
class CaptureWriter {
 public:
  /// Creates or replaces `path`.
  static Result<CaptureWriter> create(const std::string& path);

  /// Appends a record whose payload is `parts` followed by `hole` zeros, which take no disk space. Lengths, sequence
  /// number and reserved fields are filled in; ids, types and status come from `header`. Fails when the file system
  /// does, or for a reserved type.
  Status append(const format::RecordHeader& header, std::initializer_list<Bytes> parts, uint64_t hole = 0);
  /// Records written so far.
  uint64_t record_count() const { return record_count_; }
  /// Completes the file.
  Status close();

 private:
  struct Closer {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  CaptureWriter(std::string path, std::FILE* file) : path_(std::move(path)), file_(file) {}
  Status write(Bytes bytes);
  Status failure() const;

  std::string path_;
  std::unique_ptr<std::FILE, Closer> file_;
  uint64_t length_ = 0;
  uint64_t record_count_ = 0;
};

}  // namespace ireereplay
