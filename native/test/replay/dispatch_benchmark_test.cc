#include "made_capture.h"
#include "replay/benchmark.h"
#include "replay/dispatch_list.h"
#include "replay/inspection.h"

namespace ireereplay::replay {
namespace {

class DispatchBenchmarks : public testing::TestWithParam<const char*> {};

TEST_P(DispatchBenchmarks, GoFromDispatchToDispatchAndGiveEachItsDataInAReplay) {
  // Each command multiplies what the one before left.
  const std::string path = fixture("models/mixed/mixed.task.ireereplay");
  ReplayOptions options;
  options.devices = {GetParam()};
  options.task_worker_count = 2;
  auto list = list_dispatches(path, options, {});
  ASSERT_TRUE(list.ok());
  const auto& dispatches = list->dispatches;
  ASSERT_GT(dispatches.size(), 3u);
  auto benchmark = DispatchBenchmark::prepare(path, options);
  ASSERT_TRUE(benchmark.ok()) << benchmark.status().to_string();
  for (const ListedDispatch& dispatch : dispatches) {
    SCOPED_TRACE(dispatch.record);
    const Status there = (*benchmark)->go_to(dispatch.record, dispatch.via, {});
    ASSERT_TRUE(there.ok()) << there.to_string();
    auto inspection = inspect(path, options, dispatch.record, dispatch.via);
    ASSERT_TRUE(inspection.ok());
    Measurement measurement;
    ASSERT_TRUE((*benchmark)->measure({.iterations = 3}, nullptr, &measurement).ok());
    EXPECT_EQ(measurement.times.size(), 3u);
    // Its bindings hold what one execution leaves, however often it was executed; and only what it changed is kept.
    uint64_t bound = 0;
    std::vector<uint8_t> found;
    for (const std::span<const uint8_t> range : (*benchmark)->bound_memory()) {
      bound += range.size();
      found.insert(found.end(), range.begin(), range.end());
    }
    EXPECT_LE((*benchmark)->kept_bytes(), bound);
    for (const InspectedRange& range : inspection->ranges) {
      const auto at = std::search(found.begin(), found.end(), range.after.begin(), range.after.end());
      EXPECT_TRUE(at != found.end()) << range.ordinal;
    }
  }
  // Back to the first: it starts over.
  const ListedDispatch& first = dispatches.front();
  ASSERT_TRUE((*benchmark)->go_to(first.record, first.via, {}).ok());
  EXPECT_EQ((*benchmark)->go_to(0, kNoPlace, {}).code(), StatusCode::kNotFound);
}

TEST_P(DispatchBenchmarks, KeepWhatTheDispatchWritesAndNotWhatItReads) {
  const std::string path = fixture("models/mm256/mm256.sync.ireereplay");
  ReplayOptions options;
  options.devices = {GetParam()};
  auto list = list_dispatches(path, options, {});
  ASSERT_TRUE(list.ok());
  const auto& dispatches = list->dispatches;
  auto benchmark = DispatchBenchmark::prepare(path, options);
  ASSERT_TRUE(benchmark.ok());
  ASSERT_TRUE((*benchmark)->go_to(dispatches[0].record, dispatches[0].via, {}).ok());
  Measurement measurement;
  ASSERT_TRUE((*benchmark)->measure({.iterations = 1}, nullptr, &measurement).ok());
  EXPECT_EQ(dispatches[0].bytes, 3u * 256 * 256 * 4);
  EXPECT_GT((*benchmark)->kept_bytes(), 0u);
  EXPECT_LE((*benchmark)->kept_bytes(), 256u * 256 * 4);
}

TEST_P(DispatchBenchmarks, TakeInBatchesWhatLeavesTheSameWhenItIsExecutedAgain) {
  const std::string path = fixture("small.ireereplay");
  ReplayOptions options;
  options.devices = {GetParam()};
  const auto dispatches = list_dispatches(path, options, {})->dispatches;
  auto benchmark = DispatchBenchmark::prepare(path, options);
  ASSERT_TRUE(benchmark.ok());
  ASSERT_TRUE((*benchmark)->go_to(dispatches[0].record, dispatches[0].via, {}).ok());
  Measurement alone, together;
  ASSERT_TRUE((*benchmark)->measure({.iterations = 101}, nullptr, &alone).ok());
  EXPECT_EQ(alone.batch, 1u);
  ASSERT_TRUE((*benchmark)->measure({.iterations = 11, .batch = 1000}, nullptr, &together).ok());
  EXPECT_EQ(together.batch, 1000u);
  EXPECT_EQ(together.times.size(), 11u);
  EXPECT_TRUE(std::all_of(together.times.begin(), together.times.end(), [](double time) { return time > 0; }));
}

TEST_P(DispatchBenchmarks, EndWhenTheyAreCancelled) {
  const std::string path = fixture("models/mm256/mm256.sync.ireereplay");
  ReplayOptions options;
  options.devices = {GetParam()};
  const auto dispatches = list_dispatches(path, options, {})->dispatches;
  auto benchmark = DispatchBenchmark::prepare(path, options);
  const std::atomic<bool> cancel = true;
  const auto go = [&](const RunControl& control) {
    return (*benchmark)->go_to(dispatches[0].record, dispatches[0].via, control);
  };
  EXPECT_EQ(go({.cancel = &cancel}).code(), StatusCode::kCancelled);
  Measurement measurement;
  EXPECT_FALSE((*benchmark)->measure({.iterations = 1}, nullptr, &measurement).ok());
  // What was cancelled on the way starts over, and so does what was cancelled in the first execution.
  for (int i = 0; i < 2; ++i) {
    const Status there = go({});
    ASSERT_TRUE(there.ok()) << there.to_string();
    EXPECT_EQ((*benchmark)->measure({.iterations = 1}, i == 0 ? &cancel : nullptr, &measurement).code(),
              i == 0 ? StatusCode::kCancelled : StatusCode::kOk);
  }
  EXPECT_EQ(measurement.times.size(), 1u);
}

TEST_P(DispatchBenchmarks, ListWhatTheCaptureListsWithoutReadingItAgain) {
  for (const char* name : {"models/mixed/mixed.task.ireereplay", "reused-command-buffer-100k.ireereplay"}) {
    SCOPED_TRACE(name);
    ReplayOptions options;
    options.devices = {GetParam()};
    options.task_worker_count = 2;
    const ListedPart part = {.most = 500, .selectors = {"*"}};
    auto expected = list_dispatches(fixture(name), options, part);
    ASSERT_TRUE(expected.ok()) << expected.status().to_string();
    auto benchmark = DispatchBenchmark::prepare(fixture(name), options);
    ASSERT_TRUE(benchmark.ok());
    auto list = (*benchmark)->list(part);
    ASSERT_TRUE(list.ok());
    EXPECT_EQ(list->left_out, expected->left_out);
    ASSERT_EQ(list->dispatches.size(), expected->dispatches.size());
    for (size_t i = 0; i < list->dispatches.size(); ++i) {
      EXPECT_EQ(list->dispatches[i].record, expected->dispatches[i].record) << i;
      EXPECT_EQ(list->dispatches[i].via, expected->dispatches[i].via) << i;
    }
  }
}

TEST_P(DispatchBenchmarks, FindExecutionsOfACommandBufferThatIsExecutedAgainAndAgain) {
  const std::string path = fixture("reused-command-buffer-100k.ireereplay");
  ReplayOptions options;
  options.devices = {GetParam()};
  auto benchmark = DispatchBenchmark::prepare(path, options);
  ASSERT_TRUE(benchmark.ok());
  const auto all = (*benchmark)->list({})->dispatches;
  // Two commands of one execution, the first again in the next, and one far ahead.
  for (const size_t i : {3u, 7u, 103u, 50'005u}) {
    const Status there = (*benchmark)->go_to(all[i].record, all[i].via, {});
    ASSERT_TRUE(there.ok()) << i << ": " << there.to_string();
    Measurement measurement;
    ASSERT_TRUE((*benchmark)->measure({.iterations = 2}, nullptr, &measurement).ok());
    EXPECT_EQ(measurement.times.size(), 2u);
  }
  // From there on without naming the execution: the next of that command.
  EXPECT_TRUE((*benchmark)->go_to(all[1].record, kNoPlace, {}).ok());
  EXPECT_EQ((*benchmark)->go_to(all[1].record, 1, {}).code(), StatusCode::kNotFound);
}

INSTANTIATE_TEST_SUITE_P(Devices, DispatchBenchmarks, testing::Values("local-sync", "local-task"),
                         [](const auto& info) {
                           return info.param == std::string("local-sync") ? "LocalSync" : "LocalTask";
                         });

}  // namespace
}  // namespace ireereplay::replay
