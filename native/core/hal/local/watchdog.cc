#include "hal/local/watchdog.h"

#include <algorithm>
#include <chrono>

namespace ireereplay::replay {

namespace {

constexpr auto kGrace = std::chrono::milliseconds(500);
// How often the caller's flag is polled: a small part of the 100 ms within which a cancellation takes effect.
constexpr auto kPoll = std::chrono::milliseconds(10);

}  // namespace

Watchdog::Watchdog(uint64_t timeout_ns, const std::atomic<bool>* cancel, std::function<void()> on_hang)
    : thread_([this, timeout_ns, cancel, on_hang = std::move(on_hang)] { watch(timeout_ns, cancel, on_hang); }) {}

Watchdog::~Watchdog() {
  {
    std::lock_guard<std::mutex> lock(mutex_);
    ended_ = true;
  }
  ended_changed_.notify_one();
  thread_.join();
}

void Watchdog::watch(uint64_t timeout_ns, const std::atomic<bool>* cancel, const std::function<void()>& on_hang) {
  using Clock = std::chrono::steady_clock;
  // Nobody waits beyond a day; this keeps the sum from wrapping.
  constexpr uint64_t kMaxNs = 86400ull * 1000000000ull;
  const auto deadline = Clock::now() + std::chrono::nanoseconds(std::min(timeout_ns, kMaxNs));
  std::unique_lock<std::mutex> lock(mutex_);
  while (!ended_ && Clock::now() < deadline) {
    if (cancel != nullptr && cancel->load(std::memory_order_relaxed)) stop_.store(true, std::memory_order_relaxed);
    ended_changed_.wait_until(lock, std::min(deadline, Clock::now() + kPoll), [&] { return ended_; });
  }
  if (ended_) return;
  timed_out_.store(true, std::memory_order_relaxed);
  stop_.store(true, std::memory_order_relaxed);
  if (!ended_changed_.wait_until(lock, deadline + kGrace, [&] { return ended_; })) on_hang();
}

}  // namespace ireereplay::replay
