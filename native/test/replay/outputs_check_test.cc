// What of an output has to be as it was.
#include "replay/outputs_check.h"

#include <gtest/gtest.h>

#include <vector>

namespace ireereplay::replay {
namespace {

std::optional<WrongOutcome> checked(const RightOutput& right, const std::vector<uint8_t>& found) {
  OutputsCheck check({right}, {}, 7);
  check.begin();
  EXPECT_TRUE(check.write({}, found).ok());
  return check.wrong();
}

TEST(OutputsCheck, LeavesOutTheEndThatNothingWrites) {
  EXPECT_FALSE(checked({{1, 2, 3, 4}, {}, 2}, {1, 2, 8, 9}));
  EXPECT_TRUE(checked({{1, 2, 3, 4}, {}, 2}, {1, 7, 3, 4}));
  EXPECT_TRUE(checked({{1, 2, 3, 4}, {}, 0}, {1, 2, 3, 9}));
}

TEST(OutputsCheck, TakesNoOtherLength) {
  EXPECT_TRUE(checked({{1, 2, 3, 4}, {}, 2}, {1, 2, 3}));
  EXPECT_TRUE(checked({{1, 2, 3, 4}, {}, 4}, {}));
}

}  // namespace
}  // namespace ireereplay::replay
