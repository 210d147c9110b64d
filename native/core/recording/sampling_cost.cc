#include "recording/sampling_cost.h"

namespace ireereplay::replay {

namespace {

/// Of which one is left out.
constexpr uint32_t kRunsABlock = 4;
/// Fewer say nothing.
constexpr size_t kFewestPairs = 8;

}  // namespace

void SamplingCost::begin() {
  run_ = sampled_runs_ = 0;
  sampled_ns_.clear();
  left_out_ns_.clear();
}

bool SamplingCost::begin_run(bool may_be_left_out) {
  // The first run warms up what is cold, and the one before is what is compared.
  if (run_ % kRunsABlock == 0) {
    const uint32_t before = run_ == 0 ? 2 : 1;
    next_left_out_ = run_ + before + static_cast<uint32_t>(chance_.below(kRunsABlock - before));
  }
  is_left_out_ = may_be_left_out && run_ == next_left_out_;
  return !is_left_out_;
}

bool SamplingCost::end_run(uint64_t ns, bool has_failed) {
  ++run_;
  if (!is_left_out_) {
    ++sampled_runs_;
    last_sampled_ns_ = static_cast<double>(ns);
    return true;
  }
  if (!has_failed) {
    sampled_ns_.push_back(last_sampled_ns_);
    left_out_ns_.push_back(static_cast<double>(ns));
  }
  return false;
}

std::optional<SamplingCost::Ratio> SamplingCost::ratio() const {
  if (sampled_ns_.size() < kFewestPairs) return std::nullopt;
  return Ratio{compare_medians(sampled_ns_, left_out_ns_), sampled_ns_.size()};
}

}  // namespace ireereplay::replay
