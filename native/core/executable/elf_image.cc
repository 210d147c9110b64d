#include "executable/elf_image.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <utility>

#include "base/page.h"
#include "executable/code_memory.h"
#include "executable/writable_ranges.h"

namespace ireereplay {

namespace {

Status system_error(const char* what) {
  const int error = errno;
  return Status(error == ENOMEM ? StatusCode::kResourceExhausted : StatusCode::kPermissionDenied,
                std::string("cannot ") + what + " for an executable: " + std::strerror(error));
}

}  // namespace

ElfImage::ElfImage(ElfImage&& other) noexcept { *this = std::move(other); }

ElfImage& ElfImage::operator=(ElfImage&& other) noexcept {
  std::swap(memory_, other.memory_);
  std::swap(size_, other.size_);
  std::swap(bias_, other.bias_);
  std::swap(query_address_, other.query_address_);
  std::swap(writable_, other.writable_);
  return *this;
}

ElfImage::~ElfImage() {
  if (memory_ != nullptr) release_code_memory(memory_, size_);
}

Result<ElfImage> ElfImage::load(Bytes file, const ElfPlan& plan) {
  const uint64_t page = static_cast<uint64_t>(::sysconf(_SC_PAGESIZE));
  if (page != kPage)
    return Status(StatusCode::kUnimplemented, "executables can only be loaded on systems with 4096-byte pages");
  ElfImage image;
  // Only what a segment covers is accessible.
  void* memory = reserve_code_memory(plan.size);
  if (memory == nullptr) return system_error("reserve memory");
  image.memory_ = memory;
  image.size_ = plan.size;
  image.bias_ = reinterpret_cast<uint64_t>(memory) - plan.base;
  image.query_address_ = plan.query_address;
  const auto at = [&](uint64_t address) { return reinterpret_cast<uint8_t*>(image.bias_ + address); };
  const auto protect = [&](uint64_t address, uint64_t size, int rights) {
    const uint64_t begin = address & ~(page - 1);
    return ::mprotect(at(begin), align_up(address + size, page) - begin, rights) == 0;
  };

  for (const ElfPlan::Segment& segment : plan.segments) {
    if (!protect(segment.address, segment.memory_size, PROT_READ | PROT_WRITE))
      return system_error("make memory writable");
    if (segment.file_size != 0) std::memcpy(at(segment.address), file.data() + segment.file_offset, segment.file_size);
  }
  for (const ElfPlan::Relocation& relocation : plan.relocations) {
    const uint64_t value = relocation.value + (relocation.biased ? image.bias_ : 0);
    std::memcpy(at(relocation.address), &value, relocation.is_32_bit ? 4 : 8);
  }
  for (const ElfPlan::Segment& segment : plan.segments) {
    const int rights = PROT_READ | (segment.writable ? PROT_WRITE : 0) | (segment.executable ? PROT_EXEC : 0);
    if (!protect(segment.address, segment.memory_size, rights)) return system_error("protect memory");
    if (segment.executable) {
      __builtin___clear_cache(reinterpret_cast<char*>(at(segment.address)),
                              reinterpret_cast<char*>(at(segment.address + segment.memory_size)));
    }
  }
  for (const ElfPlan::Range& range : plan.read_only_after_relocation) {
    const auto [begin, length] = whole_pages(range);
    if (length != 0 && !protect(begin, length, PROT_READ)) return system_error("protect memory");
  }
  std::vector<ElfPlan::Range> writable;
  for (const ElfPlan::Segment& segment : plan.segments) {
    if (segment.writable) writable.push_back({segment.address, segment.memory_size});
  }
  for (const ElfPlan::Range& range : writable_ranges(writable, plan.read_only_after_relocation))
    image.writable_.push_back(Bytes(at(range.address), range.size));
  for (uint64_t address : plan.initializers) reinterpret_cast<void (*)()>(image.bias_ + address)();
  return image;
}

}  // namespace ireereplay
