// Threads that wait at a gate until there is work for them.
//
// One thread owns the gate and opens it; threads that spin enter at once, those that sleep are woken only on request.
// Nothing is locked.
#pragma once

#include <atomic>
#include <cstdint>
#include <thread>
#include <vector>

namespace ireereplay::replay {

class ThreadGate {
 public:
  /// What the threads do, each numbered from 1.
  class Crew {
   public:
    virtual ~Crew() = default;
    /// Called first on that thread, once.
    virtual void prepare(uint32_t thread) = 0;
    /// Called each time the thread has entered.
    virtual void work(uint32_t thread) = 0;
  };

  /// Starts threads for `crew`, which must outlive the gate. `generation` is the initial count of openings: it wraps
  /// after 2^32 of them, which takes a benchmark hours.
  ThreadGate(uint32_t thread_count, Crew& crew, uint32_t generation);
  /// The gate must be closed.
  ~ThreadGate();
  ThreadGate(const ThreadGate&) = delete;
  ThreadGate& operator=(const ThreadGate&) = delete;

  uint32_t thread_count() const { return static_cast<uint32_t>(threads_.size()); }
  /// Whether a thread would enter without being woken.
  bool is_someone_awake() const { return sleepers_.load(std::memory_order_relaxed) < threads_.size(); }

  /// Lets threads in, once each. They see what the owner has written before.
  void open(bool wake);
  /// Lets nobody else in, and returns when the last has left: the owner then sees what they have written.
  void close();

 private:
  // Threads inside in the low half, then whether it is open, then how often it was opened.
  static constexpr uint64_t kInside = 0xFFFF;
  static constexpr uint64_t kOpen = 1 << 16;
  static constexpr uint64_t kGeneration = 1ull << 32;

  /// A thread's loop; `last` is the generation before the first.
  void live(uint32_t thread, uint64_t last);
  /// Returns once the gate is open in another generation than `last`, or the threads are to stop.
  void wait_for(uint64_t last);
  /// Enters if the gate is open, and says in which generation.
  bool enter(uint64_t* generation);
  void leave();

  Crew& crew_;
  const uint32_t spin_limit_;
  alignas(64) std::atomic<uint64_t> gate_;
  alignas(64) std::atomic<uint32_t> sleepers_{0};
  std::atomic<uint32_t> wake_{0};        // Futex that sleeping threads wait on.
  std::atomic<uint32_t> owner_wait_{0};  // Futex that the owner waits on.
  std::atomic<bool> stop_{false};
  std::vector<std::thread> threads_;
};

}  // namespace ireereplay::replay
