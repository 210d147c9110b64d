// How long things took: of many times what a person asks for.
#pragma once

#include <cstdint>
#include <vector>

#include "base/json_writer.h"

namespace ireereplay::profile::timeline {

/// Nanoseconds, but for the counts.
struct Distribution {
  static constexpr size_t kBins = 40;

  uint64_t count = 0;
  double total = 0;
  double median = 0;
  double mad = 0;  ///< Median of the distances from the median.
  double p95 = 0;
  double least = 0;
  double most = 0;
  /// Counts in equal parts from `least` to `limit`; what is beyond is in the last.
  double limit = 0;
  std::vector<uint32_t> bins;
};

/// Of times in any order, which they are left in another of.
Distribution distribution_of(std::vector<uint64_t>& times);

/// The protocol's Histogram.
void write_histogram(const Distribution& distribution, JsonWriter& json);

}  // namespace ireereplay::profile::timeline
