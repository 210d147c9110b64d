#include "replay/verification.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "replay/element_bytes.h"

namespace ireereplay::replay {
namespace {

template <typename T>
Comparison of(ElementType type, const std::vector<T>& expected, const std::vector<T>& actual,
              const Tolerance& tolerance = {}) {
  return compare(type, bytes_of(expected), bytes_of(actual), tolerance);
}

const float kNan = std::numeric_limits<float>::quiet_NaN();
const float kInfinity = std::numeric_limits<float>::infinity();

TEST(Verification, FindsTheFirstElementThatDiffersAndTheLargestError) {
  const Comparison result = of<float>(ElementType::kF32, {1, 2, 4, 8}, {1, 2.5f, 4, 16});
  EXPECT_FALSE(result.agrees());
  EXPECT_EQ(result.elements, 4u);
  EXPECT_EQ(result.bit_equal, 2u);
  EXPECT_EQ(result.out_of_tolerance, 2u);
  EXPECT_EQ(result.max_absolute, 8);
  EXPECT_EQ(result.max_relative, 1);
  EXPECT_EQ(result.max_ulp, 1u << 23);
  ASSERT_TRUE(result.first.has_value());
  EXPECT_EQ(result.first->index, 1u);
  EXPECT_EQ(result.first->expected, "2");
  EXPECT_EQ(result.first->actual, "2.5");
  ASSERT_TRUE(result.largest.has_value());
  EXPECT_EQ(result.largest->index, 3u);
  EXPECT_EQ(result.largest->expected, "8");
  EXPECT_EQ(result.largest->actual, "16");
}

TEST(Verification, NeedsOnlyOneBoundToHold) {
  const std::vector<float> expected = {100}, actual = {101};
  EXPECT_FALSE(of(ElementType::kF32, expected, actual).agrees());
  EXPECT_TRUE(of(ElementType::kF32, expected, actual, {.absolute = 1}).agrees());
  EXPECT_FALSE(of(ElementType::kF32, expected, actual, {.absolute = 0.9}).agrees());
  EXPECT_TRUE(of(ElementType::kF32, expected, actual, {.relative = 0.01}).agrees());
  EXPECT_FALSE(of(ElementType::kF32, expected, actual, {.relative = 0.009}).agrees());
  EXPECT_TRUE(of(ElementType::kF32, expected, actual, {.ulp = 131072}).agrees());
  EXPECT_FALSE(of(ElementType::kF32, expected, actual, {.ulp = 131071}).agrees());
}

TEST(Verification, CountsUlpAcrossZeroAndInAllTypes) {
  const float tiny = std::numeric_limits<float>::denorm_min();
  EXPECT_EQ(of<float>(ElementType::kF32, {tiny}, {-tiny}).max_ulp, 2u);
  EXPECT_TRUE(of<float>(ElementType::kF32, {0.0f}, {-0.0f}).agrees());
  EXPECT_EQ(of<double>(ElementType::kF64, {1}, {std::nextafter(1.0, 2.0)}).max_ulp, 1u);
  EXPECT_EQ(of<uint16_t>(ElementType::kF16, {0x3C00}, {0x3C03}).max_ulp, 3u);
  EXPECT_EQ(of<uint16_t>(ElementType::kBF16, {0x3F80}, {0x3F7F}).max_ulp, 1u);
  EXPECT_EQ(of<uint8_t>(ElementType::kF8E4M3FN, {0x38}, {0x3A}).max_ulp, 2u);
  EXPECT_EQ(of<int8_t>(ElementType::kI8, {-128}, {127}).max_ulp, 255u);
  EXPECT_EQ(of<uint8_t>(ElementType::kU8, {0}, {255}).max_ulp, 255u);
  EXPECT_EQ(of<int64_t>(ElementType::kI64, {INT64_MIN}, {INT64_MAX}).max_ulp, ~uint64_t{0});
  EXPECT_EQ(of<uint8_t>(ElementType::kBool, {1}, {2}).max_ulp, 0u);
}

TEST(Verification, AppliesThePolicyForNanAndInfinity) {
  EXPECT_TRUE(of<float>(ElementType::kF32, {kNan}, {-kNan}).agrees());
  EXPECT_FALSE(of<float>(ElementType::kF32, {kNan}, {kNan}, {.nan_equal = false}).agrees());
  const Tolerance loose = {.absolute = 1e300, .relative = 1e300, .ulp = 1e300};
  EXPECT_FALSE(of<float>(ElementType::kF32, {1}, {kNan}, loose).agrees());
  EXPECT_FALSE(of<float>(ElementType::kF32, {1}, {kInfinity}, loose).agrees());
  EXPECT_FALSE(of<float>(ElementType::kF32, {kInfinity}, {-kInfinity}, loose).agrees());
  EXPECT_TRUE(of<float>(ElementType::kF32, {kInfinity}, {kInfinity}).agrees());
  const Comparison counted = of<float>(ElementType::kF32, {kNan, 1}, {1, kNan});
  EXPECT_EQ(counted.nan_expected, 1u);
  EXPECT_EQ(counted.nan_actual, 1u);
  EXPECT_EQ(counted.ulp_histogram.back(), 2u);
}

TEST(Verification, SortsDistancesIntoBinsThatDouble) {
  const std::vector<uint32_t> distances = {0, 1, 2, 3, 4, 5, 8, 9, 1u << 30};
  const Comparison result =
      compare(ElementType::kU32, bytes_of(std::vector<uint32_t>(distances.size())), bytes_of(distances), {.ulp = 9});
  EXPECT_EQ(result.ulp_histogram[0], 1u);
  EXPECT_EQ(result.ulp_histogram[1], 1u);
  EXPECT_EQ(result.ulp_histogram[2], 1u);
  EXPECT_EQ(result.ulp_histogram[3], 2u);  // 3, 4
  EXPECT_EQ(result.ulp_histogram[4], 2u);  // 5, 8
  EXPECT_EQ(result.ulp_histogram[5], 1u);  // 9
  EXPECT_EQ(result.ulp_histogram.back(), 1u);
  EXPECT_EQ(result.first->index, 8u);  // The first that does not agree, not the first that differs.
}

TEST(Verification, ComparesBytesWithoutATypeAndBytesAfterTheLastElement) {
  const std::vector<uint8_t> a = {1, 2, 3, 4, 5}, b = {1, 2, 9, 4, 6};
  const Comparison bytes = compare(std::nullopt, a, b, {.absolute = 100});
  EXPECT_EQ(bytes.out_of_tolerance, 2u);
  EXPECT_EQ(bytes.first->expected, "0x03");
  const std::vector<uint8_t> c = {1, 2, 3, 4, 6};
  EXPECT_FALSE(compare(ElementType::kF32, a, c, {}).agrees());
  EXPECT_TRUE(compare(ElementType::kF32, a, a, {}).agrees());
}

// A kernel that only writes the front of its result is wrong from there on, in every type.
TEST(Verification, FindsWhereAResultStopsBeingWritten) {
  constexpr size_t kBytes = 4096, kWritten = 1024;
  std::vector<uint8_t> right(kBytes);
  for (size_t i = 0; i < kBytes; ++i) right[i] = static_cast<uint8_t>(1 + i % 63);
  for (const uint8_t left : {0x00, 0xFF, 0xCD}) {
    std::vector<uint8_t> part = right;
    std::fill(part.begin() + kWritten, part.end(), left);
    for (const ElementType type :
         {ElementType::kF64, ElementType::kF32, ElementType::kF16, ElementType::kBF16, ElementType::kI64,
          ElementType::kI32, ElementType::kI16, ElementType::kI8, ElementType::kU32, ElementType::kU8}) {
      const Comparison result = compare(type, right, part, {});
      const uint32_t size = element_size(type);
      EXPECT_EQ(result.out_of_tolerance, (kBytes - kWritten) / size) << size << ' ' << int{left};
      ASSERT_TRUE(result.first) << size;
      EXPECT_EQ(result.first->index, kWritten / size) << size;
    }
    EXPECT_EQ(compare(std::nullopt, right, part, {}).out_of_tolerance, kBytes - kWritten);
  }
}

TEST(Verification, TreatsBothZerosAsEqualInFloatsOnly) {
  EXPECT_TRUE(of<double>(ElementType::kF64, {0.0}, {-0.0}).agrees());
  EXPECT_TRUE(of<uint16_t>(ElementType::kF16, {0}, {0x8000}).agrees());
  EXPECT_TRUE(of<uint16_t>(ElementType::kBF16, {0x8000}, {0}).agrees());
  EXPECT_TRUE(of<uint8_t>(ElementType::kF8E4M3FN, {0}, {0x80}).agrees());
  const Comparison zeros = of<float>(ElementType::kF32, {0.0f}, {-0.0f});
  EXPECT_EQ(zeros.bit_equal, 0u);
  EXPECT_EQ(zeros.first->actual, "-0");
  // The same bits are another number, or other bytes.
  EXPECT_FALSE(of<float>(ElementType::kI32, {0.0f}, {-0.0f}).agrees());
  EXPECT_FALSE(of<float>(ElementType::kU32, {0.0f}, {-0.0f}).agrees());
  EXPECT_FALSE(compare(std::nullopt, bytes_of<float>({0.0f}), bytes_of<float>({-0.0f}), {}).agrees());
}

TEST(Verification, TreatsNansAsEqualInFloatsOnly) {
  const std::vector<uint32_t> expected = {0x7FC00000}, actual = {0xFFC12345};
  EXPECT_TRUE(of(ElementType::kF32, expected, actual).agrees());
  EXPECT_FALSE(of(ElementType::kU32, expected, actual).agrees());
  EXPECT_FALSE(compare(std::nullopt, bytes_of(expected), bytes_of(actual), {}).agrees());
  // No bound makes it a number.
  const Tolerance endless = {.absolute = kInfinity, .relative = kInfinity, .ulp = kInfinity};
  EXPECT_FALSE(of<float>(ElementType::kF32, {kNan}, {0}, endless).agrees());
  EXPECT_FALSE(of<float>(ElementType::kF32, {0}, {kNan}, endless).agrees());
  // If NaNs are not equal, not even the same bits are, and the first is named.
  const Comparison result = of<float>(ElementType::kF32, {1, kNan}, {1, kNan}, {.nan_equal = false});
  EXPECT_EQ(result.out_of_tolerance, 1u);
  EXPECT_EQ(result.first->index, 1u);
}

TEST(Verification, ComparesEveryByteOfALengthThatIsNotAMultipleOfTheElement) {
  for (size_t length = 0; length < 24; ++length) {
    for (const ElementType type : {ElementType::kF64, ElementType::kF32, ElementType::kF16, ElementType::kI32}) {
      const std::vector<uint8_t> right(length, 1);
      const Comparison same = compare(type, right, right, {});
      EXPECT_TRUE(same.agrees());
      EXPECT_EQ(same.elements, length / element_size(type));
      EXPECT_FALSE(same.first);
      for (size_t i = 0; i < length; ++i) {
        std::vector<uint8_t> wrong = right;
        wrong[i] = 2;
        const Comparison result = compare(type, right, wrong, {});
        EXPECT_EQ(result.out_of_tolerance, 1u) << length << ' ' << i;
        EXPECT_EQ(result.first->index, i / element_size(type)) << length << ' ' << i;
      }
    }
  }
}

TEST(Verification, FindsNothingInNoBytes) {
  for (const std::optional<ElementType> type : {std::optional<ElementType>(), std::optional(ElementType::kF32)}) {
    const Comparison result = compare(type, {}, {}, {});
    EXPECT_TRUE(result.agrees());
    EXPECT_EQ(result.elements, 0u);
    EXPECT_FALSE(result.first);
  }
}

}  // namespace
}  // namespace ireereplay::replay
