#include "profile/timeline/pages.h"

#include <gtest/gtest.h>

#include <numeric>

namespace ireereplay::profile::timeline {
namespace {

TEST(Pages, HoldWhatIsPutIntoAnyNumberOfThem) {
  for (const uint32_t count : {0u, 1u, 32767u, 32768u, 32769u, 65536u, 100'000u}) {
    Pages<uint32_t> pages;
    std::vector<uint32_t> expected;
    for (uint32_t i = 0; i < count; ++i) {
      ASSERT_EQ(pages.size(), i);
      pages.push_back(3 * i);
      expected.push_back(3 * i);
    }
    for (uint32_t i = 0; i < count; i += 31) ++pages[i], ++expected[i];
    for (uint32_t i = 0; i < count; ++i) ASSERT_EQ(pages[i], expected[i]) << count;
    EXPECT_EQ(pages.copy({}), expected);
    std::vector<uint32_t> backwards(count);
    std::iota(backwards.rbegin(), backwards.rend(), 0u);
    EXPECT_EQ(pages.copy(backwards), std::vector<uint32_t>(expected.rbegin(), expected.rend()));
    EXPECT_EQ(pages.take(), expected);
    EXPECT_EQ(pages.size(), 0u);
    pages.push_back(6);
    pages.clear();
    pages.push_back(7);
    EXPECT_EQ(pages.copy({}), std::vector<uint32_t>{7});
  }
}

}  // namespace
}  // namespace ireereplay::profile::timeline
