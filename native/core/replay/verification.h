// Whether two arrays hold the same numbers, within a tolerance.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "base/element.h"

namespace ireereplay::replay {

/// What counts as equal besides equality: an element agrees when it is within any one of these bounds. An infinity
/// agrees only with itself.
struct Tolerance {
  double absolute = 0;
  double relative = 0;    ///< Relative to the expected value.
  double ulp = 0;         ///< Units in the last place of the type; for integers, their difference.
  bool nan_equal = true;  ///< Any NaN agrees with any other. Off: not even with itself.
};

/// Distances of 0, 1, 2, 3-4, 5-8, ... ULP; the last bin has all larger ones, and NaN against a number.
inline constexpr size_t kUlpBins = 16;

struct Comparison {
  struct Difference {
    uint64_t index = 0;
    std::string expected;
    std::string actual;
  };
  uint64_t elements = 0;
  uint64_t bit_equal = 0;
  uint64_t out_of_tolerance = 0;
  /// Over the elements where both are finite.
  double max_absolute = 0;
  double max_relative = 0;
  uint64_t max_ulp = 0;
  uint64_t nan_expected = 0;
  uint64_t nan_actual = 0;
  std::array<uint64_t, kUlpBins> ulp_histogram{};
  /// The first that does not agree, else the first that is not bit-equal.
  std::optional<Difference> first;
  /// The one of max_absolute; nothing when none has a distance.
  std::optional<Difference> largest;

  bool agrees() const { return out_of_tolerance == 0; }
};

/// Compares spans of the same length. Without a type, exactly and byte by byte. Bytes after the last whole element are
/// compared as one more element that must be equal.
Comparison compare(std::optional<ElementType> type, Bytes expected, Bytes actual, const Tolerance& tolerance);

/// How many steps of the type lie between elements `i` of both; 0 when they are equal, +0 and -0 included. Neither is
/// NaN.
uint64_t ulp_distance(ElementType type, Bytes a, Bytes b, size_t i);

}  // namespace ireereplay::replay
