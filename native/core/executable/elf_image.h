// The loader for embedded ELF executables: position-independent files without dependencies, only ever copied, relocated
// and called.
#pragma once

#include <span>
#include <vector>

#include "base/bytes.h"
#include "base/status.h"
#include "executable/elf_plan.h"

namespace ireereplay {

/// A loaded ELF file; unloads itself.
class ElfImage {
 public:
  ElfImage() = default;
  ElfImage(ElfImage&& other) noexcept;
  ElfImage& operator=(ElfImage&& other) noexcept;
  ElfImage(const ElfImage&) = delete;
  ElfImage& operator=(const ElfImage&) = delete;
  ~ElfImage();

  /// Copies the segments, relocates them and gives each page the access that the file asks for: no page is ever both
  /// writable and executable. Runs the file's initializers. RESOURCE_EXHAUSTED or PERMISSION_DENIED when the system
  /// refuses.
  static Result<ElfImage> load(Bytes file, const ElfPlan& plan);

  /// The query function.
  const void* query() const { return reinterpret_cast<const void*>(bias_ + query_address_); }
  /// Where the image lies in this process.
  Bytes memory() const { return Bytes(static_cast<const uint8_t*>(memory_), size_); }
  /// What its code may write to, by address.
  std::span<const Bytes> writable() const { return writable_; }
  /// What to add to an address in the file to get one in this process.
  uint64_t bias() const { return bias_; }
  /// Whether `length` bytes at `pointer` lie in the image.
  bool contains(const void* pointer, uint64_t length) const {
    const uint64_t begin = reinterpret_cast<uint64_t>(memory_), at = reinterpret_cast<uint64_t>(pointer);
    return at >= begin && length <= size_ && at - begin <= size_ - length;
  }

 private:
  void* memory_ = nullptr;
  uint64_t size_ = 0;
  uint64_t bias_ = 0;
  uint64_t query_address_ = 0;
  std::vector<Bytes> writable_;
};

}  // namespace ireereplay
