// Reads a file on another thread while what was read is worked on.
#pragma once

#include <array>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "base/file.h"

namespace ireereplay {

/// Delivers a file in chunks, in order, a few of them read in advance. For one reader.
class ReadAhead {
 public:
  /// Bytes before each chunk that its reader may write: the end of the previous chunk, to join the two.
  static constexpr size_t kHeadroom = 4096;

  struct Chunk {
    uint8_t* data = nullptr;
    uint64_t offset = 0;  ///< In the file.
    size_t length = 0;
  };

  /// Begins at `offset`; all chunks but the last have `capacity` bytes.
  ReadAhead(std::shared_ptr<const File> file, uint64_t offset, size_t capacity);
  ~ReadAhead();
  ReadAhead(const ReadAhead&) = delete;
  ReadAhead& operator=(const ReadAhead&) = delete;

  /// The next chunk, valid until the next call but one; empty at the end of the file. Fails as File::read() does.
  Result<Chunk> next();
  /// Continues at `offset`.
  void seek(uint64_t offset);

 private:
  struct Buffer {
    std::vector<uint8_t> bytes;
    Chunk chunk;
    Status status;
  };

  void read();
  bool has_room() const { return filled_ < buffers_.size() - 2 && offset_ < file_->size(); }

  const std::shared_ptr<const File> file_;
  const size_t capacity_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::array<Buffer, 6> buffers_;  // A ring; the reader has two.
  size_t first_ = 0;               // The first that is filled.
  size_t filled_ = 0;
  uint64_t offset_;       // The next chunk's.
  uint64_t seeks_ = 0;    // Discards a read that was in progress.
  bool reading_ = false;  // Into the buffer after the filled ones.
  bool stop_ = false;
  std::thread thread_;
};

}  // namespace ireereplay
