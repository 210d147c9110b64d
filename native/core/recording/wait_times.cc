#include "recording/wait_times.h"

#include <algorithm>

#include "program/program.h"
#include "recording/step_times.h"
#include "recording/submissions.h"

namespace ireereplay::replay {

WaitTimes::WaitTimes(const Program& program, const StepTimes& times, const std::vector<Submission>& submissions)
    : times_(times), submissions_(submissions), after_(submissions.size()), begun_(submissions.size()) {
  // An operation's edges come after those of what it comes after.
  for (size_t i = program.step_edges_begin; i < program.edges.size(); ++i) {
    const EdgeInfo& edge = program.edges[i];
    // Memory that is used again is the replay's own doing: the recorded host did not wait for it.
    if (edge.kind == EdgeKind::kReusedMemory) continue;
    const uint64_t done = done_ns(edge.from);
    After* const after = after_of(edge.to);
    uint64_t& latest = edge.kind == EdgeKind::kRecorded ? after->signalled_ns : after->host_ns;
    latest = std::max(latest, done);
  }
  uint64_t begun = 0;
  for (size_t i = 0; i < submissions.size(); ++i) {
    begun_[i] = begun;
    const StepTimes::Executed* executed = times.find(submissions[i].record);
    if (executed != nullptr && executed->share.tiles != 0) begun = executed->share.begin_ns;
  }
}

WaitTimes::Times WaitTimes::of(size_t i, uint64_t begin_ns) const {
  Times times;
  times.submitted_ns = std::min(std::max(begun_[i], after_[i].host_ns), begin_ns);
  times.ready_ns = std::min(after_[i].signalled_ns, begin_ns);
  return times;
}

WaitTimes::After* WaitTimes::after_of(uint64_t record) {
  // Mostly that of the last time, or the one after it.
  for (size_t i = latest_; i < std::min(latest_ + 2, submissions_.size()); ++i)
    if (submissions_[i].record == record) return &after_[latest_ = i];
  const auto found = std::partition_point(submissions_.begin(), submissions_.end(),
                                          [&](const Submission& submission) { return submission.record < record; });
  if (found == submissions_.end() || found->record != record) return &others_[record];
  return &after_[latest_ = static_cast<size_t>(found - submissions_.begin())];
}

uint64_t WaitTimes::done_ns(uint64_t record) {
  const StepTimes::Executed* const executed = times_.find(record);
  if (executed != nullptr && executed->share.tiles != 0) return executed->share.end_ns;
  const After* const after = after_of(record);
  return std::max(after->signalled_ns, after->host_ns);
}

}  // namespace ireereplay::replay
