#include "hal/local/perturbation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <string_view>
#include <vector>

#include "base/chance.h"

namespace ireereplay::replay {
namespace {

template <typename T>
std::vector<T> perturbed(std::vector<T> values, uint32_t seed) {
  const auto bytes = std::as_writable_bytes(std::span(values));
  perturb({reinterpret_cast<uint8_t*>(bytes.data()), bytes.size()}, spread(seed));
  return values;
}

template <typename T>
std::vector<T> sorted(std::vector<T> values) {
  std::sort(values.begin(), values.end());
  return values;
}

template <typename T>
size_t changed(const std::vector<T>& a, const std::vector<T>& b) {
  size_t count = 0;
  for (size_t i = 0; i < a.size(); ++i) count += a[i] != b[i];
  return count;
}

template <typename T>
std::vector<T> wave(size_t count) {
  std::vector<T> values(count);
  for (size_t i = 0; i < count; ++i) values[i] = static_cast<T>(std::sin(static_cast<double>(i)) * 3);
  return values;
}

template <typename T>
void keeps_numbers_and_signs(size_t count) {
  const std::vector<T> before = wave<T>(count), after = perturbed(before, 1);
  EXPECT_EQ(sorted(before), sorted(after));
  EXPECT_GT(changed(before, after), count * 8 / 10);
  for (size_t i = 0; i < count; ++i) EXPECT_EQ(std::signbit(before[i]), std::signbit(after[i])) << i;
}

TEST(Perturbation, MovesFloatsAmongThoseOfTheirSign) {
  keeps_numbers_and_signs<float>(100'000);
  keeps_numbers_and_signs<double>(100'000);
  keeps_numbers_and_signs<float>(15);
}

TEST(Perturbation, FollowsFromTheSeed) {
  const std::vector<float> values = wave<float>(1000);
  EXPECT_EQ(perturbed(values, 7), perturbed(values, 7));
  EXPECT_GT(changed(perturbed(values, 7), perturbed(values, 8)), 800u);
}

TEST(Perturbation, MovesHalves) {
  // 0.01, -0.02 and so on as float16, none of which is a float of 32 bits that anybody computes with.
  std::vector<uint16_t> values(4096);
  for (size_t i = 0; i < values.size(); ++i)
    values[i] = static_cast<uint16_t>((0x2000 + i * 37 % 0x0800) | (i % 2 << 15));
  const std::vector<uint16_t> after = perturbed(values, 1);
  EXPECT_EQ(sorted(values), sorted(after));
  EXPECT_GT(changed(values, after), 3000u);
}

TEST(Perturbation, ScalesWhatIsAllTheSame) {
  for (const size_t count : {1u, 2u, 1000u}) {
    const std::vector<float> after = perturbed(std::vector<float>(count, 4.0f), 1);
    EXPECT_EQ(sorted(after).front(), sorted(after).back());
    EXPECT_GE(after[0], 2.0f);
    EXPECT_LT(after[0], 4.0f);
    const std::vector<double> wide = perturbed(std::vector<double>(count, 4.0), 1);
    EXPECT_EQ(wide, std::vector<double>(count, after[0]));
  }
}

template <typename T>
void stays(const std::vector<T>& values) {
  for (uint32_t seed = 0; seed < 20; ++seed) EXPECT_EQ(perturbed(values, seed), values);
}

TEST(Perturbation, LeavesWhatMayBeAnIndexOrASize) {
  std::vector<int32_t> indices(2000);
  std::vector<int64_t> wide(2000);
  std::vector<uint8_t> masks(2000), bytes(2000);
  for (size_t i = 0; i < indices.size(); ++i) {
    indices[i] = static_cast<int32_t>(i * 7919 % 50'000);
    wide[i] = static_cast<int64_t>(i * 7919 % 50'000'000);
    masks[i] = static_cast<uint8_t>(i * 31 % 2);
    bytes[i] = static_cast<uint8_t>(i * 2654435761u >> 13);
  }
  stays(indices);
  stays(wide);
  stays(masks);
  stays(bytes);
  constexpr std::string_view text = "The quick brown fox jumps over the lazy dog; 0123456789 times it did, they say. ";
  stays(std::vector<char>(text.begin(), text.end()));
}

TEST(Perturbation, LeavesZerosAndWhatIsNoNumber) {
  std::vector<float> values = wave<float>(1000);
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  for (size_t i = 0; i < values.size(); i += 10) {
    values[i] = i % 20 == 0 ? -kInfinity : 0;
    values[i + 1] = values[i];
  }
  const std::vector<float> after = perturbed(values, 1);
  EXPECT_GT(changed(values, after), 500u);
  for (size_t i = 0; i < values.size(); i += 10) {
    EXPECT_EQ(after[i], values[i]);
    EXPECT_EQ(after[i + 1], values[i + 1]);
  }
}

TEST(Perturbation, LeavesIndicesBesideFloats) {
  // An index and a float, or three, again and again.
  for (const uint32_t each : {2u, 4u}) {
    std::vector<float> values = wave<float>(4000);
    for (uint32_t i = 0; i < values.size(); i += each) std::memcpy(&values[i], &i, sizeof(i));
    const std::vector<float> after = perturbed(values, 1);
    for (uint32_t i = 0; i < values.size(); i += each) EXPECT_EQ(std::memcmp(&after[i], &i, sizeof(i)), 0) << i;
  }
}

TEST(Perturbation, TakesAnyLength) {
  const std::vector<float> values = wave<float>(3000);
  std::vector<uint8_t> bytes(values.size() * sizeof(float));
  std::memcpy(bytes.data(), values.data(), bytes.size());
  for (size_t length : {0u, 1u, 3u, 5u, 63u, 65u, 4095u, 4097u, 9001u}) {
    std::vector<uint8_t> after = bytes;
    perturb({after.data(), length}, spread(3));
    EXPECT_TRUE(std::equal(after.begin() + static_cast<std::ptrdiff_t>(length), after.end(),
                           bytes.begin() + static_cast<std::ptrdiff_t>(length)));
  }
}

}  // namespace
}  // namespace ireereplay::replay
