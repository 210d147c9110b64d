#include "program/schedule.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "thread_time.h"

namespace ireereplay::replay {
namespace {

// Steps of records 0, 1, 2, ... with their waits and signals.
struct Step {
  std::vector<Timepoint> waits;
  std::vector<Timepoint> signals;
};

Program program_of(uint32_t semaphores, const std::vector<Step>& steps) {
  Program program;
  for (uint32_t i = 0; i < semaphores; ++i) program.semaphores.push_back({i + 1, 0});
  for (uint32_t i = 0; i < steps.size(); ++i) {
    StepInfo& step = program.steps.emplace_back();
    step.command.record = i;
    step.waits_begin = static_cast<uint32_t>(program.timepoints.size());
    step.wait_count = static_cast<uint16_t>(steps[i].waits.size());
    step.signal_count = static_cast<uint16_t>(steps[i].signals.size());
    program.timepoints.insert(program.timepoints.end(), steps[i].waits.begin(), steps[i].waits.end());
    program.timepoints.insert(program.timepoints.end(), steps[i].signals.begin(), steps[i].signals.end());
  }
  return program;
}

std::vector<uint32_t> records(const Program& program) {
  std::vector<uint32_t> result;
  for (const StepInfo& step : program.steps) result.push_back(step.command.record);
  return result;
}

TEST(Schedule, KeepsRecordedOrderWhenEveryWaitIsSatisfied) {
  Program program = program_of(1, {{{}, {{0, 1}}}, {{{0, 1}}, {{0, 2}}}, {{{0, 2}}, {}}});
  PreflightReport report;
  schedule({}, &program, &report);
  EXPECT_TRUE(report.problems.empty());
  EXPECT_EQ(records(program), (std::vector<uint32_t>{0, 1, 2}));
}

TEST(Schedule, RunsAnOperationAfterTheLaterOneThatItWaitsFor) {
  // IREE's executor would wait forever at record 0.
  Program program = program_of(2, {{{{0, 2}, {1, 1}}, {}}, {{}, {{0, 3}}}, {{}, {{1, 1}}}, {{}, {}}});
  PreflightReport report;
  schedule({}, &program, &report);
  EXPECT_TRUE(report.problems.empty());
  EXPECT_EQ(records(program), (std::vector<uint32_t>{1, 2, 0, 3}));
}

TEST(Schedule, NamesTheFirstWaitOfAChainThatOnlyTheHostCanHaveReleased) {
  const std::vector<Step> steps = {{{{0, 1}}, {{0, 2}}}, {{{0, 2}}, {{0, 3}}}, {{}, {}}};
  Program program = program_of(1, steps);
  PreflightReport report;
  schedule({}, &program, &report);
  ASSERT_EQ(report.problems.size(), 1u);
  EXPECT_EQ(report.problems[0].record, 0u);
  EXPECT_EQ(report.problems[0].severity, Severity::kError);

  program = program_of(1, steps);
  report = {};
  ReplayOptions options;
  options.assume_host_signals = true;
  schedule(options, &program, &report);
  EXPECT_TRUE(report.can_run());
  EXPECT_EQ(program.assumed_signals, 1u);
  EXPECT_EQ(records(program), (std::vector<uint32_t>{0, 1, 2}));
}

TEST(Schedule, IsNotSlowForCapturesThatOnlyWait) {
  std::vector<Step> steps(200000);
  for (uint32_t i = 0; i < steps.size(); ++i) steps[i] = {{{0, i + 1}}, {{0, i + 2}}};
  Program program = program_of(1, steps);
  PreflightReport report;
  schedule({}, &program, &report);
  EXPECT_EQ(report.problems.size(), 1u);
  EXPECT_EQ(program.steps.size(), steps.size());
}

constexpr uint64_t kMost = ~uint64_t{0};

/// Captures of `n` steps that keep a scheduler busy.
struct Hostile {
  const char* name;
  uint32_t semaphores;
  bool ends;  ///< Everything waited for is signaled.
  std::vector<Step> (*steps)(uint32_t n);
};
const Hostile kHostile[] = {
    {"a chain that was recorded backwards", 1, true,
     [](uint32_t n) {
       std::vector<Step> steps(n);
       for (uint32_t i = 0; i + 1 < n; ++i) steps[i] = {{{0, n - 1 - i}}, {{0, n - i}}};
       steps[n - 1] = {{}, {{0, 1}}};
       return steps;
     }},
    {"all wait for one signal, which comes last", 1, true,
     [](uint32_t n) {
       std::vector<Step> steps(n, Step{{{0, kMost}}, {}});
       steps[n - 1] = {{}, {{0, kMost}}};
       return steps;
     }},
    {"half waits on one semaphore, and each signal releases one", 1, true,
     [](uint32_t n) {
       std::vector<Step> steps(n);
       for (uint32_t i = 0; i < n / 2; ++i) steps[i] = {{{0, n / 2 - i}}, {}};
       for (uint32_t i = n / 2; i < n; ++i) steps[i] = {{}, {{0, i - n / 2 + 1}}};
       return steps;
     }},
    {"one wait of each step many times over", 1, true,
     [](uint32_t n) {
       std::vector<Step> steps(n, Step{std::vector<Timepoint>(8, {0, 1}), {}});
       steps[n - 1] = {{}, {{0, 1}}};
       return steps;
     }},
    {"waits that are never signaled", 2, false,
     [](uint32_t n) {
       return std::vector<Step>(n, Step{{{0, kMost}, {1, kMost}}, {{0, kMost - 1}}});
     }},
    {"a circle", 1, false,
     [](uint32_t n) {
       std::vector<Step> steps(n);
       for (uint32_t i = 0; i < n; ++i) steps[i] = {{{0, (i + 1) % n + 1}}, {{0, i + 1}}};
       return steps;
     }},
    {"values that go round", 1, false,
     [](uint32_t n) {
       std::vector<Step> steps(n);
       for (uint32_t i = 0; i < n; ++i) steps[i] = {{{0, kMost - n / 2 + i}}, {{0, kMost - n / 2 + i + 1}}};
       return steps;
     }},
    {"each waits on all semaphores for what comes later", 8, false,
     [](uint32_t n) {
       std::vector<Step> steps(n);
       for (uint32_t i = 0; i < n; ++i) {
         for (uint32_t semaphore = 0; semaphore < 8; ++semaphore) steps[i].waits.push_back({semaphore, n - i});
         steps[i].signals = {{i % 8, n - i}};
       }
       return steps;
     }},
};

/// Whether every step occurs once, after the signals that it waits for.
bool in_order(const std::vector<Step>& recorded, uint32_t semaphores, const Program& program) {
  std::vector<uint64_t> values(semaphores);
  for (const uint32_t step : records(program)) {
    for (const Timepoint& wait : recorded[step].waits)
      if (values[wait.semaphore] < wait.value) return false;
    for (const Timepoint& signal : recorded[step].signals)
      values[signal.semaphore] = std::max(values[signal.semaphore], signal.value);
  }
  std::vector<uint32_t> steps = records(program), all(recorded.size());
  std::iota(all.begin(), all.end(), 0u);
  std::sort(steps.begin(), steps.end());
  return steps == all;
}

TEST(Schedule, OfHostileSemaphoresIsAnOrderOrNamesWhatNobodySignals) {
  for (const Hostile& hostile : kHostile) {
    SCOPED_TRACE(hostile.name);
    const std::vector<Step> steps = hostile.steps(64);
    Program program = program_of(hostile.semaphores, steps);
    PreflightReport report;
    schedule({}, &program, &report);
    EXPECT_EQ(report.can_run(), hostile.ends);
    EXPECT_EQ(in_order(steps, hostile.semaphores, program), hostile.ends);
    EXPECT_EQ(program.assumed_signals != 0, !hostile.ends);
    EXPECT_EQ(report.first_error().code(), hostile.ends ? StatusCode::kOk : StatusCode::kDeadlineExceeded);
    // With the host's signals every step has its place.
    program = program_of(hostile.semaphores, steps);
    report = {};
    ReplayOptions options;
    options.assume_host_signals = true;
    schedule(options, &program, &report);
    EXPECT_TRUE(report.can_run());
    EXPECT_EQ(program.steps.size(), steps.size());
  }
}

TEST(Schedule, OfHostileSemaphoresTakesLinearTime) {
  for (const Hostile& hostile : kHostile) {
    const auto seconds = [&](uint32_t n) {
      const std::vector<Step> steps = hostile.steps(n);
      return test::thread_seconds([&] {
        Program program = program_of(hostile.semaphores, steps);
        PreflightReport report;
        schedule({}, &program, &report);
      });
    };
    // Eight times the steps take eight times as long, and more where they no longer fit the caches; quadratic time
    // would be 64 times.
    EXPECT_LT(seconds(32000), 32 * seconds(4000)) << hostile.name;
  }
}

}  // namespace
}  // namespace ireereplay::replay
