#include "replay/memory_layout.h"

#include <gtest/gtest.h>

#include <random>

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

TEST(MemoryLayout, EndsGuardedBuffersAtAnUnreachablePage) {
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

}  // namespace
}  // namespace ireereplay::replay
