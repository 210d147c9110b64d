#include "replay/schedule.h"

#include <gtest/gtest.h>

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

TEST(Schedule, NamesTheFirstWaitOfAChainThatOnlyTheHostCanHaveBroken) {
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

TEST(Schedule, IsNotSlowForCapturesOfNothingButWaits) {
  std::vector<Step> steps(200000);
  for (uint32_t i = 0; i < steps.size(); ++i) steps[i] = {{{0, i + 1}}, {{0, i + 2}}};
  Program program = program_of(1, steps);
  PreflightReport report;
  schedule({}, &program, &report);
  EXPECT_EQ(report.problems.size(), 1u);
  EXPECT_EQ(program.steps.size(), steps.size());
}

}  // namespace
}  // namespace ireereplay::replay
