// The record tree of captures that were made to hurt: a few megabytes of file that stand for more rows than any memory.
#include <gtest/gtest.h>

#include "present/rows.h"
#include "present/view.h"
#include "recording.h"

namespace ireereplay {
namespace {

using format::Operation;

constexpr uint32_t kMostRows = 200000;

RecordSet search(const test::Opened& opened, std::string_view text) {
  Query query;
  QueryMistake mistake;
  EXPECT_TRUE(parse_query(text, &query, &mistake)) << mistake.message;
  RecordReader reader(opened.file, opened.header);
  const std::atomic<bool> never = false;
  uint32_t count = 0;
  auto found = search_records(*opened.index, query, reader, never, &count, {});
  EXPECT_TRUE(found.ok());
  return *found;
}

std::string last_key(const CaptureView& view) { return node_key(view.index(), view.row(view.row_count() - 1)); }

std::vector<Node> all_rows(const CaptureView& view) {
  std::vector<Node> nodes;
  for (uint32_t row = 0; row < view.row_count(); ++row) nodes.push_back(view.row(row));
  return nodes;
}

/// `executions` submissions of a command buffer of `commands` commands: their product is what could be shown.
test::Opened executions_times_commands(uint32_t executions, uint32_t commands) {
  test::Recording recording;
  recording.command_buffer(7, commands);
  for (uint32_t i = 0; i < executions; ++i) recording.execute(7);
  return recording.open();
}

TEST(HostileView, ListsNoMoreRowsThanThereIsRoomFor) {
  // Four billion rows.
  const auto opened = executions_times_commands(65536, 65536);
  CaptureView view(opened.index, kMostRows);
  const std::vector<Node> closed = all_rows(view);
  view.set_expanded(closed, true, true);
  ASSERT_EQ(view.row_count(), kMostRows + 1);
  EXPECT_EQ(last_key(view), "more");
  RecordReader reader(opened.file, opened.header);
  PackedRows row;
  append_row(*opened.index, 2, plan_row(view, kMostRows), reader, row);
  EXPECT_NE(row.texts.view().find("More rows are expanded than can be listed"), std::string_view::npos);
  EXPECT_TRUE(view.ancestors(kMostRows).empty());
  view.set_expanded(closed, false, true);
  EXPECT_EQ(view.row_count(), closed.size());
}

TEST(HostileView, FiltersAndCountsWithoutGoingThroughEverySubmission) {
  const auto opened = executions_times_commands(65536, 65536);
  CaptureView view(opened.index, kMostRows);
  // All commands match: with the filter everything that leads to them is open.
  view.set_matches(search(opened, "op:signal_event"), true);
  ASSERT_EQ(view.row_count(), kMostRows + 1);
  EXPECT_EQ(view.row(0).id, 0u);
  EXPECT_EQ(view.child_count(view.row(0)), 65536u);
  // One command matches, far down: each submission leads to it, and to it alone.
  view.set_matches(search(opened, "record:65537"), true);
  EXPECT_EQ(view.row_count(), 2u + 2 * 65536);
  uint64_t children = 0;
  for (const Node& node : all_rows(view)) children += view.child_count(node);
  EXPECT_EQ(children, 1u + 65536);
  const auto first = view.next_match(std::nullopt, true);
  ASSERT_TRUE(first);
  EXPECT_EQ(*first, 1u);
  const auto last = view.next_match(first, false);
  ASSERT_TRUE(last);
  EXPECT_EQ(*last, view.row_count() - 1);
}

TEST(HostileView, OpensNoMoreNodesThanItKeeps) {
  test::Recording recording;
  recording.operation(Operation::kDeviceCreateCommandBuffer, 1, 7);
  for (uint32_t i = 0; i < 20000; ++i) {
    recording.operation(Operation::kCommandBufferBeginDebugGroup, 7);
    recording.operation(Operation::kCommandBufferEndDebugGroup, 7);
  }
  for (uint32_t i = 0; i < 20000; ++i) recording.execute(7);
  const auto opened = recording.open();
  CaptureView view(opened.index, kMostRows);
  // Four hundred million debug groups, one for each submission.
  view.set_expanded(all_rows(view), true, true);
  EXPECT_EQ(view.row_count(), kMostRows + 1);
  EXPECT_LE(view.expanded_keys().size(), Expansion::kMaxKeys);
  // The top comes first: every submission is open.
  EXPECT_TRUE(view.is_expanded(Node{Node::Kind::kRecord, 0, opened.index->size() - 1}));
  view.set_expanded({Node{Node::Kind::kRecord, 0, opened.index->size() - 1}}, false, true);
  EXPECT_FALSE(view.is_expanded(Node{Node::Kind::kRecord, 0, opened.index->size() - 1}));
}

TEST(HostileView, OpensAHundredThousandObjects) {
  test::Recording recording;
  constexpr uint32_t kCount = 100000;
  for (uint32_t i = 0; i < kCount; ++i) recording.object(format::ObjectType::kBuffer, i + 1);
  const auto opened = recording.open();
  CaptureView view(opened.index);
  view.set_mode(ViewMode::kObjects);
  ASSERT_EQ(view.row_count(), 1u);
  view.set_expanded({view.row(0)}, true, false);
  ASSERT_EQ(view.row_count(), kCount + 1);
  // Each object looked at every record.
  view.set_expanded(all_rows(view), true, false);
  EXPECT_EQ(view.row_count(), 2 * kCount + 1);
  EXPECT_EQ(view.child_count(view.row(1)), 1u);
  const auto row = view.reveal(*parse_node_key(*opened.index, "99999"));
  ASSERT_TRUE(row);
  EXPECT_EQ(node_key(*opened.index, view.row(*row)), "99999@o100000");
}

TEST(HostileView, StartsWithAMillionScopes) {
  test::Recording recording;
  constexpr uint32_t kCount = Expansion::kMaxNoted + 10;
  for (uint32_t i = 0; i < kCount; ++i) {
    recording.scope(true, "s");
    recording.scope(false, "s");
  }
  const auto opened = recording.open();
  CaptureView view(opened.index);
  EXPECT_EQ(view.row_count(), kCount + Expansion::kMaxNoted);
  EXPECT_EQ(view.expanded_keys().size(), Expansion::kMaxKeys);
}

}  // namespace
}  // namespace ireereplay
