// The edges that levels keep.
#include <gtest/gtest.h>

#include <vector>

#include "program/step_sorter.h"

namespace ireereplay::replay {

std::ostream& operator<<(std::ostream& out, const EdgeInfo& edge) {
  return out << edge.from << " -> " << edge.to << " of " << edge.what << ", kind " << static_cast<int>(edge.kind);
}

namespace {

using Edges = std::vector<EdgeInfo>;

Edges edges_of(const std::vector<Step>& steps, const Sorter& sorter = {}) {
  const Sorted sorted = sorter(steps);
  EXPECT_EQ(sorted.left_out, 0u);
  EXPECT_EQ(levels_of(sorted.kept, steps), sorted.levels);
  return sorted.kept;
}

TEST(Edges, SayWhichBufferIsReadAfterItIsWritten) {
  EXPECT_EQ(edges_of({{{write(2, 0, 8)}}, {{read(2, 4, 6)}}}), (Edges{{0, 1, 2, EdgeKind::kReadAfterWrite}}));
}

TEST(Edges, SayWhichBufferIsWrittenAfterItIsRead) {
  EXPECT_EQ(edges_of({{{read(1, 0, 8)}}, {{write(1, 0, 8)}}}), (Edges{{0, 1, 1, EdgeKind::kWriteAfterRead}}));
  // From each of the reads, but not from the write before them.
  EXPECT_EQ(edges_of({{{write(0, 0, 8)}}, {{read(0, 0, 4)}}, {{read(0, 4, 8)}}, {{write(0, 0, 8)}}}),
            (Edges{{0, 1, 0, EdgeKind::kReadAfterWrite},
                   {0, 2, 0, EdgeKind::kReadAfterWrite},
                   {0, 3, 0, EdgeKind::kWriteAfterWrite},
                   {1, 3, 0, EdgeKind::kWriteAfterRead},
                   {2, 3, 0, EdgeKind::kWriteAfterRead}}));
}

TEST(Edges, SayWhichBufferIsWrittenTwice) {
  EXPECT_EQ(edges_of({{{write(3, 0, 8)}}, {{write(3, 7, 9)}}}), (Edges{{0, 1, 3, EdgeKind::kWriteAfterWrite}}));
}

TEST(Edges, AreOnePerPairOfStepsHoweverMuchTheyShare) {
  EXPECT_EQ(edges_of({{{write(0, 0, 8), read(1, 0, 8)}}, {{read(0, 0, 8), write(1, 0, 8), read(0, 2, 4)}}}),
            (Edges{{0, 1, 0, EdgeKind::kReadAfterWrite}}));
}

TEST(Edges, SayWhichSemaphoreIsWaitedFor) {
  // Even where memory gives the same order, and through a barrier.
  EXPECT_EQ(edges_of({{{write(0, 0, 8)}, {}, {{3, 1}}}, {{read(0, 0, 8)}, {{3, 1}}, {}}}),
            (Edges{{0, 1, 3, EdgeKind::kRecorded}}));
  EXPECT_EQ(edges_of({{{write(0, 0, 8)}, {}, {{0, 1}}}, barrier({{0, 1}}, {{1, 5}}), {{write(0, 0, 8)}, {{1, 4}}, {}}}),
            (Edges{{0, 1, 0, EdgeKind::kRecorded}, {1, 2, 1, EdgeKind::kRecorded}}));
  // An unsignaled wait is no edge.
  EXPECT_EQ(edges_of({{{write(0, 0, 8)}}, {{write(1, 0, 8)}, {{0, 0}, {1, 7}}, {}}}), Edges{});
}

TEST(Edges, LeadToAScopeFromWhatIsOpenAndFromItToWhatNothingElseOrders) {
  const Step first = {{write(0, 0, 8)}}, other = {{write(1, 0, 8)}}, behind = {{read(0, 0, 8)}};
  EXPECT_EQ(edges_of({first, behind, other, scope(), behind, {{write(0, 0, 8)}}, scope()}),
            (Edges{{0, 1, 0, EdgeKind::kReadAfterWrite},
                   {1, 3, kNoIndex, EdgeKind::kScope},
                   {2, 3, kNoIndex, EdgeKind::kScope},
                   {3, 4, kNoIndex, EdgeKind::kScope},
                   {4, 5, 0, EdgeKind::kWriteAfterRead},
                   {5, 6, kNoIndex, EdgeKind::kScope}}));
  EXPECT_EQ(edges_of({scope(), scope()}), (Edges{{0, 1, kNoIndex, EdgeKind::kScope}}));
}

TEST(Edges, DistinguishReusedMemoryFromTheProgramsOwnOrder) {
  Sorter sorter;
  sorter.places = {0, 4, 1000, 2000};
  EXPECT_EQ(edges_of({{{read(0, 0, 8)}}, {{write(1, 0, 8)}}}, sorter), (Edges{{0, 1, 1, EdgeKind::kReusedMemory}}));
  // Not where a semaphore orders it.
  EXPECT_EQ(edges_of({{{read(0, 0, 8)}, {}, {{0, 1}}}, {{write(1, 0, 8)}, {{0, 1}}, {}}}, sorter),
            (Edges{{0, 1, 0, EdgeKind::kRecorded}}));
}

TEST(Edges, KeepOutputsInRecordedOrder) {
  EXPECT_EQ(edges_of({output(0, 0, 8), output(1, 0, 8)}), (Edges{{0, 1, kNoIndex, EdgeKind::kOutput}}));
  EXPECT_EQ(edges_of({output(0, 0, 8), scope(), output(1, 0, 8)}),
            (Edges{{0, 1, kNoIndex, EdgeKind::kScope}, {1, 2, kNoIndex, EdgeKind::kScope}}));
}

TEST(Edges, AreLeftOutWhenTablesAreFullAndLevelsStay) {
  std::vector<Step> steps;
  for (uint32_t i = 0; i < 100; ++i) steps.push_back({{write(0, 0, 8)}});
  Sorter sorter;
  const Sorted whole = sorter(steps);
  EXPECT_EQ(whole.kept.size(), 99u);
  sorter.table_budget = 0;
  const Sorted none = sorter(steps);
  EXPECT_EQ(none, whole);
  EXPECT_TRUE(none.kept.empty());
  EXPECT_EQ(none.left_out, 99u);
}

TEST(Edges, AreKeptForEachCommandBuffer) {
  // A fill, a copy of what it fills, and a fill that must follow the copy; a barrier is none of them.
  Program program;
  const auto add = [&](Op op, BufferRange source, BufferRange target) {
    program.commands.push_back({.index = static_cast<uint32_t>(program.transfers.size()),
                                .record = 10 + static_cast<uint32_t>(program.commands.size()),
                                .op = op});
    TransferInfo& transfer = program.transfers.emplace_back();
    transfer.source = source;
    transfer.target = target;
  };
  program.buffers.resize(2);
  add(Op::kFill, {}, {0, 0, 8});
  add(Op::kCopy, {0, 4, 4}, {1, 0, 4});
  add(Op::kFill, {}, {0, 0, 8});
  program.commands.push_back(program.commands[0]);
  program.commands.back().after_barrier = true;
  program.instances.resize(1);
  program.instances[0].command_count = 4;
  EXPECT_EQ(sort_into_levels({}, 1 << 30, &program), 0u);
  const InstanceInfo& instance = program.instances[0];
  const auto begin = program.edges.begin() + instance.edges_begin;
  EXPECT_EQ(Edges(begin, begin + instance.edge_count), (Edges{{10, 11, 0, EdgeKind::kReadAfterWrite},
                                                              {10, 12, 0, EdgeKind::kWriteAfterWrite},
                                                              {11, 12, 0, EdgeKind::kWriteAfterRead}}));
  EXPECT_EQ(program.step_edges_begin, 3u);
}

}  // namespace
}  // namespace ireereplay::replay
