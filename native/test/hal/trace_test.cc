// What a trace is told of an execution.
#include "hal/local/trace.h"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "fixtures.h"
#include "hal/local/build_program.h"
#include "hal/local/execution_index.h"
#include "hal/local/executor.h"
#include "hal/local/executor_walk.h"
#include "hal/local/lower.h"

namespace ireereplay::replay {
namespace {

static_assert(std::is_empty_v<NoTrace> && std::is_empty_v<NoTrace::Mark>);

/// How often each tile of each execution of a command was run, and by whom.
class Tiles {
 public:
  explicit Tiles(const Plan& plan) : index_(plan) {
    for (const Command& step : plan.steps) {
      if (step.op != PlanOp::kExecute) {
        add(step, nullptr);
        continue;
      }
      const auto& instance = *static_cast<const Instance*>(step.what);
      for (uint32_t i = 0; i < instance.count; ++i) add(instance.begin[i], &step);
    }
  }

  void note(const Worker& worker, const Batch& batch) {
    const uint64_t execution = index_.of(batch.command, batch.step);
    EXPECT_LT(batch.begin, batch.end);
    EXPECT_LE(batch.end, counts_[execution].size());
    for (uint64_t tile = batch.begin; tile < batch.end; ++tile) ++counts_[execution][tile];
    if (worker.index != 0) ++by_workers;
  }

  void resumed(const Worker& worker) { resumed_[worker.index] = true; }
  bool has_resumed(const Worker& worker) const { return resumed_[worker.index]; }

  /// Expects each tile to have run `times` times.
  void expect_each(uint32_t times) const {
    ASSERT_EQ(counts_.size(), index_.size());
    for (size_t execution = 0; execution < counts_.size(); ++execution)
      for (const auto& count : counts_[execution]) ASSERT_EQ(count, times) << "execution " << execution;
  }
  uint64_t executions() const { return counts_.size(); }

  std::atomic<uint64_t> by_workers{0}, begun{0}, ended{0};

 private:
  // Numbers follow the order of the steps, without gaps.
  void add(const Command& command, const Command* step) {
    EXPECT_EQ(index_.of(command, step), counts_.size());
    counts_.emplace_back(tiles_of(command));
  }
  static uint64_t tiles_of(const Command& command) {
    switch (command.op) {
      case PlanOp::kCallOnce:
        return 1;
      case PlanOp::kCallGrid: {
        const abi::DispatchState& state = static_cast<const Dispatch*>(command.what)->state;
        return uint64_t{state.workgroup_count_x} * state.workgroup_count_y * state.workgroup_count_z;
      }
      case PlanOp::kCallIndirect: {
        // The captures leave the grid of an indirect dispatch in its buffer.
        const uint32_t* const count = static_cast<const Indirect*>(command.what)->count;
        return uint64_t{count[0]} * count[1] * count[2];
      }
      case PlanOp::kFill:
      case PlanOp::kCopy:
      case PlanOp::kReadFile:
      case PlanOp::kWriteFile:
        return (static_cast<const Transfer*>(command.what)->length + (256 << 10) - 1) / (256 << 10);
      case PlanOp::kOutput:
        return 1;
      default:
        return 0;  // Only a mark.
    }
  }

  ExecutionIndex index_;
  std::vector<std::vector<std::atomic<uint32_t>>> counts_;
  std::array<std::atomic<bool>, 8> resumed_ = {};
};

struct CountingTrace {
  struct Mark {
    const Worker* worker;
  };
  void resume(const Worker& worker) const { tiles->resumed(worker); }
  Mark begin(const Worker& worker) const {
    EXPECT_TRUE(tiles->has_resumed(worker));
    ++tiles->begun;
    return {&worker};
  }
  void tile(const Worker&, const Command&, const Command*, uint64_t) const {}
  void end(const Mark& mark, const Worker& worker, const Batch& batch) const {
    ++tiles->ended;
    EXPECT_EQ(mark.worker, &worker);
    tiles->note(worker, batch);
  }
  Tiles* tiles;
};

struct Case {
  const char* name;
  const char* device;
  uint32_t workers;
  uint32_t share_after_ns;
};

class Trace : public testing::TestWithParam<Case> {
 protected:
  /// A capture's plan, and what a trace is told about it, twice.
  void run(const std::string& capture, const std::function<void(const Plan&, const Tiles&)>& look = {}) {
    SCOPED_TRACE(capture);
    ReplayOptions options;
    options.devices.assign(capture.find("two.") == std::string::npos ? 1 : 2, GetParam().device);
    options.task_worker_count = GetParam().workers;
    options.task_share_after_ns = GetParam().share_after_ns;
    Plan plan;
    PreflightReport report;
    build_program(test::fixture(capture), options, nullptr, &plan, &report);
    check_program_files(true, nullptr, &plan, &report);
    ASSERT_TRUE(report.first_error().ok()) << report.first_error().to_string();
    ASSERT_TRUE(lower(&plan, &report, nullptr).ok());
    ReplayResult result;
    // Run once first, so that buffers hold the grids of indirect dispatches.
    ASSERT_TRUE(Executor(plan).run({}, &result).ok());
    Tiles tiles(plan);
    TracedExecutor<CountingTrace> executor(plan, {&tiles});
    for (uint32_t times = 1; times <= 2; ++times) {
      const Status status = executor.run({}, &result);
      ASSERT_TRUE(status.ok()) << status.to_string();
      tiles.expect_each(times);
    }
    EXPECT_EQ(tiles.begun, tiles.ended);
    EXPECT_GE(tiles.begun, 2 * plan.dispatch_count);
    if (look) look(plan, tiles);
  }
};

TEST_P(Trace, IsToldOfEveryWorkgroupAndEveryTransferOnce) {
  run("small.ireereplay");
  run("small-task-debug-group.ireereplay");
  run("queue-mixed-1k.ireereplay");
  run("file-all.ireereplay");
  run("models/mixed/mixed.task.ireereplay");
  run("models/dynamic/dynamic.task.ireereplay");
  run("models/two/two.task-sync.ireereplay");
}

TEST_P(Trace, TellsTheExecutionsOfOneCommandBufferApart) {
  run("reused-command-buffer-100k.ireereplay", [](const Plan& plan, const Tiles& tiles) {
    EXPECT_GT(tiles.executions(), plan.commands.size());
    EXPECT_GE(tiles.executions(), 100000u);
  });
}

TEST_P(Trace, IsToldWhichThreadItWas) {
  run("models/mm256/mm256.sync.ireereplay", [](const Plan& plan, const Tiles& tiles) {
    EXPECT_GT(plan.workgroup_count, plan.dispatch_count);
    if (GetParam().workers == 1) {
      EXPECT_EQ(tiles.by_workers, 0u);
    }
  });
}

INSTANTIATE_TEST_SUITE_P(Devices, Trace,
                         testing::Values(Case{"LocalSync", "local-sync", 1, 10000},
                                         Case{"LocalTaskOfOneThread", "local-task", 1, 10000},
                                         Case{"LocalTask", "local-task", 3, 0}),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace ireereplay::replay
