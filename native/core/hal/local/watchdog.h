// Ends a run that takes too long, or does not end when it is told to.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>

namespace ireereplay::replay {

/// Watches one run on a thread of its own. The run polls stop(), which is set when the time is over or when the
/// caller's own flag is.
class Watchdog {
 public:
  struct Limits {
    uint64_t timeout_ns = 0;                    ///< 0 is no limit.
    const std::atomic<bool>* cancel = nullptr;  ///< The caller's.
    bool is_ended_when_cancelled = false;       ///< A run that goes on after that hangs, too.
  };

  /// `on_hang` is called when the run goes on for half a second after its time is over, or after it was cancelled; it
  /// is told whether its time was over.
  Watchdog(const Limits& limits, std::function<void(bool timed_out)> on_hang);
  ~Watchdog();
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;

  const std::atomic<bool>& stop() const { return stop_; }
  bool timed_out() const { return timed_out_.load(std::memory_order_relaxed); }

 private:
  void watch(const Limits& limits, const std::function<void(bool timed_out)>& on_hang);

  std::atomic<bool> stop_{false};
  std::atomic<bool> timed_out_{false};
  std::mutex mutex_;
  std::condition_variable ended_changed_;
  bool ended_ = false;
  std::thread thread_;
};

}  // namespace ireereplay::replay
