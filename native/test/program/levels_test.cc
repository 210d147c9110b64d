#include "program/levels.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <random>
#include <set>

#include "hal/local/build_program.h"
#include "hal/local/plan.h"
#include "program/schedule.h"
#include "program/step_sorter.h"
#include "replay/random_program.h"
#include "replays.h"

namespace ireereplay::replay {
namespace {

TEST(Levels, OrderAReadAfterTheWriteOfWhatItReads) {
  EXPECT_EQ(sort({{{write(0, 0, 8)}}, {{read(0, 0, 8)}}}), (Sorted{{{0}, {1}}, 1}));
}

TEST(Levels, OrderAWriteAfterTheReadOfWhatItOverwrites) {
  EXPECT_EQ(sort({{{read(0, 0, 8)}}, {{write(0, 0, 8)}}}), (Sorted{{{0}, {1}}, 1}));
}

TEST(Levels, OrderAWriteAfterTheWriteThatItReplaces) {
  EXPECT_EQ(sort({{{write(0, 0, 8)}}, {{write(0, 0, 8)}}}), (Sorted{{{0}, {1}}, 1}));
}

TEST(Levels, LetReadsRunTogether) {
  EXPECT_EQ(sort({{{read(0, 0, 8)}}, {{read(0, 4, 8)}}, {{read(0, 0, 2)}}}), (Sorted{{{0, 1, 2}}, 0}));
  // Of one write, and before one: each is a separate edge.
  EXPECT_EQ(sort({{{write(0, 0, 8)}}, {{read(0, 0, 8)}}, {{read(0, 0, 8)}}, {{write(0, 0, 8)}}}),
            (Sorted{{{0}, {1, 2}, {3}}, 5}));
}

TEST(Levels, OrderWhatOverlapsInPartButNotWhatIsAdjacent) {
  EXPECT_EQ(sort({{{write(0, 0, 8)}}, {{write(0, 7, 9)}}}), (Sorted{{{0}, {1}}, 1}));
  EXPECT_EQ(sort({{{write(0, 7, 9)}}, {{read(0, 0, 8)}}}), (Sorted{{{0}, {1}}, 1}));
  EXPECT_EQ(sort({{{write(0, 0, 100)}}, {{read(0, 50, 51)}}}), (Sorted{{{0}, {1}}, 1}));
  EXPECT_EQ(sort({{{write(0, 0, 8)}}, {{write(0, 8, 16)}}, {{read(0, 16, 24)}}}), (Sorted{{{0, 1, 2}}, 0}));
  EXPECT_EQ(sort({{{write(0, 0, 8)}}, {{write(1, 0, 8)}}}), (Sorted{{{0, 1}}, 0}));
  // A read over three pieces comes after the writer of each, and these are the only edges.
  EXPECT_EQ(sort({{{write(0, 0, 4)}}, {{write(0, 4, 8)}}, {{write(0, 0, 1)}}, {{read(0, 0, 8)}}}),
            (Sorted{{{0, 1}, {2}, {3}}, 4}));
}

TEST(Levels, OrderNothingByEmptyRanges) {
  EXPECT_EQ(sort({{{write(0, 0, 8)}}, {{write(0, 4, 4)}}, {{read(0, 0, 0)}}, {{write(0, 8, 8)}}}),
            (Sorted{{{0, 1, 2, 3}}, 0}));
}

TEST(Levels, AddNoEdgeWhereSemaphoresGiveTheOrder) {
  const Step first = {{write(0, 0, 8)}, {}, {{0, 1}}};
  EXPECT_EQ(sort({first, {{read(0, 0, 8)}, {{0, 1}}, {}}}), (Sorted{{{0}, {1}}, 0}));
  // Through others: an operation on other memory, and a barrier, which takes no level of its own.
  EXPECT_EQ(sort({first, {{read(1, 0, 8)}, {{0, 1}}, {{0, 2}}}, {{read(0, 0, 8)}, {{0, 2}}, {}}}),
            (Sorted{{{0}, {1}, {2}}, 0}));
  EXPECT_EQ(sort({first, barrier({{0, 1}}, {{1, 1}, {2, 1}}), {{read(0, 0, 8)}, {{2, 1}}, {}}}),
            (Sorted{{{0}, {2}}, 0}));
  // A path to an earlier step does not order later ones, nor does one in the other direction.
  EXPECT_EQ(sort({first, {{write(0, 0, 8)}, {{0, 1}}, {{1, 1}}}, {{read(0, 0, 8)}, {{0, 1}}, {}}}),
            (Sorted{{{0}, {1}, {2}}, 1}));
  EXPECT_EQ(sort({{{write(0, 0, 8)}, {}, {{0, 1}}}, {{read(0, 0, 8)}, {{1, 1}}, {}}}), (Sorted{{{0}, {1}}, 1}));
  // Two paths that meet.
  EXPECT_EQ(sort({first,
                  {{write(1, 0, 8)}, {{0, 1}}, {{1, 1}}},
                  {{write(2, 0, 8)}, {{0, 1}}, {{2, 1}}},
                  {{read(0, 0, 8), read(1, 0, 8), read(2, 0, 8)}, {{1, 1}, {2, 1}}, {}}}),
            (Sorted{{{0}, {1, 2}, {3}}, 0}));
}

TEST(Levels, AttributeAWaitForALaterSignalToTheHost) {
  EXPECT_EQ(
      sort({{{write(1, 0, 8)}, {{0, 5}}, {{1, 1}}}, {{write(0, 0, 8)}, {}, {{0, 5}}}, {{read(0, 0, 8)}, {{1, 1}}, {}}}),
      (Sorted{{{0, 1}, {2}}, 1}));
}

TEST(Levels, FollowRecordedPathsOfAnyLength) {
  // What is uploaded at the start is used ten thousand operations later, each of which waits for the one before it.
  std::vector<Step> steps = {{{write(0, 0, 8)}, {}, {{0, 1}}}};
  for (uint64_t i = 1; i < 10000; ++i) steps.push_back({{read(0, 0, 8)}, {{0, i}}, {{0, i + 1}}});
  steps.push_back({{write(0, 0, 8)}, {{0, 10000}}, {}});
  const Sorted sorted = sort(steps);
  EXPECT_EQ(sorted.levels.size(), steps.size());
  EXPECT_EQ(sorted.edges, 0u);
}

TEST(Levels, OrderTheHostsReadsAndWrites) {
  const Step host_write = {{write(0, 0, 8)}};
  EXPECT_EQ(sort({host_write, {{write(0, 0, 8)}, {}, {{0, 1}}}, output(0, 0, 8), host_write}),
            (Sorted{{{0}, {1}, {2}, {3}}, 4}));
  // Outputs come in recorded order, whatever their buffers.
  EXPECT_EQ(sort({output(0, 0, 8), output(1, 0, 8), {{read(2, 0, 8)}}}), (Sorted{{{0, 2}, {1}}, 0}));
}

TEST(Levels, CountAnEdgeOnceForAllThatItOrders) {
  EXPECT_EQ(sort({{{write(0, 0, 8), write(1, 0, 8)}},
                  {{write(2, 0, 8)}},
                  {{read(0, 0, 4), read(2, 0, 8), read(0, 4, 8), read(2, 0, 4), read(1, 0, 8)}}}),
            (Sorted{{{0, 1}, {2}}, 2}));
}

TEST(Levels, OrderBuffersThatShareMemoryWithoutCountingAnEdge) {
  Sorter sorter;
  sorter.places = {0, 0, 4, 3000};
  EXPECT_EQ(sorter({{{write(0, 0, 8)}}, {{write(1, 0, 8)}}}), (Sorted{{{0}, {1}}, 0}));
  EXPECT_EQ(sorter({{{write(0, 0, 8)}}, {{read(0, 0, 8)}}, {{write(1, 0, 8)}}}), (Sorted{{{0}, {1}, {2}}, 1}));
  EXPECT_EQ(sorter({{{read(0, 0, 8)}}, {{write(1, 0, 8)}}}), (Sorted{{{0}, {1}}, 0}));
  EXPECT_EQ(sorter({{{read(0, 0, 8)}}, {{write(2, 0, 1)}}, {{write(2, 4, 5)}}}), (Sorted{{{0, 2}, {1}}, 0}));
}

TEST(Levels, BeginAndEndScopesWhenAllBeforeThemHasEnded) {
  EXPECT_EQ(sort({{{write(0, 0, 8)}}, {{write(1, 0, 8)}}, scope(), {{read(0, 0, 8)}}, {{read(2, 0, 8)}}, scope()}),
            (Sorted{{{0, 1}, {2}, {3, 4}, {5}}, 0}));
}

TEST(Levels, AreNotSlowForProgramsThatOnlyOverlap) {
  // Reads of everything, each over all the pieces written: all pairs would be 10^10.
  constexpr uint32_t kMany = 100000;
  std::vector<Step> steps;
  for (uint32_t i = 0; i < kMany; ++i) steps.push_back({{write(3, 2 * i, 2 * i + 1)}});
  for (uint32_t i = 0; i < kMany; ++i) steps.push_back({{read(3, 0, 2 * kMany)}});
  const Sorted sorted = sort(steps);
  std::vector<uint32_t> level(steps.size());
  for (uint32_t i = 0; i < sorted.levels.size(); ++i)
    for (const uint32_t step : sorted.levels[i]) level[step] = i;
  for (uint32_t i = 0; i < kMany; ++i) {
    ASSERT_EQ(level[i], 0u);
    ASSERT_GT(level[kMany + i], 0u);
  }
  EXPECT_GE(sorted.edges, kMany);
  // Nor do they take much memory: what is kept is bounded by the steps.
  EXPECT_LE(sorted.kept.size(), 16 * steps.size());
  EXPECT_GT(sorted.left_out, 0u);
}

// The same by looking at every byte and every pair.
class Reference {
 public:
  Reference(const std::vector<uint64_t>& places, const std::vector<Step>& steps) : places_(places), steps_(steps) {
    const uint32_t count = static_cast<uint32_t>(steps.size());
    waits_for_.resize(count);
    for (uint32_t i = 0; i < count; ++i) {
      for (const Timepoint& wait : steps[i].waits) {
        for (uint32_t j = 0; j < i; ++j) {
          const auto& signals = steps[j].signals;
          if (wait.value == 0 || std::none_of(signals.begin(), signals.end(), [&](const Timepoint& signal) {
                return signal.semaphore == wait.semaphore && signal.value >= wait.value;
              }))
            continue;
          waits_for_[i].insert(j);
          break;
        }
      }
    }
    for (uint32_t i = 0; i < count; ++i) {
      before_.emplace_back(count);
      for (const uint32_t j : waits_for_[i]) {
        before_[i][j] = true;
        for (uint32_t k = 0; k < j; ++k) before_[i][k] = before_[i][k] || before_[j][k];
      }
    }
    std::vector<uint32_t> level(count);
    uint32_t output = kNoIndex, fence = kNoIndex;
    for (uint32_t i = 0; i < count; ++i) {
      const Op op = steps[i].op;
      const bool is_scope = op == Op::kScopeBegin;
      uint32_t after = 0;
      for (uint32_t j = 0; j < i; ++j) {
        if (is_scope || j == fence || waits_for_[i].contains(j) || conflict(i, j) || (op == Op::kOutput && j == output))
          after = std::max(after, level[j]);
      }
      level[i] = op == Op::kNothing ? after : after + 1;
      if (is_scope) fence = i;
      if (op == Op::kOutput) output = i;
    }
    std::map<uint32_t, std::vector<uint32_t>> levels;
    for (uint32_t i = 0; i < count; ++i)
      if (steps[i].op != Op::kNothing) levels[level[i]].push_back(i);
    for (auto& [number, members] : levels) sorted.levels.push_back(std::move(members));
    count_edges();
  }

  Sorted sorted;

 private:
  bool conflict(uint32_t i, uint32_t j) const {
    for (const Access& a : steps_[i].accesses) {
      for (const Access& b : steps_[j].accesses) {
        const uint64_t begin = std::max(places_[a.buffer] + a.begin, places_[b.buffer] + b.begin),
                       end = std::min(places_[a.buffer] + a.end, places_[b.buffer] + b.end);
        if (begin < end && (a.writes || b.writes)) return true;
      }
    }
    return false;
  }

  bool has_path(uint32_t from, uint32_t to) const {
    for (uint32_t i = from + 1; i < to; ++i)
      if (steps_[i].op == Op::kScopeBegin) return true;
    return before_[to][from];
  }

  void count_edges() {
    struct Byte {
      std::pair<uint32_t, uint32_t> writer{kNoIndex, kNoIndex};  // Step, buffer.
      std::set<std::pair<uint32_t, uint32_t>> readers;
    };
    std::map<uint64_t, Byte> bytes;
    std::set<std::pair<uint32_t, uint32_t>> edges;
    for (uint32_t i = 0; i < steps_.size(); ++i) {
      for (const Access& use : steps_[i].accesses) {
        const auto edge = [&](const std::pair<uint32_t, uint32_t>& other) {
          const auto [step, buffer] = other;
          if (step != kNoIndex && step != i && buffer == use.buffer && !has_path(step, i)) edges.insert({step, i});
        };
        for (uint64_t at = places_[use.buffer] + use.begin; at < places_[use.buffer] + use.end; ++at) {
          Byte& byte = bytes[at];
          edge(byte.writer);
          if (!use.writes) {
            byte.readers.insert({i, use.buffer});
            continue;
          }
          for (const auto& reader : byte.readers) edge(reader);
          byte = {{i, use.buffer}, {}};
        }
      }
    }
    sorted.edges = edges.size();
  }

  const std::vector<uint64_t>& places_;
  const std::vector<Step>& steps_;
  std::vector<std::set<uint32_t>> waits_for_;
  std::vector<std::vector<bool>> before_;
};

TEST(Levels, AgreeWithAComparisonOfAllPairs) {
  std::minstd_rand random(7);
  const auto below = [&](uint32_t most) { return static_cast<uint32_t>(random() % most); };
  uint64_t edges = 0, together = 0;
  for (int round = 0; round < 2000; ++round) {
    SCOPED_TRACE("round " + std::to_string(round));
    Sorter sorter;
    for (uint64_t& place : sorter.places) place = below(3) == 0 ? 0 : 16 * below(6);
    std::vector<uint64_t> values(kSemaphores);
    std::vector<Step> steps(2 + below(24));
    for (Step& step : steps) {
      const uint32_t kind = below(20);
      step.op = kind == 0 ? Op::kScopeBegin : kind < 3 ? Op::kNothing : kind < 6 ? Op::kOutput : Op::kExecute;
      const bool is_queue = step.op == Op::kNothing || step.op == Op::kExecute;
      for (uint32_t i = is_queue ? below(3) : 0; i > 0; --i) {
        const uint32_t semaphore = below(kSemaphores);
        // Sometimes one that nothing has signaled yet: the host did.
        step.waits.push_back({semaphore, below(static_cast<uint32_t>(values[semaphore]) + 1 + (below(8) == 0))});
      }
      for (uint32_t i = is_queue ? below(3) : 0; i > 0; --i) {
        const uint32_t semaphore = below(kSemaphores);
        step.signals.push_back({semaphore, values[semaphore] += 1 + below(2)});
      }
      const uint32_t accesses = step.op == Op::kExecute ? 1 + below(4) : step.op == Op::kOutput ? 1 : 0;
      for (uint32_t i = 0; i < accesses; ++i) {
        const uint64_t begin = below(20);
        step.accesses.push_back({below(kBuffers), begin, begin + below(8), step.op == Op::kExecute && below(2) == 0});
      }
    }
    const Sorted sorted = sorter(steps);
    ASSERT_EQ(sorted, Reference(sorter.places, steps).sorted);
    ASSERT_EQ(sorted.left_out, 0u);
    ASSERT_EQ(levels_of(sorted.kept, steps), sorted.levels);
    edges += sorted.edges;
    for (const auto& level : sorted.levels) together += level.size() - 1;
  }
  // The programs have something to get wrong.
  EXPECT_GT(edges, 2000u);
  EXPECT_GT(together, 2000u);
}

/// A capture's program, in recorded order.
struct Recorded {
  explicit Recorded(const std::string& path, uint32_t devices) {
    PreflightReport report;
    ReplayOptions options;
    options.devices.assign(devices, "local-task");
    options.task_worker_count = 1;  // Nothing overlaps on one thread, so nothing is sorted.
    build_program(path, options, nullptr, &plan, &report);
    EXPECT_TRUE(report.can_run()) << report.first_error().to_string();
  }

  /// The program's steps for the reference, in as few bytes as tell all ranges apart.
  std::vector<Step> steps() const {
    const Program& program = plan.program;
    const auto place = [&](const BufferUse& use) { return plan.layout.offsets[use.buffer]; };
    std::set<uint64_t> ends;
    for (const StepInfo& step : program.steps)
      visit_uses(program, step,
                 [&](const BufferUse& use) { ends.insert(place(use) + use.begin), ends.insert(place(use) + use.end); });
    const auto number = [&](uint64_t at) { return static_cast<uint64_t>(std::distance(ends.begin(), ends.find(at))); };
    std::vector<Step> steps;
    for (const StepInfo& info : program.steps) {
      const Op op = info.command.op;
      Step& step = steps.emplace_back();
      step.op = op == Op::kNothing || op == Op::kOutput        ? op
                : op == Op::kScopeBegin || op == Op::kScopeEnd ? Op::kScopeBegin
                                                               : Op::kExecute;
      visit_uses(program, info, [&](const BufferUse& use) {
        step.accesses.push_back({use.buffer, number(place(use) + use.begin), number(place(use) + use.end), use.writes});
      });
      for (uint32_t i = 0; i < uint32_t{info.wait_count} + info.signal_count; ++i) {
        const Timepoint& timepoint = program.timepoints[info.waits_begin + i];
        if (timepoint.value <= program.semaphores[timepoint.semaphore].initial_value) continue;
        (i < info.wait_count ? step.waits : step.signals).push_back(timepoint);
      }
    }
    return steps;
  }

  Sorted sort() {
    for (uint32_t i = 0; i < plan.program.steps.size(); ++i) plan.program.steps[i].command.record = i;
    Sorted sorted;
    sorted.edges = sort_into_levels(plan.layout, 1 << 30, &plan.program);
    bool begins = true;
    for (const StepInfo& step : plan.program.steps) {
      if (begins) sorted.levels.emplace_back();
      sorted.levels.back().push_back(step.command.record);
      begins = step.command.ends_level;
    }
    return sorted;
  }

  /// Checks that no two commands of a level touch what one of them writes, dispatches excepted.
  void check_command_buffers() const {
    for (const InstanceInfo& instance : plan.program.instances) {
      const CommandInfo* const commands = plan.program.commands.data() + instance.commands_begin;
      for (uint32_t begin = 0, end; begin < instance.command_count; begin = end) {
        end = begin + 1;
        while (!commands[end - 1].ends_level) ++end;
        for (uint32_t i = begin; i < end; ++i)
          for (uint32_t j = begin; j < i; ++j) EXPECT_FALSE(conflict(commands[i], commands[j])) << i << ' ' << j;
      }
    }
  }

  Plan plan;

 private:
  bool conflict(const CommandInfo& a, const CommandInfo& b) const {
    if (a.op == Op::kDispatch && b.op == Op::kDispatch) return false;
    StepInfo one, other;
    one.command = a;
    other.command = b;
    bool found = false;
    visit_uses(plan.program, one, [&](const BufferUse& x) {
      visit_uses(plan.program, other, [&](const BufferUse& y) {
        found |= x.buffer == y.buffer && (x.writes || y.writes) && std::max(x.begin, y.begin) < std::min(x.end, y.end);
      });
    });
    return found;
  }
};

TEST(Levels, OfRandomProgramsWithBindingTablesAgreeWithAComparisonOfAllPairs) {
  const std::string path = testing::TempDir() + "levels-" + std::to_string(::getpid()) + ".ireereplay";
  uint64_t together = 0, edges = 0, tables = 0;
  for (uint64_t seed = 1; seed <= 100; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    uint32_t devices = 0;
    ASSERT_TRUE(write_random_program(path, {.seed = seed, .operations = 60, .output_file = ""}, &devices).ok());
    Recorded recorded(path, devices);
    const std::vector<uint64_t> places(recorded.plan.program.buffers.size());
    const Sorted expected = Reference(places, recorded.steps()).sorted;
    const Sorted sorted = recorded.sort();
    ASSERT_EQ(sorted, expected);
    recorded.check_command_buffers();
    edges += sorted.edges;
    for (const auto& level : sorted.levels) together += level.size() - 1;
    // Command buffers executed with more than one table.
    std::set<uint32_t> records;
    for (const InstanceInfo& instance : recorded.plan.program.instances)
      if (instance.command_count != 0)
        tables += !records.insert(recorded.plan.program.commands[instance.commands_begin].record).second;
  }
  std::remove(path.c_str());
  EXPECT_GT(together, 100u);
  EXPECT_GT(edges, 100u);
  EXPECT_GT(tables, 0u);
}

TEST(Levels, OfRecordedProgramsAgreeWithAComparisonOfAllPairs) {
  for (const auto& [name, devices, edges] : std::vector<std::tuple<const char*, uint32_t, uint64_t>>{
           {"small.ireereplay", 1, 2},
           {"models/mm256/mm256.sync.ireereplay", 1, 4},
           {"models/block/block.sync.ireereplay", 1, 3},
           {"models/two/two.task-sync.ireereplay", 2, 6},
           {"queue-dispatches-1k.ireereplay", 1, 0},
           {"command-buffers-1k.ireereplay", 1, 0},
       }) {
    SCOPED_TRACE(name);
    Recorded recorded(fixture(name), devices);
    const std::vector<uint64_t> places(recorded.plan.program.buffers.size());
    const Sorted expected = Reference(places, recorded.steps()).sorted;
    EXPECT_EQ(recorded.sort(), expected);
    EXPECT_EQ(expected.edges, edges);
    recorded.check_command_buffers();
  }
}

}  // namespace
}  // namespace ireereplay::replay
