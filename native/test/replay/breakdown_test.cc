// Where the time of what is measured goes.
#include <gtest/gtest.h>

#include <map>
#include <numeric>
#include <set>

#include "replay/benchmark.h"
#include "replay/breakdown_run.h"
#include "replays.h"

namespace ireereplay::replay {
namespace {

using Kind = BreakdownPart::Kind;

std::shared_ptr<Session> prepare(const std::string& capture, const char* device, uint32_t workers) {
  ReplayOptions options;
  options.devices = {device};
  options.task_worker_count = workers;
  options.task_share_after_ns = 0;
  auto session = Session::prepare(fixture(capture), options);
  EXPECT_TRUE(session.ok()) << session.status().to_string();
  return session.ok() ? std::shared_ptr<Session>(*std::move(session)) : nullptr;
}

std::unique_ptr<BreakdownRun> break_down(const std::shared_ptr<Session>& session,
                                         const std::vector<std::string>& scopes) {
  if (session == nullptr) return nullptr;
  auto run = BreakdownRun::prepare(session, scopes, {});
  EXPECT_TRUE(run.ok()) << run.status().to_string();
  return run.ok() ? *std::move(run) : nullptr;
}

const std::string kBlock = "models/block/block.sync.ireereplay";

/// Every part's executions are those of its parts.
void expect_whole(const Breakdown& breakdown) {
  std::map<uint32_t, uint64_t> executions, bytes;
  const auto parts = breakdown.parts();
  for (uint32_t i = 0; i < parts.size(); ++i) {
    const BreakdownPart& part = parts[i];
    EXPECT_EQ(part.parent == kNoIndex, part.kind == Kind::kFunction || part.kind == Kind::kOperation);
    EXPECT_GT(part.executions, 0u);
    if (part.parent == kNoIndex) continue;
    ASSERT_LT(part.parent, i);
    executions[part.parent] += part.executions;
    bytes[part.parent] += part.bound_bytes;
  }
  for (const auto& [parent, count] : executions) {
    EXPECT_EQ(parts[parent].executions, count);
    EXPECT_EQ(parts[parent].bound_bytes, bytes[parent]);
  }
}

TEST(Breakdown, OfOneIterationOnOneThreadAddsUpToTheScope) {
  const auto run = break_down(prepare(kBlock, "local-sync", 1), {"execute"});
  ASSERT_NE(run, nullptr);
  Measurement measurement;
  ASSERT_TRUE(run->measure({.iterations = 1}, nullptr, &measurement).ok());
  ASSERT_EQ(run->breakdowns().size(), 1u);
  const Breakdown& breakdown = run->breakdowns()[0];
  EXPECT_EQ(breakdown.sample_count(), 1u);
  expect_whole(breakdown);
  double scope = 0;
  for (size_t i = 0; i < measurement.scopes.size(); ++i)
    if (measurement.scopes[i].name == "execute") scope += measurement.scope_times[i];
  EXPECT_EQ(breakdown.scope_median(), scope);
  const std::vector<BreakdownTime> times = breakdown.times();
  const auto parts = breakdown.parts();
  std::vector<double> sums(parts.size());
  double top = 0, dispatches = 0;
  std::set<std::pair<uint32_t, uint32_t>> functions;
  for (size_t i = 0; i < parts.size(); ++i) {
    EXPECT_FALSE(times[i].interval.has_value()) << "of one sample there is none";
    EXPECT_NEAR(times[i].busy, times[i].median, 1e-6 * times[i].median + 1);
    if (parts[i].kind == Kind::kFunction) {
      dispatches += static_cast<double>(parts[i].executions);
      const DispatchNote& note = run->plan().note_of(parts[i].dispatch);
      functions.insert({note.executable, note.function});
    }
    (parts[i].parent == kNoIndex ? top : sums[parts[i].parent]) += times[i].median;
  }
  for (size_t i = 0; i < parts.size(); ++i) {
    if (parts[i].kind == Kind::kRecord) continue;
    EXPECT_NEAR(sums[i], times[i].median, 1e-5 * times[i].median);
  }
  EXPECT_EQ(functions.size(), 11u);
  EXPECT_EQ(dispatches, static_cast<double>(run->plan().dispatch_count));
  // What the executor does before the first of them is in its time, but not in the scope's.
  EXPECT_NEAR(top + breakdown.rest_median(), scope, 0.05 * scope);
}

TEST(Breakdown, OfThreadsSideBySideIsNeverMoreThanItsScope) {
  const auto run = break_down(prepare(kBlock, "local-task", 2), {});
  ASSERT_NE(run, nullptr);
  Measurement measurement;
  ASSERT_TRUE(run->measure({.iterations = 8}, nullptr, &measurement).ok());
  const Breakdown& breakdown = run->breakdowns()[0];
  expect_whole(breakdown);
  EXPECT_EQ(breakdown.scope(), std::nullopt);
  EXPECT_EQ(breakdown.sample_count(), 8u);
  const double most = *std::max_element(measurement.times.begin(), measurement.times.end());
  const std::vector<BreakdownTime> times = breakdown.times();
  for (size_t i = 0; i < times.size(); ++i) {
    EXPECT_GT(times[i].median, 0);
    EXPECT_LE(times[i].median, most * (1 + 1e-6));
    ASSERT_TRUE(times[i].interval.has_value());
    EXPECT_LE(times[i].interval->low, times[i].median);
    EXPECT_GE(times[i].interval->high, times[i].median);
    const uint32_t parent = breakdown.parts()[i].parent;
    EXPECT_LE(times[i].median, parent == kNoIndex ? most * (1 + 1e-6) : times[parent].median);
    const SampleStatistics statistics = breakdown.statistics(static_cast<uint32_t>(i));
    EXPECT_EQ(statistics.count, 8u);
    EXPECT_EQ(statistics.median, times[i].median);
    EXPECT_EQ(statistics.interval.low, times[i].interval->low);
    EXPECT_EQ(statistics.interval.high, times[i].interval->high);
    const std::vector<double> all = breakdown.samples(static_cast<uint32_t>(i), 8);
    ASSERT_EQ(all.size(), 8u);
    EXPECT_EQ(*std::min_element(all.begin(), all.end()), statistics.minimum);
    EXPECT_EQ(breakdown.samples(static_cast<uint32_t>(i), 3), (std::vector<double>{all[0], all[4]}));
  }
  const std::vector<uint32_t> longest = breakdown.longest(times, 12);
  EXPECT_EQ(longest.size(), 12u);
  for (const uint32_t one : longest) {
    const uint32_t parent = breakdown.parts()[one].parent;
    EXPECT_TRUE(parent == kNoIndex || std::find(longest.begin(), longest.end(), parent) != longest.end());
  }
  EXPECT_EQ(breakdown.longest(times, times.size() + 1).size(), times.size());
}

TEST(Breakdown, MeasuresAsManyIterationsThatNothingIsRecordedOf) {
  const auto run = break_down(prepare(kBlock, "local-sync", 1), {"execute", "initialize"});
  ASSERT_NE(run, nullptr);
  Measurement measurement;
  ASSERT_TRUE(run->measure({.iterations = 5}, nullptr, &measurement).ok());
  EXPECT_EQ(measurement.times.size(), 5u);
  EXPECT_EQ(measurement.bare_times.size(), 5u);
  EXPECT_EQ(measurement.scope_times.size(), 5 * measurement.scopes.size());
  EXPECT_EQ(measurement.bare_scope_times.size(), measurement.scope_times.size());
  for (const double time : measurement.bare_times) EXPECT_GT(time, 0);
  EXPECT_EQ(run->breakdowns().size(), 2u);
  run->clear();
  EXPECT_EQ(run->breakdowns()[0].sample_count(), 0u);
}

TEST(Breakdown, CountsACommandBufferAsOftenAsItIsExecuted) {
  const auto run = break_down(prepare("reused-command-buffer-100k.ireereplay", "local-sync", 1), {});
  ASSERT_NE(run, nullptr);
  const Breakdown& breakdown = run->breakdowns()[0];
  expect_whole(breakdown);
  uint64_t repeated = 0, dispatches = 0;
  for (const BreakdownPart& part : breakdown.parts()) {
    if (part.kind == Kind::kFunction) dispatches += part.executions;
    if (part.kind != Kind::kRecord || part.executions == 1) continue;
    ++repeated;
    EXPECT_EQ(part.executions, 1000u);
    EXPECT_EQ(part.via, kNoPlace) << "no single submission executes it";
  }
  EXPECT_EQ(repeated, 100u);
  EXPECT_EQ(dispatches, 100'000u);
}

TEST(Breakdown, KeepsEverySecondIterationWhereThereIsNoRoomForAll) {
  const auto session = prepare(kBlock, "local-sync", 1);
  ASSERT_NE(session, nullptr);
  auto recorder = Recorder::create(session->plan());
  ASSERT_TRUE(recorder.ok());
  TracedExecutor<RecordingTrace> executor(session->plan(), RecordingTrace{recorder->get()});
  const size_t parts = Breakdown(session->plan(), std::nullopt).parts().size();
  Breakdown breakdown(session->plan(), std::nullopt, 64 * parts);
  ASSERT_EQ(breakdown.parts().size(), parts);
  std::vector<double> times;
  for (int i = 0; i < 150; ++i) {
    (*recorder)->clear();
    ReplayResult result;
    ASSERT_TRUE(executor.run({}, &result).ok());
    breakdown.add(**recorder, result);
    if (i % 4 == 0) times.push_back(static_cast<double>(result.execute_ns));
  }
  EXPECT_EQ(breakdown.sample_count(), times.size());
  std::sort(times.begin(), times.end());
  EXPECT_EQ(breakdown.scope_median(), quantile(times, 0.5));
}

TEST(Breakdown, LeavesRecordsOutWhereThereAreTooMany) {
  const auto session = prepare(kBlock, "local-sync", 1);
  ASSERT_NE(session, nullptr);
  const Breakdown breakdown(session->plan(), std::nullopt, 64);
  EXPECT_TRUE(breakdown.is_without_records());
  for (const BreakdownPart& part : breakdown.parts()) EXPECT_NE(part.kind, Kind::kRecord);
}

}  // namespace
}  // namespace ireereplay::replay
