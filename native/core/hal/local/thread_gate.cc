#include "hal/local/thread_gate.h"

#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

namespace ireereplay::replay {

namespace {

void pause() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

void futex_wait(std::atomic<uint32_t>& word, uint32_t value) {
  ::syscall(SYS_futex, reinterpret_cast<uint32_t*>(&word), FUTEX_WAIT_PRIVATE, value, nullptr, nullptr, 0);
}

void futex_wake(std::atomic<uint32_t>& word, int count) {
  ::syscall(SYS_futex, reinterpret_cast<uint32_t*>(&word), FUTEX_WAKE_PRIVATE, count, nullptr, nullptr, 0);
}

// With fewer processors than threads, the owner's included, spinning takes a processor from another thread.
uint32_t spin_limit(uint32_t thread_count) { return thread_count < std::thread::hardware_concurrency() ? 2000 : 20; }

}  // namespace

ThreadGate::ThreadGate(uint32_t thread_count, Crew& crew, uint32_t generation)
    : crew_(crew), spin_limit_(spin_limit(thread_count)), gate_(generation * kGeneration) {
  for (uint32_t thread = 1; thread <= thread_count; ++thread)
    threads_.emplace_back([this, thread, generation] { live(thread, generation); });
}

ThreadGate::~ThreadGate() {
  stop_.store(true, std::memory_order_seq_cst);
  wake_.fetch_add(1, std::memory_order_seq_cst);
  futex_wake(wake_, INT32_MAX);
  for (std::thread& thread : threads_) thread.join();
}

void ThreadGate::live(uint32_t thread, uint64_t last) {
  crew_.prepare(thread);
  for (;;) {
    wait_for(last);
    if (stop_.load(std::memory_order_acquire)) return;
    if (!enter(&last)) continue;
    crew_.work(thread);
    leave();
  }
}

void ThreadGate::wait_for(uint64_t last) {
  const auto open = [&](uint64_t gate) { return (gate & kOpen) != 0 && gate / kGeneration != last; };
  for (uint32_t spins = 0;; ++spins) {
    if (open(gate_.load(std::memory_order_acquire)) || stop_.load(std::memory_order_relaxed)) return;
    if (spins < spin_limit_) {
      pause();
      continue;
    }
    const uint32_t value = wake_.load(std::memory_order_seq_cst);
    sleepers_.fetch_add(1, std::memory_order_seq_cst);
    if (!open(gate_.load(std::memory_order_seq_cst)) && !stop_.load(std::memory_order_seq_cst))
      futex_wait(wake_, value);
    sleepers_.fetch_sub(1, std::memory_order_seq_cst);
    spins = 0;
  }
}

bool ThreadGate::enter(uint64_t* generation) {
  uint64_t gate = gate_.load(std::memory_order_acquire);
  while ((gate & kOpen) != 0) {
    if (!gate_.compare_exchange_weak(gate, gate + 1, std::memory_order_acq_rel, std::memory_order_acquire)) continue;
    *generation = gate / kGeneration;
    return true;
  }
  return false;
}

void ThreadGate::leave() {
  const uint64_t gate = gate_.fetch_sub(1, std::memory_order_seq_cst) - 1;
  if ((gate & kInside) != 0 || (gate & kOpen) != 0) return;
  if (owner_wait_.exchange(0, std::memory_order_seq_cst) != 0) futex_wake(owner_wait_, 1);
}

void ThreadGate::open(bool wake) {
  const uint64_t generation = gate_.load(std::memory_order_relaxed) / kGeneration + 1;
  gate_.store(generation * kGeneration | kOpen, std::memory_order_seq_cst);
  if (wake && sleepers_.load(std::memory_order_seq_cst) != 0) {
    wake_.fetch_add(1, std::memory_order_seq_cst);
    futex_wake(wake_, INT32_MAX);
  }
}

void ThreadGate::close() {
  gate_.fetch_and(~kOpen, std::memory_order_acq_rel);
  for (uint32_t spins = 0; (gate_.load(std::memory_order_acquire) & kInside) != 0; ++spins) {
    if (spins < spin_limit_) {
      pause();
      continue;
    }
    owner_wait_.store(1, std::memory_order_seq_cst);
    if ((gate_.load(std::memory_order_seq_cst) & kInside) != 0) futex_wait(owner_wait_, 1);
    owner_wait_.store(0, std::memory_order_seq_cst);
  }
}

}  // namespace ireereplay::replay
