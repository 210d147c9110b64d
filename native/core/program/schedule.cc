#include "program/schedule.h"

#include <algorithm>
#include <functional>
#include <queue>
#include <utility>

namespace ireereplay::replay {

namespace {

// Simulates the timelines. A step that is not ready waits at each semaphore for its value; a signal releases those up
// to its own, so even a capture of nothing but waits takes n log n.
class Scheduler {
 public:
  Scheduler(const ReplayOptions& options, Program* program, PreflightReport* report)
      : options_(options), program_(*program), report_(*report), assumed_(program->steps.size()) {}

  void run() {
    play();
    if (stuck_count_ != 0) {
      find_host_signals();
      // Again, with the host's signals where the host gave them.
      play();
    }
    if (std::is_sorted(order_.begin(), order_.end()) && order_.size() == program_.steps.size()) return;
    std::vector<StepInfo> steps;
    steps.reserve(order_.size());
    for (const uint32_t i : order_) steps.push_back(program_.steps[i]);
    program_.steps = std::move(steps);
  }

 private:
  using Waiter = std::pair<uint64_t, uint32_t>;  // Value, step.
  template <typename T>
  using MinHeap = std::priority_queue<T, std::vector<T>, std::greater<>>;

  void play() {
    value_.clear();
    for (const SemaphoreInfo& semaphore : program_.semaphores) value_.push_back(semaphore.initial_value);
    waiters_.assign(program_.semaphores.size(), {});
    missing_.assign(program_.steps.size(), 0);
    order_.clear();
    order_.reserve(program_.steps.size());
    stuck_count_ = 0;
    for (uint32_t i = 0; i < program_.steps.size(); ++i) {
      missing_[i] = assumed_[i] ? 0 : wait(i);
      if (missing_[i] != 0) {
        ++stuck_count_;
        continue;
      }
      emit(i);
      release();
    }
  }

  // Only the host can have released the first stuck step. With it running others may, and so on.
  void find_host_signals() {
    for (uint32_t i = 0; i < program_.steps.size() && stuck_count_ != 0; ++i) {
      if (missing_[i] == 0) continue;
      note_host_signal(i);
      assumed_[i] = true;
      missing_[i] = 0;
      --stuck_count_;
      emit(i);
      release();
    }
  }

  // How many of the step's waits are not satisfied yet; it waits for each of them.
  uint32_t wait(uint32_t index) {
    const StepInfo& step = program_.steps[index];
    uint32_t missing = 0;
    for (uint32_t i = 0; i < step.wait_count; ++i) {
      const Timepoint& timepoint = program_.timepoints[step.waits_begin + i];
      if (value_[timepoint.semaphore] >= timepoint.value) continue;
      waiters_[timepoint.semaphore].push({timepoint.value, index});
      ++missing;
    }
    return missing;
  }

  void emit(uint32_t index) {
    order_.push_back(index);
    const StepInfo& step = program_.steps[index];
    for (uint32_t i = 0; i < step.signal_count; ++i) {
      const Timepoint& signal = program_.timepoints[step.waits_begin + step.wait_count + i];
      value_[signal.semaphore] = std::max(value_[signal.semaphore], signal.value);
      auto& waiters = waiters_[signal.semaphore];
      while (!waiters.empty() && waiters.top().first <= value_[signal.semaphore]) {
        const uint32_t waiter = waiters.top().second;
        waiters.pop();
        // A step that the host released is no longer waiting.
        if (missing_[waiter] != 0 && --missing_[waiter] == 0) ready_.push(waiter);
      }
    }
  }

  void release() {
    while (!ready_.empty()) {
      const uint32_t next = ready_.top();
      ready_.pop();
      --stuck_count_;
      emit(next);
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
          std::to_string(wait.value) + ", but no operation that can run earlier advances the semaphore beyond " +
          std::to_string(value_[wait.semaphore]) + " (it starts at " + std::to_string(semaphore.initial_value) + ")";
      if (options_.assume_host_signals) {
        note(step, Severity::kWarning, message + "; the host is assumed to have signaled it", "");
      } else {
        note(step, Severity::kError, message + ": the host's signal was not recorded, so a replay would wait forever",
             "Replay with --assume_host_signals to treat such waits as signaled.");
      }
    }
  }

  void note(const StepInfo& step, Severity severity, std::string message, std::string remedy) {
    report_.add({severity, problem_code::kWaitNeverSignaled, StatusCode::kDeadlineExceeded, step.command.record,
                 step.record_offset, std::move(message), std::move(remedy)});
  }

  const ReplayOptions& options_;
  Program& program_;
  PreflightReport& report_;
  std::vector<uint64_t> value_;           // Of each semaphore, so far.
  std::vector<MinHeap<Waiter>> waiters_;  // At each semaphore.
  std::vector<uint32_t> missing_;         // Waits of each step that are not satisfied.
  MinHeap<uint32_t> ready_;               // Steps whose waits are all satisfied.
  std::vector<uint32_t> order_;
  uint64_t stuck_count_ = 0;
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
