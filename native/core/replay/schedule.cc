#include "replay/schedule.h"

#include <algorithm>

namespace ireereplay::replay {

namespace {

class Scheduler {
 public:
  Scheduler(const ReplayOptions& options, Program* program, PreflightReport* report)
      : options_(options), program_(*program), report_(*report), assumed_(program->steps.size()) {}

  void run() {
    std::vector<uint32_t> order, stuck;
    play(&order, &stuck);
    if (!stuck.empty()) {
      find_host_signals(stuck, &order);
      // Once more, with the host's signals where the host gave them.
      play(&order, &stuck);
    }
    if (std::is_sorted(order.begin(), order.end()) && order.size() == program_.steps.size()) return;
    std::vector<StepInfo> steps;
    steps.reserve(order.size());
    for (const uint32_t i : order) steps.push_back(program_.steps[i]);
    program_.steps = std::move(steps);
  }

 private:
  // Runs the timelines from the beginning. Steps that never get ready are `stuck`, in recorded order.
  void play(std::vector<uint32_t>* order, std::vector<uint32_t>* stuck) {
    value_.clear();
    for (const SemaphoreInfo& semaphore : program_.semaphores) value_.push_back(semaphore.initial_value);
    order->clear();
    order->reserve(program_.steps.size());
    stuck->clear();
    for (uint32_t i = 0; i < program_.steps.size(); ++i) {
      if (!ready(i)) {
        stuck->push_back(i);
        continue;
      }
      emit(i, order);
      if (!stuck->empty() && program_.steps[i].signal_count != 0) release(stuck, order);
    }
  }

  void release(std::vector<uint32_t>* stuck, std::vector<uint32_t>* order) {
    for (size_t i = 0; i < stuck->size();) {
      if (!ready((*stuck)[i])) {
        ++i;
        continue;
      }
      emit((*stuck)[i], order);
      stuck->erase(stuck->begin() + static_cast<ptrdiff_t>(i));
      i = 0;  // What it signals may release an earlier one.
    }
  }

  // The first stuck step can only have been released by the host. With it running others may, and so on.
  void find_host_signals(std::vector<uint32_t> stuck, std::vector<uint32_t>* order) {
    while (!stuck.empty()) {
      const uint32_t first = stuck.front();
      note_host_signal(first);
      assumed_[first] = true;
      release(&stuck, order);
    }
  }

  bool ready(uint32_t index) const {
    if (assumed_[index]) return true;
    const StepInfo& step = program_.steps[index];
    for (uint32_t i = 0; i < step.wait_count; ++i) {
      const Timepoint& wait = program_.timepoints[step.waits_begin + i];
      if (value_[wait.semaphore] < wait.value) return false;
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

  void note_host_signal(uint32_t index) {
    const StepInfo& step = program_.steps[index];
    for (uint32_t i = 0; i < step.wait_count; ++i) {
      const Timepoint& wait = program_.timepoints[step.waits_begin + i];
      if (value_[wait.semaphore] >= wait.value) continue;
      ++program_.assumed_signals;
      if (program_.incomplete) continue;
      const SemaphoreInfo& semaphore = program_.semaphores[wait.semaphore];
      std::string message =
          "this operation waits for semaphore " + std::to_string(semaphore.id) + " to reach " +
          std::to_string(wait.value) + ", and nothing that can run before it takes the semaphore beyond " +
          std::to_string(value_[wait.semaphore]) + " (it begins at " + std::to_string(semaphore.initial_value) + ")";
      if (options_.assume_host_signals) {
        note(step, Severity::kWarning, message + "; the host is assumed to have signaled it", "");
      } else {
        note(step, Severity::kError,
             message + ": the host signaled it, which is not recorded, and a replay would wait forever",
             "Replay with --assume_host_signals to take such waits as signaled.");
      }
    }
  }

  void note(const StepInfo& step, Severity severity, std::string message, std::string remedy) {
    if (report_.problems.size() >= PreflightReport::kMaxProblems) {
      ++report_.problems_left_out;
      return;
    }
    report_.problems.push_back({severity, problem_code::kWaitNeverSignaled, StatusCode::kDeadlineExceeded,
                                step.command.record, step.record_offset, std::move(message), std::move(remedy)});
  }

  const ReplayOptions& options_;
  Program& program_;
  PreflightReport& report_;
  std::vector<uint64_t> value_;
  std::vector<bool> assumed_;  // Steps that the host's signals release.
};

}  // namespace

void schedule(const ReplayOptions& options, Program* program, PreflightReport* report) {
  Scheduler(options, program, report).run();
}

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
