#include "hal/local/scratch.h"

#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

#include "hal/local/float_control.h"
#include "program/noise.h"

namespace ireereplay::replay {
namespace {

/// Few kernels use more of the stack; what is given back costs them a page fault for each page.
constexpr size_t kNearStack = 16 << 10;

/// The lowest address of the calling thread's stack, 0 if that is not known.
uintptr_t lowest_of_stack() {
  pthread_attr_t attributes;
  if (::pthread_getattr_np(::pthread_self(), &attributes) != 0) return 0;
  void* lowest = nullptr;
  size_t size = 0;
  const bool is_known = ::pthread_attr_getstack(&attributes, &lowest, &size) == 0;
  ::pthread_attr_destroy(&attributes);
  return is_known ? reinterpret_cast<uintptr_t>(lowest) : 0;
}

/// Less than kNearStack below its own frame.
[[gnu::noinline]] void give_back_what_is_far() {
  static thread_local const uintptr_t lowest = lowest_of_stack();
  static const auto page = static_cast<uintptr_t>(::sysconf(_SC_PAGESIZE));
  constexpr uintptr_t kInUse = 4096;  // By what this calls.
  const uintptr_t begin = (lowest + page - 1) / page * page;
  const uintptr_t end = (reinterpret_cast<uintptr_t>(__builtin_frame_address(0)) - kInUse) / page * page;
  if (lowest == 0 || begin >= end) return;
  // Of the first thread's stack not all is there; what is there is given back all the same.
  (void)::madvise(reinterpret_cast<void*>(begin), end - begin, MADV_DONTNEED);
}

[[gnu::noinline]] void fill_what_is_near(uint64_t key) {
  uint8_t near[kNearStack];
  fill_with_noise(near, key);
  asm volatile("" : : "r"(near) : "memory");  // Nobody reads it here.
}

#if defined(__x86_64__)
[[gnu::target("avx512f")]] void clear_upper_registers() {
  asm volatile(
      "vpxorq %%zmm16, %%zmm16, %%zmm16\n vpxorq %%zmm17, %%zmm17, %%zmm17\n"
      "vpxorq %%zmm18, %%zmm18, %%zmm18\n vpxorq %%zmm19, %%zmm19, %%zmm19\n"
      "vpxorq %%zmm20, %%zmm20, %%zmm20\n vpxorq %%zmm21, %%zmm21, %%zmm21\n"
      "vpxorq %%zmm22, %%zmm22, %%zmm22\n vpxorq %%zmm23, %%zmm23, %%zmm23\n"
      "vpxorq %%zmm24, %%zmm24, %%zmm24\n vpxorq %%zmm25, %%zmm25, %%zmm25\n"
      "vpxorq %%zmm26, %%zmm26, %%zmm26\n vpxorq %%zmm27, %%zmm27, %%zmm27\n"
      "vpxorq %%zmm28, %%zmm28, %%zmm28\n vpxorq %%zmm29, %%zmm29, %%zmm29\n"
      "vpxorq %%zmm30, %%zmm30, %%zmm30\n vpxorq %%zmm31, %%zmm31, %%zmm31\n"
      "kxorw %%k0, %%k0, %%k0\n kxorw %%k1, %%k1, %%k1\n kxorw %%k2, %%k2, %%k2\n kxorw %%k3, %%k3, %%k3\n"
      "kxorw %%k4, %%k4, %%k4\n kxorw %%k5, %%k5, %%k5\n kxorw %%k6, %%k6, %%k6\n kxorw %%k7, %%k7, %%k7\n"
      :
      :
      : "xmm16", "xmm17", "xmm18", "xmm19", "xmm20", "xmm21", "xmm22", "xmm23", "xmm24", "xmm25", "xmm26", "xmm27",
        "xmm28", "xmm29", "xmm30", "xmm31", "k1", "k2", "k3", "k4", "k5", "k6", "k7");
}

[[gnu::target("avx")]] void clear_vector_registers() {
  asm volatile("vzeroall"
               :
               :
               : "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11",
                 "xmm12", "xmm13", "xmm14", "xmm15");
}
#endif

void clear_registers() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx")) clear_vector_registers();
  if (__builtin_cpu_supports("avx512f")) clear_upper_registers();
  const FloatControl control = FloatControl::now();
  asm volatile("fninit\n fldz\n fldz\n fldz\n fldz\n fldz\n fldz\n fldz\n fldz\n fninit");
  control.use();
#elif defined(__aarch64__)
  asm volatile(
      "movi v0.16b, #0\n movi v1.16b, #0\n movi v2.16b, #0\n movi v3.16b, #0\n movi v4.16b, #0\n movi v5.16b, #0\n"
      "movi v6.16b, #0\n movi v7.16b, #0\n movi v16.16b, #0\n movi v17.16b, #0\n movi v18.16b, #0\n movi v19.16b, #0\n"
      "movi v20.16b, #0\n movi v21.16b, #0\n movi v22.16b, #0\n movi v23.16b, #0\n movi v24.16b, #0\n"
      "movi v25.16b, #0\n movi v26.16b, #0\n movi v27.16b, #0\n movi v28.16b, #0\n movi v29.16b, #0\n"
      "movi v30.16b, #0\n movi v31.16b, #0\n"
      :
      :
      : "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v16", "v17", "v18", "v19", "v20", "v21", "v22", "v23", "v24",
        "v25", "v26", "v27", "v28", "v29", "v30", "v31");
#endif
}

}  // namespace

void disturb_stack_and_registers(uint64_t key) {
  give_back_what_is_far();
  fill_what_is_near(key);
  clear_registers();
}

}  // namespace ireereplay::replay
