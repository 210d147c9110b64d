// A summary of an array of numbers.
#pragma once

#include <array>
#include <cstdint>

#include "base/element.h"

namespace ireereplay {

inline constexpr size_t kHistogramBins = 64;

/// Except for the counts, of the finite elements only: without any, minimum, maximum and mean are NaN.
struct ElementStatistics {
  uint64_t count = 0;
  uint64_t nan_count = 0;
  uint64_t infinity_count = 0;
  uint64_t zero_count = 0;
  double minimum = 0;
  double maximum = 0;
  double mean = 0;
  /// Finite elements in equal parts of [minimum, maximum]; the maximum itself is in the last.
  std::array<uint64_t, kHistogramBins> histogram{};
};

/// Describes every whole element in `bytes`; a partial one at the end is ignored.
ElementStatistics describe_elements(ElementType type, Bytes bytes);

}  // namespace ireereplay
