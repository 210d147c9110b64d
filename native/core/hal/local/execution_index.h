// Numbers what a plan executes: what a recorder lays out its space by.
#pragma once

#include <cstdint>
#include <vector>

#include "hal/local/plan.h"

namespace ireereplay::replay {

/// Each execution of a command has a number, from 0 on without gaps, in the order of the plan's steps: a command buffer
/// that is executed twice has its commands numbered twice. Steps that execute command buffers have none of their own.
class ExecutionIndex {
 public:
  /// For `plan`, which outlives this; takes 8 bytes a step.
  explicit ExecutionIndex(const Plan& plan);

  uint64_t size() const { return size_; }
  /// Of a command of the command buffer that `step` executes, or of a step itself (nullptr).
  uint64_t of(const Command& command, const Command* step) const {
    if (step == nullptr) return first_[index_of(command)];
    return first_[index_of(*step)] + static_cast<uint64_t>(&command - static_cast<const Instance*>(step->what)->begin);
  }

 private:
  size_t index_of(const Command& step) const { return static_cast<size_t>(&step - plan_.steps.data()); }

  const Plan& plan_;
  std::vector<uint64_t> first_;  // Of each step.
  uint64_t size_ = 0;
};

}  // namespace ireereplay::replay
