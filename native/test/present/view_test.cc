#include "present/view.h"

#include <gtest/gtest.h>

#include "fixtures.h"
#include "present/row_keys.h"
#include "present/rows.h"

namespace ireereplay {
namespace {

RecordSet search(const test::Opened& opened, std::string_view text, uint32_t* count) {
  Query query;
  QueryMistake mistake;
  EXPECT_TRUE(parse_query(text, &query, &mistake)) << mistake.message;
  RecordReader reader(opened.file, opened.header);
  const std::atomic<bool> never = false;
  auto found = search_records(*opened.index, query, reader, never, count, {});
  EXPECT_TRUE(found.ok());
  return *found;
}

class ViewTest : public ::testing::Test {
 protected:
  Node node(std::string_view key) const { return *parse_node_key(*opened_.index, key); }

  test::Opened opened_ = test::open_fixture("small.ireereplay");
  CaptureView view_{opened_.index};
};

TEST_F(ViewTest, ShowsScopesOpenAndSubmissionsClosed) {
  const auto before = view_.row_count();
  EXPECT_TRUE(view_.is_expanded(node("23")));
  EXPECT_FALSE(view_.is_expanded(node("43")));
  EXPECT_EQ(view_.child_count(node("43")), 11u);
  view_.set_expanded({node("43")}, true, false);
  EXPECT_EQ(view_.row_count(), before + 11);
  EXPECT_EQ(node_key(*opened_.index, view_.row(*view_.find(node("43")) + 1)), "32@43");
}

TEST_F(ViewTest, ShowsACommandUnderEachSubmissionThatExecutesIt) {
  const auto first = view_.reveal(node("47@49"));
  const auto second = view_.reveal(node("47@50"));
  ASSERT_TRUE(first && second);
  EXPECT_NE(*first, *second);
  EXPECT_EQ(view_.ancestors(*second).size(), 2u);
}

TEST_F(ViewTest, ClosesEverythingBelow) {
  view_.set_expanded({node("23")}, true, true);
  const auto open = view_.row_count();
  view_.set_expanded({node("23")}, false, true);
  EXPECT_LT(view_.row_count(), open);
  view_.set_expanded({node("23")}, true, false);
  EXPECT_FALSE(view_.is_expanded(node("43")));
}

TEST_F(ViewTest, GoesThroughAllMatchesAndAroundInBothDirections) {
  uint32_t count = 0;
  view_.set_matches(search(opened_, "op:dispatch", &count), false);
  EXPECT_EQ(count, 3u);
  std::vector<std::string> forward;
  std::optional<uint32_t> row;
  for (int i = 0; i < 7; ++i) {
    row = view_.next_match(row, true);
    ASSERT_TRUE(row);
    forward.push_back(node_key(*opened_.index, view_.row(*row)));
  }
  EXPECT_EQ(forward, (std::vector<std::string>{"27", "39", "39@43", "47", "47@49", "47@50", "27"}));
  row = view_.next_match(row, false);
  EXPECT_EQ(node_key(*opened_.index, view_.row(*row)), "47@50");
  row = view_.next_match(row, false);
  EXPECT_EQ(node_key(*opened_.index, view_.row(*row)), "47@49");
}

TEST_F(ViewTest, FindsMatchesBackwardsInWhatIsClosed) {
  uint32_t count = 0;
  view_.set_matches(search(opened_, "fn:elementwise_mul", &count), false);
  const auto last = view_.next_match(std::nullopt, false);
  ASSERT_TRUE(last);
  EXPECT_EQ(node_key(*opened_.index, view_.row(*last)), "47@50");
}

TEST_F(ViewTest, FilterKeepsMatchesAndWhatLeadsToThem) {
  uint32_t count = 0;
  view_.set_matches(search(opened_, "op:queue_dispatch", &count), true);
  EXPECT_EQ(row_keys(view_), (std::vector<std::string>{"23", "27"}));
  view_.set_matches(std::nullopt, false);
  EXPECT_GT(view_.row_count(), 20u);
}

TEST_F(ViewTest, ListsObjectsWithTheirRecords) {
  view_.set_mode(ViewMode::kObjects);
  const auto row = view_.reveal(node("27"));
  ASSERT_TRUE(row);
  EXPECT_EQ(node_key(*opened_.index, view_.row(*row)), "27@o4");
  EXPECT_EQ(view_.child_count(node("o4")), 4u);
}

TEST_F(ViewTest, IsFlatInFileOrder) {
  view_.set_mode(ViewMode::kFlat);
  EXPECT_EQ(view_.row_count(), 61u);
  EXPECT_EQ(view_.reveal(node("47@50")), 47u);
}

TEST_F(ViewTest, KeysThatNameNothingAreNothing) {
  for (const std::string_view key : {"", "x", "61", "99999999999", "12@", "12@999", "o", "o999", "t99", "-1", "1 "}) {
    EXPECT_FALSE(parse_node_key(*opened_.index, key)) << key;
  }
}

TEST(View, KeepsWhatIsOpenWhenTheRestOfTheIndexComes) {
  const auto opened = test::open_fixture("command-buffers-1k.ireereplay");
  const std::atomic<bool> never = false;
  std::shared_ptr<const CaptureIndex> first;
  IndexCallbacks callbacks;
  callbacks.first_rows = 500;
  callbacks.first = [&](std::shared_ptr<const CaptureIndex> index) { first = std::move(index); };
  const auto whole = build_index(opened.file, opened.header, never, callbacks);
  ASSERT_TRUE(whole.ok() && first);
  CaptureView view(first);
  view.set_expanded({*parse_node_key(*first, "24")}, true, false);
  view.set_index(*whole);
  EXPECT_TRUE(view.is_expanded(*parse_node_key(**whole, "24")));
}

TEST(View, SurvivesNestingThatNoProgramHas) {
  // Ten thousand scopes, each in the one before.
  auto bytes = test::read_file(test::fixture("small.ireereplay"));
  std::vector<uint8_t> nested(bytes.begin(), bytes.begin() + 24);
  uint64_t ordinal = 0;
  for (int i = 0; i < 10000; ++i, ++ordinal) {
    const size_t at = nested.size();
    nested.insert(nested.end(), bytes.begin() + 120, bytes.begin() + 244);
    std::memcpy(nested.data() + at + 16, &ordinal, sizeof(ordinal));
  }
  const uint64_t length = nested.size();
  std::memcpy(nested.data() + 16, &length, sizeof(length));
  const test::TemporaryFile temporary(nested);
  const auto opened = test::open(temporary.path());
  EXPECT_EQ(opened.index->size(), 10000u);
  EXPECT_EQ(CaptureView(opened.index).row_count(), 10000u);
}

TEST(Rows, AreDescribedInIreesWords) {
  const auto opened = test::open_fixture("small.ireereplay");
  CaptureView view(opened.index);
  RecordReader reader(opened.file, opened.header);
  PackedRows row;
  append_row(*opened.index, 2, plan_row(view, *view.find(*parse_node_key(*opened.index, "27"))), reader, row);
  EXPECT_EQ(row.texts.view(), "27device.queue_dispatchelementwise_mul[1, 1, 1], 3 bindings, 5≥3 → 5=4");
  // A dispatch of which the record and the bytes are known; key, depth, children, record; operation; target; details.
  const std::vector<uint32_t> numbers = {
      1 | 1u << 10 | 1u << 11, 2, 1, 0, 27, 21, 1, 2, 15, 6, 0, 23, 2, 1, 0, 2, 0, 3, 2, 1, 0, 2};
  EXPECT_EQ(row.numbers, numbers);
  EXPECT_EQ(row.wides, (std::vector<uint64_t>{4, 5, 5, 48}));
}

TEST(Rows, OfAContainerNameTheLastRecordInIt) {
  const auto opened = test::open_fixture("small-task-debug-group.ireereplay");
  CaptureView view(opened.index);
  RecordReader reader(opened.file, opened.header);
  constexpr uint32_t kHasLast = 1u << 14;
  uint32_t containers = 0;
  for (uint32_t record = 0; record < opened.index->size(); ++record) {
    const auto node = parse_node_key(*opened.index, std::to_string(record));
    PackedRows row;
    append_row(*opened.index, 2, {*node, 0}, reader, row);
    const bool holds = opened.index->is_container(record) && !opened.index->children(record).empty();
    EXPECT_EQ((row.numbers[0] & kHasLast) != 0, holds) << record;
    if (!holds) continue;
    ++containers;
    // Behind the class, the key, the depth, the children and the record.
    const uint32_t last = row.numbers[5];
    EXPECT_GE(last, opened.index->children(record).back());
    for (uint32_t at = last; at != record; at = opened.index->parent(at)) ASSERT_NE(at, kNoRecord) << record;
  }
  EXPECT_GE(containers, 3u);
}

}  // namespace
}  // namespace ireereplay
