// The graph of what a replay recorded of itself, and its critical path.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>

#include "profile/critical_path.h"
#include "profile/report/report.h"
#include "profile/writer.h"
#include "random_program.h"
#include "recorded_profile.h"
#include "recording/chunk_stream.h"
#include "replays.h"

namespace ireereplay::replay {
namespace {

using profile::CriticalPath;
using profile::GraphEdge;
using profile::GraphPart;
using profile::kNoNode;
using profile::NodeKind;
using profile::PathStep;
using profile::RunGraph;
using profile::format::DependencyKind;
using test::TemporaryFile;

struct GraphCase {
  const char* name;
  const char* device;
  uint32_t workers;
};

class RunGraphs : public testing::TestWithParam<GraphCase> {
 protected:
  ReplayOptions options_for(const std::string& output, size_t devices) const {
    ReplayOptions options;
    options.devices.assign(devices, GetParam().device);
    options.task_worker_count = GetParam().workers;
    options.task_share_after_ns = 0;
    options.profile = ProfileRequest{output, {true, true, false, false}, {}};
    return options;
  }

  /// Records a replay; what ran, and how many dispatches.
  RunGraph graph_of(const std::string& capture, const ReplayOptions& options, uint64_t* dispatches) {
    auto session = Session::prepare(capture, options);
    EXPECT_TRUE(session.ok()) << session.status().to_string();
    if (!session.ok()) return {};
    const auto run = (*session)->run();
    EXPECT_TRUE(run.ok()) << run.status().to_string();
    if (run.ok()) *dispatches = run->dispatches;
    return read(options.profile->output);
  }

  static RunGraph read(const std::string& path) {
    const std::atomic<bool> never = false;
    auto file = File::open(path);
    EXPECT_TRUE(file.ok());
    const auto bundle = profile::Bundle::open(*file, never);
    EXPECT_TRUE(bundle.ok());
    auto graph = RunGraph::read(**bundle, never);
    EXPECT_TRUE(graph.ok()) << graph.status().to_string();
    return graph.ok() ? *std::move(graph) : RunGraph();
  }

  static CriticalPath path_of(const RunGraph& graph) {
    const std::atomic<bool> never = false;
    auto path = CriticalPath::find(graph, never);
    EXPECT_TRUE(path.ok());
    return *std::move(path);
  }
};

/// What holds of the graph of any run that this engine recorded.
void expect_sound(const RunGraph& graph) {
  ASSERT_TRUE(graph.has_dependencies);
  ASSERT_EQ(graph.order.size(), graph.nodes.size());
  for (const auto& node : graph.nodes) EXPECT_NE(node.record, profile::kNoRecord);
  // Nothing began before what it depends on had ended.
  std::vector<int64_t> ended(graph.nodes.size());
  for (const uint32_t node : graph.order) {
    for (uint32_t i = graph.edges_to_begin[node]; i < graph.edges_to_begin[node + 1]; ++i) {
      ended[node] = std::max(ended[node], ended[graph.edges[i].from]);
    }
    if (node >= graph.executions.size()) continue;
    EXPECT_GE(graph.executions[node].start_host_time_ns, ended[node]) << node;
    ended[node] = graph.executions[node].end_host_time_ns;
  }
  // Each thread did one thing after another: but for its first, each part has one before it.
  std::set<uint32_t> workers, first;
  for (const GraphPart& part : graph.parts) {
    workers.insert(part.worker);
    if (part.previous == kNoNode) {
      EXPECT_TRUE(first.insert(part.worker).second) << part.worker;
    }
  }
  EXPECT_EQ(first, workers);
}

void expect_path_of_the_run(const RunGraph& graph, const CriticalPath& path) {
  int64_t length = 0, idle = 0;
  for (size_t i = 0; i < path.steps().size(); ++i) {
    const PathStep& step = path.steps()[i];
    const GraphPart& part = graph.parts[step.part];
    length += part.busy_ns;
    idle += step.idle_ns;
    EXPECT_GE(step.idle_ns, 0) << i;
    if (i == 0) continue;
    const GraphPart& before = graph.parts[path.steps()[i - 1].part];
    EXPECT_LE(before.end_ns, part.start_ns) << i;
    if (step.after == DependencyKind::kNone) {
      EXPECT_EQ(part.previous, path.steps()[i - 1].part) << i;
    }
  }
  EXPECT_EQ(length, path.length_ns());
  EXPECT_EQ(length + idle, graph.span_ns());
  EXPECT_LE(length, graph.active_ns());
}

/// Compares what each node saves with the longest path of the graph without it.
void expect_savings(const RunGraph& graph, const CriticalPath& path) {
  std::vector<bool> takes_no_time(graph.nodes.size());
  for (uint32_t node = 0; node < graph.nodes.size(); ++node) {
    takes_no_time[node] = true;
    EXPECT_EQ(path.saving_ns(node), path.saving_ns(takes_no_time)) << node;
    takes_no_time[node] = false;
  }
  EXPECT_EQ(path.saving_ns(takes_no_time), 0);
  takes_no_time.assign(graph.nodes.size(), true);
  EXPECT_EQ(path.saving_ns(takes_no_time), path.length_ns());
}

TEST_P(RunGraphs, HoldEveryDispatchAndAPathAsLongAsTheRunLessWhatIsIdle) {
  for (const auto& [name, devices] :
       {std::pair("small.ireereplay", 1), std::pair("queue-mixed-1k.ireereplay", 1),
        std::pair("command-buffers-1k.ireereplay", 1), std::pair("models/block/block.sync.ireereplay", 1),
        std::pair("models/mixed/mixed.task.ireereplay", 1), std::pair("models/two/two.task-sync.ireereplay", 2)}) {
    SCOPED_TRACE(name);
    const TemporaryFile output;
    uint64_t dispatches = 0;
    const RunGraph graph =
        graph_of(fixture(name), options_for(output.path(), static_cast<size_t>(devices)), &dispatches);
    expect_sound(graph);
    EXPECT_EQ(graph.left_out, 0u);
    EXPECT_EQ(static_cast<uint64_t>(std::count_if(
                  graph.executions.begin(), graph.executions.end(),
                  [](const auto& event) { return event.type == profile::format::QueueEventType::kDispatch; })),
              dispatches);
    const CriticalPath path = path_of(graph);
    expect_path_of_the_run(graph, path);
    // One thread waits for nobody: its path is all that it did.
    if (GetParam().workers == 1) {
      EXPECT_EQ(path.steps().size(), graph.parts.size());
    }
    if (graph.nodes.size() < 200) expect_savings(graph, path);
  }
}

TEST_P(RunGraphs, HoldRandomProgramsToo) {
  const TemporaryFile capture, output;
  for (uint64_t seed = 1; seed <= 40 && !HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    uint32_t devices = 0;
    ASSERT_TRUE(write_random_program(capture.path(), {.seed = seed, .operations = 40, .output_file = ""}, &devices));
    uint64_t dispatches = 0;
    const RunGraph graph = graph_of(capture.path(), options_for(output.path(), devices), &dispatches);
    expect_sound(graph);
    if (graph.executions.empty()) continue;
    const CriticalPath path = path_of(graph);
    expect_path_of_the_run(graph, path);
    expect_savings(graph, path);
  }
}

INSTANTIATE_TEST_SUITE_P(Devices, RunGraphs,
                         testing::Values(GraphCase{"LocalSync", "local-sync", 1},
                                         GraphCase{"LocalTask", "local-task", 3}),
                         [](const auto& info) { return info.param.name; });

TEST(RunGraph, DoesNotKnowWhatIreeDidNotRecord) {
  const std::atomic<bool> never = false;
  auto file = File::open(fixture("profiles/small.run-task.ireeprof"));
  ASSERT_TRUE(file.ok());
  const auto bundle = profile::Bundle::open(*file, never);
  ASSERT_TRUE(bundle.ok());
  const auto graph = RunGraph::read(**bundle, never);
  ASSERT_TRUE(graph.ok()) << graph.status().to_string();
  EXPECT_FALSE(graph->has_dependencies);
  EXPECT_FALSE(graph->executions.empty());
  EXPECT_TRUE(graph->edges.empty());
  EXPECT_TRUE(graph->parts.empty());
}

TEST_P(RunGraphs, AreRefusedWithASentenceWhereTheyAreDamaged) {
  const TemporaryFile output;
  uint64_t dispatches = 0;
  (void)graph_of(fixture("models/block/block.sync.ireereplay"), options_for(output.path(), 1), &dispatches);
  const std::vector<uint8_t> whole = test::read_file(output.path());
  const std::atomic<bool> never = false;
  std::mt19937 random(7);
  for (int i = 0; i < 300; ++i) {
    auto bytes = whole;
    for (int flips = 0; flips < 4; ++flips) bytes[random() % bytes.size()] ^= uint8_t(1u << random() % 8);
    const TemporaryFile file(bytes);
    const auto bundle = profile::Bundle::open(*File::open(file.path()), never);
    if (!bundle.ok()) continue;
    profile::ReportOptions options;
    options.question = profile::Question::kGraph;
    options.jsonl = i % 2 == 0;
    const Status status = profile::report(**bundle, options, never, [](std::string_view) { return Status(); });
    EXPECT_TRUE(status.ok() || !status.message().empty());
  }
}

/// A command buffer with a barrier behind each of its dispatches.
TEST_P(RunGraphs, HaveABarrierWhereOneWasRecorded) {
  const TemporaryFile output;
  uint64_t dispatches = 0;
  const RunGraph graph = graph_of(fixture("command-buffers-1k.ireereplay"), options_for(output.path(), 1), &dispatches);
  std::map<uint64_t, uint64_t> executed;  // Dispatches by their submission.
  for (const auto& event : graph.executions)
    if (event.command_index != profile::format::kNone32) ++executed[event.submission_id];
  ASSERT_FALSE(executed.empty());
  uint64_t expected = 0;
  for (const auto& [submission, count] : executed) expected += count;
  EXPECT_EQ(expected, dispatches);
  EXPECT_EQ(static_cast<uint64_t>(std::count_if(graph.nodes.begin(), graph.nodes.end(),
                                                [](const auto& node) { return node.kind == NodeKind::kBarrier; })),
            expected);
}

/// Two threads came to what may run side by side at nearly one time: the one that came to `first` also did a tile of
/// `second`, which the other had begun a little sooner.
TEST(RunGraph, KeepsTheOrderOfAThreadThatBeganLaterThanItsFellow) {
  using profile::format::HostExecutionEvent;
  using profile::format::WorkerShare;
  const TemporaryFile output;
  profile::ChunkMetadata metadata;
  metadata.session_id = 1;
  {
    auto writer = profile::BundleWriter::create(output.path());
    ASSERT_TRUE(writer.ok());
    ASSERT_TRUE(writer->begin_session(metadata).ok());
    ChunkStream events(profile::ChunkKind::kHostExecutionEvents, metadata, *writer);
    OwnChunkStream<WorkerShare> shares(profile::format::kWorkerSharesContentType, metadata, *writer);
    OwnChunkStream<profile::format::Dependency> dependencies(profile::format::kDependenciesContentType, metadata,
                                                             *writer);
    const auto execution = [&](uint64_t event_id, int64_t start, int64_t end) {
      HostExecutionEvent event;
      event.type = profile::format::QueueEventType::kDispatch;
      event.event_id = event.submission_id = event_id;
      event.command_index = profile::format::kNone32;
      event.start_host_time_ns = start;
      event.end_host_time_ns = end;
      EXPECT_TRUE(events.append(event).ok());
    };
    execution(1, 11, 12);
    execution(2, 10, 20);
    EXPECT_TRUE(shares.append({0, 0, 1, 11, 12, 1, 1}).ok());
    EXPECT_TRUE(shares.append({0, 0, 2, 13, 14, 1, 1}).ok());
    EXPECT_TRUE(shares.append({0, 1, 2, 10, 20, 10, 5}).ok());
    EXPECT_TRUE(dependencies.append({0, DependencyKind::kRecorded, 0, 1, 2, 1}).ok());
    EXPECT_TRUE(events.finish().ok() && shares.finish().ok() && dependencies.finish().ok());
    ASSERT_TRUE(writer->end_session(metadata).ok() && writer->close().ok());
  }
  const std::atomic<bool> never = false;
  const auto bundle = profile::Bundle::open(*File::open(output.path()), never);
  ASSERT_TRUE(bundle.ok());
  const auto graph = RunGraph::read(**bundle, never);
  ASSERT_TRUE(graph.ok()) << graph.status().to_string();
  ASSERT_EQ(graph->parts.size(), 3u);
  for (const GraphPart& part : graph->parts) {
    const bool is_later = part.worker == 0 && part.start_ns == 13;
    ASSERT_EQ(part.previous != kNoNode, is_later);
    if (is_later) {
      EXPECT_EQ(graph->parts[part.previous].start_ns, 11);
    }
  }
}

/// Made by hand.
TEST(CriticalPathOfAGraph, IsTheLongestWayAndKnowsWhatEachStepIsWorth) {
  // a (4) before b (6) and c (5), both before d (1); b is on another thread.
  RunGraph graph;
  graph.has_dependencies = true;
  const auto add = [&](uint32_t worker, int64_t start, int64_t end) {
    profile::format::HostExecutionEvent event;
    event.start_host_time_ns = start;
    event.end_host_time_ns = end;
    graph.executions.push_back(event);
    auto& node = graph.nodes.emplace_back();
    node.parts_begin = static_cast<uint32_t>(graph.parts.size());
    node.part_count = 1;
    graph.parts.push_back({static_cast<uint32_t>(graph.nodes.size() - 1), worker, start, end, end - start});
    graph.order.push_back(static_cast<uint32_t>(graph.order.size()));
  };
  add(0, 10, 14);
  add(1, 15, 21);
  add(0, 15, 20);
  add(0, 22, 23);
  graph.parts[0].next = 2;
  graph.parts[2].previous = 0;
  graph.parts[2].next = 3;
  graph.parts[3].previous = 2;
  for (const auto& [from, to] : {std::pair(0u, 1u), std::pair(0u, 2u), std::pair(1u, 3u), std::pair(2u, 3u)})
    graph.edges.push_back({from, to, DependencyKind::kRecorded, 0});
  graph.edges_to_begin = {0, 0, 1, 2, 4};
  const std::atomic<bool> never = false;
  const auto path = CriticalPath::find(graph, never);
  ASSERT_TRUE(path.ok());
  EXPECT_EQ(path->length_ns(), 11);
  std::vector<uint32_t> steps;
  for (const PathStep& step : path->steps()) steps.push_back(step.part);
  EXPECT_EQ(steps, (std::vector<uint32_t>{0, 1, 3}));
  EXPECT_EQ(path->steps()[1].after, DependencyKind::kRecorded);
  EXPECT_EQ(path->saving_ns(0), 4);
  EXPECT_EQ(path->saving_ns(1), 1);  // Then the way leads through c.
  EXPECT_EQ(path->saving_ns(2), 0);
  EXPECT_EQ(path->saving_ns(3), 1);
  EXPECT_EQ(path->saving_ns({false, true, true, false}), 6);
}

}  // namespace
}  // namespace ireereplay::replay
