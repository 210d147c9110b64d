#include "program/memory_layout.h"

#include <gtest/gtest.h>

#include <random>

#include "hal/host_memory.h"

namespace ireereplay::replay {
namespace {

BufferInfo buffer(uint64_t size, uint32_t first, uint32_t last, uint64_t alignment = 64) {
  BufferInfo info;
  info.size = size;
  info.alignment = alignment;
  info.first_step = first;
  info.last_step = last;
  return info;
}

TEST(MemoryLayout, GivesMemoryToTheNextBufferThatFits) {
  Program program;
  program.buffers = {buffer(1024, 0, 1), buffer(1024, 2, 3), buffer(512, 4, 5), buffer(512, 4, 5)};
  const MemoryLayout layout = lay_out_memory(program, Reuse::kAfterLastUse);
  EXPECT_EQ(layout.size, 1024u);
  EXPECT_EQ(layout.total, 3072u);
  EXPECT_EQ(layout.offsets[0], layout.offsets[1]);
  EXPECT_NE(layout.offsets[2], layout.offsets[3]);
}

TEST(MemoryLayout, LeavesOutBuffersThatNothingTouches) {
  Program program;
  program.buffers = {buffer(1 << 20, kNoIndex, kNoIndex)};
  const MemoryLayout layout = lay_out_memory(program, Reuse::kAfterLastUse);
  EXPECT_EQ(layout.size, 0u);
  EXPECT_EQ(layout.offsets[0], MemoryLayout::kUnplaced);
}

TEST(MemoryLayout, NeverLetsLiveBuffersOverlapAndKeepsAlignment) {
  std::mt19937 random(7);
  for (int round = 0; round < 200; ++round) {
    Program program;
    for (int i = 0; i < 60; ++i) {
      const uint32_t first = random() % 100;
      program.buffers.push_back(buffer(random() % 5000, first, first + random() % 20, 64ull << random() % 4));
    }
    for (const Reuse reuse : {Reuse::kAfterLastUse, Reuse::kNever, Reuse::kGuarded}) {
      const MemoryLayout layout = lay_out_memory(program, reuse);
      for (size_t a = 0; a < program.buffers.size(); ++a) {
        const BufferInfo& one = program.buffers[a];
        EXPECT_EQ(layout.offsets[a] % one.alignment, 0u);
        EXPECT_LE(layout.offsets[a] + one.size, layout.size);
        for (size_t b = 0; b < a; ++b) {
          const BufferInfo& other = program.buffers[b];
          const bool live_together =
              reuse != Reuse::kAfterLastUse || (one.first_step <= other.last_step && other.first_step <= one.last_step);
          const bool overlap =
              layout.offsets[a] < layout.offsets[b] + other.size && layout.offsets[b] < layout.offsets[a] + one.size;
          EXPECT_FALSE(live_together && overlap);
        }
      }
    }
  }
}

TEST(MemoryLayout, EndsGuardedBuffersAtAnInaccessiblePage) {
  Program program;
  program.buffers = {buffer(100, 0, 0), buffer(5000, 0, 0)};
  const MemoryLayout layout = lay_out_memory(program, Reuse::kGuarded);
  for (size_t i = 0; i < 2; ++i) {
    const uint64_t end = layout.offsets[i] + align_up(program.buffers[i].size, 64);
    bool guarded = false;
    for (const MemoryLayout::Guard& guard : layout.guards) guarded |= guard.offset == end;
    EXPECT_TRUE(guarded);
  }
}

// Every placed buffer lies inside the block, and buffers in use at the same time do not overlap.
void expect_sound(const Program& program, const MemoryLayout& layout) {
  if (layout.size == MemoryLayout::kTooLarge) {
    for (const uint64_t offset : layout.offsets) EXPECT_EQ(offset, MemoryLayout::kUnplaced);
    EXPECT_TRUE(layout.guards.empty());
    return;
  }
  EXPECT_LE(layout.size, MemoryLayout::kMaxSize);
  EXPECT_TRUE(layout.holds(program));
}

TEST(MemoryLayout, ReportsThatBuffersWhoseSumExceeds64BitsDoNotFit) {
  for (const Reuse reuse : {Reuse::kAfterLastUse, Reuse::kNever, Reuse::kGuarded}) {
    for (const uint64_t size :
         {~0ull, ~0ull - 62, ~0ull - 63, ~0ull - 4096, 1ull << 63, (1ull << 63) + 1, 1ull << 47}) {
      Program program;
      program.buffers = {buffer(64, 0, 3), buffer(size, 0, 3), buffer(size, 1, 2), buffer(64, 2, 3)};
      const MemoryLayout layout = lay_out_memory(program, reuse);
      EXPECT_EQ(layout.size, MemoryLayout::kTooLarge) << size;
      expect_sound(program, layout);
    }
  }
  // 2^18 buffers of 2^46 bytes are 2^64.
  Program program;
  program.buffers.assign(1 << 18, buffer(1ull << 46, 0, 1));
  const MemoryLayout layout = lay_out_memory(program, Reuse::kNever);
  EXPECT_EQ(layout.size, MemoryLayout::kTooLarge);
  EXPECT_EQ(layout.total, ~0ull);
}

TEST(MemoryLayout, IsSoundForSizesAndAlignmentsOfEveryMagnitude) {
  std::mt19937_64 random(11);
  for (int round = 0; round < 2000; ++round) {
    Program program;
    for (int i = 0; i < 12; ++i) {
      const uint32_t first = random() % 8;
      const uint64_t size = (random() >> (random() % 64)) - random() % 3;
      program.buffers.push_back(buffer(size, first, first + random() % 4, 64ull << random() % 16));
    }
    for (const Reuse reuse : {Reuse::kAfterLastUse, Reuse::kNever, Reuse::kGuarded}) {
      expect_sound(program, lay_out_memory(program, reuse));
      expect_sound(program, lay_out_memory(program, reuse, static_cast<uint32_t>(random())));
    }
  }
}

TEST(MemoryLayout, SetsBuffersApartByASeed) {
  Program program;
  for (uint32_t i = 0; i < 40; ++i) program.buffers.push_back(buffer(1000, i, i + 3, i % 2 == 0 ? 64 : 4096));
  const MemoryLayout one = lay_out_memory(program, Reuse::kAfterLastUse, 1),
                     other = lay_out_memory(program, Reuse::kAfterLastUse, 2);
  expect_sound(program, one);
  EXPECT_EQ(one.offsets, lay_out_memory(program, Reuse::kAfterLastUse, 1).offsets);
  EXPECT_NE(one.offsets, other.offsets);
  for (size_t i = 0; i < one.offsets.size(); ++i) EXPECT_EQ(one.offsets[i] / program.buffers[i].alignment % 2, 1u) << i;
  // Before each, and behind the last.
  EXPECT_GE(one.offsets[0], 64u);
  EXPECT_GE(one.size, one.offsets[39] + 1000 + 4096);
}

TEST(MemoryLayout, TakesLinearTimeForBuffersWhoseFreePlacesAreMisaligned) {
  // Gaps that are long enough and begin where the next buffers cannot.
  Program program;
  constexpr uint32_t kCount = 60000;
  for (uint32_t i = 0; i < kCount; ++i) {
    program.buffers.push_back(buffer(192, 0, 0));
    program.buffers.push_back(buffer(64, 0, 9));
  }
  for (uint32_t i = 0; i < kCount; ++i) program.buffers.push_back(buffer(192, 1, 1, 1 << 21));
  const MemoryLayout layout = lay_out_memory(program, Reuse::kAfterLastUse);
  EXPECT_TRUE(layout.holds(program));
}

TEST(MemoryLayout, RefusesABlockTooLargeForAnyMachineWithoutAllocatingIt) {
  for (const uint64_t size : {~0ull, ~0ull - 4095, ~0ull - 4096, 1ull << 63}) {
    EXPECT_EQ(hal::HostMemory::allocate(size).status().code(), StatusCode::kResourceExhausted);
    EXPECT_EQ(hal::HostMemory::allocate(size, 1 << 21).status().code(), StatusCode::kResourceExhausted);
  }
}

}  // namespace
}  // namespace ireereplay::replay
