#include "hal/local/task_pool.h"

#include <dirent.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <functional>
#include <random>
#include <thread>

#include "cancellation.h"

namespace ireereplay::replay {
namespace {

/// What the workgroups of a test's dispatch do; its result is what the kernel returns.
using Workgroup = std::function<int(uint64_t tile)>;

int call_workgroup(const abi::Environment*, const abi::DispatchState* state, const abi::WorkgroupState* workgroup) {
  const auto& body = *static_cast<const Workgroup*>(state->binding_pointers[0]);
  return body(workgroup->id_x + uint64_t{state->workgroup_count_x} *
                                    (workgroup->id_y + uint64_t{state->workgroup_count_y} * workgroup->id_z));
}

using Grid = std::array<uint32_t, 3>;

/// A level of dispatches, each with its grid and its body; command i is record 10 + i.
class Level {
 public:
  explicit Level(std::vector<std::pair<Grid, Workgroup>> dispatches, uint32_t share_after_ns = 0)
      : bodies_(std::move(dispatches)), commands_(bodies_.size()), bindings_(bodies_.size()) {
    plan.share_after_ns = share_after_ns;
    plan.dispatches.resize(bodies_.size());
    for (size_t i = 0; i < bodies_.size(); ++i) {
      auto& [grid, body] = bodies_[i];
      Dispatch& dispatch = plan.dispatches[i];
      bindings_[i] = &body;
      dispatch.call = call_workgroup;
      dispatch.state.workgroup_count_x = grid[0];
      dispatch.state.workgroup_count_y = grid[1];
      dispatch.state.workgroup_count_z = static_cast<uint16_t>(grid[2]);
      dispatch.state.binding_count = 1;
      dispatch.state.binding_pointers = &bindings_[i];
      commands_[i].what = &dispatch;
      commands_[i].record = static_cast<uint32_t>(10 + i);
      commands_[i].op = PlanOp::kCallGrid;
      const uint64_t first = ranges_.empty() ? 0 : ranges_.back().first + ranges_.back().count;
      ranges_.push_back(
          {&commands_[i], nullptr, &dispatch, &dispatch.state, {}, first, uint64_t{grid[0]} * grid[1] * grid[2]});
    }
    main_.prepare(plan, 0);
  }

  Status run(TaskPool<NoTrace>& pool, const std::atomic<bool>& cancel = kNotCancelled) {
    return pool.run(ranges_, main_, cancel);
  }

  Plan plan;

 private:
  std::vector<std::pair<Grid, Workgroup>> bodies_;
  std::vector<Command> commands_;
  std::vector<void*> bindings_;
  std::vector<TileRange> ranges_;
  Worker main_;
};

/// Where threads meet: enter() returns once enough are in it at a time, and says so.
class Meeting {
 public:
  explicit Meeting(uint32_t threads) : threads_(threads) {}
  bool enter() {
    const uint32_t ticket = arrived_.fetch_add(1);
    const uint32_t wanted = (ticket / threads_ + 1) * threads_;
    // Far longer than a busy machine needs: a thread that has not come by then never will.
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (arrived_.load() < wanted) {
      if (std::chrono::steady_clock::now() > end) return false;
      std::this_thread::yield();
    }
    return true;
  }

 private:
  const uint32_t threads_;
  std::atomic<uint32_t> arrived_{0};
};

void work_for(std::chrono::microseconds time) {
  const auto end = std::chrono::steady_clock::now() + time;
  while (std::chrono::steady_clock::now() < end) {
  }
}

size_t entries_of(const char* folder) {
  size_t count = 0;
  DIR* const directory = ::opendir(folder);
  while (::readdir(directory) != nullptr) ++count;
  ::closedir(directory);
  return count;
}

class TaskPoolTest : public testing::Test {
 protected:
  using Pool = replay::TaskPool<NoTrace>;
  // A pool that loses a thread waits forever: the signal ends the process, and the test's name is printed above it.
  void SetUp() override { ::alarm(180); }
  void TearDown() override { ::alarm(0); }
};

TEST_F(TaskPoolTest, RunsEveryWorkgroupOfALevelOnce) {
  std::minstd_rand random(1);
  for (int round = 0; round < 200; ++round) {
    std::vector<std::vector<std::atomic<int>>> counts;
    std::vector<Grid> grids;
    for (uint32_t i = 1 + random() % 5; i > 0; --i) {
      const auto up_to = [&](uint32_t most) { return 1 + static_cast<uint32_t>(random() % most); };
      const Grid grid = {up_to(40), up_to(7), up_to(4)};
      grids.push_back(grid);
      counts.emplace_back(grid[0] * grid[1] * grid[2]);
    }
    std::vector<std::pair<Grid, Workgroup>> dispatches;
    for (size_t i = 0; i < grids.size(); ++i)
      dispatches.push_back({grids[i], [&counts, i](uint64_t tile) { return ++counts[i][tile], 0; }});
    Level level(std::move(dispatches), random() % 2 == 0 ? 0 : 2000);
    Pool pool(level.plan, 1 + random() % 5);
    for (int repetition = 1; repetition <= 3; ++repetition) {
      ASSERT_TRUE(level.run(pool).ok());
      for (const auto& dispatch : counts)
        for (const auto& count : dispatch) ASSERT_EQ(count, repetition) << "round " << round;
    }
  }
}

TEST_F(TaskPoolTest, SharesWorkAmongAllOfItsThreadsAtOnce) {
  constexpr uint32_t kThreads = 4;
  Meeting meeting(kThreads);
  std::atomic<bool> meet{false};
  std::atomic<int> missed{0};
  Level level({{{kThreads, 1, 1}, [&](uint64_t) {
                  if (!meet) return work_for(std::chrono::microseconds(20)), 0;
                  if (!meeting.enter()) ++missed;
                  return 0;
                }}});
  Pool pool(level.plan, kThreads);
  ASSERT_TRUE(level.run(pool).ok());  // Now it is known to be worth a wake-up.
  meet = true;
  for (int i = 0; i < 50; ++i) ASSERT_TRUE(level.run(pool).ok());
  EXPECT_EQ(missed, 0);
}

TEST_F(TaskPoolTest, KeepsWorkingWhenTheCountOfItsOpeningsWraps) {
  constexpr uint32_t kThreads = 3, kTiles = 3;
  Meeting meeting(kThreads);
  std::atomic<bool> meet{false};
  std::atomic<int> missed{0}, ran{0};
  Level level({{{kTiles, 1, 1}, [&](uint64_t) {
                  ++ran;
                  if (!meet) return work_for(std::chrono::microseconds(20)), 0;
                  if (!meeting.enter()) ++missed;
                  return 0;
                }}});
  Pool pool(level.plan, kThreads, {}, UINT32_MAX - 5);
  for (int i = 0; i < 2; ++i) ASSERT_TRUE(level.run(pool).ok());
  meet = true;
  // All threads enter each time: before the count wraps, at 0, and after.
  for (int i = 2; i < 20; ++i) ASSERT_TRUE(level.run(pool).ok()) << i;
  EXPECT_EQ(missed, 0);
  EXPECT_EQ(ran, 20 * static_cast<int>(kTiles));
}

TEST_F(TaskPoolTest, StartsAndStopsAThousandTimesAndLeavesNoThread) {
  // With the first thread of a process ThreadSanitizer starts one of its own.
  std::thread([] {}).join();
  const size_t threads = entries_of("/proc/self/task");
  std::atomic<uint64_t> ran{0};
  Level level({{{64, 1, 1}, [&](uint64_t) { return ++ran, 0; }}});
  for (int i = 0; i < 1000; ++i) {
    Pool pool(level.plan, 4);
    // Some are stopped before any use, some while their threads spin, some while these sleep.
    if (i % 3 != 0) {
      ASSERT_TRUE(level.run(pool).ok());
    }
    if (i % 50 == 2) ::usleep(2000);
  }
  EXPECT_EQ(ran, 666u * 64);
  // A thread that has been joined may be listed a moment longer.
  for (int i = 0; i < 1000 && entries_of("/proc/self/task") != threads; ++i) ::usleep(1000);
  EXPECT_EQ(entries_of("/proc/self/task"), threads);
}

TEST_F(TaskPoolTest, ReportsTheFailureOfAWorkgroupAndItsRecordAndKeepsWorking) {
  std::minstd_rand random(2);
  for (int round = 0; round < 300; ++round) {
    constexpr uint32_t kTiles = 500;
    const uint64_t failing = random() % kTiles;
    std::atomic<bool> fail{true};
    std::vector<std::atomic<int>> counts(2 * kTiles);
    Level level(
        {{{kTiles, 1, 1}, [&](uint64_t tile) { return ++counts[tile], 0; }}, {{kTiles, 1, 1}, [&](uint64_t tile) {
                                                                                ++counts[kTiles + tile];
                                                                                return fail && tile == failing ? 7 : 0;
                                                                              }}});
    Pool pool(level.plan, 2 + random() % 3);
    const Status status = level.run(pool);
    ASSERT_EQ(status.code(), StatusCode::kInternal);
    ASSERT_EQ(status.record(), 11u);
    ASSERT_EQ(status.message(), "executable entry point returned catastrophic error 7");
    ASSERT_EQ(counts[kTiles + failing], 1);
    for (auto& count : counts) ASSERT_LE(count.exchange(0), 1);
    fail = false;
    ASSERT_TRUE(level.run(pool).ok());
    for (const auto& count : counts) ASSERT_EQ(count, 1);
  }
}

TEST_F(TaskPoolTest, KeepsOneOfSeveralFailuresAndNoneForTheNextRun) {
  constexpr uint32_t kThreads = 3;
  Meeting meeting(kThreads);
  enum class Mode { kWork, kFail } mode = Mode::kWork;
  std::atomic<int> missed{0};
  Level level({{{kThreads, 1, 1}, [&](uint64_t tile) {
                  if (mode == Mode::kWork) return work_for(std::chrono::microseconds(20)), 0;
                  if (!meeting.enter()) ++missed;
                  return static_cast<int>(tile + 1);
                }}});
  Pool pool(level.plan, kThreads);
  for (int i = 0; i < 50; ++i) {
    mode = Mode::kWork;
    ASSERT_TRUE(level.run(pool).ok());
    mode = Mode::kFail;
    const Status status = level.run(pool);
    ASSERT_EQ(status.code(), StatusCode::kInternal);
    ASSERT_TRUE(status.message().ends_with("error 1") || status.message().ends_with("error 2") ||
                status.message().ends_with("error 3"))
        << status.message();
  }
  EXPECT_EQ(missed, 0);
}

TEST_F(TaskPoolTest, ReturnsFromAFailureOnlyWhenNoThreadIsInAWorkgroup) {
  constexpr uint32_t kThreads = 3;
  Meeting meeting(kThreads);
  std::atomic<bool> meet{false};
  std::atomic<int> inside{0}, missed{0};
  Level level({{{kThreads, 1, 1}, [&](uint64_t tile) {
                  if (!meet) return work_for(std::chrono::microseconds(20)), 0;
                  ++inside;
                  if (!meeting.enter()) ++missed;
                  if (tile != 0) work_for(std::chrono::milliseconds(2));
                  --inside;
                  return tile == 0 ? 1 : 0;
                }}});
  Pool pool(level.plan, kThreads);
  for (int i = 0; i < 50; ++i) {
    meet = false;
    ASSERT_TRUE(level.run(pool).ok());
    meet = true;
    ASSERT_EQ(level.run(pool).code(), StatusCode::kInternal);
    ASSERT_EQ(inside, 0);
    ASSERT_EQ(pool.busy_position(), nullptr);
  }
  EXPECT_EQ(missed, 0);
}

TEST_F(TaskPoolTest, StopsInTheMiddleWhenItIsCancelledAndRunsAgain) {
  constexpr uint32_t kTiles = 20000;
  for (const uint32_t threads : {1u, 2u, 4u}) {
    std::atomic<bool> cancel{false}, cancels{true};
    std::atomic<uint32_t> ran{0};
    Level level({{{kTiles, 1, 1}, [&](uint64_t) {
                    const uint32_t number = ++ran;
                    if (!cancels || number < 100) return 0;
                    if (number == 100) cancel = true;
                    while (!cancel) std::this_thread::yield();
                    return 0;
                  }}});
    Pool pool(level.plan, threads);
    const Status status = level.run(pool, cancel);
    EXPECT_EQ(status.code(), StatusCode::kCancelled);
    EXPECT_EQ(status.record(), 10u);
    // Each thread ends the workgroup it is in.
    EXPECT_GE(ran, 100u);
    EXPECT_LT(ran, 100u + threads);
    cancel = cancels = false;
    ran = 0;
    EXPECT_TRUE(level.run(pool, cancel).ok());
    EXPECT_EQ(ran, kTiles);
  }
}

TEST_F(TaskPoolTest, IsCancelledByAnotherThreadAtAnyMoment) {
  std::minstd_rand random(3);
  std::atomic<uint64_t> ran{0};
  Level level({{{2000, 1, 1}, [&](uint64_t) { return ++ran, work_for(std::chrono::microseconds(1)), 0; }}});
  Pool pool(level.plan, 3);
  int cancelled = 0;
  for (int i = 0; i < 200; ++i) {
    std::atomic<bool> cancel{false};
    ran = 0;
    const uint32_t when = random() % 3000;
    std::thread canceller([&] {
      while (ran < when && ran < 2000) std::this_thread::yield();
      cancel = true;
    });
    const Status status = level.run(pool, cancel);
    canceller.join();
    if (status.ok()) {
      ASSERT_EQ(ran, 2000u);
    } else {
      ++cancelled;
      ASSERT_EQ(status.code(), StatusCode::kCancelled);
    }
  }
  EXPECT_GT(cancelled, 0);
}

}  // namespace
}  // namespace ireereplay::replay
