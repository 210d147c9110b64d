// The order of the commands in one command buffer: which may run together.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <utility>

#include "hal/local/plan.h"
#include "program/access.h"
#include "program/levels.h"

namespace ireereplay::replay {
namespace {

/// Commands of a command buffer.
struct Commands {
  Program program;

  Commands& fill(Access target) { return transfer(Op::kFill, {}, {target}); }
  Commands& copy(Access source, Access target) { return transfer(Op::kCopy, {source}, {target}); }
  Commands& dispatch(const std::vector<Access>& bindings) {
    DispatchInfo& info = program.dispatches.emplace_back();
    info.bindings_begin = static_cast<uint32_t>(program.ranges.size());
    info.binding_count = static_cast<uint16_t>(bindings.size());
    for (const Access& binding : bindings) program.ranges.push_back(range(binding));
    return command(Op::kDispatch, program.dispatches.size() - 1);
  }
  Commands& after_barrier() {
    barrier_ = true;
    return *this;
  }

  std::vector<std::vector<uint32_t>> levels() {
    program.instances.push_back({});
    program.instances[0].command_count = static_cast<uint32_t>(program.commands.size());
    EXPECT_EQ(sort_into_levels({}, 1 << 30, &program), 0u);
    std::vector<std::vector<uint32_t>> result;
    bool begins = true;
    for (const CommandInfo& command : program.commands) {
      if (begins) result.emplace_back();
      result.back().push_back(command.record);
      begins = command.ends_level;
    }
    EXPECT_TRUE(begins);
    return result;
  }

 private:
  static BufferRange range(const Access& access) { return {access.buffer, access.begin, access.end - access.begin}; }
  Commands& transfer(Op op, const std::vector<Access>& source, const std::vector<Access>& target) {
    TransferInfo& info = program.transfers.emplace_back();
    if (!source.empty()) info.source = range(source[0]);
    info.target = range(target[0]);
    return command(op, program.transfers.size() - 1);
  }
  Commands& command(Op op, size_t index) {
    CommandInfo& info = program.commands.emplace_back();
    info.record = static_cast<uint32_t>(program.commands.size() - 1);
    info.index = static_cast<uint32_t>(index);
    info.op = op;
    info.after_barrier = std::exchange(barrier_, false);
    return *this;
  }
  bool barrier_ = false;
};

using Groups = std::vector<std::vector<uint32_t>>;

TEST(CommandLevels, LetDispatchesWithoutABarrierRunTogether) {
  const std::vector<Access> same = {write(0, 0, 8)};
  EXPECT_EQ(Commands().dispatch(same).dispatch(same).dispatch(same).levels(), (Groups{{0, 1, 2}}));
  EXPECT_EQ(Commands().dispatch(same).after_barrier().dispatch(same).dispatch(same).levels(), (Groups{{0}, {1, 2}}));
}

TEST(CommandLevels, OrderTransfersByWhatTheyTouch) {
  const Access a = write(0, 0, 8), b = write(0, 8, 16);
  EXPECT_EQ(Commands().fill(a).fill(b).levels(), (Groups{{0, 1}}));
  EXPECT_EQ(Commands().fill(a).fill(write(0, 7, 9)).levels(), (Groups{{0}, {1}}));
  EXPECT_EQ(Commands().fill(a).copy(a, b).fill(a).levels(), (Groups{{0}, {1}, {2}}));
  EXPECT_EQ(Commands().copy(a, write(1, 0, 8)).copy(a, write(2, 0, 8)).levels(), (Groups{{0, 1}}));
  EXPECT_EQ(Commands().fill(a).dispatch({a}).copy(a, write(1, 0, 8)).dispatch({write(2, 0, 8)}).levels(),
            (Groups{{0, 3}, {1}, {2}}));
  EXPECT_EQ(Commands().fill(a).after_barrier().fill(b).levels(), (Groups{{0}, {1}}));
}

TEST(CommandLevels, OrderNothingByEmptyRanges) {
  const Access a = write(0, 0, 8), nothing = write(0, 4, 4);
  EXPECT_EQ(Commands().fill(a).fill(nothing).copy(nothing, write(1, 0, 0)).levels(), (Groups{{0, 1, 2}}));
}

TEST(CommandLevels, AgreeWithAComparisonOfAllPairs) {
  std::minstd_rand random(8);
  const auto below = [&](uint32_t most) { return static_cast<uint32_t>(random() % most); };
  const auto access = [&](bool writes) {
    const uint64_t begin = below(40);
    return Access{below(3), begin, begin + below(6), writes};
  };
  for (int round = 0; round < 500; ++round) {
    SCOPED_TRACE("round " + std::to_string(round));
    Commands commands;
    std::vector<std::vector<Access>> accesses;
    std::vector<bool> is_dispatch, barriers;
    // Occasionally more than are compared together.
    const uint32_t count = below(50) == 0 ? 600 : 1 + below(30);
    for (uint32_t i = 0; i < count; ++i) {
      barriers.push_back(below(count > 100 ? 1000 : 6) == 0);
      if (barriers[i]) commands.after_barrier();
      is_dispatch.push_back(below(2) == 0);
      if (is_dispatch[i]) {
        accesses.push_back({access(true), access(true)});
        commands.dispatch(accesses[i]);
      } else if (below(2) == 0) {
        accesses.push_back({access(true)});
        commands.fill(accesses[i][0]);
      } else {
        accesses.push_back({access(false), access(true)});
        commands.copy(accesses[i][0], accesses[i][1]);
      }
    }
    const auto conflict = [&](uint32_t i, uint32_t j) {
      if (is_dispatch[i] && is_dispatch[j]) return false;
      for (const Access& a : accesses[i]) {
        for (const Access& b : accesses[j]) {
          if (a.buffer == b.buffer && std::max(a.begin, b.begin) < std::min(a.end, b.end) && (a.writes || b.writes))
            return true;
        }
      }
      return false;
    };
    std::map<uint32_t, std::vector<uint32_t>> expected;
    std::vector<uint32_t> level(count);
    for (uint32_t i = 0, region = 0, floor = 0, highest = 0; i < count; ++i) {
      if (i != 0 && (barriers[i] || i - region == 256)) {
        region = i;
        floor = highest + 1;
      }
      level[i] = floor;
      for (uint32_t j = region; j < i; ++j)
        if (conflict(i, j)) level[i] = std::max(level[i], level[j] + 1);
      highest = std::max(highest, level[i]);
      expected[level[i]].push_back(i);
    }
    Groups groups;
    for (auto& [number, members] : expected) groups.push_back(std::move(members));
    ASSERT_EQ(commands.levels(), groups);
  }
}

}  // namespace
}  // namespace ireereplay::replay
