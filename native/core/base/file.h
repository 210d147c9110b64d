// Positioned reads. A capture belongs to the user and may change under us, so it is never mapped (a truncated
// mapping raises SIGBUS in whatever process reads it) and never read whole.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "base/status.h"

namespace ireereplay {

/// A file open for positioned reads, and writes if so opened. Thread-safe: it has no position of its own.
class File {
 public:
  /// No more than this is read into memory at once, whatever a file claims: a sparse file of 4 KiB may claim to hold a
  /// name of 2^40 bytes.
  static constexpr uint64_t kMostAtOnce = 1ull << 30;

  enum class Access : uint8_t { kRead, kReadWrite };
  /// Opens the regular file `path`. Fails with NOT_FOUND, PERMISSION_DENIED or INVALID_ARGUMENT (not a regular file:
  /// pipes and devices are never opened, as that alone may have side effects).
  static Result<std::shared_ptr<const File>> open(const std::string& path, Access access = Access::kRead);
  virtual ~File() = default;
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  const std::string& path() const { return path_; }
  /// Bytes in the file when it was opened.
  uint64_t size() const { return size_; }
  /// Fills `target` from `offset`. DATA_LOSS when the file has become shorter, UNAVAILABLE when the system refuses.
  virtual Status read(uint64_t offset, std::span<uint8_t> target) const = 0;
  /// `length` bytes at `offset`. Fails before allocating: OUT_OF_RANGE when they are not in the file,
  /// RESOURCE_EXHAUSTED when they exceed kMostAtOnce.
  Result<std::vector<uint8_t>> read(uint64_t offset, uint64_t length) const;
  /// A range of the file.
  struct Extent {
    uint64_t begin = 0;
    uint64_t end = 0;
  };
  /// The first bytes from `offset` on that may be others than zeros: a sparse file has holes, which need not be read.
  /// Empty, at the file's end, where there are none.
  virtual Extent written_from(uint64_t offset) const { return {offset, size_}; }
  /// Writes `bytes` at `offset`. UNAVAILABLE when the system refuses, or when the file was opened for reading.
  virtual Status write(uint64_t, Bytes) const {
    return Status(StatusCode::kUnavailable, path_ + " is not open for writing");
  }

  /// What identifies the open file.
  struct Identity {
    uint64_t device = 0;
    uint64_t inode = 0;
    uint64_t modified_ns = 0;  ///< Since 1970.
  };
  virtual Result<Identity> identity() const {
    return Status(StatusCode::kUnavailable, path_ + " is not a file on disk");
  }

  /// OK when `length` bytes at `offset` may be read at once; else as read().
  Status check_range(uint64_t offset, uint64_t length) const;

 protected:
  File(std::string path, uint64_t size) : path_(std::move(path)), size_(size) {}

 private:
  std::string path_;
  uint64_t size_;
};

class ReadAhead;

/// A window that moves over a file: views are served from one buffer, refilled by large positioned reads. Not
/// thread-safe; each reader has its own.
class FileWindow {
 public:
  /// Bytes read at once: large enough to make the call negligible, small enough to stay in cache.
  static constexpr size_t kDefaultCapacity = 256 * 1024;

  explicit FileWindow(std::shared_ptr<const File> file, size_t capacity = kDefaultCapacity);
  ~FileWindow();

  const File& file() const { return *file_; }
  /// A view of `length` bytes at `offset`, valid until the next call. The window grows to hold it, so ask for no more
  /// than needed: a record's payload may be as large as a model. Fails as File::read() does, and only for the bytes
  /// that were asked for: the rest of the window may be unreadable.
  Result<Bytes> view(uint64_t offset, uint64_t length);
  /// The same, of at least `length` bytes: as many as lie in the window already.
  Result<Bytes> view_at_least(uint64_t offset, uint64_t length) {
    auto asked = view(offset, length);
    if (!asked.ok()) return asked;
    return Bytes(data_ + (offset - begin_), end_ - offset);
  }
  /// Has another thread read the file from `offset` on, for a caller that will go through all of it.
  void read_ahead(uint64_t offset);
  /// The same where so much is left that another thread is worth its start.
  void read_ahead_of_much(uint64_t offset) {
    if (offset < file_->size() && file_->size() - offset >= kMuch) read_ahead(offset);
  }

 private:
  /// Less is read before another thread has started.
  static constexpr uint64_t kMuch = 4 << 20;

  /// Whether the next chunk, after what is left of this one, holds the range; if so, the window moves there.
  bool take_chunk(uint64_t offset, uint64_t length);

  std::shared_ptr<const File> file_;
  size_t capacity_;
  std::unique_ptr<uint8_t[]> buffer_;
  uint64_t buffer_size_ = 0;
  std::unique_ptr<ReadAhead> ahead_;
  const uint8_t* data_ = nullptr;  // At begin_: in buffer_, or in a chunk that was read ahead.
  uint64_t begin_ = 0;
  uint64_t end_ = 0;
};

}  // namespace ireereplay
