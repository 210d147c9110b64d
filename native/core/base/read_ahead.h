// Reading a file on another thread while what was read before is worked on.
#pragma once

#include <array>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "base/file.h"

namespace ireereplay {

/// Gives a file in chunks, in order, a few of them read in advance. For one reader.
class ReadAhead {
 public:
  /// Bytes before a chunk's own that its reader may write: the end of the chunk before, to have both in one piece.
  static constexpr size_t kHeadroom = 4096;

  struct Chunk {
    uint8_t* data = nullptr;
    uint64_t offset = 0;  ///< In the file.
    size_t length = 0;
  };

  /// Begins at `offset`; chunks have `capacity` bytes but for the last.
  ReadAhead(std::shared_ptr<const File> file, uint64_t offset, size_t capacity);
  ~ReadAhead();
  ReadAhead(const ReadAhead&) = delete;
  ReadAhead& operator=(const ReadAhead&) = delete;

  /// The next chunk, valid until the next but one call; empty at the end of the file. Fails as File::read() does.
  Result<Chunk> next();
  /// Goes on at `offset`.
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
  std::array<Buffer, 6> buffers_;  // A ring; two are with the reader.
  size_t first_ = 0;               // Of those that are filled.
  size_t filled_ = 0;
  uint64_t offset_;       // Of the next chunk to be read.
  uint64_t seeks_ = 0;    // What was being read when it changed is useless.
  bool reading_ = false;  // Into the buffer after the filled ones.
  bool stop_ = false;
  std::thread thread_;
};

}  // namespace ireereplay
