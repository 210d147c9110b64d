#include "replay/verification.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

namespace ireereplay::replay {

namespace {

/// The raw bits of element `i`, zero-extended.
uint64_t bits_of(uint32_t size, Bytes bytes, size_t i) {
  uint64_t bits = 0;
  std::memcpy(&bits, bytes.data() + i * size, size);
  return bits;
}

/// Sign and magnitude as a number that grows by one from each value of the type to the next.
int64_t ordered(uint64_t bits, uint32_t size) {
  const uint64_t sign = uint64_t{1} << (size * 8 - 1);
  const auto magnitude = static_cast<int64_t>(bits & (sign - 1));
  return (bits & sign) != 0 ? -magnitude : magnitude;
}

size_t bin_of(uint64_t ulp) {
  if (ulp <= 2) return static_cast<size_t>(ulp);
  return std::min<size_t>(kUlpBins - 1, static_cast<size_t>(std::bit_width(ulp - 1)) + 1);
}

std::string text_of(std::optional<ElementType> type, Bytes bytes, size_t i) {
  Text out;
  if (type) {
    append_element(*type, bytes, i, out);
  } else {
    out.append_hex(bytes[i], 2);
  }
  return out.take();
}

class Comparer {
 public:
  Comparer(ElementType type, Bytes expected, Bytes actual, const Tolerance& tolerance, Comparison* result)
      : type_(type), expected_(expected), actual_(actual), tolerance_(tolerance), result_(*result) {}

  /// Whether element `i`, whose bits differ, agrees.
  bool differs(size_t i) {
    const double expected = load_element(type_, expected_, i), actual = load_element(type_, actual_, i);
    const bool nan_expected = std::isnan(expected), nan_actual = std::isnan(actual);
    if (nan_expected || nan_actual) {
      const bool both = nan_expected && nan_actual;
      ++result_.ulp_histogram[both ? 0 : kUlpBins - 1];
      return both && tolerance_.nan_equal;
    }
    const uint64_t ulp = ulp_distance(type_, expected_, actual_, i);
    ++result_.ulp_histogram[bin_of(ulp)];
    if (ulp == 0) return true;
    if (std::isinf(expected) || std::isinf(actual)) return false;
    // For wide integers the difference of the doubles may be 0.
    const double absolute = is_float(type_) ? std::abs(actual - expected) : static_cast<double>(ulp);
    const double relative = expected == 0 ? HUGE_VAL : absolute / std::abs(expected);
    if (absolute > result_.max_absolute) {
      result_.max_absolute = absolute;
      largest_ = i;
    }
    if (expected != 0) result_.max_relative = std::max(result_.max_relative, relative);
    result_.max_ulp = std::max(result_.max_ulp, ulp);
    return absolute <= tolerance_.absolute || (tolerance_.relative > 0 && relative <= tolerance_.relative) ||
           static_cast<double>(ulp) <= tolerance_.ulp;
  }

  /// Of the largest distance so far.
  std::optional<size_t> largest() const { return largest_; }

  bool equal_bits_agree(size_t i) {
    const bool nan = is_float(type_) && std::isnan(load_element(type_, expected_, i));
    return !nan || tolerance_.nan_equal;
  }

 private:
  ElementType type_;
  Bytes expected_, actual_;
  const Tolerance& tolerance_;
  Comparison& result_;
  std::optional<size_t> largest_;
};

void note(std::optional<ElementType> type, Bytes expected, Bytes actual, size_t i, bool agrees, bool* found_wrong,
          Comparison* result) {
  if (!agrees) ++result->out_of_tolerance;
  if (result->first && (agrees || *found_wrong)) return;
  *found_wrong = !agrees;
  result->first = {i, text_of(type, expected, i), text_of(type, actual, i)};
}

}  // namespace

uint64_t ulp_distance(ElementType type, Bytes a, Bytes b, size_t i) {
  const uint32_t size = element_size(type);
  uint64_t x = bits_of(size, a, i), y = bits_of(size, b, i);
  if (is_float(type)) {
    const int64_t p = ordered(x, size), q = ordered(y, size);
    return p > q ? static_cast<uint64_t>(p) - static_cast<uint64_t>(q)
                 : static_cast<uint64_t>(q) - static_cast<uint64_t>(p);
  }
  if (type == ElementType::kBool) return (x != 0) == (y != 0) ? 0 : 1;
  const bool is_signed =
      type == ElementType::kI64 || type == ElementType::kI32 || type == ElementType::kI16 || type == ElementType::kI8;
  if (is_signed) {
    // Flips the sign bit, so that unsigned numbers compare as the signed ones do.
    const uint64_t flip = uint64_t{1} << (size * 8 - 1);
    x ^= flip;
    y ^= flip;
  }
  return x > y ? x - y : y - x;
}

Comparison compare(std::optional<ElementType> type, Bytes expected, Bytes actual, const Tolerance& tolerance) {
  Comparison result;
  bool found_wrong = false;
  const uint32_t size = type ? element_size(*type) : 1;
  result.elements = expected.size() / size;
  if (!type) {
    for (size_t i = 0; i < expected.size(); ++i) {
      if (expected[i] == actual[i]) {
        ++result.bit_equal;
        continue;
      }
      note(type, expected, actual, i, false, &found_wrong, &result);
    }
    return result;
  }
  Comparer comparer(*type, expected, actual, tolerance, &result);
  for (size_t i = 0; i < result.elements; ++i) {
    if (is_float(*type)) {
      result.nan_expected += std::isnan(load_element(*type, expected, i));
      result.nan_actual += std::isnan(load_element(*type, actual, i));
    }
    if (std::memcmp(expected.data() + i * size, actual.data() + i * size, size) == 0) {
      ++result.bit_equal;
      ++result.ulp_histogram[0];
      if (!comparer.equal_bits_agree(i)) note(type, expected, actual, i, false, &found_wrong, &result);
      continue;
    }
    note(type, expected, actual, i, comparer.differs(i), &found_wrong, &result);
  }
  if (const auto i = comparer.largest(); i)
    result.largest = {*i, text_of(type, expected, *i), text_of(type, actual, *i)};
  const size_t rest = result.elements * size;
  if (!std::ranges::equal(expected.subspan(rest), actual.subspan(rest))) {
    ++result.out_of_tolerance;
    if (!found_wrong) result.first = {result.elements, "the bytes after it", "other bytes"};
  }
  return result;
}

}  // namespace ireereplay::replay
