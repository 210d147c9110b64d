#include "hal/local/scratch.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <thread>

namespace ireereplay::replay {
namespace {

constexpr size_t kCount = 1024;

[[gnu::noinline, gnu::no_sanitize_address]] void leave(volatile uint8_t* at) {
  for (size_t i = 0; i < kCount; ++i) at[i] = 0x77;
}

[[gnu::noinline, gnu::no_sanitize_address]] size_t found(const volatile uint8_t* at) {
  size_t same = 0;
  for (size_t i = 0; i < kCount; ++i) same += at[i] == 0x77;
  return same;
}

/// Of the bytes that are left so far below all frames, those that are there afterwards.
[[gnu::noinline]] size_t left_at(size_t depth) {
  volatile uint8_t* const at = static_cast<volatile uint8_t*>(__builtin_frame_address(0)) - depth;
  leave(at);
  EXPECT_EQ(found(at), kCount);
  disturb_stack_and_registers(5);
  return found(at);
}

constexpr size_t kDepths[] = {4 << 10, 8 << 10, 14 << 10, 20 << 10, 32 << 10, 100 << 10, 1 << 20, 4 << 20};

TEST(Scratch, NothingIsLeftOnTheStackOfAThread) {
  std::thread([] {
    for (const size_t depth : kDepths) EXPECT_LT(left_at(depth), kCount / 16) << depth;
  }).join();
}

TEST(Scratch, NorOnThatOfTheFirstThread) {
  for (const size_t depth : kDepths) EXPECT_LT(left_at(depth), kCount / 16) << depth;
}

#if defined(__x86_64__)
TEST(Scratch, NothingIsLeftInRegisters) {
  const uint64_t kept = 0x123456789ABCDEFull;
  uint64_t now = 0;
  asm volatile("movq %0, %%xmm13" : : "r"(kept) : "xmm13");
  disturb_stack_and_registers(5);
  asm volatile("movq %%xmm13, %0" : "=r"(now));
  EXPECT_NE(now, kept);
}
#endif

}  // namespace
}  // namespace ireereplay::replay
