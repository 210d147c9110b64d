// Empties the caches of a processor.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace ireereplay::replay {

/// Writes through more memory than caches of a processor hold, so that what was in them is in memory alone.
class CacheFlusher {
 public:
  /// One that is not enabled takes no memory, and does nothing.
  explicit CacheFlusher(bool enabled) : memory_(enabled ? kBytes : 0) {}
  void flush() {
    for (size_t i = 0; i < memory_.size(); i += kLine) memory_[i] = static_cast<uint8_t>(memory_[i] + 1);
    std::atomic_signal_fence(std::memory_order_seq_cst);
  }

 private:
  static constexpr size_t kBytes = size_t{256} << 20, kLine = 64;
  std::vector<uint8_t> memory_;
};

}  // namespace ireereplay::replay
