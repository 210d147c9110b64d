#include "hal/local/execution_index.h"

namespace ireereplay::replay {

ExecutionIndex::ExecutionIndex(const Plan& plan) : plan_(plan) {
  first_.reserve(plan.steps.size());
  for (const Command& step : plan.steps) {
    first_.push_back(size_);
    size_ += step.op == PlanOp::kExecute ? static_cast<const Instance*>(step.what)->count : 1;
  }
}

}  // namespace ireereplay::replay
