#include "neighbour/torch/call_tree.h"

#include "cancellation.h"
#include "neighbour/torch/overview.h"
#include "neighbour/torch/tables.h"
#include "written_trace.h"

namespace ireereplay::neighbour::torch {
namespace {

/// An event of thread 1 that lasts from `begin` to `end`, in microseconds.
std::string event(const std::string& category, const std::string& name, int begin, int end,
                  const std::string& arguments = "", int thread = 1) {
  return R"({"ph":"X","cat":")" + category + R"(","name":")" + name + R"(","pid":1,"tid":)" + std::to_string(thread) +
         R"(,"ts":)" + std::to_string(begin) + R"(,"dur":)" + std::to_string(end - begin) + R"(,"args":{)" + arguments +
         "}}";
}

struct Analysed {
  std::unique_ptr<Trace> trace;
  Nesting nesting;
  Launches launches;

  /// The name of what contains the event with that name, the first of several; "" where nothing does.
  std::string parent_of(std::string_view name) const {
    for (uint32_t i = 0; i < trace->events.size(); ++i) {
      if (trace->name(i) != name) continue;
      const uint32_t parent = nesting.parent[i];
      return parent == kNoRow ? "" : std::string(trace->name(parent));
    }
    return "no such event";
  }
  /// Lines of the tree: "name count total self devices", indented; times in microseconds.
  std::string tree(uint64_t most = 1000) const {
    const std::vector<TreeNode> nodes = make_call_tree(*trace, nesting, launches);
    std::string text;
    for (const ShownNode& shown : heaviest(nodes, most)) {
      const TreeNode& node = nodes[shown.node];
      text += std::string(shown.depth, ' ') + std::string(trace->strings.at(node.name));
      for (const uint64_t number : {node.count, node.total_ns / 1000, node.self_ns / 1000, node.device_total_ns / 1000})
        text += " " + std::to_string(number);
      text += "\n";
    }
    return text;
  }
};

Analysed analysed(const std::vector<std::string>& events) {
  std::string all;
  for (const std::string& one : events) all += (all.empty() ? "" : ",") + one;
  Analysed found;
  found.trace = test::read_text(test::with_events(all));
  auto nesting = nest(*found.trace, kNotCancelled);
  EXPECT_TRUE(nesting.ok());
  found.nesting = *std::move(nesting);
  found.launches = find_launches(*found.trace, found.nesting);
  return found;
}

TEST(TorchNesting, EventsOutOfOrderAreInThoseThatLastMeanwhile) {
  const Analysed found =
      analysed({event("cpu_op", "inner", 2, 3), event("cpu_op", "next", 10, 12), event("cpu_op", "outer", 0, 10),
                event("cpu_op", "middle", 1, 5), event("cpu_op", "elsewhere", 2, 3, "", 2)});
  EXPECT_EQ(found.parent_of("inner"), "middle");
  EXPECT_EQ(found.parent_of("middle"), "outer");
  EXPECT_EQ(found.parent_of("outer"), "");
  EXPECT_EQ(found.parent_of("next"), "");
  EXPECT_EQ(found.parent_of("elsewhere"), "");
}

TEST(TorchNesting, OfTheSameTimesPythonContainsOperationsAndTheseCalls) {
  const Analysed found = analysed({event("cuda_driver", "driver", 0, 10), event("cuda_runtime", "call", 0, 10),
                                   event("cpu_op", "operation", 0, 10), event("python_function", "python", 0, 10),
                                   event("user_annotation", "annotation", 0, 10)});
  EXPECT_EQ(found.parent_of("driver"), "call");
  EXPECT_EQ(found.parent_of("call"), "operation");
  EXPECT_EQ(found.parent_of("operation"), "annotation");
  EXPECT_EQ(found.parent_of("annotation"), "python");
}

TEST(TorchNesting, WhatEndsLaterByRoundingIsInItAllTheSame) {
  const Analysed found =
      analysed({event("cpu_op", "outer", 0, 10), event("cpu_op", "inner", 4, 11), event("cpu_op", "after", 10, 12)});
  EXPECT_EQ(found.parent_of("inner"), "outer");
  EXPECT_EQ(found.parent_of("after"), "inner");
  const Tables tables = make_tables(*found.trace, found.nesting, found.launches, {});
  for (const OperationRow& row : tables.by_operation) {
    if (found.trace->strings.at(row.name) != "outer") continue;
    EXPECT_EQ(row.self_ns, 4000u);
  }
}

TEST(TorchLaunches, ACallBeforeAnExternalId) {
  const Analysed found = analysed({
      event("cpu_op", "first", 0, 10, R"("External id":1)"),
      event("cpu_op", "second", 20, 30, R"("External id":2)"),
      event("cuda_runtime", "launch", 2, 4, R"("correlation":7)"),
      event("kernel", "by call", 5, 6, R"("correlation":7,"External id":2)", 9),
      event("kernel", "by id", 25, 26, R"("correlation":8,"External id":2)", 9),
      event("kernel", "by none", 40, 41, R"("correlation":0,"External id":0)", 9),
  });
  const auto name = [&](uint32_t row) { return row == kNoRow ? "" : std::string(found.trace->name(row)); };
  EXPECT_EQ(name(found.launches.call[0]), "launch");
  EXPECT_EQ(name(found.launches.operation[0]), "first");
  EXPECT_EQ(name(found.launches.call[1]), "");
  EXPECT_EQ(name(found.launches.operation[1]), "second");
  EXPECT_EQ(name(found.launches.operation[2]), "");
  const Overview overview = look_over(*found.trace, found.launches);
  EXPECT_EQ(overview.launches.work, 1u);
  EXPECT_EQ(overview.launches.without_operation, 1u);
  EXPECT_EQ(overview.launches.median_delay_ns, 3000u);
  ASSERT_EQ(overview.uses.size(), 1u);
  EXPECT_EQ(overview.uses[0].busy_ns, 3000u);
  EXPECT_EQ(overview.uses[0].stretch.length_ns(), 36000u);
  // What comes first is not waited for, and the others have no call.
  EXPECT_EQ(overview.uses[0].idle_until_call_ns + overview.uses[0].idle_from_call_ns, 0u);
}

TEST(TorchLaunches, StreamsThatWorkAtOnceAreOneBusyDevice) {
  const Analysed found = analysed({event("kernel", "a", 0, 10, "", 1), event("kernel", "b", 5, 12, "", 2),
                                   event("gpu_memcpy", "c", 20, 22, "", 2)});
  const Overview overview = look_over(*found.trace, found.launches);
  ASSERT_EQ(overview.uses.size(), 1u);
  EXPECT_EQ(overview.uses[0].busy_ns, 14000u);
  EXPECT_EQ(overview.uses[0].stretch.length_ns(), 22000u);
}

TEST(TorchLaunches, IdleTimeIsBeforeACallOrAfterIt) {
  const Analysed found = analysed({
      event("cuda_runtime", "early", 1, 2, R"("correlation":1)"),
      event("cuda_runtime", "meanwhile", 12, 13, R"("correlation":2)"),
      event("cuda_runtime", "late", 60, 61, R"("correlation":3)"),
      event("kernel", "a", 5, 10, R"("correlation":1)", 9),
      event("kernel", "b", 20, 30, R"("correlation":2)", 9),
      event("kernel", "c", 31, 40, R"("correlation":2)", 8),
      event("kernel", "d", 63, 64, R"("correlation":3)", 9),
      event("kernel", "e", 70, 71, "", 9),
  });
  const Overview overview = look_over(*found.trace, found.launches);
  ASSERT_EQ(overview.uses.size(), 1u);
  const DeviceUse& use = overview.uses[0];
  EXPECT_EQ(use.busy_ns, 26000u);
  // Before b until 12, before d until 60; c waited for nothing that the host did.
  EXPECT_EQ(use.idle_until_call_ns, 22000u);
  EXPECT_EQ(use.idle_from_call_ns, 12000u);
  EXPECT_EQ(use.stretch.length_ns() - use.busy_ns, 22000u + 12000u + 6000u);
}

TEST(TorchTables, ARecursiveOperationIsInItsTotalOnce) {
  const Analysed found =
      analysed({event("cpu_op", "again", 0, 10), event("cpu_op", "between", 1, 9), event("cpu_op", "again", 2, 5)});
  const Tables tables = make_tables(*found.trace, found.nesting, found.launches, {});
  ASSERT_EQ(tables.by_operation.size(), 2u);
  for (const OperationRow& row : tables.by_operation) {
    if (found.trace->strings.at(row.name) != "again") continue;
    EXPECT_EQ(row.count, 2u);
    EXPECT_EQ(row.total_ns, 10000u);
    EXPECT_EQ(row.self_ns, 5000u);
  }
}

TEST(TorchPairs, ArrowsLeadFromAnOperationToTheOneThatDifferentiatesIt) {
  const auto arrow = [](const std::string& phase, int id, int at, int thread) {
    return R"({"ph":")" + phase + R"(","id":)" + std::to_string(id) + R"(,"pid":1,"tid":)" + std::to_string(thread) +
           R"(,"ts":)" + std::to_string(at) + R"(,"cat":"fwdbwd","name":"fwdbwd"})";
  };
  const Analysed found = analysed({
      arrow("f", 1, 52, 2),
      event("cpu_op", "outer", 1, 10),
      event("cpu_op", "inner", 1, 9),
      event("cpu_op", "evaluate", 50, 60, "", 2),
      event("cpu_op", "InnerBackward0", 52, 59, R"("External id":5)", 2),
      event("kernel", "gradient", 70, 73, R"("External id":5)", 9),
      arrow("s", 1, 1, 1),
      // Of nothing that begins then.
      arrow("s", 2, 3, 1),
      arrow("f", 2, 52, 2),
      arrow("f", 3, 52, 2),
  });
  const std::vector<Pair> pairs = find_pairs(*found.trace, found.nesting);
  ASSERT_EQ(pairs.size(), 1u);
  EXPECT_EQ(found.trace->name(pairs[0].forward), "inner");
  EXPECT_EQ(found.trace->name(pairs[0].backward), "InnerBackward0");
  const Tables tables = make_tables(*found.trace, found.nesting, found.launches, pairs);
  for (const OperationRow& row : tables.by_shape) {
    const bool is_inner = found.trace->strings.at(row.name) == "inner";
    EXPECT_EQ(row.backward_count, is_inner ? 1u : 0u);
    EXPECT_EQ(row.backward_ns, is_inner ? 7000u : 0u);
    EXPECT_EQ(row.backward_device_ns, is_inner ? 3000u : 0u);
  }
}

TEST(TorchTree, WaysGoFromModulesToKernels) {
  const Analysed found = analysed({
      event("user_annotation", "ProfilerStep#3", 0, 100),
      event("python_function", "nn.Module: Net_0", 1, 90, R"("Python module id":0)"),
      event("python_function", "forward", 2, 80),
      event("cpu_op", "aten::mm", 10, 20, R"("External id":1)"),
      event("cuda_runtime", "launch", 12, 14, R"("correlation":1)"),
      event("cpu_op", "aten::mm", 30, 40, R"("External id":2)"),
      event("cuda_runtime", "launch", 32, 34, R"("correlation":2)"),
      event("kernel", "gemm", 20, 50, R"("correlation":1)", 9),
      event("kernel", "gemm", 50, 55, R"("correlation":2)", 9),
      event("kernel", "lost", 60, 61, "", 9),
  });
  EXPECT_EQ(found.tree(),
            "nn.Module: Net_0 1 89 69 35\n"
            " aten::mm 2 20 16 35\n"
            "  launch 2 4 4 35\n"
            "   gemm 2 35 35 35\n"
            "lost 1 1 1 1\n");
  EXPECT_EQ(found.tree(2), "nn.Module: Net_0 1 89 69 35\n aten::mm 2 20 16 35\n");
  EXPECT_EQ(found.tree(0), "");
}

}  // namespace
}  // namespace ireereplay::neighbour::torch
