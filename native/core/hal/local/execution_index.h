// Numbers what a plan executes, so that a recorder can lay out its space.
#pragma once

#include <cstdint>
#include <vector>

#include "hal/local/plan.h"

namespace ireereplay::replay {

/// Numbers executions of commands from 0 without gaps, in the order of the plan's steps: the commands of a command
/// buffer that is executed twice are numbered twice. Steps that execute command buffers get no number themselves.
class ExecutionIndex {
 public:
  /// `plan` must outlive this; takes 8 bytes a step.
  explicit ExecutionIndex(const Plan& plan);

  uint64_t size() const { return size_; }
  /// The number of a command that `step` executes, or of a step itself (nullptr).
  uint64_t of(const Command& command, const Command* step) const {
    if (step == nullptr) return first_[index_of(command)];
    return first_[index_of(*step)] + static_cast<uint64_t>(&command - static_cast<const Instance*>(step->what)->begin);
  }

 private:
  size_t index_of(const Command& step) const { return static_cast<size_t>(&step - plan_.steps.data()); }

  const Plan& plan_;
  std::vector<uint64_t> first_;  // Each step's.
  uint64_t size_ = 0;
};

}  // namespace ireereplay::replay
