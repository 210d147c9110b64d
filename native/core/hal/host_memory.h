// A block of host memory, reserved whole and filled in by the system as it is touched.
#pragma once

#include <cstdint>

#include "base/status.h"

namespace ireereplay::hal {

/// Owns a block of zeroed, page-aligned memory.
class HostMemory {
 public:
  HostMemory() = default;
  HostMemory(HostMemory&& other) noexcept;
  HostMemory& operator=(HostMemory&& other) noexcept;
  HostMemory(const HostMemory&) = delete;
  HostMemory& operator=(const HostMemory&) = delete;
  ~HostMemory();

  /// `size` bytes aligned to `alignment` and to a page, or to a huge page when they fill one. RESOURCE_EXHAUSTED when
  /// the system refuses.
  static Result<HostMemory> allocate(uint64_t size, uint64_t alignment = 1);

  uint8_t* data() const { return data_; }
  uint64_t size() const { return size_; }

  /// Returns the memory after the first `size` bytes to the system.
  void truncate(uint64_t size);

  /// Makes whole pages inaccessible: touching them raises SIGSEGV.
  Status guard(uint64_t offset, uint64_t length);

 private:
  uint8_t* data_ = nullptr;
  uint64_t size_ = 0;
  void* mapping_ = nullptr;
  uint64_t mapping_size_ = 0;
};

/// Bytes of memory that this process may hope to use: what the machine has, or its control group allows.
uint64_t machine_memory();

}  // namespace ireereplay::hal
