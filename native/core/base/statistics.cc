#include "base/statistics.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ireereplay {

ElementStatistics describe_elements(ElementType type, Bytes bytes) {
  ElementStatistics result;
  result.count = bytes.size() / element_size(type);
  double minimum = std::numeric_limits<double>::infinity();
  double maximum = -minimum;
  // Kahan summation: the mean of a hundred million floats must not drift.
  double sum = 0;
  double lost = 0;
  uint64_t finite = 0;
  for (uint64_t i = 0; i < result.count; ++i) {
    const double value = load_element(type, bytes, i);
    if (std::isnan(value)) {
      ++result.nan_count;
      continue;
    }
    if (std::isinf(value)) {
      ++result.infinity_count;
      continue;
    }
    ++finite;
    if (value == 0) ++result.zero_count;
    minimum = std::min(minimum, value);
    maximum = std::max(maximum, value);
    const double corrected = value - lost;
    const double next = sum + corrected;
    lost = (next - sum) - corrected;
    sum = next;
  }
  if (finite == 0) {
    result.minimum = result.maximum = result.mean = std::numeric_limits<double>::quiet_NaN();
    return result;
  }
  result.minimum = minimum;
  result.maximum = maximum;
  result.mean = std::isfinite(sum) ? sum / static_cast<double>(finite) : minimum / 2 + maximum / 2;
  // Halved, because the full range of doubles does not fit in a double.
  const double half_width = maximum / 2 - minimum / 2;
  for (uint64_t i = 0; i < result.count; ++i) {
    const double value = load_element(type, bytes, i);
    if (!std::isfinite(value)) continue;
    const double place = half_width > 0 ? (value / 2 - minimum / 2) / half_width : 0;
    ++result.histogram[std::min(kHistogramBins - 1, static_cast<size_t>(place * kHistogramBins))];
  }
  return result;
}

}  // namespace ireereplay
