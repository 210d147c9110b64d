#include "replay/tensor_view.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "replay/element_bytes.h"
#include "replay/element_picture.h"
#include "replay/element_search.h"

namespace ireereplay::replay {
namespace {

std::vector<uint16_t> packed(const std::vector<uint16_t>& values, uint64_t offset, std::vector<uint64_t> shape,
                             std::vector<uint64_t> strides) {
  auto bytes = pack(bytes_of(values), {ElementType::kU16, offset, std::move(shape), std::move(strides)});
  EXPECT_TRUE(bytes.ok()) << bytes.status().to_string();
  std::vector<uint16_t> result(bytes.ok() ? bytes->size() / 2 : 0);
  if (!result.empty()) std::memcpy(result.data(), bytes->data(), bytes->size());
  return result;
}

const std::vector<uint16_t> kSix = {0, 1, 2, 3, 4, 5};

TEST(TensorView, TakesElementsAtStrides) {
  using Values = std::vector<uint16_t>;
  EXPECT_EQ(packed(kSix, 0, {2, 3}, {3, 1}), kSix);
  EXPECT_EQ(packed(kSix, 0, {3, 2}, {1, 3}), (Values{0, 3, 1, 4, 2, 5}));
  EXPECT_EQ(packed(kSix, 2, {2, 2}, {3, 1}), (Values{1, 2, 4, 5}));
  EXPECT_EQ(packed(kSix, 0, {2, 3}, {0, 2}), (Values{0, 2, 4, 0, 2, 4}));
  EXPECT_EQ(packed(kSix, 0, {2, 1, 3}, {3, 99, 1}), kSix);
  EXPECT_EQ(packed(kSix, 10, {}, {}), (Values{5}));
  EXPECT_EQ(packed(kSix, 0, {0, 3}, {3, 1}), Values{});
}

TEST(TensorView, RefusesWhatLiesOutside) {
  const auto code = [](uint64_t offset, std::vector<uint64_t> shape, std::vector<uint64_t> strides) {
    return pack(bytes_of(kSix), {ElementType::kU16, offset, std::move(shape), std::move(strides)}).status().code();
  };
  constexpr uint64_t kHuge = ~uint64_t{0};
  EXPECT_EQ(code(0, {7}, {1}), StatusCode::kOutOfRange);
  EXPECT_EQ(code(1, {6}, {1}), StatusCode::kOutOfRange);
  EXPECT_EQ(code(13, {0}, {1}), StatusCode::kOutOfRange);
  EXPECT_EQ(code(0, {2}, {6}), StatusCode::kOutOfRange);
  EXPECT_EQ(code(0, {2}, {kHuge}), StatusCode::kOutOfRange);
  EXPECT_EQ(code(0, {kHuge, kHuge}, {kHuge, kHuge}), StatusCode::kOutOfRange);
  EXPECT_EQ(code(0, {kHuge, kHuge}, {0, 0}), StatusCode::kResourceExhausted);
  EXPECT_EQ(code(kHuge, {1}, {1}), StatusCode::kOutOfRange);
  EXPECT_EQ(code(12, {}, {}), StatusCode::kOutOfRange);
  EXPECT_EQ(code(0, {6}, {}), StatusCode::kInvalidArgument);
}

using Is = ElementCondition::Is;

FoundElements found(const std::vector<float>& values, Is is, const char* value, uint64_t from, bool forward,
                    const std::vector<float>& other = {}) {
  auto result = find_elements(ElementType::kF32, bytes_of(values), bytes_of(other), {is, value}, from, forward);
  EXPECT_TRUE(result.ok()) << result.status().to_string();
  return result.ok() ? *result : FoundElements();
}

TEST(ElementSearch, GoesOnFromAnElementAndAroundTheEnds) {
  const std::vector<float> values = {1, 0.1f, 3, 0.1f, 5};
  EXPECT_EQ(found(values, Is::kEqual, "0.1", 0, true).count, 2u);
  EXPECT_EQ(found(values, Is::kEqual, "0.1", 0, true).index, 1u);
  EXPECT_EQ(found(values, Is::kEqual, "0.1", 2, true).index, 3u);
  EXPECT_EQ(found(values, Is::kEqual, "0.1", 4, true).index, 1u);
  EXPECT_EQ(found(values, Is::kEqual, "0.1", 3, false).index, 1u);
  EXPECT_EQ(found(values, Is::kEqual, "0.1", 1, false).index, 3u);
  EXPECT_EQ(found(values, Is::kEqual, "0.1", 1, false).ordinal, 2u);
  EXPECT_EQ(found(values, Is::kEqual, "2", 0, true).index, std::nullopt);
}

TEST(ElementSearch, ComparesAndKnowsWhatIsNoNumber) {
  const float nan = std::numeric_limits<float>::quiet_NaN(), inf = std::numeric_limits<float>::infinity();
  const std::vector<float> values = {-inf, -1, -0.0f, nan, 1, inf};
  const auto count = [&](Is is, const char* value = "") { return found(values, is, value, 0, true).count; };
  EXPECT_EQ(count(Is::kLess, "0"), 2u);
  EXPECT_EQ(count(Is::kLessOrEqual, "0"), 3u);
  EXPECT_EQ(count(Is::kGreater, "0"), 2u);
  EXPECT_EQ(count(Is::kGreaterOrEqual, "1"), 2u);
  EXPECT_EQ(count(Is::kNotEqual, "1"), 5u);
  EXPECT_EQ(count(Is::kEqual, "0"), 1u);
  EXPECT_EQ(count(Is::kNan), 1u);
  EXPECT_EQ(count(Is::kInfinite), 2u);
  // A NaN of the same bits has not changed, and 0 has of another sign.
  std::vector<float> other = values;
  other[2] = 0;
  EXPECT_EQ(found(values, Is::kChanged, "", 0, true, other).count, 1u);
  EXPECT_EQ(found(values, Is::kChanged, "", 0, true, other).index, 2u);
}

TEST(ElementSearch, TellsAllIntegersApart) {
  const std::vector<uint64_t> values = {18446744073709551615u, 18446744073709551614u, 9007199254740993u};
  const auto index = [&](const char* value) {
    return find_elements(ElementType::kU64, bytes_of(values), {}, {Is::kEqual, value}, 0, true)->index;
  };
  EXPECT_EQ(index("18446744073709551614"), 1u);
  EXPECT_EQ(index("18446744073709551615"), 0u);
  EXPECT_EQ(index("9007199254740992"), std::nullopt);
  EXPECT_EQ(index("9007199254740993"), 2u);
}

TEST(ElementSearch, RefusesWhatIsNoNumberAndEndsWhenItIsCancelled) {
  const std::vector<float> values = {1};
  const auto code = [&](const ElementCondition& condition, const std::atomic<bool>* cancel = nullptr) {
    return find_elements(ElementType::kF32, bytes_of(values), {}, condition, 0, true, cancel).status().code();
  };
  EXPECT_EQ(code({Is::kEqual, "one"}), StatusCode::kInvalidArgument);
  EXPECT_EQ(code({Is::kEqual, ""}), StatusCode::kInvalidArgument);
  EXPECT_EQ(code({Is::kChanged, ""}), StatusCode::kInvalidArgument);
  const std::atomic<bool> cancel = true;
  EXPECT_EQ(code({Is::kEqual, "1"}, &cancel), StatusCode::kCancelled);
}

TEST(ElementPicture, ShowsTheLargestOfEachCellAndWhatIsNoNumber) {
  const float nan = std::numeric_limits<float>::quiet_NaN(), inf = std::numeric_limits<float>::infinity();
  // Three rows of three, in cells of two by two.
  const std::vector<float> values = {1, 2, -3, 4, 5, -inf, nan, nan, 9};
  std::vector<float> before = values;
  before[8] = 0;
  const ElementPicture picture = draw_elements(ElementType::kF32, bytes_of(values), bytes_of(before), 3, 2, 2);
  EXPECT_EQ(picture.rows, 2u);
  EXPECT_EQ(picture.columns, 2u);
  EXPECT_EQ(picture.cell_rows, 2u);
  EXPECT_EQ(picture.cell_columns, 2u);
  ASSERT_EQ(picture.largest.size(), 4u);
  EXPECT_EQ(picture.largest[0], 5);
  EXPECT_EQ(picture.largest[1], -3);
  EXPECT_TRUE(std::isnan(picture.largest[2]));
  EXPECT_EQ(picture.largest[3], 9);
  EXPECT_EQ(picture.flags,
            (std::vector<uint8_t>{0, ElementPicture::kInfinite, ElementPicture::kNan, ElementPicture::kChanged}));
  EXPECT_EQ(draw_elements(ElementType::kF32, {}, {}, 3, 2, 2).largest.size(), 0u);
  // A last row that is not full.
  EXPECT_EQ(draw_elements(ElementType::kF32, bytes_of(values).first(20), {}, 3, 9, 9).rows, 2u);
}

}  // namespace
}  // namespace ireereplay::replay
