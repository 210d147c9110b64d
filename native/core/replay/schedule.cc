#include "replay/schedule.h"

#include <algorithm>

namespace ireereplay::replay {

namespace {

class Scheduler {
 public:
  Scheduler(const ReplayOptions& options, Program* program, PreflightReport* report)
      : options_(options), program_(*program), report_(*report) {
    for (const SemaphoreInfo& semaphore : program_.semaphores) {
      value_.push_back(semaphore.initial_value);
      reachable_.push_back(semaphore.initial_value);
    }
    for (const StepInfo& step : program_.steps) {
      for (uint32_t i = 0; i < step.signal_count; ++i) {
        const Timepoint& signal = program_.timepoints[step.waits_begin + step.wait_count + i];
        reachable_[signal.semaphore] = std::max(reachable_[signal.semaphore], signal.value);
      }
    }
  }

  void run() {
    std::vector<uint32_t> order, pending;
    order.reserve(program_.steps.size());
    for (uint32_t i = 0; i < program_.steps.size(); ++i) {
      note_host_signals(program_.steps[i]);
      if (!ready(program_.steps[i])) {
        pending.push_back(i);
        continue;
      }
      emit(i, &order);
      for (bool progress = !pending.empty(); progress;) {
        progress = false;
        for (size_t p = 0; p < pending.size(); ++p) {
          if (!ready(program_.steps[pending[p]])) continue;
          emit(pending[p], &order);
          pending.erase(pending.begin() + static_cast<ptrdiff_t>(p));
          progress = true;
          break;
        }
      }
    }
    for (const uint32_t i : pending) note_deadlock(program_.steps[i]);
    if (std::is_sorted(order.begin(), order.end()) && order.size() == program_.steps.size()) return;
    std::vector<StepInfo> steps;
    steps.reserve(order.size());
    for (const uint32_t i : order) steps.push_back(program_.steps[i]);
    program_.steps = std::move(steps);
  }

 private:
  bool ready(const StepInfo& step) const {
    for (uint32_t i = 0; i < step.wait_count; ++i) {
      const Timepoint& wait = program_.timepoints[step.waits_begin + i];
      if (value_[wait.semaphore] < wait.value && reachable_[wait.semaphore] >= wait.value) return false;
    }
    return true;
  }

  void emit(uint32_t index, std::vector<uint32_t>* order) {
    order->push_back(index);
    const StepInfo& step = program_.steps[index];
    for (uint32_t i = 0; i < step.signal_count; ++i) {
      const Timepoint& signal = program_.timepoints[step.waits_begin + step.wait_count + i];
      value_[signal.semaphore] = std::max(value_[signal.semaphore], signal.value);
    }
  }

  void note(const StepInfo& step, Severity severity, std::string message, std::string remedy) {
    if (report_.problems.size() >= PreflightReport::kMaxProblems) {
      ++report_.problems_left_out;
      return;
    }
    report_.problems.push_back({severity, problem_code::kWaitNeverSignaled, StatusCode::kDeadlineExceeded, step.command.record,
                                step.record_offset, std::move(message), std::move(remedy)});
  }

  void note_host_signals(const StepInfo& step) {
    for (uint32_t i = 0; i < step.wait_count; ++i) {
      const Timepoint& wait = program_.timepoints[step.waits_begin + i];
      if (reachable_[wait.semaphore] >= wait.value) continue;
      const SemaphoreInfo& semaphore = program_.semaphores[wait.semaphore];
      const std::string what = "waits for semaphore " + std::to_string(semaphore.id) + " to reach " + std::to_string(wait.value) +
                               ", and nothing in the capture takes it beyond " + std::to_string(reachable_[wait.semaphore]) +
                               " (it begins at " + std::to_string(semaphore.initial_value) + ")";
      if (options_.assume_host_signals) {
        ++program_.assumed_signals;
        note(step, Severity::kWarning, what + "; the host is assumed to have signaled it", "");
      } else {
        note(step, Severity::kError, what + ": the host signaled it, which is not recorded, and a replay would wait forever",
             "Replay with --assume_host_signals to take such waits as signaled.");
      }
    }
  }

  void note_deadlock(const StepInfo& step) {
    note(step, Severity::kError, "waits for semaphores that only operations behind it in the same circle of waits signal: a replay would wait forever", "");
  }

  const ReplayOptions& options_;
  Program& program_;
  PreflightReport& report_;
  std::vector<uint64_t> value_;
  std::vector<uint64_t> reachable_;  // Highest value that anything in the stream gives.
};

}  // namespace

void schedule(const ReplayOptions& options, Program* program, PreflightReport* report) { Scheduler(options, program, report).run(); }

void find_lifetimes(Program* program) {
  for (uint32_t i = 0; i < program->steps.size(); ++i) {
    visit_uses(*program, program->steps[i], [&](const BufferUse& use) {
      BufferInfo& buffer = program->buffers[use.buffer];
      if (buffer.first_step == kNoIndex) buffer.first_step = i;
      buffer.last_step = i;
    });
  }
}

}  // namespace ireereplay::replay
