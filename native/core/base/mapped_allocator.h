// Memory for what is large and does not stay: it is the system's own, and returns there as soon as it is given back. An
// allocator keeps what lies between blocks that stay.
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <cstdlib>

namespace ireereplay {

/// For containers that know how much they need: each array is a mapping of its own.
template <typename T>
struct MappedAllocator {
  using value_type = T;

  MappedAllocator() = default;
  template <typename Other>
  MappedAllocator(const MappedAllocator<Other>&) {}

  T* allocate(size_t count) {
    void* mapping = ::mmap(nullptr, count * sizeof(T), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    // As without memory everywhere in the core, which has no exceptions.
    if (mapping == MAP_FAILED) std::abort();
    return static_cast<T*>(mapping);
  }
  void deallocate(T* array, size_t count) { ::munmap(array, count * sizeof(T)); }

  friend bool operator==(const MappedAllocator&, const MappedAllocator&) { return true; }
};

}  // namespace ireereplay
