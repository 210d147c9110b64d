// Counters of this process. Those of the kernel's own are there on every machine; hardware's may not be.
#include "recording/process_counters.h"

#include <gtest/gtest.h>
#include <linux/perf_event.h>
#include <sys/mman.h>

#include <condition_variable>
#include <mutex>
#include <thread>

namespace ireereplay::replay {
namespace {

constexpr CountedEvent kEvents[] = {
    {PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS}, {PERF_TYPE_SOFTWARE, 0x7fff},  // There is none of that number.
};

/// Touches that many new pages.
void fault(size_t pages) {
  const size_t length = pages * 4096;
  void* const memory = ::mmap(nullptr, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(memory, MAP_FAILED);
  ::madvise(memory, length, MADV_NOHUGEPAGE);
  for (size_t i = 0; i < length; i += 4096) static_cast<volatile uint8_t*>(memory)[i] = 1;
  ::munmap(memory, length);
}

TEST(ProcessCounters, CountEachThreadFromTheBeginning) {
  ProcessCounters counters(kEvents);
  EXPECT_EQ(counters.read(0), std::nullopt);
  std::mutex mutex;
  std::condition_variable changed;
  int told = 0, done = 0;
  // A thread that was there before, which counts what it does later.
  std::thread earlier([&] {
    for (int turn = 1; turn <= 2; ++turn) {
      std::unique_lock lock(mutex);
      changed.wait(lock, [&] { return told >= turn; });
      fault(1000);
      done = turn;
      changed.notify_all();
    }
  });
  const auto have_it_fault = [&] {
    std::unique_lock lock(mutex);
    ++told;
    changed.notify_all();
    changed.wait(lock, [&] { return done == told; });
  };
  counters.begin();
  const auto first = counters.read(0);
  if (!first) {
    have_it_fault();
    have_it_fault();
    earlier.join();
    GTEST_SKIP() << "this machine does not let a process count its own events";
  }
  EXPECT_LT(*first, 1000u);
  have_it_fault();
  std::thread([] { fault(1000); }).join();
  fault(1000);
  const auto second = counters.read(0);
  ASSERT_TRUE(second);
  EXPECT_GE(*second, 3000u);
  EXPECT_LT(*second, 6000u);
  // Each run begins at 0.
  counters.begin();
  have_it_fault();
  earlier.join();
  const auto third = counters.read(0);
  ASSERT_TRUE(third);
  EXPECT_GE(*third, 1000u);
  EXPECT_LT(*third, 2000u);
}

TEST(ProcessCounters, OfWhatTheMachineDoesNotCountAreAbsent) {
  ProcessCounters counters(kEvents);
  counters.begin();
  fault(10);
  EXPECT_EQ(counters.read(1), std::nullopt);
}

}  // namespace
}  // namespace ireereplay::replay
