// One thread's part of an executor.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include "hal/local/plan.h"
#include "hal/local/position.h"
#include "hal/local/scratch.h"

namespace ireereplay {
class Chance;
}  // namespace ireereplay

namespace ireereplay::replay {

struct Worker {
  Position position;
  std::unique_ptr<uint8_t[]> local_memory;
  uint64_t file_read_ns = 0;           ///< Spent in file reads since it was made.
  bool changed_float_control = false;  ///< Its kernels have left it another than it was, since it was made.
  uint32_t index = 0;                  ///< Within its executor; 0 is the thread that runs the plan.

  /// Allocates local memory, which holds noise, and points the workgroup state to it.
  void prepare(const Plan& plan, uint32_t worker_index);
  /// Makes what local memory holds something else, and, before it works again, its thread's stack and registers. Not
  /// while it works.
  void disturb_scratch(Chance* chance);
  /// On its thread, before it works.
  void begin() {
    if (scratch_key_ != 0) [[unlikely]]
      disturb_stack_and_registers(std::exchange(scratch_key_, 0));
  }

 private:
  uint64_t scratch_key_ = 0;  ///< Of what the stack holds next; 0 as long as it may hold what it does.
};

}  // namespace ireereplay::replay
