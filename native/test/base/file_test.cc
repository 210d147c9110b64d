#include "base/file.h"

#include <gtest/gtest.h>

#include <random>

#include "fixtures.h"

namespace ireereplay {
namespace {

TEST(File, SaysWhyItCannotBeOpened) {
  const auto missing = File::open("/no/such/capture.ireereplay");
  EXPECT_EQ(missing.status().code(), StatusCode::kNotFound);
  const auto folder = File::open("/");
  EXPECT_EQ(folder.status().code(), StatusCode::kInvalidArgument);
}

TEST(File, RefusesRangesOutsideBeforeAllocating) {
  const test::TemporaryFile temporary({1, 2, 3});
  const auto file = File::open(temporary.path());
  ASSERT_TRUE(file.ok());
  EXPECT_EQ((*file)->read(2, 1ull << 60).status().code(), StatusCode::kOutOfRange);
  EXPECT_EQ((*file)->read(~0ull, 2).status().code(), StatusCode::kOutOfRange);
}

TEST(File, SaysThatItBecameShorter) {
  const test::TemporaryFile temporary(std::vector<uint8_t>(100));
  const auto file = File::open(temporary.path());
  ASSERT_TRUE(file.ok());
  std::filesystem::resize_file(temporary.path(), 10);
  EXPECT_EQ((*file)->read(0, 50).status().code(), StatusCode::kDataLoss);
}

TEST(FileWindow, ServesViewsThatCrossItsEnd) {
  std::vector<uint8_t> bytes(1000);
  for (size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<uint8_t>(i);
  const test::TemporaryFile temporary(bytes);
  FileWindow window(*File::open(temporary.path()), 64);
  for (const auto& [offset, length] :
       std::vector<std::pair<uint64_t, uint64_t>>{{0, 10}, {60, 10}, {5, 500}, {990, 10}, {1000, 0}}) {
    const auto view = window.view(offset, length);
    ASSERT_TRUE(view.ok());
    ASSERT_EQ(view->size(), length);
    for (uint64_t i = 0; i < length; ++i) ASSERT_EQ((*view)[i], bytes[offset + i]);
  }
  EXPECT_EQ(window.view(995, 6).status().code(), StatusCode::kOutOfRange);
}

TEST(FileWindow, ServesTheSameViewsWhenAnotherThreadReadsAhead) {
  std::vector<uint8_t> bytes(1 << 20);
  for (size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<uint8_t>(i * 7 + i / 251);
  const test::TemporaryFile temporary(bytes);
  std::mt19937 random(1);
  for (int round = 0; round < 20; ++round) {
    FileWindow window(*File::open(temporary.path()), 8192);
    uint64_t offset = random() % 1000;
    window.read_ahead(offset);
    while (offset < bytes.size()) {
      // Records, mostly: a header and more of the same place, then on. Sometimes what is larger than a chunk, or a
      // jump.
      const uint64_t length =
          std::min<uint64_t>(random() % 50 == 0 ? random() % 40000 : random() % 600, bytes.size() - offset);
      for (const uint64_t part : {std::min<uint64_t>(length, 48), length}) {
        const auto view = window.view(offset, part);
        ASSERT_TRUE(view.ok());
        ASSERT_EQ(std::vector<uint8_t>(view->begin(), view->end()),
                  std::vector<uint8_t>(bytes.begin() + offset, bytes.begin() + offset + part));
      }
      offset += length;
      if (random() % 200 == 0) offset += random() % 30000;
      if (random() % 400 == 0) offset -= std::min<uint64_t>(offset, random() % 9000);
    }
    EXPECT_EQ(window.view(bytes.size() - 5, 6).status().code(), StatusCode::kOutOfRange);
  }
}

TEST(FileWindow, SaysThatTheFileBecameShorterWhileItIsReadAhead) {
  const test::TemporaryFile temporary(std::vector<uint8_t>(1 << 20));
  FileWindow window(*File::open(temporary.path()), 8192);
  window.read_ahead(0);
  ASSERT_TRUE(window.view(0, 100).ok());
  std::filesystem::resize_file(temporary.path(), 1000);
  Status status;
  for (uint64_t offset = 100; offset < (1 << 20) - 100 && status.ok(); offset += 100)
    status = window.view(offset, 100).status();
  EXPECT_EQ(status.code(), StatusCode::kDataLoss);
}

}  // namespace
}  // namespace ireereplay
