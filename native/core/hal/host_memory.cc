#include "hal/host_memory.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

#include "base/bytes.h"
#include "base/page.h"

namespace ireereplay::hal {

namespace {

// A huge page of x86-64 and AArch64: fewer TLB misses for large matrices.
constexpr uint64_t kHugePage = 2 << 20;

}  // namespace

HostMemory::HostMemory(HostMemory&& other) noexcept { *this = std::move(other); }

HostMemory& HostMemory::operator=(HostMemory&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  std::swap(mapping_, other.mapping_);
  std::swap(mapping_size_, other.mapping_size_);
  return *this;
}

HostMemory::~HostMemory() {
  if (mapping_ != nullptr) ::munmap(mapping_, mapping_size_);
}

Result<HostMemory> HostMemory::allocate(uint64_t size, uint64_t alignment) {
  HostMemory memory;
  memory.size_ = size;
  // Small blocks stay out of huge pages: the system would zero a whole one for the first byte.
  alignment = std::max(alignment, size >= kHugePage ? kHugePage : kPage);
  // No machine has addresses beyond this, and sums would wrap.
  constexpr uint64_t kMaxSize = 1ull << 48;
  if (size > kMaxSize || alignment > kMaxSize) {
    return Status(StatusCode::kResourceExhausted,
                  "cannot allocate " + std::to_string(size) + " bytes for buffers: no machine has that much memory");
  }
  memory.mapping_size_ = align_up(std::max<uint64_t>(size, 1), kPage) + alignment - kPage;
  void* mapping =
      ::mmap(nullptr, memory.mapping_size_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapping == MAP_FAILED) {
    return Status(StatusCode::kResourceExhausted,
                  "cannot allocate " + std::to_string(size) + " bytes for buffers: " + std::strerror(errno));
  }
  memory.mapping_ = mapping;
  memory.data_ = reinterpret_cast<uint8_t*>(align_up(reinterpret_cast<uint64_t>(mapping), alignment));
  if (size >= kHugePage) ::madvise(memory.data_, size, MADV_HUGEPAGE);
  return memory;
}

void HostMemory::truncate(uint64_t size) {
  if (size >= size_) return;
  const uint64_t kept = align_up(size, kPage);
  if (kept < size_) ::madvise(data_ + kept, size_ - kept, MADV_DONTNEED);
  size_ = size;
}

Status HostMemory::guard(uint64_t offset, uint64_t length) {
  if (::mprotect(data_ + offset, length, PROT_NONE) == 0) return Status();
  return Status(StatusCode::kResourceExhausted, std::string("cannot protect a guard page: ") + std::strerror(errno));
}

uint64_t machine_memory() {
  uint64_t bytes = static_cast<uint64_t>(::sysconf(_SC_PHYS_PAGES)) * static_cast<uint64_t>(::sysconf(_SC_PAGESIZE));
  for (const char* path : {"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"}) {
    std::FILE* file = std::fopen(path, "re");
    if (file == nullptr) continue;
    unsigned long long limit = 0;
    if (std::fscanf(file, "%llu", &limit) == 1 && limit != 0) bytes = std::min<uint64_t>(bytes, limit);
    std::fclose(file);
  }
  return bytes;
}

}  // namespace ireereplay::hal
