#include "base/sample_statistics.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/chance.h"

namespace ireereplay {

namespace {

std::vector<double> sorted_copy(std::span<const double> values) {
  std::vector<double> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  return sorted;
}

double median_of_sorted(std::span<const double> sorted) { return quantile(sorted, 0.5); }

/// The median; leaves `values` reordered.
double median_in_place(std::span<double> values) {
  const size_t middle = values.size() / 2;
  const auto at = values.begin() + static_cast<ptrdiff_t>(middle);
  std::nth_element(values.begin(), at, values.end());
  if (values.size() % 2 != 0) return *at;
  return (*std::max_element(values.begin(), at) + *at) / 2;
}

/// Ranks from 1 of the values sorted by `order`, equal ones sharing their mean; returns the sum of t^3 - t over ties.
double rank(std::span<const double> values, std::span<const size_t> order, std::vector<double>* ranks) {
  double ties = 0;
  ranks->resize(values.size());
  for (size_t begin = 0; begin < order.size();) {
    size_t end = begin + 1;
    while (end < order.size() && values[order[end]] == values[order[begin]]) ++end;
    const double shared = (static_cast<double>(begin) + static_cast<double>(end) + 1) / 2;
    for (size_t i = begin; i < end; ++i) (*ranks)[order[i]] = shared;
    const auto t = static_cast<double>(end - begin);
    ties += t * t * t - t;
    begin = end;
  }
  return ties;
}

std::vector<size_t> order_of(std::span<const double> values) {
  std::vector<size_t> order(values.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) { return values[a] < values[b]; });
  return order;
}

/// Medians of as many as there are of some values, drawn from them again and again: what is drawn is counted at its
/// place among all values, and never sorted.
class DrawnMedian {
 public:
  explicit DrawnMedian(std::span<const double> values)
      : sorted_(values.size()), places_(values.size()), drawn_(values.size()) {
    const std::vector<size_t> order = order_of(values);
    for (size_t place = 0; place < order.size(); ++place) {
      sorted_[place] = values[order[place]];
      places_[order[place]] = static_cast<uint32_t>(place);
    }
  }

  void draw(size_t index) { ++drawn_[places_[index]]; }

  /// Forgets what was drawn.
  double take() {
    size_t place = 0, before = 0;
    const auto value_at = [&](size_t rank) {
      while (before + drawn_[place] <= rank) before += drawn_[place++];
      return sorted_[place];
    };
    const size_t count = sorted_.size();
    const double low = value_at((count - 1) / 2), high = value_at(count / 2);
    std::fill(drawn_.begin(), drawn_.end(), 0u);
    return count % 2 != 0 ? high : (low + high) / 2;
  }

 private:
  std::vector<double> sorted_;
  std::vector<uint32_t> places_, drawn_;
};

/// How far the second half of a series differs from the first, if significantly.
double drift_of(std::span<const double> samples, double median) {
  constexpr size_t kLeast = 20;
  constexpr double kSmallest = 0.01, kSignificance = 0.001;
  if (samples.size() < kLeast || median == 0) return 0;
  const auto first = samples.first(samples.size() / 2), second = samples.subspan(samples.size() / 2);
  if (mann_whitney_p(first, second) >= kSignificance) return 0;
  const double change = (median_of_sorted(sorted_copy(second)) - median_of_sorted(sorted_copy(first))) / median;
  return std::abs(change) < kSmallest ? 0 : change;
}

}  // namespace

double quantile(std::span<const double> sorted, double q) {
  const double place = q * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<size_t>(place);
  if (below + 1 >= sorted.size()) return sorted.back();
  return sorted[below] + (place - static_cast<double>(below)) * (sorted[below + 1] - sorted[below]);
}

Interval median_interval(std::span<const double> samples) {
  if (samples.empty()) return {};
  constexpr size_t kResamples = 2000;
  // Resampling more than this would take seconds, and the median of a part that large is as well known.
  constexpr size_t kMost = 4096;
  std::vector<double> drawn_from;
  if (samples.size() > kMost) {
    drawn_from.reserve(kMost);
    for (size_t i = 0; i < kMost; ++i) drawn_from.push_back(samples[i * samples.size() / kMost]);
    samples = drawn_from;
  }
  Chance chance;
  DrawnMedian median(samples);
  std::vector<double> medians(kResamples);
  for (double& each : medians) {
    for (size_t i = 0; i < samples.size(); ++i) median.draw(chance.below(samples.size()));
    each = median.take();
  }
  std::sort(medians.begin(), medians.end());
  return {quantile(medians, 0.025), quantile(medians, 0.975)};
}

std::optional<Interval> rank_interval(std::span<const double> sorted) {
  const auto n = static_cast<double>(sorted.size());
  // How many of the values lie below the median is a number of heads. So few at either end are left out that a toss of
  // all coins has fewer in at most 2.5 % of all cases.
  double chance = -n * std::log(2), below = 0;  // The chance of so many heads, as a logarithm.
  size_t out = 0;
  while (out < sorted.size() / 2) {
    below += std::exp(chance);
    if (below > 0.025) break;
    chance += std::log((n - static_cast<double>(out)) / static_cast<double>(out + 1));
    ++out;
  }
  if (out == 0) return std::nullopt;
  return Interval{sorted[out - 1], sorted[sorted.size() - out]};
}

std::optional<Heaps> two_heaps(std::span<const double> samples) {
  constexpr size_t kLeast = 20;
  constexpr double kMostWithin = 0.2, kLeastGap = 8;
  const size_t count = samples.size();
  if (count < kLeast) return std::nullopt;
  std::vector<double> sorted = sorted_copy(samples);
  // Outliers must neither form a group of their own nor hide two.
  const size_t cut = count / 50;
  const std::span<const double> values = std::span(sorted).subspan(cut, count - 2 * cut);
  const auto n = static_cast<double>(values.size());
  const double total = std::accumulate(values.begin(), values.end(), 0.0), mean = total / n;
  double spread = 0;
  for (const double value : values) spread += (value - mean) * (value - mean);
  if (spread == 0) return std::nullopt;
  const size_t margin = values.size() / 10;
  double sum = 0, between = 0;
  size_t split = 0;
  for (size_t i = 1; i < values.size(); ++i) {
    sum += values[i - 1];
    if (i < margin || i + margin > values.size()) continue;
    const auto left = static_cast<double>(i);
    const double distance = sum / left - (total - sum) / (n - left);
    const double here = left * (n - left) / n * distance * distance;
    if (here <= between) continue;
    between = here;
    split = i;
  }
  if (split == 0 || 1 - between / spread > kMostWithin) return std::nullopt;
  const double typical = (values.back() - values.front()) / n;
  if (values[split] - values[split - 1] <= kLeastGap * typical) return std::nullopt;
  return Heaps{median_of_sorted(values.first(split)), median_of_sorted(values.subspan(split)),
               1 - static_cast<double>(split) / n};
}

double mann_whitney_p(std::span<const double> a, std::span<const double> b) {
  if (a.empty() || b.empty()) return 1;
  std::vector<double> all(a.begin(), a.end());
  all.insert(all.end(), b.begin(), b.end());
  std::vector<double> ranks;
  const double ties = rank(all, order_of(all), &ranks);
  const auto m = static_cast<double>(a.size()), n = static_cast<double>(b.size()), total = m + n;
  const double sum = std::accumulate(ranks.begin(), ranks.begin() + static_cast<ptrdiff_t>(a.size()), 0.0);
  const double u = sum - m * (m + 1) / 2;
  const double larger = std::max(u, m * n - u);
  const double variance = m * n / 12 * (total + 1 - ties / (total * (total - 1)));
  if (variance <= 0) return 1;
  return std::min(1.0, std::erfc((larger - m * n / 2 - 0.5) / std::sqrt(variance) / std::sqrt(2.0)));
}

RatioStatistics compare_medians(std::span<const double> first, std::span<const double> second, double resolution) {
  std::vector<double> a, b;
  for (size_t i = 0; i < std::min(first.size(), second.size()); ++i) {
    if (!(first[i] > 0) || !(second[i] > 0)) continue;
    a.push_back(first[i]);
    b.push_back(second[i]);
  }
  if (a.empty()) return {1, {0, 0}};
  const double median_a = median_of_sorted(sorted_copy(a)), median_b = median_of_sorted(sorted_copy(b));
  constexpr size_t kResamples = 2000;
  const size_t count = a.size();
  const auto run = static_cast<size_t>(std::ceil(std::cbrt(static_cast<double>(count))));
  Chance chance;
  DrawnMedian drawn_a(a), drawn_b(b);
  std::vector<double> ratios(kResamples);
  for (double& ratio : ratios) {
    for (size_t place = 0; place < count;) {
      // Runs go on at the beginning, so that every pair is drawn as often as every other.
      for (size_t from = chance.below(count), end = std::min(count, place + run); place < end; ++place, ++from) {
        if (from == count) from = 0;
        drawn_a.draw(from);
        drawn_b.draw(from);
      }
    }
    ratio = drawn_a.take() / drawn_b.take();
  }
  std::sort(ratios.begin(), ratios.end());
  const double blur = 1 + resolution / std::min(median_a, median_b);
  return {median_a / median_b, {quantile(ratios, 0.025) / blur, quantile(ratios, 0.975) * blur}};
}

SampleStatistics describe_samples(std::span<const double> samples, IntervalBy by) {
  SampleStatistics result;
  result.count = samples.size();
  if (samples.empty()) return result;
  const std::vector<double> sorted = sorted_copy(samples);
  const auto n = static_cast<double>(samples.size());
  result.minimum = sorted.front();
  result.maximum = sorted.back();
  result.p5 = quantile(sorted, 0.05);
  result.median = median_of_sorted(sorted);
  result.p95 = quantile(sorted, 0.95);
  result.mean = std::accumulate(sorted.begin(), sorted.end(), 0.0) / n;
  double squares = 0;
  std::vector<double> distances;
  distances.reserve(sorted.size());
  for (const double value : sorted) {
    squares += (value - result.mean) * (value - result.mean);
    distances.push_back(std::abs(value - result.median));
  }
  if (samples.size() > 1) result.standard_deviation = std::sqrt(squares / (n - 1));
  result.mad = median_in_place(distances);
  result.interval = by == IntervalBy::kBootstrap
                        ? median_interval(samples)
                        : rank_interval(sorted).value_or(Interval{result.minimum, result.maximum});
  const double low = quantile(sorted, 0.25), high = quantile(sorted, 0.75), fence = high - low;
  for (const double value : sorted) {
    const double outside = std::max(low - value, value - high);
    if (outside > 3 * fence) {
      ++result.severe_outliers;
    } else if (outside > 1.5 * fence) {
      ++result.mild_outliers;
    }
  }
  result.drift = drift_of(samples, result.median);
  result.heaps = two_heaps(samples);
  return result;
}

}  // namespace ireereplay
