#include "capture/writer.h"

#include <gtest/gtest.h>

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

TEST(Writer, RefusesTypesThatTheFormatReserves) {
  const test::TemporaryFile target;
  auto writer = CaptureWriter::create(target.path());
  ASSERT_TRUE(writer.ok());
  format::RecordHeader header = {};
  EXPECT_EQ(writer->append(header, {}).code(), StatusCode::kInvalidArgument);
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
