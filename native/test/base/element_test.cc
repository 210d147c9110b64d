#include "base/element.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <vector>

#include "base/statistics.h"

namespace ireereplay {
namespace {

template <typename T>
Bytes bytes_of(const std::vector<T>& values) {
  return Bytes(reinterpret_cast<const uint8_t*>(values.data()), values.size() * sizeof(T));
}

TEST(Element, NamesAreParsedInAnyCase) {
  for (uint32_t i = 0; i < kElementTypeCount; ++i) {
    const auto type = static_cast<ElementType>(i);
    EXPECT_EQ(parse_element_type(name(type)), type);
  }
  EXPECT_EQ(parse_element_type("F8e4m3fn"), ElementType::kF8E4M3FN);
  EXPECT_FALSE(parse_element_type("f33").has_value());
}

template <typename T>
std::string text_of(ElementType type, T value) {
  Text out;
  append_element(type, bytes_of(std::vector<T>{value}), 0, out);
  return out.take();
}

TEST(Element, IsPrintedAsTheShortestExactTextForItsType) {
  EXPECT_EQ(text_of(ElementType::kF32, 0.1f), "0.1");
  EXPECT_EQ(text_of(ElementType::kF64, 0.1), "0.1");
  EXPECT_EQ(text_of(ElementType::kF32, -0.0f), "-0");
  EXPECT_EQ(text_of(ElementType::kF32, std::numeric_limits<float>::infinity()), "Infinity");
  EXPECT_EQ(text_of(ElementType::kF64, -std::numeric_limits<double>::infinity()), "-Infinity");
  EXPECT_EQ(text_of(ElementType::kF16, uint16_t{0x7E01}), "NaN");
  EXPECT_EQ(text_of(ElementType::kI64, std::numeric_limits<int64_t>::min()), "-9223372036854775808");
  EXPECT_EQ(text_of(ElementType::kU64, ~uint64_t{0}), "18446744073709551615");
  EXPECT_EQ(text_of(ElementType::kU8, uint8_t{200}), "200");
  EXPECT_EQ(text_of(ElementType::kBool, uint8_t{2}), "1");
}

TEST(Element, ReadsHalfPrecision) {
  EXPECT_EQ(half_to_double(0x3C00), 1.0);
  EXPECT_EQ(half_to_double(0xC000), -2.0);
  EXPECT_EQ(half_to_double(0x7BFF), 65504.0);
  EXPECT_EQ(half_to_double(0x0001), std::ldexp(1.0, -24));
  EXPECT_EQ(half_to_double(0xFC00), -std::numeric_limits<double>::infinity());
  EXPECT_TRUE(std::isnan(half_to_double(0x7E00)));
}

// Values from the OCP 8-bit floating point specification, tables 1 and 2, and LLVM's APFloat for the FNUZ forms.
TEST(Element, ReadsEightBitFloats) {
  EXPECT_EQ(float8_to_double(ElementType::kF8E4M3FN, 0x7E), 448.0);
  EXPECT_EQ(float8_to_double(ElementType::kF8E4M3FN, 0x01), std::ldexp(1.0, -9));
  EXPECT_TRUE(std::isnan(float8_to_double(ElementType::kF8E4M3FN, 0xFF)));
  EXPECT_EQ(float8_to_double(ElementType::kF8E5M2, 0x7B), 57344.0);
  EXPECT_EQ(float8_to_double(ElementType::kF8E5M2, 0x7C), std::numeric_limits<double>::infinity());
  EXPECT_TRUE(std::isnan(float8_to_double(ElementType::kF8E5M2, 0x7D)));
  EXPECT_EQ(float8_to_double(ElementType::kF8E4M3FNUZ, 0x7F), 240.0);
  EXPECT_TRUE(std::isnan(float8_to_double(ElementType::kF8E4M3FNUZ, 0x80)));
  EXPECT_EQ(float8_to_double(ElementType::kF8E5M2FNUZ, 0x7F), 57344.0);
}

TEST(Element, ReadsIntegersAndBfloat) {
  const std::vector<uint8_t> bytes = {0xFF, 0xFF, 0x80, 0x3F};
  EXPECT_EQ(load_element(ElementType::kI8, bytes, 0), -1);
  EXPECT_EQ(load_element(ElementType::kU16, bytes, 0), 65535);
  EXPECT_EQ(load_element(ElementType::kBF16, bytes, 1), 1.0);
  EXPECT_EQ(load_element(ElementType::kBool, bytes, 2), 1);
}

TEST(Statistics, DescribeNumbers) {
  const float infinity = std::numeric_limits<float>::infinity();
  const std::vector<float> values = {0, 1, 2, 3, 4, infinity, -infinity, std::nanf("")};
  const ElementStatistics statistics = describe_elements(ElementType::kF32, bytes_of(values));
  EXPECT_EQ(statistics.count, 8u);
  EXPECT_EQ(statistics.nan_count, 1u);
  EXPECT_EQ(statistics.infinity_count, 2u);
  EXPECT_EQ(statistics.zero_count, 1u);
  EXPECT_EQ(statistics.minimum, 0);
  EXPECT_EQ(statistics.maximum, 4);
  EXPECT_EQ(statistics.mean, 2);
  EXPECT_EQ(statistics.histogram[0], 1u);
  EXPECT_EQ(statistics.histogram[32], 1u);
  EXPECT_EQ(statistics.histogram[63], 1u);
}

TEST(Statistics, HandleExtremesAndEmptyInput) {
  const double most = std::numeric_limits<double>::max();
  const ElementStatistics wide = describe_elements(ElementType::kF64, bytes_of(std::vector<double>{-most, most, most}));
  EXPECT_EQ(wide.histogram[0], 1u);
  EXPECT_EQ(wide.histogram[63], 2u);
  EXPECT_TRUE(std::isfinite(wide.mean));
  EXPECT_TRUE(std::isnan(describe_elements(ElementType::kF32, {}).mean));
  const ElementStatistics constant = describe_elements(ElementType::kI32, bytes_of(std::vector<int32_t>(5, 7)));
  EXPECT_EQ(constant.histogram[0], 5u);
  EXPECT_EQ(constant.mean, 7);
}

}  // namespace
}  // namespace ireereplay
