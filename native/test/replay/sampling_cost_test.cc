// Which runs are not sampled, and what these tell of the others.
#include "recording/sampling_cost.h"

#include <gtest/gtest.h>

#include <vector>

namespace ireereplay::replay {
namespace {

/// Of `count` runs, those that were not sampled; `ns_of` says what one takes, by its number and whether it is sampled.
template <typename NsOf>
std::vector<uint32_t> left_out_of(SamplingCost& cost, uint32_t count, const NsOf& ns_of) {
  std::vector<uint32_t> left_out;
  for (uint32_t run = 0; run < count; ++run) {
    const bool is_sampled = cost.begin_run(true);
    EXPECT_EQ(cost.end_run(ns_of(run, is_sampled), false), is_sampled);
    if (!is_sampled) left_out.push_back(run);
  }
  return left_out;
}

TEST(SamplingCost, LeavesOutOneOfFourAtRandom) {
  SamplingCost cost;
  std::vector<uint32_t> at(4);
  for (uint32_t round = 0; round < 100; ++round) {
    cost.begin();
    const std::vector<uint32_t> left_out = left_out_of(cost, 40, [](uint32_t, bool) { return 1000; });
    ASSERT_EQ(left_out.size(), 10u);
    EXPECT_EQ(cost.sampled_runs(), 30u);
    // The first warms up what is cold, and the second is the first that may be compared.
    EXPECT_GE(left_out.front(), 2u);
    for (size_t i = 0; i < left_out.size(); ++i) {
      EXPECT_EQ(left_out[i] / 4, i);
      // The one before is sampled, so that there is a pair.
      if (i > 0) {
        EXPECT_GE(left_out[i], left_out[i - 1] + 2);
      }
      ++at[left_out[i] % 4];
    }
  }
  EXPECT_EQ(at[0], 0u);
  // Work that repeats itself every fourth run is not always met at the same place. 1000 draws of three.
  for (const uint32_t place : {1, 2, 3}) EXPECT_GT(at[place], 200u);
}

TEST(SamplingCost, ComparesARunWithTheOneJustBefore) {
  SamplingCost cost;
  cost.begin();
  // The machine becomes slower all the time, by more than what samples cost.
  const auto ns_of = [](uint32_t run, bool is_sampled) { return (is_sampled ? 1'030'000u : 1'000'000u) + 100 * run; };
  const auto left_out = left_out_of(cost, 400, ns_of);
  const auto ratio = cost.ratio();
  ASSERT_TRUE(ratio);
  EXPECT_EQ(ratio->pairs, left_out.size());
  EXPECT_NEAR(ratio->times.ratio, 1.03, 0.002);
}

TEST(SamplingCost, IsNotKnownOfFewRuns) {
  SamplingCost cost;
  cost.begin();
  EXPECT_FALSE(cost.ratio());
  left_out_of(cost, 4 * 7, [](uint32_t, bool) { return 1000; });
  EXPECT_FALSE(cost.ratio());
  left_out_of(cost, 4, [](uint32_t, bool) { return 1000; });
  EXPECT_TRUE(cost.ratio());
  // Begun anew, nothing of before is left.
  cost.begin();
  EXPECT_FALSE(cost.ratio());
  EXPECT_EQ(cost.sampled_runs(), 0u);
}

TEST(SamplingCost, IsNotToldByARunThatFailed) {
  SamplingCost cost;
  cost.begin();
  for (uint32_t run = 0; run < 100; ++run) {
    const bool is_sampled = cost.begin_run(true);
    cost.end_run(1000, !is_sampled);
  }
  EXPECT_EQ(cost.sampled_runs(), 75u);
  EXPECT_FALSE(cost.ratio());
}

TEST(SamplingCost, SamplesEveryRunWhereNoneMayBeLeftOut) {
  SamplingCost cost;
  cost.begin();
  for (uint32_t run = 0; run < 100; ++run) {
    EXPECT_TRUE(cost.begin_run(false));
    EXPECT_TRUE(cost.end_run(1000, false));
  }
  EXPECT_EQ(cost.sampled_runs(), 100u);
  EXPECT_FALSE(cost.ratio());
}

}  // namespace
}  // namespace ireereplay::replay
