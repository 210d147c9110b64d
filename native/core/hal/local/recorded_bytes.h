// What a replay writes into buffers from the capture: read when a run is prepared, each byte once however often it is
// written.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "base/file.h"
#include "hal/host_memory.h"

namespace ireereplay::replay {

class RecordedBytes {
 public:
  /// Asks for `length` bytes at `offset` of the capture.
  void want(uint64_t offset, uint64_t length);
  /// Merges what overlaps; called once, when everything has been asked for.
  void join();
  /// Memory that load() takes.
  uint64_t size() const { return size_; }
  /// Reads all of it. RESOURCE_EXHAUSTED without memory, CANCELLED once `cancel` is set, else as File::read().
  Status load(const File& capture, const std::atomic<bool>* cancel);
  /// Where the capture's byte at `offset` is now; nullptr when it was not asked for.
  const uint8_t* at(uint64_t offset) const;

 private:
  struct Range {
    uint64_t begin;
    uint64_t end;
    uint64_t place;  ///< Where `begin` is in memory.
  };
  std::vector<Range> ranges_;
  uint64_t size_ = 0;
  hal::HostMemory memory_;
};

}  // namespace ireereplay::replay
