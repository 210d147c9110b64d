#include "profile/timeline/distribution.h"

#include <algorithm>
#include <cmath>

namespace ireereplay::profile::timeline {

namespace {

/// The value at `part` of all of them, in between two the mean of these.
template <typename T>
double quantile_of(std::vector<T>& values, double part) {
  const double place = part * static_cast<double>(values.size() - 1);
  const auto at = values.begin() + static_cast<std::ptrdiff_t>(place);
  std::nth_element(values.begin(), at, values.end());
  const double low = static_cast<double>(*at), rest = place - std::floor(place);
  if (rest == 0 || at + 1 == values.end()) return low;
  return low + rest * (static_cast<double>(*std::min_element(at + 1, values.end())) - low);
}

}  // namespace

Distribution distribution_of(std::vector<uint64_t>& times) {
  Distribution made;
  made.count = times.size();
  made.bins.assign(Distribution::kBins, 0);
  if (times.empty()) return made;
  made.least = static_cast<double>(times[0]);
  for (const uint64_t time : times) {
    const auto value = static_cast<double>(time);
    made.total += value;
    made.least = std::min(made.least, value);
    made.most = std::max(made.most, value);
  }
  made.p95 = quantile_of(times, 0.95);
  made.median = quantile_of(times, 0.5);
  // A single slow one must not press all others into one bin.
  made.limit = std::min(made.most, made.p95 + (made.p95 - made.least) / 2);
  const double width = (made.limit - made.least) / static_cast<double>(Distribution::kBins);
  for (const uint64_t time : times) {
    const double bin = width > 0 ? (static_cast<double>(time) - made.least) / width : 0;
    ++made.bins[std::min(static_cast<size_t>(std::max(bin, 0.0)), Distribution::kBins - 1)];
  }
  std::vector<double> distances;
  distances.reserve(times.size());
  for (const uint64_t time : times) distances.push_back(std::abs(static_cast<double>(time) - made.median));
  made.mad = quantile_of(distances, 0.5);
  return made;
}

void write_histogram(const Distribution& distribution, JsonWriter& json) {
  json.begin_object();
  json.key("least").real(distribution.least);
  json.key("most").real(distribution.limit);
  json.key("bins").numbers(distribution.bins);
  json.end_object();
}

}  // namespace ireereplay::profile::timeline
