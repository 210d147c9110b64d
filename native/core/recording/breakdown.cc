#include "recording/breakdown.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "base/seeded_hash.h"

namespace ireereplay::replay {

namespace {

/// Of each part there is room for so many; where it would not be, records are not kept apart.
constexpr uint64_t kLeastSamples = 32;

double median_of(std::vector<double> values) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  return quantile(values, 0.5);
}

}  // namespace

/// Goes through the steps of a plan in order, and makes a part of whatever is new.
class Breakdown::Builder {
 public:
  Builder(const Plan& plan, Breakdown* breakdown) : plan_(plan), index_(plan), to_(*breakdown) {
    launch_of_.assign(plan.dispatches.size(), kNoIndex);
    to_.is_without_records_ = plan.steps.size() + plan.commands.size() > to_.most_samples_ / kLeastSamples;
  }

  void build() {
    uint64_t open = 0;  // Occurrences of the scope that the walk is in.
    for (const Command& step : plan_.steps) {
      if (step.op == PlanOp::kScopeBegin || step.op == PlanOp::kScopeEnd) {
        const auto& scope = *static_cast<const ScopeInfo*>(step.what);
        if (!to_.scope_ || *to_.scope_ != scope.name || !scope.ended) continue;
        if (step.op == PlanOp::kScopeBegin) {
          ++open;
        } else if (open != 0) {
          --open;
        }
        continue;
      }
      if (to_.scope_ && open == 0) continue;
      if (step.op != PlanOp::kExecute) {
        add(step, nullptr);
        continue;
      }
      const auto& instance = *static_cast<const Instance*>(step.what);
      for (uint32_t i = 0; i < instance.count; ++i) add(instance.begin[i], &step);
    }
  }

 private:
  // What makes launches alike: function, grid, size of a workgroup, constants, lengths of bindings.
  using LaunchKey = std::tuple<uint64_t, std::vector<uint32_t>, std::vector<uint64_t>, bool>;

  void add(const Command& command, const Command* step) {
    const Dispatch* dispatch = plan_.dispatch_of(command);
    const uint32_t above = dispatch != nullptr ? launch_of(*dispatch, command.op) : operation_of(command.op);
    const uint32_t part = record_of(above, command, step);
    to_.executions_.push_back({index_.of(command, step), part});
    const uint64_t bytes = dispatch != nullptr ? bound_bytes(*dispatch) : length_of(command);
    for (uint32_t at = part; at != kNoIndex; at = to_.parts_[at].parent) {
      ++to_.parts_[at].executions;
      uint64_t& sum = to_.parts_[at].bound_bytes;
      if (__builtin_add_overflow(sum, bytes, &sum)) sum = ~0ull;
    }
  }

  uint32_t make(const BreakdownPart& part) {
    to_.parts_.push_back(part);
    return static_cast<uint32_t>(to_.parts_.size() - 1);
  }

  uint32_t function_of(const Dispatch& dispatch) {
    const DispatchNote& note = plan_.note_of(&dispatch);
    const auto [at, is_new] = functions_.try_emplace({note.executable, note.function}, kNoIndex);
    if (is_new) at->second = make({.kind = BreakdownPart::Kind::kFunction, .dispatch = &dispatch});
    return at->second;
  }

  uint32_t launch_of(const Dispatch& dispatch, PlanOp op) {
    uint32_t& known = launch_of_[static_cast<size_t>(&dispatch - plan_.dispatches.data())];
    if (known != kNoIndex) return known;
    const bool is_indirect = op == PlanOp::kCallIndirect;
    const abi::DispatchState& state = dispatch.state;
    std::vector<uint32_t> numbers = {state.workgroup_size_x, state.workgroup_size_y, state.workgroup_size_z};
    if (!is_indirect)
      numbers.insert(numbers.end(), {state.workgroup_count_x, state.workgroup_count_y, state.workgroup_count_z});
    numbers.insert(numbers.end(), state.constants, state.constants + state.constant_count);
    const std::vector<uint64_t> lengths(state.binding_lengths, state.binding_lengths + state.binding_count);
    const DispatchNote& note = plan_.note_of(&dispatch);
    const uint64_t function = (uint64_t{note.executable} << 32) | note.function;
    const auto [at, is_new] =
        launches_.try_emplace({function, std::move(numbers), std::move(lengths), is_indirect}, kNoIndex);
    if (is_new) {
      at->second = make({.kind = BreakdownPart::Kind::kLaunch,
                         .parent = function_of(dispatch),
                         .op = op,
                         .dispatch = &dispatch,
                         .is_indirect = is_indirect});
    }
    return known = at->second;
  }

  uint32_t operation_of(PlanOp op) {
    const auto [at, is_new] = operations_.try_emplace(op, kNoIndex);
    if (is_new) at->second = make({.kind = BreakdownPart::Kind::kOperation, .op = op});
    return at->second;
  }

  uint32_t record_of(uint32_t above, const Command& command, const Command* step) {
    if (to_.is_without_records_) return above;
    const uint64_t via = step != nullptr ? step->record : kNoPlace;
    const auto [at, is_new] = records_.try_emplace((uint64_t{above} << 32) | command.record, kNoIndex);
    if (is_new) {
      at->second = make({.kind = BreakdownPart::Kind::kRecord,
                         .parent = above,
                         .op = command.op,
                         .dispatch = plan_.dispatch_of(command),
                         .is_indirect = command.op == PlanOp::kCallIndirect,
                         .record = command.record,
                         .via = via});
    } else if (to_.parts_[at->second].via != via) {
      to_.parts_[at->second].via = kNoPlace;
    }
    return at->second;
  }

  static uint64_t bound_bytes(const Dispatch& dispatch) {
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < dispatch.state.binding_count; ++i) bytes += dispatch.state.binding_lengths[i];
    return bytes;
  }
  static uint64_t length_of(const Command& command) { return static_cast<const Transfer*>(command.what)->length; }

  const Plan& plan_;
  const ExecutionIndex index_;
  Breakdown& to_;
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> functions_;
  std::map<LaunchKey, uint32_t> launches_;
  std::map<PlanOp, uint32_t> operations_;
  std::unordered_map<uint64_t, uint32_t, SeededHash> records_;
  std::vector<uint32_t> launch_of_;  // Of each dispatch of the plan.
};

Breakdown::Breakdown(const Plan& plan, std::optional<std::string> scope, uint64_t most_samples)
    : scope_(std::move(scope)), most_samples_(most_samples) {
  Builder(plan, this).build();
  // One past the parts is all of them together.
  covered_until_.resize(parts_.size() + 1);
  sums_.resize(parts_.size() + 1);
  clear();
}

void Breakdown::clear() {
  samples_.clear();
  scope_samples_.clear();
  rest_samples_.clear();
  busy_.assign(parts_.size(), 0);
  added_ = 0;
  stride_ = 1;
}

void Breakdown::add(const Recorder& recorder, const ReplayResult& run) {
  stretches_.clear();
  for (const auto& [index, part] : executions_) {
    const Share share = recorder.total(index);
    if (share.tiles == 0) continue;
    stretches_.push_back({share.begin_ns, share.end_ns, part});
    for (uint32_t at = part; at != kNoIndex; at = parts_[at].parent) busy_[at] += static_cast<double>(share.busy_ns);
  }
  if (added_++ % stride_ != 0) return;
  const auto by_begin = [](const Stretch& a, const Stretch& b) { return a.begin < b.begin; };
  if (!std::is_sorted(stretches_.begin(), stretches_.end(), by_begin))
    std::sort(stretches_.begin(), stretches_.end(), by_begin);
  std::fill(covered_until_.begin(), covered_until_.end(), 0);
  std::fill(sums_.begin(), sums_.end(), 0);
  const auto cover = [&](const Stretch& stretch, size_t at) {
    const uint64_t from = std::max(stretch.begin, covered_until_[at]);
    if (stretch.end <= from) return;
    sums_[at] += static_cast<double>(stretch.end - from);
    covered_until_[at] = stretch.end;
  };
  for (const Stretch& stretch : stretches_) {
    for (uint32_t at = stretch.part; at != kNoIndex; at = parts_[at].parent) cover(stretch, at);
    cover(stretch, parts_.size());
  }
  double scope_ns = scope_ ? 0 : static_cast<double>(run.execute_ns);
  if (scope_) {
    for (const ScopeTime& scope : run.scopes)
      if (scope.name == *scope_) scope_ns += static_cast<double>(scope.duration_ns);
  }
  for (size_t i = 0; i < parts_.size(); ++i) samples_.push_back(static_cast<float>(sums_[i]));
  scope_samples_.push_back(scope_ns);
  rest_samples_.push_back(std::max(0.0, scope_ns - sums_.back()));
  if (samples_.size() + parts_.size() > most_samples_) keep_every_second();
}

void Breakdown::keep_every_second() {
  const size_t kept = (scope_samples_.size() + 1) / 2, count = parts_.size();
  for (size_t i = 1; i < kept; ++i) {
    std::copy_n(samples_.begin() + static_cast<ptrdiff_t>(2 * i * count), count,
                samples_.begin() + static_cast<ptrdiff_t>(i * count));
    scope_samples_[i] = scope_samples_[2 * i];
    rest_samples_[i] = rest_samples_[2 * i];
  }
  samples_.resize(kept * count);
  scope_samples_.resize(kept);
  rest_samples_.resize(kept);
  stride_ *= 2;
}

uint64_t Breakdown::sample_count() const { return scope_samples_.size(); }

double Breakdown::scope_median() const { return median_of(scope_samples_); }

double Breakdown::rest_median() const { return median_of(rest_samples_); }

std::vector<BreakdownTime> Breakdown::times() const {
  std::vector<BreakdownTime> times(parts_.size());
  const size_t samples = scope_samples_.size();
  if (samples == 0) return times;
  std::vector<double> sorted(samples);
  for (size_t part = 0; part < parts_.size(); ++part) {
    for (size_t i = 0; i < samples; ++i) sorted[i] = samples_[i * parts_.size() + part];
    std::sort(sorted.begin(), sorted.end());
    const double sum = std::accumulate(sorted.begin(), sorted.end(), 0.0);
    times[part] = {quantile(sorted, 0.5), sum / static_cast<double>(samples), rank_interval(sorted),
                   busy_[part] / static_cast<double>(added_)};
  }
  return times;
}

SampleStatistics Breakdown::statistics(uint32_t part) const {
  return describe_samples(samples(part, scope_samples_.size()), IntervalBy::kRanks);
}

std::vector<double> Breakdown::samples(uint32_t part, size_t most) const {
  std::vector<double> kept;
  size_t step = 1;
  while (scope_samples_.size() > most * step) step *= 2;
  for (size_t i = 0; i < scope_samples_.size(); i += step) kept.push_back(samples_[i * parts_.size() + part]);
  return kept;
}

std::vector<uint32_t> Breakdown::longest(std::span<const BreakdownTime> times, size_t most) const {
  std::vector<uint32_t> order(parts_.size());
  std::iota(order.begin(), order.end(), 0u);
  // Each after its parent, which is never shorter and comes first among equals.
  std::stable_sort(order.begin(), order.end(),
                   [&](uint32_t a, uint32_t b) { return times[a].median > times[b].median; });
  order.resize(std::min(order.size(), most));
  std::sort(order.begin(), order.end());
  return order;
}

}  // namespace ireereplay::replay
