#include "base/file.h"

#include <gtest/gtest.h>

#include <random>

#include "failing_file.h"
#include "fixtures.h"

namespace ireereplay {
namespace {

TEST(File, SaysWhyItCannotBeOpened) {
  const auto missing = File::open("/no/such/capture.ireereplay");
  EXPECT_EQ(missing.status().code(), StatusCode::kNotFound);
  const auto folder = File::open("/");
  EXPECT_EQ(folder.status().code(), StatusCode::kInvalidArgument);
}

TEST(File, RefusesRangesOutsideTheFileBeforeAllocating) {
  const test::TemporaryFile temporary({1, 2, 3});
  const auto file = File::open(temporary.path());
  ASSERT_TRUE(file.ok());
  EXPECT_EQ((*file)->read(2, 1ull << 60).status().code(), StatusCode::kOutOfRange);
  EXPECT_EQ((*file)->read(~0ull, 2).status().code(), StatusCode::kOutOfRange);
}

TEST(File, ReportsThatItBecameShorter) {
  const test::TemporaryFile temporary(std::vector<uint8_t>(100));
  const auto file = File::open(temporary.path());
  ASSERT_TRUE(file.ok());
  std::filesystem::resize_file(temporary.path(), 10);
  EXPECT_EQ((*file)->read(0, 50).status().code(), StatusCode::kDataLoss);
}

TEST(File, TellsWhereASparseFileHasBytes) {
  constexpr uint64_t kBytes = 64 << 20;
  constexpr uint64_t kPlace = 32 << 20;
  const test::TemporaryFile temporary;
  std::filesystem::resize_file(temporary.path(), kBytes);
  const auto file = File::open(temporary.path(), File::Access::kReadWrite);
  ASSERT_TRUE(file.ok());
  const uint8_t byte = 1;
  ASSERT_TRUE((*file)->write(kPlace, Bytes(&byte, 1)).ok());
  const File::Extent found = (*file)->written_from(0);
  EXPECT_TRUE(found.begin <= kPlace && found.begin > 0 && found.end > kPlace && found.end < kBytes);
  EXPECT_EQ((*file)->written_from(found.end).begin, kBytes);
  EXPECT_EQ((*file)->written_from(kPlace).begin, kPlace);
  // What is gone is no hole.
  std::filesystem::resize_file(temporary.path(), 4096);
  EXPECT_EQ((*file)->written_from(kPlace).begin, kPlace);
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
      // Mostly records: a header, more from the same place, then on. Sometimes something larger than a chunk, or a
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

TEST(FileWindow, ReportsThatTheFileBecameShorterWhileReadingAhead) {
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

std::vector<uint8_t> counted(size_t size) {
  std::vector<uint8_t> bytes(size);
  for (size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<uint8_t>(i * 7 + i / 251);
  return bytes;
}

TEST(File, RefusesToReadTooMuchOfASparseFileAtOnce) {
  const test::TemporaryFile temporary({1, 2, 3});
  std::filesystem::resize_file(temporary.path(), 1ull << 40);
  const auto file = File::open(temporary.path());
  ASSERT_TRUE(file.ok());
  for (const uint64_t length : {uint64_t{1} << 31, (uint64_t{1} << 40) - 100}) {
    const Status vector = (*file)->read(100, length).status();
    EXPECT_EQ(vector.code(), StatusCode::kResourceExhausted);
    EXPECT_EQ(vector.offset(), 100u);
    FileWindow window(*file);
    EXPECT_EQ(window.view(100, length).status().code(), StatusCode::kResourceExhausted);
    EXPECT_TRUE(window.view(0, 3).ok());
  }
}

TEST(File, ReadsBeyondFourGibibytes) {
  const test::TemporaryFile temporary;
  constexpr uint64_t kPlace = (5ull << 30) + 7;
  {
    std::ofstream stream(temporary.path(), std::ios::binary);
    stream.seekp(kPlace);
    stream << "beyond";
  }
  const auto file = File::open(temporary.path());
  ASSERT_TRUE(file.ok());
  EXPECT_EQ(*(*file)->read(kPlace, 6), (std::vector<uint8_t>{'b', 'e', 'y', 'o', 'n', 'd'}));
  FileWindow window(*file);
  ASSERT_TRUE(window.view(0, 10).ok());
  EXPECT_EQ((*window.view(kPlace, 6))[5], 'd');
}

TEST(FileWindow, FailsOnlyForWhatWasAskedFor) {
  const std::vector<uint8_t> bytes = counted(1 << 20);
  const test::TemporaryFile temporary(bytes);
  for (const bool ahead : {false, true}) {
    const auto file = std::make_shared<test::FailingFile>(*File::open(temporary.path()));
    file->bad_begin = 100000;
    file->bad_end = 100001;
    FileWindow window(file, 8192);
    if (ahead) window.read_ahead(0);
    for (uint64_t offset = 0; offset < 300000; offset += 100) {
      const auto view = window.view(offset, 100);
      ASSERT_EQ(view.ok(), offset != 100000) << offset;
      if (view.ok()) {
        ASSERT_TRUE(std::equal(view->begin(), view->end(), bytes.begin() + static_cast<ptrdiff_t>(offset))) << offset;
      } else {
        EXPECT_EQ(view.status().code(), StatusCode::kUnavailable);
        EXPECT_EQ(view.status().offset(), 100000u);
      }
    }
  }
}

TEST(FileWindow, GivesTheRightBytesOnceAFailedReadWorksAgain) {
  const std::vector<uint8_t> bytes = counted(1 << 20);
  const test::TemporaryFile temporary(bytes);
  for (const bool ahead : {false, true}) {
    const auto file = std::make_shared<test::FailingFile>(*File::open(temporary.path()));
    FileWindow window(file, 8192);
    if (ahead) window.read_ahead(0);
    for (uint64_t offset = 0; offset + 300 < bytes.size(); offset += 300) {
      if (offset % 90000 == 0) {
        file->bad_begin = 0;
        file->bad_end = bytes.size();
        // Far from what the window and the read-ahead thread hold.
        const uint64_t far = (offset + 500000) % 1000000;
        EXPECT_EQ(window.view(far, 300).status().code(), StatusCode::kUnavailable);
        file->bad_end = 0;
        const auto again = window.view(far, 300);
        ASSERT_TRUE(again.ok()) << far << ": " << again.status().to_string();
        ASSERT_TRUE(std::equal(again->begin(), again->end(), bytes.begin() + static_cast<ptrdiff_t>(far))) << far;
      }
      const auto view = window.view(offset, 300);
      ASSERT_TRUE(view.ok()) << offset << ": " << view.status().to_string();
      ASSERT_TRUE(std::equal(view->begin(), view->end(), bytes.begin() + static_cast<ptrdiff_t>(offset))) << offset;
    }
  }
}

}  // namespace
}  // namespace ireereplay
