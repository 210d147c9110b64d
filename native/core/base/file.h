// Positioned reads of a file: a capture belongs to the user and may change under us, so it is never mapped
// (a truncated map is a SIGBUS in whatever process reads it) and never read whole.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "base/status.h"

namespace ireereplay {

/// A regular file open for positioned reads. Thread-safe: it has no position of its own.
class File {
 public:
  /// Opens `path` for reading. Fails with NOT_FOUND, PERMISSION_DENIED or INVALID_ARGUMENT (not a regular file).
  static Result<std::shared_ptr<const File>> open(const std::string& path);
  ~File();
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  const std::string& path() const { return path_; }
  /// Bytes in the file when it was opened.
  uint64_t size() const { return size_; }
  /// Fills `target` from `offset`. DATA_LOSS when the file has become shorter, UNAVAILABLE when the system refuses.
  Status read(uint64_t offset, std::span<uint8_t> target) const;
  /// `length` bytes at `offset`. OUT_OF_RANGE when they are not in the file, before anything is allocated.
  Result<std::vector<uint8_t>> read(uint64_t offset, uint64_t length) const;

 private:
  File(std::string path, int fd, uint64_t size) : path_(std::move(path)), fd_(fd), size_(size) {}

  std::string path_;
  int fd_;
  uint64_t size_;
};

class ReadAhead;

/// A window that moves over a file: views are served from one buffer, refilled by large positioned reads.
/// Not thread-safe; one for each reader.
class FileWindow {
 public:
  /// Bytes read at once: large enough that the system call is noise, small enough to stay in cache.
  static constexpr size_t kDefaultCapacity = 256 * 1024;

  explicit FileWindow(std::shared_ptr<const File> file, size_t capacity = kDefaultCapacity);
  ~FileWindow();

  const File& file() const { return *file_; }
  /// A view of `length` bytes at `offset`, valid until the next call. The window grows to hold it, so ask for no
  /// more than is needed: a record's payload may be the size of a model. OUT_OF_RANGE when the file ends before.
  Result<Bytes> view(uint64_t offset, uint64_t length);
  /// Has the file from `offset` on read by another thread, for one who will go through all of it.
  void read_ahead(uint64_t offset);

 private:
  /// Whether the next chunk, with what is left of this one before it, holds the range; then the window is there.
  Result<bool> take_chunk(uint64_t offset, uint64_t length);

  std::shared_ptr<const File> file_;
  size_t capacity_;
  std::vector<uint8_t> buffer_;
  std::unique_ptr<ReadAhead> ahead_;
  const uint8_t* data_ = nullptr;  // Of begin_: in buffer_, or in a chunk that was read ahead.
  uint64_t begin_ = 0;
  uint64_t end_ = 0;
};

}  // namespace ireereplay
