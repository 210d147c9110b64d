#include "neighbour/llvm/changes.h"

#include <gtest/gtest.h>

#include <random>

#include "cancellation.h"
#include "failing_file.h"
#include "fixtures.h"

namespace ireereplay::neighbour::llvm {
namespace {

using ireereplay::test::FailingFile;
using ireereplay::test::TemporaryFile;

std::shared_ptr<const File> file_of(const TemporaryFile& file) { return *File::open(file.path()); }

Changes found_in(const std::vector<uint8_t>& before, const std::vector<uint8_t>& after,
                 std::vector<uint64_t> begins = {}, uint64_t most = ~0ull) {
  const TemporaryFile a(before);
  const TemporaryFile b(after);
  auto found = find_changes(*file_of(a), *file_of(b), begins, most, kNotCancelled);
  EXPECT_TRUE(found.ok());
  return found.ok() ? *std::move(found) : Changes();
}

/// Words of `size` bytes that differ, and ranges of such words, counted one by one.
uint64_t words_that_differ(const std::vector<uint8_t>& a, const std::vector<uint8_t>& b, size_t size,
                           uint64_t* ranges) {
  uint64_t words = 0;
  bool was_different = false;
  for (size_t at = 0; at < a.size(); at += size) {
    const size_t end = std::min(at + size, a.size());
    const bool differs =
        !std::equal(a.begin() + static_cast<std::ptrdiff_t>(at), a.begin() + static_cast<std::ptrdiff_t>(end),
                    b.begin() + static_cast<std::ptrdiff_t>(at));
    words += differs;
    *ranges += differs && !was_different;
    was_different = differs;
  }
  return words;
}

TEST(LlvmChanges, AreThoseThatAPlainComparisonCounts) {
  std::mt19937 chance(7);
  for (const size_t size : {1, 3, 8, 4095, 4096, 4097, 100003, (1 << 20) + 5}) {
    std::vector<uint8_t> before(size);
    for (uint8_t& byte : before) byte = static_cast<uint8_t>(chance());
    std::vector<uint8_t> after = before;
    uint64_t bytes = 0;
    for (size_t i = 0; i < size; ++i) {
      if (chance() % 13 != 0) continue;
      after[i] ^= 1;
      ++bytes;
    }
    const Changes found = found_in(before, after, {0});
    uint64_t ranges = 0;
    uint64_t ranges8 = 0;
    EXPECT_EQ(found.counts.words4, words_that_differ(before, after, 4, &ranges)) << size;
    EXPECT_EQ(found.counts.words8, words_that_differ(before, after, 8, &ranges8)) << size;
    EXPECT_EQ(found.counts.bytes, bytes) << size;
    EXPECT_EQ(found.range_count, ranges) << size;
    EXPECT_EQ(found.ranges.size(), ranges) << size;
    EXPECT_EQ(found.regions[0].counts.words4, found.counts.words4) << size;
    EXPECT_EQ(found.regions[0].counts.words8, found.counts.words8) << size;
    for (const ChangedRange& range : found.ranges) {
      EXPECT_LT(range.begin, range.end);
      EXPECT_EQ(range.first.offset, range.begin & ~7ull);
      EXPECT_TRUE(std::equal(range.first.before.begin(), range.first.before.end(),
                             before.begin() + static_cast<std::ptrdiff_t>(range.first.offset)));
    }
  }
}

TEST(LlvmChanges, AreCountedFromEachBegin) {
  const std::vector<uint8_t> before(64);
  std::vector<uint8_t> after = before;
  for (const size_t at : {0, 8, 12, 16, 20, 24}) after[at] = 1;
  // From 12 on the second word of 8 bytes, from 20 on the third is cut in two: each part counts for its own region.
  const Changes found = found_in(before, after, {8, 12, 20, 40});
  ASSERT_EQ(found.regions.size(), 4u);
  EXPECT_EQ(found.regions[0].counts.words4, 1u);
  EXPECT_EQ(found.regions[1].counts.words4, 2u);
  EXPECT_EQ(found.regions[2].counts.words4, 2u);
  EXPECT_EQ(found.regions[2].counts.words8, 2u);
  EXPECT_EQ(found.regions[3].counts.words4, 0u);
  EXPECT_EQ(found.counts.words4, 6u);
}

TEST(LlvmChanges, AreAllCountedThoughFewAreKept) {
  const std::vector<uint8_t> before(800);
  std::vector<uint8_t> after = before;
  for (size_t at = 0; at < after.size(); at += 8) after[at] = 1;
  const Changes found = found_in(before, after, {}, 3);
  EXPECT_EQ(found.range_count, 100u);
  EXPECT_EQ(found.ranges.size(), 3u);
  EXPECT_EQ(found.ranges[2].end, 20u);
}

TEST(LlvmChanges, NothingIsFoundInEmptyFiles) { EXPECT_EQ(found_in({}, {1, 2, 3}).compared, 0u); }

TEST(LlvmChanges, EndWhereReadingFailsOrIsCancelled) {
  const TemporaryFile same(std::vector<uint8_t>(3 << 20, 1));
  const auto file = file_of(same);
  FailingFile failing(file);
  failing.bad_begin = 2 << 20;
  failing.bad_end = (2 << 20) + 1;
  EXPECT_EQ(find_changes(*file, failing, {}, 1, kNotCancelled).status().code(), StatusCode::kUnavailable);
  const std::atomic<bool> cancelled = true;
  EXPECT_EQ(find_changes(*file, *file, {}, 1, cancelled).status().code(), StatusCode::kCancelled);
}

}  // namespace
}  // namespace ireereplay::neighbour::llvm
