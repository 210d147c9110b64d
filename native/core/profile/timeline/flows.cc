#include "profile/timeline/flows.h"

#include <algorithm>
#include <optional>
#include <set>
#include <tuple>

#include "profile/critical_path.h"
#include "profile/timeline/json.h"
#include "profile/timeline/places.h"

namespace ireereplay::profile::timeline {

namespace {

using format::DependencyKind;
using format::HostExecutionEvent;

constexpr size_t kMostFlows = 200;
constexpr size_t kMostOfSubmission = 100;
/// Executions that are looked at to find those of a submission.
constexpr uint32_t kMostLooks = 4096;

const char* kind_words(DependencyKind kind) {
  switch (kind) {
    case DependencyKind::kRecorded:
      return "semaphore";
    case DependencyKind::kReadAfterWrite:
      return "read after write";
    case DependencyKind::kWriteAfterRead:
      return "write after read";
    case DependencyKind::kWriteAfterWrite:
      return "write after write";
    case DependencyKind::kReusedMemory:
      return "reused memory";
    case DependencyKind::kScope:
      return "scope";
    case DependencyKind::kOutput:
      return "output";
    case DependencyKind::kBarrier:
      return "barrier";
    default:
      return "dependency";
  }
}

struct Flow {
  SliceId from;
  SliceId to;
  const char* kind = "";
  bool is_direct = true;
};

class Flows {
 public:
  Flows(const Timeline& timeline, const RunGraph* graph) : timeline_(timeline), graph_(graph) {
    if (graph_ == nullptr) return;
    // Edges by where they begin.
    begin_.assign(graph_->nodes.size() + 1, 0);
    for (const GraphEdge& edge : graph_->edges) ++begin_[edge.from + 1];
    for (size_t i = 1; i < begin_.size(); ++i) begin_[i] += begin_[i - 1];
    out_.resize(graph_->edges.size());
    std::vector<uint32_t> next = begin_;
    for (uint32_t i = 0; i < graph_->edges.size(); ++i) out_[next[graph_->edges[i].from]++] = i;
  }

  std::string json(SliceId slice) {
    add_of(slice, true);
    const std::vector<Flow> direct = flows_;
    for (const Flow& flow : direct) {
      if (flows_.size() >= kMostFlows) break;
      add_of(flow.from == slice ? flow.to : flow.from, false);
    }
    Text text;
    JsonWriter json(text);
    json.begin_array();
    for (const Flow& flow : flows_) write(flow, json);
    json.end_array();
    return text.take();
  }

 private:
  void add(SliceId from, SliceId to, const char* kind, bool is_direct) {
    if (from == to || flows_.size() >= kMostFlows) return;
    if (!seen_.emplace(from.track, from.index, to.track, to.index).second) return;
    flows_.push_back({from, to, kind, is_direct});
  }

  void add_of(SliceId slice, bool is_direct) {
    const Track* track = timeline_.track(slice.track);
    if (track == nullptr || track->kind != TrackKind::kSlices) return;
    if (track->track_class == TrackClass::kSubmissions) {
      add_executions(*track, slice, is_direct);
    } else if (const auto submission = submission_of(*track, slice.index)) {
      add(*submission, slice, "submission", is_direct);
    }
    if (graph_ == nullptr || track->source != ChunkKind::kHostExecutionEvents) return;
    const uint32_t node = node_of_slice(timeline_, *graph_, slice);
    if (node == kNoNode) return;
    walk(node, slice, true, is_direct);
    walk(node, slice, false, is_direct);
  }

  /// The submission that a slice belongs to, as its event says.
  std::optional<SliceId> submission_of(const Track& track, uint32_t index) const {
    if (!has_layout(track.source)) return std::nullopt;
    const uint64_t submission = submission_id(track, index);
    return submission == 0 ? std::nullopt : submission_slice(timeline_, track.device, track.queue, submission);
  }
  uint64_t submission_id(const Track& track, uint32_t index) const {
    const auto read = timeline_.rows_of(track.source)
                          .read(*timeline_.context->bundle, track.slices.row(index), layout_of(track.source).size);
    if (!read.ok()) return 0;
    switch (track.source) {
      case ChunkKind::kHostExecutionEvents:
        return read->as<HostExecutionEvent>().submission_id;
      case ChunkKind::kDispatchEvents:
        return read->as<format::DispatchEvent>().submission_id;
      case ChunkKind::kQueueDeviceEvents:
        return read->as<format::QueueDeviceEvent>().submission_id;
      case ChunkKind::kCommandRegionEvents:
        return read->as<format::CommandRegionEvent>().submission_id;
      case ChunkKind::kExecutableTraces:
        return read->as<format::ExecutableTrace>().submission_id;
      default:
        return 0;
    }
  }

  /// A submission to its command buffer, or to what was executed of it where it has none of its own.
  void add_executions(const Track& submissions, SliceId slice, bool is_direct) {
    const uint64_t id = (*submissions.submissions)[slice.index];
    const int64_t begin = submissions.slices.ready(slice.index), end = submissions.slices.end(slice.index);
    for (const TrackClass track_class :
         {TrackClass::kCommandBuffers, TrackClass::kQueueDevice, TrackClass::kDispatches, TrackClass::kTransfers}) {
      size_t found = 0;
      for (const auto& track : timeline_.tracks) {
        if (track->track_class != track_class || track->device != submissions.device ||
            track->queue != submissions.queue)
          continue;
        uint32_t looks = 0;
        for (uint32_t i = track->slices.first_from(begin); i < track->slices.size() && track->slices.start(i) <= end &&
                                                           looks < kMostLooks && found < kMostOfSubmission;
             ++i, ++looks) {
          if (submission_id(*track, i) != id) continue;
          add(slice, {track->id, i}, "submission", is_direct);
          ++found;
        }
      }
      if (found != 0 && (track_class == TrackClass::kCommandBuffers || track_class == TrackClass::kQueueDevice)) return;
    }
  }

  /// From an execution to those that it waited for, or that waited for it: through what takes no time.
  void walk(uint32_t from, SliceId slice, bool is_forward, bool is_direct) {
    std::vector<std::pair<uint32_t, const char*>> open = {{from, nullptr}};
    std::set<uint32_t> visited = {from};
    while (!open.empty() && flows_.size() < kMostFlows && visited.size() < kMostLooks) {
      const auto [node, kind] = open.back();
      open.pop_back();
      const auto follow = [&, kind = kind](const GraphEdge& edge) {
        const uint32_t next = is_forward ? edge.to : edge.from;
        if (!visited.insert(next).second) return;
        // What is said of the way is what is more than a barrier.
        const char* words = kind == nullptr || edge.kind != DependencyKind::kBarrier ? kind_words(edge.kind) : kind;
        if (graph_->nodes[next].kind != NodeKind::kExecution) {
          open.emplace_back(next, words);
        } else if (const auto other = slice_of_node(timeline_, *graph_, next)) {
          add(is_forward ? slice : *other, is_forward ? *other : slice, words, is_direct);
        }
      };
      if (is_forward) {
        for (uint32_t i = begin_[node]; i < begin_[node + 1]; ++i) follow(graph_->edges[out_[i]]);
      } else {
        for (uint32_t i = graph_->edges_to_begin[node]; i < graph_->edges_to_begin[node + 1]; ++i)
          follow(graph_->edges[i]);
      }
    }
  }

  void write(const Flow& flow, JsonWriter& json) const {
    const auto id = [&](const char* key, SliceId slice) {
      json.key(key).begin_object();
      write_id(slice, json);
      json.end_object();
    };
    json.begin_object();
    id("from", flow.from);
    id("to", flow.to);
    const Track& from = *timeline_.track(flow.from.track);
    const bool is_submission = from.track_class == TrackClass::kSubmissions;
    json.key("fromTime");
    write_time(timeline_, is_submission ? from.slices.start(flow.from.index) : from.slices.end(flow.from.index), json);
    json.key("toTime");
    write_time(timeline_, timeline_.track(flow.to.track)->slices.start(flow.to.index), json);
    json.key("kind").string(flow.kind);
    json.key("direct").boolean(flow.is_direct);
    json.end_object();
  }

  const Timeline& timeline_;
  const RunGraph* graph_;
  std::vector<uint32_t> begin_;
  std::vector<uint32_t> out_;
  std::vector<Flow> flows_;
  std::set<std::tuple<uint32_t, uint32_t, uint32_t, uint32_t>> seen_;
};

}  // namespace

Result<std::shared_ptr<const RunGraph>> read_graph(const Timeline& timeline, const std::atomic<bool>& cancelled) {
  if (timeline.rows_of(ChunkKind::kHostExecutionEvents).size() > kMostGraphExecutions) {
    return Status(StatusCode::kResourceExhausted,
                  "the profile has more than two million executions, so what each waited for is not shown");
  }
  IR_ASSIGN_OR_RETURN(RunGraph graph, RunGraph::read(*timeline.context->bundle, cancelled));
  return std::shared_ptr<const RunGraph>(std::make_shared<RunGraph>(std::move(graph)));
}

std::optional<SliceId> slice_of_node(const Timeline& timeline, const RunGraph& graph, uint32_t node) {
  if (node >= graph.executions.size()) return std::nullopt;
  const HostExecutionEvent& event = graph.executions[node];
  const EventRows& rows = timeline.rows_of(ChunkKind::kHostExecutionEvents);
  for (const TrackClass track_class : {TrackClass::kDispatches, TrackClass::kTransfers}) {
    const Track* track = queue_track(timeline, event.physical_device_ordinal, event.queue_ordinal, track_class,
                                     ChunkKind::kHostExecutionEvents);
    if (track == nullptr) continue;
    const SliceTrack& slices = track->slices;
    for (uint32_t i = slices.first_from(event.start_host_time_ns);
         i < slices.size() && slices.start(i) == event.start_host_time_ns; ++i) {
      if (slices.end(i) != event.end_host_time_ns) continue;
      const auto read = rows.read(*timeline.context->bundle, slices.row(i), sizeof(HostExecutionEvent));
      if (read.ok() && read->as<HostExecutionEvent>().event_id == event.event_id) return SliceId{track->id, i};
    }
  }
  return std::nullopt;
}

uint32_t node_of_slice(const Timeline& timeline, const RunGraph& graph, SliceId slice) {
  const Track* track = timeline.track(slice.track);
  if (track == nullptr || track->source != ChunkKind::kHostExecutionEvents) return kNoNode;
  const auto read = timeline.rows_of(track->source)
                        .read(*timeline.context->bundle, track->slices.row(slice.index), sizeof(HostExecutionEvent));
  if (!read.ok()) return kNoNode;
  const auto event = read->as<HostExecutionEvent>();
  const auto place = [](const HostExecutionEvent& of) { return std::pair(of.start_host_time_ns, of.event_id); };
  const auto found =
      std::lower_bound(graph.executions.begin(), graph.executions.end(), event,
                       [&](const HostExecutionEvent& a, const HostExecutionEvent& b) { return place(a) < place(b); });
  if (found == graph.executions.end() || place(*found) != place(event)) return kNoNode;
  return static_cast<uint32_t>(found - graph.executions.begin());
}

Result<std::string> flows_json(const Timeline& timeline, const RunGraph* graph, SliceId slice) {
  const Track* track = timeline.track(slice.track);
  if (track == nullptr || slice.index >= track->size())
    return Status(StatusCode::kNotFound, "the profile has no such slice");
  return Flows(timeline, graph).json(slice);
}

Result<CriticalSteps> critical_steps(const Timeline& timeline, const Result<std::shared_ptr<const RunGraph>>& graph,
                                     const std::atomic<bool>& cancelled) {
  CriticalSteps steps;
  if (!graph.ok()) {
    steps.absent = "There is no critical path: " + graph.status().message() + ".";
    return steps;
  }
  const RunGraph& of = **graph;
  if (!of.has_dependencies) {
    steps.absent =
        "There is no critical path: the profile does not say what waited for what. To get one, profile a whole run "
        "with "
        "host executions in IREE Replay.";
    return steps;
  }
  IR_ASSIGN_OR_RETURN(const CriticalPath path, CriticalPath::find(of, cancelled));
  steps.length = path.length_ns();
  for (const PathStep& step : path.steps()) {
    const GraphPart& part = of.parts[step.part];
    const auto slice = slice_of_node(timeline, of, part.node);
    if (!slice) continue;
    steps.tracks.push_back(slice->track);
    steps.indices.push_back(slice->index);
    steps.starts.push_back(part.start_ns);
    steps.ends.push_back(part.end_ns);
  }
  return steps;
}

}  // namespace ireereplay::profile::timeline
