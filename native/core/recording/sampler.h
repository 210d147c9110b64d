// Samples of all threads that execute a plan, each with what its thread was doing: a trace for a TracedExecutor that
// records beside it.
//
// A thread looks for new samples of its own after each workgroup, so that it knows which one they are of, and before it
// begins a batch: those are of the engine's own work.
//
// Another thread changes how long the sampled ones wait (period_variation.h).
#pragma once

#include <array>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "base/status.h"
#include "hal/local/plan.h"
#include "hal/local/trace.h"
#include "hal/local/worker.h"
#include "program/sampling_request.h"
#include "recording/recorder.h"
#include "recording/sampling_cost.h"
#include "recording/sampling_rate.h"
#include "recording/thread_sampler.h"

namespace ireereplay::replay {

struct Sample {
  uint64_t address = 0;  ///< In this process.
  uint64_t time_ns = 0;  ///< now_ns().
  uint32_t weight = 1;   ///< Samples that it stands for.
  /// Addresses in the code of the dispatch's executable that the innermost words of the stack hold; 0 for no more.
  std::array<uint64_t, 3> returns = {};
  const Command* command = nullptr;  ///< What the thread executed; nullptr of the engine's own work.
  const Command* step = nullptr;     ///< Executes the command buffer it is in; nullptr outside of one.
  uint64_t tile = 0;                 ///< Workgroup, x first, or piece of a transfer.
};

class Sampler {
 public:
  /// Measures what a sample costs, on this thread. FAILED_PRECONDITION where threads cannot be sampled so. `plan` must
  /// outlive it.
  static Result<std::unique_ptr<Sampler>> create(const Plan& plan, const SamplingRequest& request);
  ~Sampler() { stop_varying(); }
  Sampler(const Sampler&) = delete;
  Sampler& operator=(const Sampler&) = delete;

  /// Before the first of some runs and after the last, both on the thread that runs them. Where threads wait goes on in
  /// between: each run begun anew would be met at the same places.
  void begin();
  void end();
  /// Before and after each run, as SamplingCost has them: what is not sampled is paused for.
  void begin_run(bool may_be_left_out) { pause(!cost_.begin_run(may_be_left_out)); }
  bool end_run(uint64_t ns, bool has_failed) { return cost_.end_run(ns, has_failed); }
  /// What threads have not taken by themselves. For a process that has come to its end in a kernel: `position` is the
  /// place of the thread with the number `worker`.
  void take_last(const Position& position, uint32_t worker);

  const SamplingRequest& request() const { return request_; }
  const SamplingRate& rate() const { return rate_; }
  SamplingMethod method() const { return method_; }
  /// How many runs were sampled, and what that cost.
  const SamplingCost& cost() const { return cost_; }
  uint32_t thread_count() const { return static_cast<uint32_t>(threads_.size()); }
  /// While nothing runs: of one thread, in order.
  const std::vector<Sample>& samples(uint32_t worker) const { return threads_[worker].samples; }
  /// While nothing runs: of all threads.
  uint64_t taken() const;
  /// Samples that there was no room for.
  uint64_t lost() const;
  /// Why a thread could not be sampled; OK when all were.
  Status status() const;

 private:
  friend struct SamplingTrace;
  /// Most samples of a thread: an hour at the highest rate that is chosen.
  static constexpr size_t kMostSamples = size_t{1} << 22;

  struct alignas(64) Thread {
    ThreadSampler sampler;
    std::vector<Sample> samples;
    std::vector<InstructionSample> taken;
    uint64_t lost = 0;
    Status status;
    std::mutex beginning;  ///< While the sampler begins, ends, varies or pauses.
    bool is_paused = false;

    void keep(const Plan& plan, const Command* command, const Command* step, uint64_t tile);
  };

  Sampler(const Plan& plan, const SamplingRequest& request, const SamplingRate& rate, SamplingMethod method)
      : plan_(plan), request_(request), rate_(rate), method_(method), threads_(plan.worker_count) {}
  void begin(Thread& thread);
  void pause(bool is_paused);
  void vary();
  void stop_varying();

  const Plan& plan_;
  const SamplingRequest request_;
  const SamplingRate rate_;
  const SamplingMethod method_;
  SamplingCost cost_;
  std::vector<Thread> threads_;
  std::mutex mutex_;
  std::condition_variable stopped_;
  bool is_stopped_ = false;
  std::thread varying_;
};

struct SamplingTrace {
  RecordingTrace recording;
  Sampler* sampler;

  using Mark = RecordingTrace::Mark;
  void resume(const Worker& worker) const {
    Sampler::Thread& thread = sampler->threads_[worker.index];
    if (!thread.sampler.is_on() && thread.status.ok()) [[unlikely]]
      sampler->begin(thread);
    note(thread, nullptr, nullptr, 0);
    recording.resume(worker);
  }
  Mark begin(const Worker& worker) const {
    note(sampler->threads_[worker.index], nullptr, nullptr, 0);
    return recording.begin(worker);
  }
  void tile(const Worker& worker, const Command& command, const Command* step, uint64_t tile) const {
    note(sampler->threads_[worker.index], &command, step, tile);
  }
  void end(const Mark& mark, const Worker& worker, const Batch& batch) const {
    note(sampler->threads_[worker.index], &batch.command, batch.step, batch.end - 1);
    recording.end(mark, worker, batch);
  }

 private:
  void note(Sampler::Thread& thread, const Command* command, const Command* step, uint64_t tile) const {
    if (thread.sampler.has_new()) [[unlikely]]
      thread.keep(sampler->plan_, command, step, tile);
  }
};

}  // namespace ireereplay::replay
