// Records that only prepare the work, as rows of real captures.
#include "present/housekeeping.h"

#include <gtest/gtest.h>

#include "gunzip.h"
#include "present/details.h"
#include "present/row_keys.h"
#include "present/rows.h"
#include "present/run_description.h"
#include "present/view.h"
#include "present/work.h"
#include "recording.h"

namespace ireereplay {
namespace {

class HousekeepingTest : public ::testing::Test {
 protected:
  Node node(std::string_view key) const { return *parse_node_key(*opened_.index, key); }

  test::Opened opened_ = test::open_packed("models/squeezenet/squeezenet-light.task.ireereplay.gz");
  CaptureView view_{opened_.index};
};

TEST_F(HousekeepingTest, ShowsTheLookupsOfAllFunctionsAsOneRow) {
  // They stand between the commands in the file, and next to each other beside the command buffer.
  const auto run = run_beginning_at(*opened_.index, 16);
  ASSERT_TRUE(run);
  EXPECT_EQ(run->count, 29u);
  EXPECT_EQ(members_of(*opened_.index, *run).back(), 128u);
  EXPECT_TRUE(view_.find(node("h16")));
  EXPECT_FALSE(view_.find(node("19")));
  EXPECT_EQ(view_.child_count(node("h16")), 29u);
  RecordReader reader(opened_.file, opened_.header);
  EXPECT_EQ(describe_run(*opened_.index, 2, *run, reader).operations, "lookup_function_by_name");
}

TEST_F(HousekeepingTest, OpensARunInFileOrder) {
  view_.set_expanded({node("h16")}, true, false);
  const uint32_t at = *view_.find(node("h16"));
  for (uint32_t i = 0; i < 29; ++i) EXPECT_EQ(view_.row(at + 1 + i).depth, 1u);
  EXPECT_EQ(node_key(*opened_.index, view_.row(at + 2)), "19");
  EXPECT_EQ(view_.ancestors(at + 2), std::vector<uint32_t>{at});
}

TEST_F(HousekeepingTest, RevealsARecordInARun) {
  const auto row = view_.reveal(node("22"));
  ASSERT_TRUE(row);
  EXPECT_EQ(node_key(*opened_.index, view_.row(*row)), "22");
  EXPECT_TRUE(view_.is_expanded(node("h16")));
}

TEST_F(HousekeepingTest, FindsMatchesInRunsAndHidesRunsWhereAFilterIs) {
  RecordSet matches(opened_.index->size());
  matches.insert(125);
  view_.set_matches(matches, false);
  const auto row = view_.next_match(std::nullopt, true);
  ASSERT_TRUE(row);
  EXPECT_EQ(node_key(*opened_.index, view_.row(*row)), "125");
  view_.set_matches(matches, true);
  EXPECT_EQ(row_keys(view_), std::vector<std::string>{"125"});
}

TEST_F(HousekeepingTest, KeepsEveryRecordInAFlatList) {
  view_.set_mode(ViewMode::kFlat);
  EXPECT_EQ(view_.row_count(), opened_.index->size());
  EXPECT_EQ(node_key(*opened_.index, view_.row(*view_.reveal(node("h16")))), "16");
}

TEST_F(HousekeepingTest, OpensAtTheScopeThatCallsKernels) {
  const Work work = work_of(*opened_.index);
  EXPECT_EQ(work.scope, 132u);
  EXPECT_EQ(work.submission, 149u);
  const auto row = view_.open_at_work();
  ASSERT_TRUE(row);
  EXPECT_EQ(node_key(*opened_.index, view_.row(*row)), "132");
  EXPECT_TRUE(view_.find(node("17@149")));
}

TEST_F(HousekeepingTest, ListsTheRecordsOfARunInItsDetails) {
  Text text;
  append_run_details({*opened_.index, opened_.header, opened_.file}, *run_beginning_at(*opened_.index, 16), text);
  EXPECT_NE(text.view().find("\"record\":16,\"last\":128"), std::string_view::npos);
  EXPECT_NE(text.view().find("\"record\":125"), std::string_view::npos);
}

TEST(Housekeeping, FoldsNothingThatFailed) {
  const auto opened = test::open_fixture("models/block/block.sync.ireereplay");
  ASSERT_TRUE(opened.index->failed(13));
  EXPECT_FALSE(run_beginning_at(*opened.index, 13));
  EXPECT_EQ(Housekeeping(*opened.index).holding(*opened.index, 13), nullptr);
}

TEST(Housekeeping, TakesLinearTimeForARunOfAllRecords) {
  test::Recording recording;
  constexpr uint32_t kCount = 300000;
  for (uint32_t i = 0; i < kCount; ++i) recording.operation(format::Operation::kExecutableLookupFunctionByName, 4);
  const auto opened = recording.open();
  CaptureView view(opened.index);
  EXPECT_EQ(view.row_count(), 1u);
  view.set_expanded({view.row(0)}, true, true);
  EXPECT_EQ(view.row_count(), kCount + 1);
  EXPECT_EQ(view.reveal(*parse_node_key(*opened.index, "299999")), kCount);
}

}  // namespace
}  // namespace ireereplay
