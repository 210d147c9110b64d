// Measuring a session and, in the same iterations, where their time goes.
#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "base/chance.h"
#include "base/status.h"
#include "hal/local/executor.h"
#include "recording/breakdown.h"
#include "recording/recorder.h"
#include "replay/session.h"

namespace ireereplay::replay {

struct MeasureLimits;
struct Measurement;

/// Executes the plan of a session with a recorder. What is measured are the iterations that are recorded; beside each
/// of them is one that is not, so that what recording costs is known.
class BreakdownRun {
 public:
  /// Breaks down scopes of these names, or without names the whole capture. Executes everything once: so that it is as
  /// warm as the session. Fails as Recorder::create(), and as that execution.
  static Result<std::unique_ptr<BreakdownRun>> prepare(std::shared_ptr<Session> session,
                                                       const std::vector<std::string>& scopes,
                                                       const RunControl& control);

  /// As replay::measure(), with Measurement::bare_times. There are no batches: each execution has its time.
  Status measure(const MeasureLimits& limits, const std::atomic<bool>* cancel, Measurement* measurement);
  /// What was measured before is no part of breakdowns() any more.
  void clear();

  const Plan& plan() const { return session_->plan(); }
  /// In the order of the names.
  const std::vector<Breakdown>& breakdowns() const { return breakdowns_; }

 private:
  BreakdownRun(std::shared_ptr<Session> session, std::unique_ptr<Recorder> recorder);
  Status run_recorded(const RunControl& control);

  const std::shared_ptr<Session> session_;
  const std::unique_ptr<Recorder> recorder_;
  TracedExecutor<RecordingTrace> executor_;
  std::vector<Breakdown> breakdowns_;
  ReplayResult result_;  // Of the latest run, recorded or not.
  Chance chance_;
};

}  // namespace ireereplay::replay
