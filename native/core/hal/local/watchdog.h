// Ends a run that takes too long.
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
  /// `on_hang` is called when the run goes on for half a second after its time is over.
  Watchdog(uint64_t timeout_ns, const std::atomic<bool>* cancel, std::function<void()> on_hang);
  ~Watchdog();
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;

  const std::atomic<bool>& stop() const { return stop_; }
  bool timed_out() const { return timed_out_.load(std::memory_order_relaxed); }

 private:
  void watch(uint64_t timeout_ns, const std::atomic<bool>* cancel, const std::function<void()>& on_hang);

  std::atomic<bool> stop_{false};
  std::atomic<bool> timed_out_{false};
  std::mutex mutex_;
  std::condition_variable ended_changed_;
  bool ended_ = false;
  std::thread thread_;
};

}  // namespace ireereplay::replay
