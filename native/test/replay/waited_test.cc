#include "recording/waited.h"

#include <gtest/gtest.h>
#include <sched.h>

#include <optional>
#include <thread>

#include "base/clock.h"

namespace ireereplay::replay {
namespace {

void work(uint64_t ns) {
  for (const uint64_t begin = now_ns(); now_ns() - begin < ns;) {
  }
}

TEST(Waited, CountsWhatThreadsOfOneProcessorWaitForEachOther) {
  const auto before = waited_for_processors_ns();
  if (!before) GTEST_SKIP() << "this kernel does not count how long threads wait";
  cpu_set_t one, all;
  ASSERT_EQ(sched_getaffinity(0, sizeof(all), &all), 0);
  CPU_ZERO(&one);
  for (int cpu = 0; cpu < CPU_SETSIZE && CPU_COUNT(&one) == 0; ++cpu)
    if (CPU_ISSET(cpu, &all)) CPU_SET(cpu, &one);
  ASSERT_EQ(sched_setaffinity(0, sizeof(one), &one), 0);
  std::optional<uint64_t> after;
  // Both want the processor for a fifth of a second: each waits for the other most of the other's time.
  std::thread other([] { work(200'000'000); });
  work(200'000'000);
  after = waited_for_processors_ns();
  other.join();
  ASSERT_EQ(sched_setaffinity(0, sizeof(all), &all), 0);
  ASSERT_TRUE(after);
  EXPECT_GT(*after, *before + 20'000'000);
}

}  // namespace
}  // namespace ireereplay::replay
