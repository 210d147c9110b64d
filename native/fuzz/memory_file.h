// A file that exists only in memory: the core opens paths, a fuzzer has bytes.
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>

namespace ireereplay {

/// Holds the bytes of an input. If its capture header declares a larger file, by a length that is a multiple of 4096,
/// it is a sparse file of that length, up to `most_bytes`: an input of a few hundred bytes stands for a terabyte of
/// trailing zeros.
class MemoryFile {
 public:
  static constexpr uint64_t kMostBytes = 1ull << 42;

  MemoryFile(const uint8_t* data, size_t size, uint64_t most_bytes = kMostBytes)
      : fd_(memfd_create("capture", MFD_CLOEXEC)) {
    if (fd_ < 0 || write(fd_, data, size) != static_cast<ssize_t>(size)) std::abort();
    constexpr size_t kLengthAt = 16;
    uint64_t length = 0;
    if (size < kLengthAt + sizeof(length)) return;
    std::memcpy(&length, data + kLengthAt, sizeof(length));
    if (length > size && length % 4096 == 0 && length <= most_bytes && ftruncate(fd_, static_cast<off_t>(length)) != 0)
      std::abort();
  }
  ~MemoryFile() { close(fd_); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  std::string path() const { return "/proc/self/fd/" + std::to_string(fd_); }

 private:
  int fd_;
};

}  // namespace ireereplay
