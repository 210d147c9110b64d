#include "capture/index.h"

#include <gtest/gtest.h>

#include "fixtures.h"
#include "present/details.h"
#include "present/summary.h"

namespace ireereplay {
namespace {

using format::Operation;

TEST(Index, KnowsScopesObjectsAndFunctions) {
  const auto opened = test::open_fixture("small.ireereplay");
  const CaptureIndex& index = *opened.index;
  EXPECT_EQ(index.size(), 61u);
  EXPECT_EQ(index.operation_count(), 49u);
  EXPECT_EQ(index.object_count(), 11u);
  EXPECT_EQ(index.device_count(), 1u);
  ASSERT_EQ(index.scopes().size(), 3u);
  EXPECT_EQ(index.scopes()[1].name, "execute");
  EXPECT_EQ(index.scopes()[1].begins, std::vector<uint32_t>{23});
  ASSERT_EQ(index.executables().size(), 1u);
  EXPECT_EQ(index.executables()[0].format, "embedded-elf-x86_64");
  EXPECT_EQ(index.executables()[0].functions[0].name, "elementwise_mul");
  ASSERT_NE(index.find_object(9), nullptr);
  EXPECT_EQ(index.find_object(9)->created, 28u);
  EXPECT_EQ(index.find_object(12345), nullptr);
}

TEST(Index, PutsEveryRecordBelowExactlyOneParent) {
  for (const std::string name :
       {"small", "small-task-debug-group", "command-buffers-1k", "unbalanced-scope", "queue-alloca-1k"}) {
    const auto opened = test::open_fixture(name + ".ireereplay");
    const CaptureIndex& index = *opened.index;
    std::vector<int> seen(index.size(), 0);
    const auto visit = [&](const auto& self, uint32_t container) -> void {
      for (const uint32_t child : index.children(container)) {
        ++seen[child];
        EXPECT_EQ(index.parent(child), container);
        if (index.is_container(child)) self(self, child);
        if (index.has_object_child(child)) {
          ++seen[child + 1];
          EXPECT_EQ(index.parent(child + 1), child);
        }
      }
    };
    visit(visit, kNoRecord);
    EXPECT_EQ(std::count(seen.begin(), seen.end(), 1), static_cast<ptrdiff_t>(index.size())) << name;
  }
}

TEST(Index, FindsWhatASubmissionExecutes) {
  const auto opened = test::open_fixture("small.ireereplay");
  const CaptureIndex& index = *opened.index;
  EXPECT_EQ(index.executed_command_buffer(49), 44u);
  EXPECT_EQ(index.executed_command_buffer(50), 44u);
  EXPECT_EQ(index.executed_command_buffer(51), kNoRecord);
  EXPECT_EQ(index.operation(index.children(44)[1]), Operation::kCommandBufferBegin);
}

TEST(Index, TakesAtMost32BytesPerRecord) {
  for (const std::string name : {"command-buffers-1k", "queue-dispatches-1k", "queue-mixed-1k"}) {
    const auto opened = test::open_fixture(name + ".ireereplay");
    // The fixed part counts for more with a thousand records than with a million.
    EXPECT_LE(opened.index->memory(), 32 * uint64_t{opened.index->size()} + 2048) << name;
  }
}

TEST(Index, GivesFirstRowsBeforeTheRest) {
  const auto opened = test::open_fixture("command-buffers-1k.ireereplay");
  const std::atomic<bool> never = false;
  uint32_t first = 0;
  bool complete = true;
  IndexCallbacks callbacks;
  callbacks.first_rows = 100;
  callbacks.first = [&](std::shared_ptr<const CaptureIndex> index) {
    first = index->size();
    complete = index->complete();
    EXPECT_FALSE(index->children(kNoRecord).empty());
  };
  ASSERT_TRUE(build_index(opened.file, opened.header, never, callbacks).ok());
  EXPECT_EQ(first, 100u);
  EXPECT_FALSE(complete);
}

TEST(Index, OpensDamagedCapturesUpToTheirLastWholeRecord) {
  const std::vector<std::pair<std::string, uint32_t>> expected = {
      {"killed-recorder", 7},    {"record-length-huge", 5},
      {"record-length-zero", 5}, {"record-type-unknown-required", 5},
      {"sequence-gap", 5},       {"truncated-24", 0},
      {"truncated-100", 0},      {"truncated-5000", 7},
      {"truncated-24293", 60},   {"length-zero", 61},
      {"trailing-garbage", 61},  {"minor-version-9", 61},
      {"major-version-9", 61},   {"object-id-huge", 61}};
  for (const auto& [name, records] : expected) {
    const auto opened = test::open_fixture("damaged/" + name + ".ireereplay");
    EXPECT_EQ(opened.index->size(), records) << name;
    Text summary;
    append_summary(*opened.file, opened.header, *opened.index, 0, summary);
    for (uint32_t record = 0; record < records; ++record) {
      Text details;
      EXPECT_TRUE(
          append_details({*opened.index, opened.header, opened.file}, Node{Node::Kind::kRecord, 0, record}, details)
              .ok());
    }
  }
}

TEST(Index, SaysWhatIsWrongAndWhere) {
  const auto opened = test::open_fixture("damaged/record-length-huge.ireereplay");
  EXPECT_EQ(opened.index->end().to_string(), "DATA_LOSS; record #5 at byte 532: replay record extends past file end");
  Text details;
  const auto overflow = test::open_fixture("damaged/dispatch-binding-count-overflow.ireereplay");
  ASSERT_TRUE(
      append_details({*overflow.index, overflow.header, overflow.file}, Node{Node::Kind::kRecord, 0, 27}, details)
          .ok());
  EXPECT_NE(details.view().find("replay dispatch payload count overflow"), std::string_view::npos);
}

TEST(Index, SaysWhatIsOddAboutReadableFiles) {
  for (const auto& [name, notice] : std::vector<std::pair<std::string, std::string>>{
           {"length-zero", "at byte 16: the recorder did not close the file: it may be incomplete"},
           {"minor-version-9", "at byte 4: replay format 2.9 is newer than 2.0: its additions are not shown"},
           {"trailing-garbage", "bytes follow the end given in the header: they are not part of the capture"}}) {
    const auto opened = test::open_fixture("damaged/" + name + ".ireereplay");
    EXPECT_NE(opened.header.notice.to_string().find(notice), std::string::npos) << opened.header.notice.to_string();
    EXPECT_TRUE(opened.index->end().ok());
  }
}

TEST(Index, ReadsFormat1) {
  // 1.0 differs from 2.0 in its version, the names of four operations, and metadata without function names.
  auto bytes = test::read_file(test::fixture("small.ireereplay"));
  bytes[4] = 1;
  const test::TemporaryFile temporary(bytes);
  const auto opened = test::open(temporary.path());
  EXPECT_TRUE(opened.header.defect.ok());
  EXPECT_EQ(opened.index->size(), 61u);
  EXPECT_EQ(format::name(Operation::kExecutableLookupFunctionByName, 1), "executable.lookup_export_by_name");
}

}  // namespace
}  // namespace ireereplay
