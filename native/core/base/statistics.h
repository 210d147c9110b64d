// What an array of numbers looks like from afar.
#pragma once

#include <array>
#include <cstdint>

#include "base/element.h"

namespace ireereplay {

inline constexpr size_t kHistogramBins = 64;

/// Of the finite elements, but for the counts. Without finite elements minimum, maximum and mean are NaN.
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

/// Looks at every whole element in `bytes`; bytes after the last one are left out.
ElementStatistics describe_elements(ElementType type, Bytes bytes);

}  // namespace ireereplay
