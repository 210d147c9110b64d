#include "recording/step_times.h"

#include <algorithm>

namespace ireereplay::replay {

namespace {

Share share_of(const Recorder& recorder, const Command& step) {
  if (step.op != PlanOp::kExecute) return recorder.total(recorder.executions().of(step, nullptr));
  const auto& instance = *static_cast<const Instance*>(step.what);
  Share share;
  for (uint32_t i = 0; i < instance.count; ++i)
    share.add(recorder.total(recorder.executions().of(instance.begin[i], &step)));
  return share;
}

}  // namespace

StepTimes::StepTimes(const Plan& plan, const Recorder& recorder) {
  steps_.reserve(plan.steps.size());
  for (const Command& step : plan.steps) steps_.push_back({step.record, &step, share_of(recorder, step)});
  std::stable_sort(steps_.begin(), steps_.end(),
                   [](const Executed& a, const Executed& b) { return a.record < b.record; });
  ended_.resize(steps_.size());
  begun_.resize(steps_.size());
  uint64_t end = 0, begin = 0;
  for (size_t i = 0; i < steps_.size(); ++i) ended_[i] = end = std::max(end, steps_[i].share.end_ns);
  for (size_t i = steps_.size(); i-- > 0;) {
    const Share& share = steps_[i].share;
    if (share.tiles != 0) begin = begin == 0 ? share.begin_ns : std::min(begin, share.begin_ns);
    begun_[i] = begin;
  }
}

const StepTimes::Executed* StepTimes::find(uint64_t record) const {
  const auto at =
      std::partition_point(steps_.begin(), steps_.end(), [&](const Executed& step) { return step.record < record; });
  return at != steps_.end() && at->record == record ? &*at : nullptr;
}

std::optional<uint64_t> StepTimes::ended_before(uint64_t record) const {
  const auto at =
      std::partition_point(steps_.begin(), steps_.end(), [&](const Executed& step) { return step.record < record; });
  if (at == steps_.begin() || ended_[static_cast<size_t>(at - steps_.begin()) - 1] == 0) return {};
  return ended_[static_cast<size_t>(at - steps_.begin()) - 1];
}

std::optional<uint64_t> StepTimes::begun_after(uint64_t record) const {
  const auto at =
      std::partition_point(steps_.begin(), steps_.end(), [&](const Executed& step) { return step.record <= record; });
  if (at == steps_.end() || begun_[static_cast<size_t>(at - steps_.begin())] == 0) return {};
  return begun_[static_cast<size_t>(at - steps_.begin())];
}

}  // namespace ireereplay::replay
