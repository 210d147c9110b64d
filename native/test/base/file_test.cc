#include "base/file.h"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace ireereplay
