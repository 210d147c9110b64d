#include "replay/breakdown_run.h"

#include <ctime>
#include <utility>

#include "base/clock.h"
#include "replay/benchmark.h"
#include "replay/cache_flusher.h"

namespace ireereplay::replay {

BreakdownRun::BreakdownRun(std::shared_ptr<Session> session, std::unique_ptr<Recorder> recorder)
    : session_(std::move(session)),
      recorder_(std::move(recorder)),
      executor_(session_->plan(), RecordingTrace{recorder_.get()}) {}

Result<std::unique_ptr<BreakdownRun>> BreakdownRun::prepare(std::shared_ptr<Session> session,
                                                            const std::vector<std::string>& scopes,
                                                            const RunControl& control) {
  IR_ASSIGN_OR_RETURN(auto recorder, Recorder::create(session->plan()));
  std::unique_ptr<BreakdownRun> run(new BreakdownRun(std::move(session), std::move(recorder)));
  for (const std::string& scope : scopes) run->breakdowns_.emplace_back(run->plan(), scope);
  if (scopes.empty()) run->breakdowns_.emplace_back(run->plan(), std::nullopt);
  IR_RETURN_IF_ERROR(run->run_recorded(control));
  return run;
}

Status BreakdownRun::run_recorded(const RunControl& control) {
  result_.scopes.clear();
  result_.outputs.clear();
  return executor_.run(control, &result_);
}

void BreakdownRun::clear() {
  for (Breakdown& breakdown : breakdowns_) breakdown.clear();
}

Status BreakdownRun::measure(const MeasureLimits& limits, const std::atomic<bool>* cancel, Measurement* measurement) {
  const RunControl control = {.cancel = cancel};
  CacheFlusher flusher(limits.cold_caches);
  const uint64_t begin = now_ns();
  const auto execute_bare = [&](double* time, std::vector<double>* scopes) -> Status {
    flusher.flush();
    IR_RETURN_IF_ERROR(session_->run_again(control, &result_));
    *time = static_cast<double>(result_.execute_ns);
    for (const ScopeTime& scope : result_.scopes) scopes->push_back(static_cast<double>(scope.duration_ns));
    return Status();
  };
  const auto iterate = [&](double* time) -> Status {
    double bare = 0;
    std::vector<double> bare_scopes;
    // By chance: whichever comes second finds the caches of the other, and in a fixed order the slices of time that
    // other programs are given would fall on one of them.
    const bool is_bare_first = chance_.below(2) != 0;
    if (is_bare_first) IR_RETURN_IF_ERROR(execute_bare(&bare, &bare_scopes));
    recorder_->clear();
    flusher.flush();
    const uint64_t cpu_begin = clock_ns(CLOCK_PROCESS_CPUTIME_ID);
    IR_RETURN_IF_ERROR(run_recorded(control));
    const auto cpu = static_cast<double>(clock_ns(CLOCK_PROCESS_CPUTIME_ID) - cpu_begin);
    const ReplayResult recorded = result_;
    if (!is_bare_first) IR_RETURN_IF_ERROR(execute_bare(&bare, &bare_scopes));
    for (Breakdown& breakdown : breakdowns_) breakdown.add(*recorder_, recorded);
    if (measurement->scopes.empty()) {
      for (const ScopeTime& scope : recorded.scopes)
        measurement->scopes.push_back({scope.name, scope.begin_record, scope.end_record});
    }
    *time = static_cast<double>(recorded.execute_ns);
    measurement->cpu_ns += cpu;
    measurement->times.push_back(*time);
    measurement->bare_times.push_back(bare);
    measurement->file_read_times.push_back(static_cast<double>(recorded.file_read_ns));
    for (const ScopeTime& scope : recorded.scopes) {
      measurement->scope_times.push_back(static_cast<double>(scope.duration_ns));
      measurement->scope_file_read_times.push_back(static_cast<double>(scope.file_read_ns));
    }
    for (const double scope : bare_scopes) measurement->bare_scope_times.push_back(scope);
    return Status();
  };
  Status status;
  double total = 0;
  for (uint64_t i = 0; i < limits.iterations && total < static_cast<double>(limits.total_ns) && status.ok(); ++i) {
    double time = 0;
    status = iterate(&time);
    total += time;
  }
  measurement->wall_ns += static_cast<double>(now_ns() - begin);
  return status;
}

}  // namespace ireereplay::replay
