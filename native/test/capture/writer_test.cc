#include "capture/writer.h"

#include <gtest/gtest.h>

#include "capture/lengthen.h"
#include "capture/repeat.h"
#include "fixtures.h"

namespace ireereplay {
namespace {

TEST(Writer, CopiesACaptureByteForByte) {
  const auto opened = test::open_fixture("small.ireereplay");
  const test::TemporaryFile copy;
  auto writer = CaptureWriter::create(copy.path());
  ASSERT_TRUE(writer.ok());
  RecordReader reader(opened.file, opened.header);
  RecordFrame frame;
  while (!reader.at_end()) {
    ASSERT_TRUE(reader.next(&frame).ok());
    const auto payload = reader.payload(frame);
    ASSERT_TRUE(payload.ok());
    ASSERT_TRUE(writer->append(frame.header, {*payload}).ok());
  }
  ASSERT_TRUE(writer->close().ok());
  EXPECT_EQ(test::read_file(copy.path()), test::read_file(test::fixture("small.ireereplay")));
}

TEST(Writer, RefusesReservedTypes) {
  const test::TemporaryFile target;
  auto writer = CaptureWriter::create(target.path());
  ASSERT_TRUE(writer.ok());
  format::RecordHeader header = {};
  EXPECT_EQ(writer->append(header, {}).code(), StatusCode::kInvalidArgument);
}

TEST(Writer, LeavesHolesThatReadAsZeros) {
  const test::TemporaryFile target;
  auto writer = CaptureWriter::create(target.path());
  ASSERT_TRUE(writer.ok());
  format::RecordHeader header = {};
  header.record_type = format::RecordType::kBlob;
  constexpr uint64_t kHole = 6ull << 30;
  const std::vector<uint8_t> front = {1, 2, 3};
  ASSERT_TRUE(writer->append(header, {front}, kHole).ok());
  ASSERT_TRUE(writer->append(header, {front}, kHole).ok());
  ASSERT_TRUE(writer->close().ok());
  const auto opened = test::open(target.path());
  EXPECT_TRUE(opened.header.defect.ok());
  EXPECT_TRUE(opened.index->end().ok());
  ASSERT_EQ(opened.index->size(), 2u);
  EXPECT_EQ(opened.index->offset(1), 24 + sizeof(format::RecordHeader) + 3 + kHole);
  EXPECT_EQ(opened.file->size(), 24 + 2 * (sizeof(format::RecordHeader) + 3 + kHole));
  EXPECT_EQ(*opened.file->read(opened.index->offset(1) - 2, 2), (std::vector<uint8_t>{0, 0}));
  EXPECT_EQ(*opened.file->read(opened.index->offset(1) + sizeof(format::RecordHeader), 3), front);
}

TEST(Lengthen, GrowsTheFilesInACaptureAndNothingElse) {
  const test::TemporaryFile target;
  ASSERT_TRUE(lengthen_files(test::fixture("file-all.ireereplay"), target.path(), 5ull << 30).ok());
  const auto before = test::open_fixture("file-all.ireereplay");
  const auto after = test::open(target.path());
  EXPECT_TRUE(after.index->end().ok());
  ASSERT_EQ(after.index->size(), before.index->size());
  ASSERT_EQ(after.index->files().size(), 1u);
  EXPECT_EQ(after.index->files()[0].bytes, before.index->files()[0].bytes + (5ull << 30));
  const uint32_t last = before.index->size() - 1;
  EXPECT_EQ(after.index->offset(last), before.index->offset(last) + (10ull << 30));
}

TEST(Repeat, RepeatsAScopeWithNewObjectsAndLaterTimepoints) {
  const test::TemporaryFile target;
  ASSERT_TRUE(repeat_scope(test::fixture("small.ireereplay"), target.path(), "execute", 3).ok());
  const auto opened = test::open(target.path());
  EXPECT_TRUE(opened.index->end().ok());
  // Records 24 to 57 three times.
  EXPECT_EQ(opened.index->size(), 61u + 2 * 34);
  EXPECT_EQ(opened.index->scopes()[1].begins.size(), 1u);
  const uint32_t second_alloca = 28 + 34;
  EXPECT_EQ(opened.index->related_id(second_alloca), 9u + 11u);
  EXPECT_EQ(opened.index->executed_command_buffer(43 + 34), 30u + 34u);
}

TEST(Repeat, SaysThatThereIsNoSuchScope) {
  const test::TemporaryFile target;
  EXPECT_EQ(repeat_scope(test::fixture("small.ireereplay"), target.path(), "none", 3).code(), StatusCode::kNotFound);
}

}  // namespace
}  // namespace ireereplay
