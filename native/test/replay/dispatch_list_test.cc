#include "replay/dispatch_list.h"

#include <map>

#include "replays.h"

namespace ireereplay::replay {
namespace {

DispatchList listed(const std::string& name, const ListedPart& part) {
  ReplayOptions options;
  options.devices = {"local-sync"};
  auto list = list_dispatches(fixture(name), options, part);
  EXPECT_TRUE(list.ok()) << list.status().to_string();
  return list.ok() ? *std::move(list) : DispatchList();
}

bool same(const ListedDispatch& a, const ListedDispatch& b) {
  return a.record == b.record && a.via == b.via && a.executable == b.executable && a.function == b.function;
}

TEST(DispatchLists, NameEveryExecutedFunctionHoweverFewDispatchesAreListed) {
  const std::string mixed = "models/mixed/mixed.task.ireereplay";
  const DispatchList all = listed(mixed, {});
  ASSERT_GT(all.dispatches.size(), 3u);
  EXPECT_EQ(all.left_out, 0u);
  std::map<std::pair<uint64_t, std::string>, std::vector<ListedDispatch>> functions;
  for (const ListedDispatch& dispatch : all.dispatches)
    functions[{dispatch.executable, dispatch.function}].push_back(dispatch);
  ASSERT_GT(functions.size(), 1u);

  const DispatchList one = listed(mixed, {.most = 1});
  ASSERT_EQ(one.dispatches.size(), 1u);
  EXPECT_TRUE(same(one.dispatches[0], all.dispatches[0]));
  EXPECT_EQ(one.left_out, all.dispatches.size() - 1);
  ASSERT_EQ(one.functions.size(), functions.size());
  for (const DispatchedFunction& function : one.functions) {
    const auto& dispatches = functions[{function.first.executable, function.first.function}];
    ASSERT_FALSE(dispatches.empty()) << function.first.function;
    EXPECT_TRUE(same(function.first, dispatches[0]));
    EXPECT_EQ(function.count, dispatches.size());
  }
}

TEST(DispatchLists, FindADispatchByItsPlaceHoweverFewAreListed) {
  for (const char* name : {"models/mixed/mixed.task.ireereplay", "reused-command-buffer-100k.ireereplay"}) {
    SCOPED_TRACE(name);
    const DispatchList all = listed(name, {});
    ASSERT_FALSE(all.dispatches.empty());
    const ListedDispatch& last = all.dispatches.back();
    const std::string record = std::to_string(last.record);
    for (const std::string& selector :
         {std::to_string(last.via) + "/" + record, "#" + std::to_string(last.via) + "/" + record}) {
      const DispatchList found = listed(name, {.most = 1, .selectors = {selector}});
      ASSERT_EQ(found.dispatches.size(), 1u);
      EXPECT_TRUE(same(found.dispatches[0], last));
      EXPECT_FALSE(found.is_cut || found.unmatched);
    }
    const DispatchList first = listed(name, {.selectors = {record}});
    ASSERT_EQ(first.dispatches.size(), 1u);
    EXPECT_EQ(first.dispatches[0].record, last.record);
    for (const char* selector :
         {"1000000000", "1/1000000000", "18446744073709551615/1", "99999999999999999999", "7/7/7"}) {
      const DispatchList none = listed(name, {.selectors = {record, selector, "neither"}});
      EXPECT_EQ(none.dispatches.size(), 1u) << selector;
      EXPECT_EQ(none.unmatched, selector);
    }
  }
}

TEST(DispatchLists, SelectTheFirstExecutionOfARecordByName) {
  const std::string reused = "reused-command-buffer-100k.ireereplay";
  const DispatchList all = listed(reused, {});
  const std::string name = all.functions[0].first.function;
  const std::string id = "executable:" + std::to_string(all.functions[0].first.executable);
  for (const std::string& selector : {name, name.substr(0, 3) + "*", std::string("?*"), id}) {
    SCOPED_TRACE(selector);
    // Each of the hundred commands once, even if selected twice; and a later execution where it is asked for.
    const DispatchList found = listed(reused, {.selectors = {selector, "*", "1227/223"}});
    ASSERT_EQ(found.dispatches.size(), 101u);
    for (size_t i = 0; i < 100; ++i) EXPECT_TRUE(same(found.dispatches[i], all.dispatches[i]));
    EXPECT_TRUE(same(found.dispatches[100], all.dispatches.back()));
    const DispatchList cut = listed(reused, {.most = 10, .selectors = {selector}});
    EXPECT_EQ(cut.dispatches.size(), 10u);
    EXPECT_TRUE(cut.is_cut);
    EXPECT_FALSE(cut.unmatched);
  }
}

TEST(DispatchLists, NameTheFunctionsOfAnExecutableThatNothingCalls) {
  const DispatchList list = listed("small.ireereplay", {.selectors = {"executable:4"}});
  ASSERT_EQ(list.uncalled.size(), 1u);
  EXPECT_EQ(list.uncalled[0].executable, 4u);
  EXPECT_EQ(list.uncalled[0].name, "spin");
  EXPECT_TRUE(listed("small.ireereplay", {.selectors = {"*"}}).uncalled.empty());
}

TEST(DispatchLists, CountACommandBufferForEachOfItsExecutions) {
  const DispatchList some = listed("reused-command-buffer-100k.ireereplay", {.most = 5});
  ASSERT_EQ(some.functions.size(), 1u);
  EXPECT_EQ(some.functions[0].count, 100'000u);
  EXPECT_EQ(some.left_out, 99'995u);
  EXPECT_EQ(listed("reused-command-buffer-100k.ireereplay", {}).dispatches.size(), 100'000u);
}

}  // namespace
}  // namespace ireereplay::replay
