// Samples where one thread is in its code, some hundred times a second of its time on a processor.
//
// The kernel writes samples into memory that is shared with it (perf_event_open(2), <linux/perf_event.h>): the thread
// is not told, and looks whether there are new ones between two workgroups, which is one read of memory. So a sample
// costs the interrupt and nothing else, and who looks knows what the thread was doing meanwhile. Where the kernel does
// not let a process do that, a timer of the thread's own sends it a signal, whose handler writes the sample. Timers of
// that kind go by the kernel's tick, often 250 a second: what they miss between two ticks counts with the next sample.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <ctime>
#include <memory>
#include <vector>

#include "base/status.h"
#include "program/sampling_request.h"

namespace ireereplay::replay {

/// An instruction that a thread was about to execute.
struct InstructionSample {
  /// Words of the stack that are kept: enough to find what a small function returns to.
  static constexpr size_t kStackWords = 16;

  uint64_t address = 0;                          ///< In this process.
  uint64_t time_ns = 0;                          ///< now_ns().
  uint32_t weight = 1;                           ///< Samples that it stands for.
  std::array<uint64_t, kStackWords> stack = {};  ///< From the stack pointer on; 0 where there is no more.
};

enum class SamplingMethod : uint8_t { kPerfEvents, kTimers };

/// How threads can be sampled as asked. FAILED_PRECONDITION where this machine does not count the event, or the system
/// does not let this process.
Result<SamplingMethod> find_sampling_method(const SamplingRequest& request);

class ThreadSampler {
 public:
  ThreadSampler();
  ~ThreadSampler();
  ThreadSampler(const ThreadSampler&) = delete;
  ThreadSampler& operator=(const ThreadSampler&) = delete;

  /// Samples the calling thread from now on.
  Status begin(const SamplingRequest& request, SamplingMethod method);
  /// From any thread, when the sampled one has nothing more to do. What has not been taken is lost.
  void end();
  bool is_on() const { return head_ != nullptr; }
  /// Begins to wait for the next sample anew, `period` times as long as was asked for, here and from then on. Not where
  /// the thread has hardly run since the last change: one that waits would never come to a sample. From any thread, not
  /// during begin() or end(). Without effect on what goes by another event than the clock, and on timers, which go by
  /// the kernel's tick.
  void vary(double period);
  /// Takes no samples until it goes on, where it waits for the next one as long as was left. From any thread, not
  /// during begin() or end().
  void pause();
  void go_on();

  /// Whether there are samples that have not been taken. By the sampled thread, as take() is; in a crash, by who
  /// reports it.
  bool has_new() const { return head_ != nullptr && head_->load(std::memory_order_acquire) != tail_; }
  /// Appends them to `samples`, in order.
  void take(std::vector<InstructionSample>* samples);
  /// Samples since it began that there was no room for, as far as they have been told of; known after end(), too.
  uint64_t lost() const { return lost_; }

 private:
  struct Ring;  // What the signal handler of a timer writes to.
  static void on_timer(int signal, void* information, void* context);
  Status begin_perf_events(const SamplingRequest& request);
  Status begin_timer(const SamplingRequest& request);
  void take_perf_events(std::vector<InstructionSample>* samples);
  void take_timers(std::vector<InstructionSample>* samples);

  /// How much has been written: bytes, or samples. Of nothing while there is no sampling.
  const std::atomic<uint64_t>* head_ = nullptr;
  uint64_t tail_ = 0;
  uint64_t lost_ = 0;
  // Of perf events.
  int counter_ = -1;
  uint64_t period_ns_ = 0;  ///< As asked for; 0 of another event than the clock.
  clockid_t clock_ = {};    ///< Of the thread's time on a processor.
  uint64_t varied_ns_ = 0;  ///< When on that clock the period was changed.
  uint8_t* mapping_ = nullptr;
  uint64_t data_bytes_ = 0;  ///< A power of two.
  // Of a timer.
  std::unique_ptr<Ring> ring_;
  timer_t timer_ = {};
  itimerspec paused_ = {};  ///< What was left of it.
};

}  // namespace ireereplay::replay
