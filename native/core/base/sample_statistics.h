// What a set of measured times says, and how certainly. Robust: medians and quantiles, because times have outliers on
// one side, and bootstrapped intervals, because their distribution is unknown.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace ireereplay {

/// An interval that holds the true value with 95 % confidence.
struct Interval {
  double low = 0;
  double high = 0;
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
  /// Two groups of times: see is_bimodal.
  bool bimodal = false;
};

/// Everything about `samples`, in the order in which they were measured. Empty samples give zeros.
SampleStatistics describe_samples(std::span<const double> samples);

/// Quantile `q` in [0, 1] of sorted values, interpolated linearly: type 7 of Hyndman and Fan (1996), the default of
/// numpy and R. `sorted` is not empty.
double quantile(std::span<const double> sorted, double q);

/// 95 % bootstrap interval of the median: the 2.5 and 97.5 % quantiles of 2000 resamples drawn with a fixed seed, so
/// that the same samples give the same interval. For a single value it is that value.
Interval median_interval(std::span<const double> samples);

/// Whether the samples fall into two groups: a split of the sorted values, with at least a tenth on either side, that
/// leaves less than a fifth of the variance within the groups (a normal or a uniform distribution leaves more: 1 - 2/pi
/// = 0.36, and 0.25), and a gap at the split much wider than the typical one. False below 20 samples.
bool is_bimodal(std::span<const double> samples);

/// Two-sided p-value of the Mann-Whitney test that `a` and `b` have the same distribution: normal approximation with
/// corrections for ties and continuity (scipy.stats.mannwhitneyu, method="asymptotic"). 1 for empty samples.
double mann_whitney_p(std::span<const double> a, std::span<const double> b);

/// What pairs of times say about their ratio.
struct RatioStatistics {
  double ratio = 1;   ///< Median over the pairs of first / second.
  Interval interval;  ///< 95 %, of that median.
  /// Two-sided p-value of Wilcoxon's signed-rank test on the logarithms of the ratios: normal approximation, corrected
  /// for ties, without zeros (scipy.stats.wilcoxon, method="approx", correction=False).
  double p = 1;
};

/// Compares times measured in pairs. The spans have the same length; pairs with a time not above 0 are left out.
RatioStatistics compare_pairs(std::span<const double> first, std::span<const double> second);

}  // namespace ireereplay
