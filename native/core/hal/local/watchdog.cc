#include "hal/local/watchdog.h"

#include <algorithm>
#include <chrono>

namespace ireereplay::replay {

namespace {

constexpr auto kGrace = std::chrono::milliseconds(500);
// How often the caller's flag is polled: a small part of the 100 ms within which a cancellation takes effect.
constexpr auto kPoll = std::chrono::milliseconds(10);

}  // namespace

Watchdog::Watchdog(const Limits& limits, std::function<void(bool timed_out)> on_hang)
    // A run that was cancelled before it began may be over before anybody looks again.
    : stop_(limits.cancel != nullptr && limits.cancel->load(std::memory_order_relaxed)),
      thread_([this, limits, on_hang = std::move(on_hang)] { watch(limits, on_hang); }) {}

Watchdog::~Watchdog() {
  {
    std::lock_guard<std::mutex> lock(mutex_);
    ended_ = true;
  }
  ended_changed_.notify_one();
  thread_.join();
}

void Watchdog::watch(const Limits& limits, const std::function<void(bool timed_out)>& on_hang) {
  using Clock = std::chrono::steady_clock;
  // Nobody waits beyond a day; this keeps the sum from wrapping.
  constexpr uint64_t kMaxNs = 86400ull * 1000000000ull;
  const uint64_t timeout_ns = limits.timeout_ns == 0 ? kMaxNs : std::min(limits.timeout_ns, kMaxNs);
  const auto deadline = Clock::now() + std::chrono::nanoseconds(timeout_ns);
  auto hangs_at = Clock::time_point::max();
  std::unique_lock<std::mutex> lock(mutex_);
  while (!ended_) {
    const auto now = Clock::now();
    if (now >= hangs_at) return on_hang(timed_out());
    const bool is_cancelled = limits.cancel != nullptr && limits.cancel->load(std::memory_order_relaxed);
    if (is_cancelled) {
      stop_.store(true, std::memory_order_relaxed);
      if (limits.is_ended_when_cancelled) hangs_at = std::min(hangs_at, now + kGrace);
    }
    if (limits.timeout_ns != 0 && now >= deadline && !timed_out()) {
      timed_out_.store(true, std::memory_order_relaxed);
      stop_.store(true, std::memory_order_relaxed);
      hangs_at = std::min(hangs_at, deadline + kGrace);
    }
    ended_changed_.wait_until(lock, std::min(hangs_at, now + kPoll), [&] { return ended_; });
  }
}

}  // namespace ireereplay::replay
