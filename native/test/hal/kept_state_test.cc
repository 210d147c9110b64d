// What kernels leave behind besides results.
#include "hal/local/kept_state.h"

#include <gtest/gtest.h>

#include "base/chance.h"
#include "hal/local/float_control.h"
#include "hal/local/plan.h"
#include "hal/local/worker.h"
#include "program/noise.h"

namespace ireereplay::replay {
namespace {

/// A plan of two buffers, with a gap between them and after the second.
struct PlanWithGaps : Plan {
  PlanWithGaps() {
    program.buffers = {{.id = 7, .size = 100, .alignment = 64}, {.id = 9, .size = 64, .alignment = 64}};
    layout.offsets = {0, 192};
    resize(512);
  }
  void resize(uint64_t size) {
    layout.size = size;
    memory = std::move(*hal::HostMemory::allocate(size));
  }
};

TEST(KeptState, FindsBytesThatWereWrittenOutsideOfBuffers) {
  const PlanWithGaps plan;
  EXPECT_FALSE(written_outside(plan, {}).has_value());
  plan.memory.data()[99] = 1;
  plan.memory.data()[192] = 1;
  EXPECT_FALSE(written_outside(plan, {}).has_value()) << "these are the buffers' own";
  plan.memory.data()[100] = 1;
  plan.memory.data()[256] = 1;
  const auto found = written_outside(plan, {});
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->kind, KeptState::Kind::kOutside);
  EXPECT_EQ(found->bytes, 2u);
  EXPECT_EQ(found->place, "right after the end of buffer 7");
  EXPECT_FALSE(found->executable.has_value());
  plan.memory.data()[100] = 0;
  plan.memory.data()[191] = 1;
  EXPECT_EQ(written_outside(plan, {})->place, "1 byte before buffer 9");
}

TEST(KeptState, KnowsTheNoiseThatMemoryHeldBefore) {
  const PlanWithGaps plan;
  fill_with_noise({plan.memory.data(), plan.memory.size()}, spread(3));
  EXPECT_FALSE(written_outside(plan, spread(3)).has_value());
  EXPECT_TRUE(written_outside(plan, spread(4)).has_value());
  plan.memory.data()[511] = static_cast<uint8_t>(~plan.memory.data()[511]);
  EXPECT_EQ(written_outside(plan, spread(3))->place, "255 bytes past the end of buffer 9");
}

TEST(KeptState, LeavesGuardsAlone) {
  PlanWithGaps plan;
  plan.resize(8192);
  plan.layout.guards = {{4096, 4096}};
  ASSERT_TRUE(plan.memory.guard(4096, 4096).ok());
  EXPECT_FALSE(written_outside(plan, {}).has_value());
}

TEST(FloatControl, IsGivenBackAndSaidToHaveBeenChanged) {
  const FloatControl before = FloatControl::now();
  bool changed = false;
  {
    const KeptFloatControl kept(Denormals::kFlushed, &changed);
    EXPECT_NE(FloatControl::now(), before);
  }
  EXPECT_EQ(FloatControl::now(), before);
  EXPECT_FALSE(changed) << "flushing denormals is our own doing";
  {
    const KeptFloatControl kept(Denormals::kAsTheyAre, &changed);
    before.flushing().use();
  }
  EXPECT_EQ(FloatControl::now(), before);
  EXPECT_TRUE(changed);
}

TEST(LocalMemory, IsSomethingElseEachTime) {
  Plan plan;
  plan.local_memory_size = 4096;
  Worker worker;
  worker.prepare(plan, 0);
  const auto contents = [&] {
    return std::vector<uint8_t>(worker.local_memory.get(), worker.local_memory.get() + plan.local_memory_size);
  };
  Chance chance(5);
  const auto first = contents();
  worker.disturb_scratch(&chance);
  const auto second = contents();
  size_t same = 0;
  for (size_t i = 0; i < first.size(); ++i) same += first[i] == second[i];
  EXPECT_LT(same, first.size() / 2);
}

}  // namespace
}  // namespace ireereplay::replay
