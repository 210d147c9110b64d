// Threads that wait at a gate until there is work for them.
//
// One thread owns the gate and opens it; those that spin come in at once, those that sleep are woken only when that is
// asked for. Nothing is locked.
#pragma once

#include <atomic>
#include <cstdint>
#include <thread>
#include <vector>

namespace ireereplay::replay {

class ThreadGate {
 public:
  /// What the threads do, each with its number from 1 on.
  class Crew {
   public:
    virtual ~Crew() = default;
    /// Once, before all else on that thread.
    virtual void prepare(uint32_t thread) = 0;
    /// Each time that the thread has come in.
    virtual void work(uint32_t thread) = 0;
  };

  /// Starts threads for `crew`, which outlives the gate. `generation` is where the count of openings begins: it wraps
  /// after 2^32 of them, which takes a benchmark hours.
  ThreadGate(uint32_t thread_count, Crew& crew, uint32_t generation);
  /// The gate must be closed.
  ~ThreadGate();
  ThreadGate(const ThreadGate&) = delete;
  ThreadGate& operator=(const ThreadGate&) = delete;

  uint32_t thread_count() const { return static_cast<uint32_t>(threads_.size()); }
  /// Whether a thread would come in without being woken.
  bool is_someone_awake() const { return sleepers_.load(std::memory_order_relaxed) < threads_.size(); }

  /// Lets threads in, each once. What the owner has written before is seen by them.
  void open(bool wake);
  /// Lets nobody in any more, and returns when the last has left: what they have written is seen by the owner.
  void close();

 private:
  // Threads inside in the low half, then whether it is open, then how often it was opened.
  static constexpr uint64_t kInside = 0xFFFF;
  static constexpr uint64_t kOpen = 1 << 16;
  static constexpr uint64_t kGeneration = 1ull << 32;

  /// A thread's life; `last` is the generation before the first.
  void live(uint32_t thread, uint64_t last);
  /// Returns once the gate is open for another generation than `last`, or the threads are to stop.
  void wait_for(uint64_t last);
  /// Goes in if the gate is open, and says in which generation.
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
