// Profiles whose producer lost something: what IREE's tests (runtime/src/iree/tooling/profile/{summary,queue_query,
// memory}_test.cc) expect to be counted even where no record is left, and which end of a session is named.
#include <gtest/gtest.h>

#include "fixtures.h"
#include "profile/asking.h"
#include "profile/writer.h"

namespace ireereplay::profile {
namespace {

/// What a question's first row says.
std::string first_row(const std::string& path, Question question) {
  const auto answer = test::ask(path, {.question = question, .jsonl = true});
  EXPECT_TRUE(answer.ok()) << answer.status().to_string();
  return answer.ok() ? answer->substr(0, answer->find('\n')) : std::string();
}

TEST(LossyProfile, HasItsDroppedRecordsCountedOfChunksThatAreEmpty) {
  const test::TemporaryFile file;
  auto writer = BundleWriter::create(file.path());
  ASSERT_TRUE(writer.ok());
  ASSERT_TRUE(writer->write({.dropped_records = 5}, ChunkBuilder(ChunkKind::kQueueEvents)).ok());
  ASSERT_TRUE(writer->write({.dropped_records = 7}, ChunkBuilder(ChunkKind::kMemoryEvents)).ok());
  ASSERT_TRUE(writer->close().ok());
  for (const auto& [question, expected] :
       {std::pair(Question::kSummary, R"("truncated_chunks":2,"dropped_records":12)"),
        std::pair(Question::kQueue, R"("truncated_chunks":1,"dropped_records":5)"),
        std::pair(Question::kMemory, R"("truncated_chunks":1,"dropped_records":7)"),
        std::pair(Question::kStatistics, R"("dropped_record_count":12)")}) {
    const std::string row = first_row(file.path(), question);
    EXPECT_NE(row.find(expected), std::string::npos) << row;
  }
}

TEST(LossyProfile, NamesTheFirstSessionThatFailed) {
  const test::TemporaryFile file;
  auto writer = BundleWriter::create(file.path());
  ASSERT_TRUE(writer.ok());
  ASSERT_TRUE(writer->end_session({.session_id = 41}).ok());
  ASSERT_TRUE(writer->end_session({.session_id = 42, .stream_id = 7, .event_id = 8}, StatusCode::kCancelled).ok());
  ASSERT_TRUE(writer->end_session({.session_id = 99}, StatusCode::kResourceExhausted).ok());
  ASSERT_TRUE(writer->close().ok());
  const std::string row = first_row(file.path(), Question::kSummary);
  for (const char* expected :
       {R"("session_end_records":3,"non_ok_session_end_records":2)", R"("first_non_ok_session_id":42)",
        R"("first_non_ok_stream_id":7,"first_non_ok_event_id":8)",
        R"("first_non_ok_status_code":1,"first_non_ok_status":"CANCELLED")"}) {
    EXPECT_NE(row.find(expected), std::string::npos) << expected << " in " << row;
  }
}

}  // namespace
}  // namespace ireereplay::profile
