#include "program/problem.h"

#include "made_capture.h"

namespace ireereplay::replay {
namespace {

TEST(Problem, AnErrorAfterAThousandWarningsKeepsACaptureFromRunning) {
  MadeCapture made;
  const uint64_t buffer = made.buffer(256), executable = made.executable();
  for (int i = 0; i < 1000; ++i) made.scope("stray", false);
  const uint64_t record = made.next_record();
  made.dispatch(executable, 999, {{buffer, 0, 64, 0, 0}});

  const PreflightReport report = preflight(made.path(), {});
  EXPECT_FALSE(report.can_run());
  EXPECT_EQ(report.first_error().code(), StatusCode::kOutOfRange);
  EXPECT_EQ(report.first_error().record(), record);
  PreflightReport of_prepare;
  auto session = Session::prepare(made.path(), {}, &of_prepare);
  ASSERT_FALSE(session.ok());
  EXPECT_EQ(session.status().record(), record);
  EXPECT_FALSE(of_prepare.can_run());
}

Problem problem(Severity severity, uint64_t record) {
  return {severity, problem_code::kDamagedRecord, StatusCode::kDataLoss, record, record * 100, "it is damaged",
          "fix it"};
}

TEST(Problem, CountsWhatIsLeftOutAndNeverLetsWarningsDisplaceErrors) {
  PreflightReport report;
  for (uint64_t i = 0; i < 5000; ++i) report.add(problem(Severity::kWarning, i));
  EXPECT_TRUE(report.can_run());
  EXPECT_TRUE(report.first_error().ok());
  for (uint64_t i = 0; i < 5000; ++i) report.add(problem(Severity::kError, i));
  EXPECT_FALSE(report.can_run());
  EXPECT_EQ(report.error_count(), 5000u);
  EXPECT_EQ(report.problems.size() + report.problems_left_out, 10000u);
  size_t errors = 0;
  for (const Problem& kept : report.problems) errors += kept.severity == Severity::kError;
  EXPECT_EQ(errors, PreflightReport::kMaxProblems);
}

TEST(Problem, TheFirstErrorIsTheFirstInTheFileEvenIfFoundLast) {
  PreflightReport report;
  for (uint64_t i = 0; i < 3000; ++i) report.add(problem(Severity::kError, 100 + i));
  report.add(problem(Severity::kError, 7));
  EXPECT_EQ(report.first_error().record(), 7u);
  const bool kept =
      std::any_of(report.problems.begin(), report.problems.end(), [](const Problem& p) { return p.record == 7; });
  EXPECT_TRUE(kept);
  // What concerns the whole capture comes first.
  report.add(problem(Severity::kError, kNoPlace));
  EXPECT_EQ(report.first_error().record(), kNoPlace);
  EXPECT_EQ(report.problems.size() + report.problems_left_out, 3002u);
}

}  // namespace
}  // namespace ireereplay::replay
