// What a set of measured times says, and how certainly. Robust: medians and quantiles, because times have outliers on
// one side, and bootstrapped intervals, because their distribution is unknown.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace ireereplay {

/// An interval that holds the true value with 95 % confidence.
struct Interval {
  double low = 0;
  double high = 0;
};

/// Two groups that times fall into, as when another program has a processor some of the time.
struct Heaps {
  double low = 0;    ///< Median of the shorter times.
  double high = 0;   ///< Median of the longer times.
  double share = 0;  ///< Of the longer ones among all, in parts.
};

struct SampleStatistics {
  uint64_t count = 0;
  double minimum = 0;
  double p5 = 0;
  double median = 0;
  double p95 = 0;
  double maximum = 0;
  double mean = 0;
  double standard_deviation = 0;  ///< Of the sample: divided by n - 1; 0 for one value.
  double mad = 0;                 ///< Median distance from the median, unscaled.
  Interval interval;              ///< Of the median.
  /// Beyond the quartiles by 1.5 to 3 times their distance, and by more (Tukey's fences).
  uint64_t mild_outliers = 0;
  uint64_t severe_outliers = 0;
  /// Change from the median of the first half to that of the second, relative to the median, when the Mann-Whitney test
  /// finds it significant (p < 0.001) and it is more than 1 %; otherwise 0.
  double drift = 0;
  /// Two groups of times, where there are two: see two_heaps.
  std::optional<Heaps> heaps;
};

/// By what the interval of a median is found.
enum class IntervalBy : uint8_t {
  kBootstrap,  ///< median_interval().
  kRanks,  ///< rank_interval(): for those who have thousands of series. Of fewer than six values from least to most.
};

/// Everything about `samples`, in the order in which they were measured. Empty samples give zeros.
SampleStatistics describe_samples(std::span<const double> samples, IntervalBy by = IntervalBy::kBootstrap);

/// Quantile `q` in [0, 1] of sorted values, interpolated linearly: type 7 of Hyndman and Fan (1996), the default of
/// numpy and R. `sorted` is not empty.
double quantile(std::span<const double> sorted, double q);

/// 95 % bootstrap interval of the median: the 2.5 and 97.5 % quantiles of 2000 resamples drawn with a fixed seed, so
/// that the same samples give the same interval. For a single value it is that value.
Interval median_interval(std::span<const double> samples);

/// The 95 % interval of the median that order statistics give, whatever the distribution (Conover, "Practical
/// Nonparametric Statistics", 1999, 3.2): that of the bootstrap to within a rank or two, without its resamples, for
/// those who have thousands of series. Nothing for fewer than six values: there is none. `sorted` are sorted.
std::optional<Interval> rank_interval(std::span<const double> sorted);

/// The two groups that the samples fall into, where they do: a split of the sorted values, at least a tenth on either
/// side, that leaves less than a fifth of the spread within the groups (a normal or an even distribution leaves more:
/// 1 - 2/pi = 0.36, and 0.25), with a gap at the split wide against the typical distance of neighbours. None below 20
/// samples.
std::optional<Heaps> two_heaps(std::span<const double> samples);

/// Two-sided p-value of the Mann-Whitney test that `a` and `b` have the same distribution: normal approximation with
/// corrections for ties and continuity (scipy.stats.mannwhitneyu, method="asymptotic"). 1 for empty samples.
double mann_whitney_p(std::span<const double> a, std::span<const double> b);

/// How many times as long one thing takes as another.
struct RatioStatistics {
  double ratio = 1;   ///< Median of the first / median of the second.
  Interval interval;  ///< 95 %, of that ratio.
};

/// Compares times that were measured in pairs: `first[i]` and `second[i]` next to each other. The ratio is that of the
/// medians, which are what is shown. The interval is a bootstrap of the pairs, in runs of neighbours as long as the
/// cube root of their number (Kuensch, "The jackknife and the bootstrap for general stationary observations", 1989), so
/// that what pairs next to each other have in common is in it; and it is no narrower than readings of a clock allow
/// that tells times apart by `resolution` nanoseconds. Pairs without two positive times are left out; without any the
/// ratio is 1 and the interval [0, 0].
RatioStatistics compare_medians(std::span<const double> first, std::span<const double> second, double resolution = 0);

}  // namespace ireereplay
