// How often threads are sampled, by what that costs, and that it is as often as was asked for.
#include "recording/sampling_rate.h"

#include <gtest/gtest.h>

#include <cmath>

#include "recording/period_variation.h"

namespace ireereplay::replay {
namespace {

TEST(SamplingRate, IsAsHighAsTheOverheadAllows) {
  // 294 a second would take 1 % with 34 us each.
  const SamplingRate rate = choose_sampling_rate(0.01, 17000, 1);
  EXPECT_EQ(rate.hz, 251u);
  EXPECT_EQ(rate.interrupt_ns, 17000u);
  EXPECT_DOUBLE_EQ(*rate.most_overhead, 251 * 34e-6);
  EXPECT_EQ(choose_sampling_rate(0.02, 17000, 1).hz, 499u);
  EXPECT_EQ(choose_sampling_rate(0.005, 17000, 1).hz, 127u);
}

TEST(SamplingRate, KeepsEachOverheadWhereItCanBeKept) {
  for (const double overhead : {0.005, 0.01, 0.03}) {
    for (const uint64_t interrupt_ns : {500, 2000, 5000, 17000, 40000}) {
      for (const uint32_t threads : {1, 2, 4, 16}) {
        const SamplingRate rate = choose_sampling_rate(overhead, interrupt_ns, threads);
        EXPECT_LE(rate.hz, 997u);
        EXPECT_GE(rate.hz, 23u);
        if (rate.hz > 23) {
          EXPECT_LE(*rate.most_overhead, overhead);
        }
        // Not much less than could be had.
        if (rate.hz < 997) {
          EXPECT_GT(1.5 * *rate.most_overhead, overhead);
        }
      }
    }
  }
}

TEST(SamplingRate, IsSharedByThreadsThatWaitForEachOther) {
  EXPECT_EQ(choose_sampling_rate(0.01, 17000, 2).hz, 127u);
  EXPECT_EQ(choose_sampling_rate(0.01, 2000, 16).hz, 127u);
}

TEST(SamplingRate, SaysThatItCostsMoreWhereFewerSamplesWouldSayNothing) {
  const SamplingRate rate = choose_sampling_rate(0.01, 40000, 64);
  EXPECT_EQ(rate.hz, 23u);
  EXPECT_GT(*rate.most_overhead, 0.01);
}

TEST(SamplingRate, IsCarefulWhereTheInterruptIsNotKnown) {
  const SamplingRate rate = choose_sampling_rate(0.01, std::nullopt, 1);
  EXPECT_EQ(rate.hz, 173u);
  EXPECT_FALSE(rate.most_overhead);
}

TEST(SamplingRate, IsWhatWasGiven) {
  const SamplingRate rate = given_sampling_rate(5000, 10000, 2);
  EXPECT_EQ(rate.hz, 5000u);
  EXPECT_DOUBLE_EQ(*rate.most_overhead, 0.2);
}

TEST(PeriodVariation, TakesAsManySamplesAsWereAskedFor) {
  Chance chance;
  double gone = 0, samples = 0;
  for (int i = 0; i < 1'000'000; ++i) {
    const PeriodVariation next = vary_period(chance);
    EXPECT_GE(next.lasts, kShortestVariation);
    EXPECT_LE(next.lasts, kLongestVariation);
    gone += next.lasts;
    samples += std::floor(next.lasts / next.period);
  }
  EXPECT_NEAR(samples / gone, 1, 0.002);
}

}  // namespace
}  // namespace ireereplay::replay
