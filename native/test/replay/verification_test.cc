#include "replay/verification.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace ireereplay::replay {
namespace {

template <typename T>
Bytes bytes_of(const std::vector<T>& values) {
  return Bytes(reinterpret_cast<const uint8_t*>(values.data()), values.size() * sizeof(T));
}

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
}

TEST(Verification, TakesOneBoundThatIsKept) {
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

TEST(Verification, HoldsNanAndInfinityToTheirPolicy) {
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

TEST(Verification, ComparesBytesWithoutATypeAndBytesBehindTheLastElement) {
  const std::vector<uint8_t> a = {1, 2, 3, 4, 5}, b = {1, 2, 9, 4, 6};
  const Comparison bytes = compare(std::nullopt, a, b, {.absolute = 100});
  EXPECT_EQ(bytes.out_of_tolerance, 2u);
  EXPECT_EQ(bytes.first->expected, "0x03");
  const std::vector<uint8_t> c = {1, 2, 3, 4, 6};
  EXPECT_FALSE(compare(ElementType::kF32, a, c, {}).agrees());
  EXPECT_TRUE(compare(ElementType::kF32, a, a, {}).agrees());
}

}  // namespace
}  // namespace ireereplay::replay
