#include "roof/levels.h"

#include <gtest/gtest.h>

namespace ireereplay::roof {
namespace {

constexpr uint64_t kK = 1 << 10, kM = 1 << 20, kNoLimit = UINT64_MAX;

/// Two processors with an L1 and an L2 each, and an L3 for both.
Machine two_processors() {
  return {.processors = {0, 1},
          .features = "",
          .caches = {{1, 48 * kK, 96 * kK, 2, 1}, {2, 1 * kM, 2 * kM, 2, 1}, {3, 32 * kM, 32 * kM, 1, 2}}};
}

TEST(RoofLevels, AThreadGoesThroughHalfOfItsPartOfACacheAndFarBeyondTheLastOne) {
  EXPECT_EQ(levels_of(two_processors(), 1, kNoLimit),
            (std::vector<Level>{{1, 24 * kK}, {2, 512 * kK}, {3, 16 * kM}, {kMemory, 128 * kM}}));
  EXPECT_EQ(levels_of(two_processors(), 2, kNoLimit),
            (std::vector<Level>{{1, 24 * kK}, {2, 512 * kK}, {3, 8 * kM}, {kMemory, 64 * kM}}));
}

TEST(RoofLevels, ACacheThatIsHardlyLargerThanTheOneBelowCannotBeTold) {
  Machine machine = two_processors();
  machine.caches[2] = {3, 3 * kM, 3 * kM, 1, 2};
  EXPECT_EQ(levels_of(machine, 1, kNoLimit),
            (std::vector<Level>{{1, 24 * kK}, {2, 512 * kK}, {3, 0}, {kMemory, 12 * kM}}));
}

TEST(RoofLevels, MemoryIsNotToldWhereThereIsNotEnoughOfIt) {
  EXPECT_EQ(levels_of(two_processors(), 1, 70 * kM).back(), (Level{kMemory, 70 * kM}));
  EXPECT_EQ(levels_of(two_processors(), 1, 60 * kM).back(), (Level{kMemory, 0}));
}

TEST(RoofLevels, WithoutKnownCachesNothingIsKnown) {
  EXPECT_EQ(levels_of({.processors = {0}, .features = "", .caches = {}}, 1, kNoLimit),
            (std::vector<Level>{{kMemory, 0}}));
}

}  // namespace
}  // namespace ireereplay::roof
