#include "difference/alignment.h"

#include <gtest/gtest.h>

#include <random>

#include "cancellation.h"

namespace ireereplay::difference {
namespace {

using Keys = std::vector<uint64_t>;

Alignment aligned(const Keys& a, const Keys& b) {
  auto found = align(a, b, kNotCancelled);
  EXPECT_TRUE(found.ok());
  for (size_t i = 0; i < found->matches.size(); ++i) {
    const Match& match = found->matches[i];
    EXPECT_EQ(a.at(match.a), b.at(match.b));
    if (i == 0) continue;
    EXPECT_TRUE(found->matches[i - 1].a < match.a && found->matches[i - 1].b < match.b);
  }
  return *std::move(found);
}

/// Elements in the longest list that both have, by the textbook's table.
size_t longest(const Keys& a, const Keys& b) {
  std::vector<std::vector<size_t>> table(a.size() + 1, std::vector<size_t>(b.size() + 1, 0));
  for (size_t i = 1; i <= a.size(); ++i) {
    for (size_t j = 1; j <= b.size(); ++j)
      table[i][j] = a[i - 1] == b[j - 1] ? table[i - 1][j - 1] + 1 : std::max(table[i - 1][j], table[i][j - 1]);
  }
  return table[a.size()][b.size()];
}

TEST(Alignment, MatchesAllOfWhatIsTheSame) {
  EXPECT_EQ(aligned({1, 2, 2, 3}, {1, 2, 2, 3}).matches.size(), 4u);
  EXPECT_TRUE(aligned({}, {}).matches.empty());
  EXPECT_TRUE(aligned({1, 2}, {}).matches.empty());
  EXPECT_TRUE(aligned({1, 2}, {3, 4}).matches.empty());
}

TEST(Alignment, LeavesOutWhatWasAddedAndRemoved) {
  EXPECT_EQ(aligned({1, 7, 2, 7, 3}, {1, 7, 9, 2, 7, 3}).matches,
            (std::vector<Match>{{0, 0}, {1, 1}, {2, 3}, {3, 4}, {4, 5}}));
  EXPECT_EQ(aligned({1, 7, 2, 7, 3}, {1, 7, 3}).matches.size(), 3u);
}

// No element occurs once: the search alone decides.
TEST(Alignment, LeavesOutNoMoreThanItMust) {
  std::mt19937 random(7);
  for (int round = 0; round < 500; ++round) {
    Keys a, b;
    for (size_t i = 0; i < 4; ++i) {
      for (Keys* keys : {&a, &b}) keys->insert(keys->end(), {i, i});
    }
    for (Keys* keys : {&a, &b}) {
      for (size_t i = random() % 30; i > 0; --i) keys->push_back(random() % 4);
      std::shuffle(keys->begin(), keys->end(), random);
    }
    const Alignment found = aligned(a, b);
    EXPECT_EQ(found.matches.size(), longest(a, b));
    EXPECT_FALSE(found.is_rough);
  }
}

TEST(Alignment, OfMuchThatDiffersIsRoughAndStillInOrder) {
  std::mt19937_64 random(7);
  Keys a(50000), b(50000);
  for (Keys* keys : {&a, &b}) {
    for (uint64_t& key : *keys) key = random() % 5;
  }
  const Alignment found = aligned(a, b);
  EXPECT_TRUE(found.is_rough);
  EXPECT_GT(found.matches.size(), a.size() / 2);
}

TEST(Alignment, OfFewToManyIsTheBest) {
  Keys a, b(2000, 2);
  for (uint64_t i = 0; i < 20; ++i) {
    a.insert(a.end(), {1, 2});
    b[i * 100 + 7] = 1;
  }
  const Alignment found = aligned(a, b);
  EXPECT_FALSE(found.is_rough);
  EXPECT_EQ(found.matches.size(), a.size());
}

TEST(Alignment, CanBeCancelled) {
  const std::atomic<bool> cancelled = true;
  EXPECT_EQ(align(Keys{1, 2, 1}, Keys{2, 1, 2}, cancelled).status().code(), StatusCode::kCancelled);
}

}  // namespace
}  // namespace ireereplay::difference
