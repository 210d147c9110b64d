// Programs of a few steps, sorted into levels.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <ostream>
#include <utility>
#include <vector>

#include "program/access.h"
#include "program/levels.h"

namespace ireereplay::replay {

/// A step of a program: on a queue, unless it is an output or a scope.
struct Step {
  std::vector<Access> accesses = {};
  std::vector<Timepoint> waits = {}, signals = {};
  Op op = Op::kExecute;
};
inline Step output(uint32_t buffer, uint64_t begin, uint64_t end) {
  return {{read(buffer, begin, end)}, {}, {}, Op::kOutput};
}
inline Step barrier(std::vector<Timepoint> waits, std::vector<Timepoint> signals) {
  return {{}, std::move(waits), std::move(signals), Op::kNothing};
}
inline Step scope() { return {{}, {}, {}, Op::kScopeBegin}; }

inline constexpr uint32_t kBuffers = 4, kSemaphores = 4;

/// Buffers with their own memory, 1000 bytes apart, unless given places.
struct Sorter {
  std::vector<uint64_t> places = {0, 1000, 2000, 3000};
  uint64_t table_budget = 1 << 30;

  /// The numbers of the steps, level by level, and how many edges were added. Steps that do nothing are in no level.
  struct Sorted {
    std::vector<std::vector<uint32_t>> levels;
    uint64_t edges = 0;
    std::vector<EdgeInfo> kept = {};  ///< Of the steps, as the program keeps them.
    uint64_t left_out = 0;
    bool operator==(const Sorted& other) const { return levels == other.levels && edges == other.edges; }
  };

  Sorted operator()(const std::vector<Step>& steps) const {
    Program program;
    MemoryLayout layout;
    layout.offsets = places;
    program.buffers.resize(kBuffers);
    for (uint32_t i = 0; i < kSemaphores; ++i) program.semaphores.push_back({i + 1, 0});
    for (uint32_t i = 0; i < steps.size(); ++i) {
      const Step& step = steps[i];
      StepInfo& info = program.steps.emplace_back();
      info.command.record = i;
      info.command.op = step.op;
      if (step.op == Op::kExecute) {
        info.command.index = static_cast<uint32_t>(program.instances.size());
        InstanceInfo& instance = program.instances.emplace_back();
        instance.uses_begin = static_cast<uint32_t>(program.uses.size());
        instance.use_count = static_cast<uint32_t>(step.accesses.size());
        for (const Access& use : step.accesses) program.uses.push_back({use.buffer, use.writes, use.begin, use.end});
      } else if (step.op == Op::kOutput) {
        info.command.index = static_cast<uint32_t>(program.transfers.size());
        const Access& use = step.accesses[0];
        program.transfers.emplace_back().source = {use.buffer, use.begin, use.end - use.begin};
      } else if (step.op == Op::kScopeBegin) {
        info.command.index = static_cast<uint32_t>(program.scopes.size());
        program.scopes.emplace_back();
      }
      info.waits_begin = static_cast<uint32_t>(program.timepoints.size());
      info.wait_count = static_cast<uint16_t>(step.waits.size());
      info.signal_count = static_cast<uint16_t>(step.signals.size());
      program.timepoints.insert(program.timepoints.end(), step.waits.begin(), step.waits.end());
      program.timepoints.insert(program.timepoints.end(), step.signals.begin(), step.signals.end());
    }
    Sorted sorted;
    sorted.edges = sort_into_levels(layout, table_budget, &program);
    sorted.kept.assign(program.edges.begin() + program.step_edges_begin, program.edges.end());
    sorted.left_out = program.edges_left_out;
    bool begins = true;
    for (const StepInfo& step : program.steps) {
      if (begins) sorted.levels.emplace_back();
      sorted.levels.back().push_back(step.command.record);
      begins = step.command.ends_level;
    }
    EXPECT_TRUE(begins);
    return sorted;
  }
};

using Sorted = Sorter::Sorted;

inline std::ostream& operator<<(std::ostream& out, const Sorted& sorted) {
  for (const auto& level : sorted.levels) {
    for (const uint32_t step : level) out << step << ' ';
    out << "| ";
  }
  return out << sorted.edges << " edges";
}

inline Sorted sort(const std::vector<Step>& steps) { return Sorter()(steps); }

/// The levels that the edges alone imply, each step as low as possible: a sorter's, when no edge was left out.
inline std::vector<std::vector<uint32_t>> levels_of(const std::vector<EdgeInfo>& edges,
                                                    const std::vector<Step>& steps) {
  std::vector<std::vector<uint32_t>> before(steps.size());
  for (const EdgeInfo& edge : edges) {
    EXPECT_LT(edge.from, edge.to);
    before[edge.to].push_back(edge.from);
  }
  std::vector<uint32_t> level(steps.size());
  std::map<uint32_t, std::vector<uint32_t>> levels;
  for (uint32_t i = 0; i < steps.size(); ++i) {
    for (const uint32_t j : before[i]) level[i] = std::max(level[i], level[j]);
    if (steps[i].op == Op::kNothing) continue;
    levels[++level[i]].push_back(i);
  }
  std::vector<std::vector<uint32_t>> result;
  for (auto& [number, members] : levels) result.push_back(std::move(members));
  return result;
}

}  // namespace ireereplay::replay
