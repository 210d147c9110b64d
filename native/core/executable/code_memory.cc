#include "executable/code_memory.h"

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <mutex>
#include <vector>

#include "base/page.h"

namespace ireereplay {

namespace {

// Where Linux itself puts nothing: programs that this process starts inherit the filter, and their code must never lie
// there. Nor does AddressSanitizer's shadow memory.
constexpr uint64_t kRange = 0x1800'0000'0000, kRangeSize = 1ull << 30;

// Filters look at 32 bits at a time. Little endian: the low half of an address comes first.
constexpr uint32_t kCallerLow = offsetof(seccomp_data, instruction_pointer), kCallerHigh = kCallerLow + 4;

/// Traps system calls from [begin, begin + kRangeSize), which is aligned to its size.
bool trap_system_calls(uint64_t begin) {
  sock_filter filter[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, kCallerHigh),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, static_cast<uint32_t>(begin >> 32), 0, 4),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, kCallerLow),
      BPF_STMT(BPF_ALU | BPF_AND | BPF_K, ~static_cast<uint32_t>(kRangeSize - 1)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, static_cast<uint32_t>(begin), 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRAP),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  const sock_fprog program = {static_cast<unsigned short>(std::size(filter)), filter};
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return false;
  // Keeps speculation as it was: without the flag, older systems slow down every store that is read back.
  constexpr unsigned kFlags = SECCOMP_FILTER_FLAG_TSYNC | SECCOMP_FILTER_FLAG_SPEC_ALLOW;
  return ::syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, kFlags, &program) == 0;
}

/// The range, and what is taken of it.
class CodeArena {
 public:
  CodeArena() {
    void* memory = ::mmap(reinterpret_cast<void*>(kRange), kRangeSize, PROT_NONE,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) return;
    // The address is a hint: ThreadSanitizer, say, may be there.
    if (memory != reinterpret_cast<void*>(kRange)) {
      ::munmap(memory, kRangeSize);
      return;
    }
    begin_ = kRange;
    trap_system_calls(kRange);
  }

  /// 0 when no gap is large enough.
  uint64_t take(uint64_t size) {
    if (begin_ == 0 || size > kRangeSize) return 0;
    const std::lock_guard lock(mutex_);
    uint64_t at = begin_;
    auto next = taken_.begin();
    for (; next != taken_.end() && next->begin - at < size; ++next) at = next->end;
    if (next == taken_.end() && begin_ + kRangeSize - at < size) return 0;
    taken_.insert(next, {at, at + size});
    return at;
  }

  /// Whether it was from here.
  bool give_back(uint64_t begin, uint64_t size) {
    if (begin < begin_ || begin - begin_ >= kRangeSize) return false;
    const std::lock_guard lock(mutex_);
    // Mapped again, which frees its pages, revokes access, and keeps anything else from being placed here.
    void* memory = reinterpret_cast<void*>(begin);
    ::mmap(memory, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
    std::erase_if(taken_, [&](const Piece& piece) { return piece.begin == begin; });
    return true;
  }

 private:
  struct Piece {
    uint64_t begin;
    uint64_t end;
  };
  uint64_t begin_ = 0;
  std::mutex mutex_;
  std::vector<Piece> taken_;  // Sorted.
};

CodeArena& code_arena() {
  // Never destroyed: executables may be unloaded during process exit.
  static auto& range = *new CodeArena;
  return range;
}

uint64_t whole_pages(uint64_t size) { return (size + kPage - 1) & ~(kPage - 1); }

}  // namespace

void* reserve_code_memory(uint64_t size) {
  // Rounding up must not wrap around.
  if (const uint64_t at = code_arena().take(std::max(size, whole_pages(size))); at != 0)
    return reinterpret_cast<void*>(at);
  void* memory = ::mmap(nullptr, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return memory == MAP_FAILED ? nullptr : memory;
}

void release_code_memory(void* memory, uint64_t size) {
  if (!code_arena().give_back(reinterpret_cast<uint64_t>(memory), whole_pages(size))) ::munmap(memory, size);
}

}  // namespace ireereplay
