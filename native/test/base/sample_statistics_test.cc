#include "base/sample_statistics.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <map>
#include <random>
#include <sstream>
#include <string>
#include <vector>

namespace ireereplay {
namespace {

using Figures = std::map<std::string, std::map<std::string, std::vector<double>>>;

/// What numpy and scipy give: test/fixtures/statistics/figures.py.
const Figures& figures() {
  static const Figures kFigures = [] {
    Figures result;
    std::ifstream file(std::string(IR_FIXTURES_DIR) + "/statistics/figures.txt");
    std::string line, name, what;
    while (std::getline(file, line)) {
      std::istringstream words(line);
      words >> name >> what;
      double value;
      while (words >> value) result[name][what].push_back(value);
    }
    return result;
  }();
  return kFigures;
}

void expect_close(double actual, double expected) { EXPECT_NEAR(actual, expected, 1e-12 * std::abs(expected) + 1e-12); }

TEST(SampleStatistics, AgreeWithNumpyAndScipy) {
  ASSERT_FALSE(figures().empty());
  for (const auto& [name, figure] : figures()) {
    SCOPED_TRACE(name);
    if (figure.contains("second")) continue;
    const SampleStatistics statistics = describe_samples(figure.at("samples"));
    EXPECT_EQ(statistics.count, figure.at("samples").size());
    expect_close(statistics.mean, figure.at("mean")[0]);
    expect_close(statistics.median, figure.at("median")[0]);
    expect_close(statistics.p5, figure.at("p5")[0]);
    expect_close(statistics.p95, figure.at("p95")[0]);
    expect_close(statistics.standard_deviation, figure.at("standard_deviation")[0]);
    expect_close(statistics.mad, figure.at("mad")[0]);
    EXPECT_EQ(static_cast<double>(statistics.mild_outliers), figure.at("outliers")[0]);
    EXPECT_EQ(static_cast<double>(statistics.severe_outliers), figure.at("outliers")[1]);
  }
}

TEST(SampleStatistics, HaveTheRanksOfTheBinomialDistribution) {
  // scipy.stats.binom.ppf(0.025, n, 0.5), as a rank from 1.
  for (const auto& [count, low] : {std::pair(6, 1), {10, 2}, {20, 6}, {101, 41}, {1000, 469}}) {
    std::vector<double> sorted;
    for (int i = 1; i <= count; ++i) sorted.push_back(i);
    const auto interval = rank_interval(sorted);
    ASSERT_TRUE(interval.has_value()) << count;
    EXPECT_EQ(interval->low, low) << count;
    EXPECT_EQ(interval->high, count + 1 - low) << count;
  }
  EXPECT_FALSE(rank_interval(std::vector<double>{1, 2, 3, 4, 5}).has_value());
  EXPECT_FALSE(rank_interval({}).has_value());
  const std::vector<double> six = {6, 1, 5, 2, 4, 3}, five = {5, 1, 4, 2, 3};
  for (const std::vector<double>& samples : {six, five}) {
    const Interval interval = describe_samples(samples, IntervalBy::kRanks).interval;
    EXPECT_EQ(interval.low, 1);
    EXPECT_EQ(interval.high, static_cast<double>(samples.size()));
  }
}

TEST(SampleStatistics, HaveScipysBootstrapIntervalsUpToChance) {
  for (const auto& [name, figure] : figures()) {
    SCOPED_TRACE(name);
    if (figure.contains("second") || !figure.contains("interval")) continue;
    const SampleStatistics statistics = describe_samples(figure.at("samples"));
    const double width = figure.at("interval")[1] - figure.at("interval")[0];
    EXPECT_NEAR(statistics.interval.low, figure.at("interval")[0], 0.25 * width);
    EXPECT_NEAR(statistics.interval.high, figure.at("interval")[1], 0.25 * width);
    EXPECT_LE(statistics.interval.low, statistics.median);
    EXPECT_GE(statistics.interval.high, statistics.median);
  }
}

TEST(SampleStatistics, CompareHalvesAsScipyDoes) {
  for (const auto& [name, figure] : figures()) {
    SCOPED_TRACE(name);
    if (!figure.contains("halves_p")) continue;
    const std::span<const double> samples = figure.at("samples");
    const size_t half = samples.size() / 2;
    const double expected = figure.at("halves_p")[0];
    EXPECT_NEAR(mann_whitney_p(samples.first(half), samples.subspan(half)), expected, 1e-9 * expected + 1e-15);
  }
}

TEST(SampleStatistics, FindDriftAndTwoGroupsOnlyWhereTheyExist) {
  const auto of = [](const char* name) { return describe_samples(figures().at(name).at("samples")); };
  EXPECT_NEAR(of("drifting").drift, 0.03, 0.01);
  const auto heaps = of("bimodal").heaps;
  ASSERT_TRUE(heaps.has_value());
  EXPECT_NEAR(heaps->low, 100, 0.5);
  EXPECT_NEAR(heaps->high, 130, 0.5);
  EXPECT_NEAR(heaps->share, 0.4, 0.03);
  for (const char* name : {"normal", "lognormal", "uniform", "outliers"}) {
    EXPECT_FALSE(of(name).heaps.has_value()) << name;
    EXPECT_EQ(of(name).drift, 0) << name;
  }
}

TEST(SampleStatistics, HandleOneSampleAndNone) {
  const double one = 7;
  const SampleStatistics single = describe_samples(std::span(&one, 1));
  EXPECT_EQ(single.median, 7);
  EXPECT_EQ(single.interval.low, 7);
  EXPECT_EQ(single.interval.high, 7);
  EXPECT_EQ(single.standard_deviation, 0);
  EXPECT_EQ(describe_samples({}).count, 0u);
}

TEST(SampleStatistics, HaveTheMedianInNineteenOfTwentyIntervals) {
  std::mt19937_64 random(5);
  std::lognormal_distribution<double> times(0, 0.2);
  int held = 0;
  constexpr int kRuns = 400;
  for (int run = 0; run < kRuns; ++run) {
    std::vector<double> samples(60);
    for (double& sample : samples) sample = times(random);
    const Interval interval = median_interval(samples);
    held += interval.low <= 1 && 1 <= interval.high ? 1 : 0;
  }
  EXPECT_GE(held, kRuns * 91 / 100);
  EXPECT_LE(held, kRuns * 99 / 100);
}

TEST(Pairs, AreComparedByTheirMediansAsNumpyDoes) {
  for (const auto& [name, figure] : figures()) {
    SCOPED_TRACE(name);
    if (!figure.contains("second")) continue;
    const RatioStatistics ratio = compare_medians(figure.at("samples"), figure.at("second"));
    expect_close(ratio.ratio, figure.at("ratio")[0]);
    const double width = figure.at("interval")[1] - figure.at("interval")[0];
    EXPECT_NEAR(ratio.interval.low, figure.at("interval")[0], 0.35 * width);
    EXPECT_NEAR(ratio.interval.high, figure.at("interval")[1], 0.35 * width);
  }
}

TEST(Pairs, HoldTheRatioAlsoWhereNeighboursHaveMuchInCommon) {
  std::mt19937_64 random(11);
  std::normal_distribution<double> noise(0, 0.02);
  // A neighbour that comes and goes slows both, not always both of a pair, and noise that lasts.
  const auto held = [&](double lasting) {
    int inside = 0;
    for (int run = 0; run < 300; ++run) {
      std::vector<double> first(60), second(60);
      double a = 0, b = 0;
      for (size_t i = 0; i < first.size(); ++i) {
        a = lasting * a + noise(random);
        b = lasting * b + noise(random);
        first[i] = 1000 * std::exp(a);
        second[i] = 1000 * std::exp(b);
      }
      const Interval interval = compare_medians(first, second).interval;
      inside += interval.low <= 1 && 1 <= interval.high ? 1 : 0;
    }
    return inside;
  };
  EXPECT_GE(held(0), 273);
  EXPECT_GE(held(0.5), 240);
}

TEST(Pairs, AreNotComparedFinerThanTheClockReads) {
  const std::vector<double> same(40, 100.0);
  EXPECT_EQ(compare_medians(same, same).interval.high, 1);
  const Interval blurred = compare_medians(same, same, 10).interval;
  EXPECT_NEAR(blurred.high, 1.1, 1e-12);
  EXPECT_NEAR(blurred.low, 1 / 1.1, 1e-12);
}

TEST(Pairs, WithoutTimesSayNothing) {
  const double zeros[2] = {};
  const RatioStatistics ratio = compare_medians(zeros, zeros, 10);
  EXPECT_EQ(ratio.ratio, 1);
  EXPECT_EQ(ratio.interval.low, 0);
  EXPECT_EQ(ratio.interval.high, 0);
}

}  // namespace
}  // namespace ireereplay
