#include "torch_trace.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>

#include "addon_data.h"
#include "base/decimal.h"
#include "base/json_writer.h"
#include "cancel.h"
#include "comparing.h"
#include "neighbour/torch/call_tree.h"
#include "neighbour/torch/causes.h"
#include "neighbour/torch/launches.h"
#include "neighbour/torch/nesting.h"
#include "neighbour/torch/overview.h"
#include "neighbour/torch/slice_details.h"
#include "neighbour/torch/tables.h"
#include "neighbour/torch/timeline.h"
#include "neighbour/torch/trace_parser.h"
#include "promise.h"
#include "timeline_questions.h"

namespace ireereplay::addon {

namespace {

namespace torch = neighbour::torch;

/// A time before the trace's 0 is negative.
void write_signed(JsonWriter& json, std::string_view key, int64_t number) {
  Text& out = json.key(key).value();
  out.append('"');
  out.append(std::to_string(number));
  out.append('"');
}

std::string_view kind_name(torch::EventKind kind) {
  switch (kind) {
    case torch::EventKind::kOperation:
      return "operation";
    case torch::EventKind::kAnnotation:
      return "annotation";
    case torch::EventKind::kDeviceAnnotation:
      return "device annotation";
    case torch::EventKind::kPython:
      return "Python function";
    case torch::EventKind::kRuntimeCall:
      return "runtime call";
    case torch::EventKind::kDriverCall:
      return "driver call";
    case torch::EventKind::kKernel:
      return "kernel";
    case torch::EventKind::kCopy:
      return "copy";
    case torch::EventKind::kFill:
      return "fill";
    case torch::EventKind::kMemory:
      return "memory";
    case torch::EventKind::kOverhead:
      return "overhead";
    case torch::EventKind::kSpan:
      return "span";
    case torch::EventKind::kOther:
      break;
  }
  return "other";
}

class TraceWriter {
 public:
  TraceWriter(JsonWriter& json, const torch::Trace& trace) : json_(json), trace_(trace) {}

  void text(std::string_view key, uint32_t text) { json_.key(key).string(trace_.strings.at(text)); }
  void text_if_any(std::string_view key, uint32_t id) {
    if (!trace_.strings.at(id).empty()) text(key, id);
  }
  void id(std::string_view key, const torch::TraceId& id) {
    if (id.is_text) return text(key, static_cast<uint32_t>(id.value));
    json_.key(key).string(std::to_string(id.value));
  }
  void stretch(const torch::Stretch& stretch) {
    if (stretch.is_empty()) return;
    write_signed(json_, "beginNs", stretch.begin_ns);
    json_.key("durationNs").wide(stretch.length_ns());
  }
  /// JSON as the trace has it, which was checked when it was read.
  void list(std::string_view key, uint32_t text) { json_.key(key).value().append(trace_.strings.at(text)); }
  void inputs(const torch::OperationShape& shape) {
    list_or_empty("inputDims", shape.dims);
    list_or_empty("inputTypes", shape.types);
    if (shape.strides != 0) list("inputStrides", shape.strides);
    list_or_empty("concreteInputs", shape.concrete);
  }

  void category(const torch::CategoryUse& use) {
    json_.begin_object();
    text("category", trace_.categories[use.category].name);
    json_.key("kind").string(kind_name(trace_.categories[use.category].kind));
    json_.key("events").number(use.events);
    stretch(use.stretch);
    json_.end_object();
  }
  void thread(const torch::ThreadUse& use) {
    const torch::Thread& thread = trace_.threads[use.thread];
    const torch::Process& process = trace_.processes[thread.process];
    json_.begin_object();
    json_.key("kind").string(use.device_work > 0 ? "stream" : "thread");
    id("process", process.id);
    text_if_any("processName", process.name);
    text_if_any("labels", process.labels);
    id("thread", thread.id);
    text_if_any("name", thread.name);
    json_.key("events").number(use.events);
    json_.key("busyNs").wide(use.busy_ns);
    stretch(use.stretch);
    json_.end_object();
  }
  void device_use(const torch::DeviceUse& use) {
    const torch::Process& process = trace_.processes[use.process];
    json_.begin_object();
    id("device", process.id);
    text_if_any("labels", process.labels);
    json_.key("work").number(use.work);
    json_.key("busyNs").wide(use.busy_ns);
    json_.key("idleNs").wide(use.stretch.length_ns() - use.busy_ns);
    json_.key("idleUntilCallNs").wide(use.idle_until_call_ns);
    json_.key("idleFromCallNs").wide(use.idle_from_call_ns);
    stretch(use.stretch);
    json_.end_object();
  }
  void flow(const torch::FlowUse& use) {
    json_.begin_object();
    text("category", trace_.categories[use.category].name);
    json_.key("begins").number(use.begins);
    json_.key("ends").number(use.ends);
    json_.key("whole").number(use.whole);
    json_.end_object();
  }
  void row(const torch::OperationRow& row) {
    json_.begin_object();
    text("name", row.name);
    if (row.shape != torch::kNoRow) inputs(trace_.shapes[row.shape]);
    json_.key("count").number(row.count);
    json_.key("totalNs").wide(row.total_ns);
    json_.key("selfNs").wide(row.self_ns);
    json_.key("callsNs").wide(row.calls_ns);
    json_.key("deviceTotalNs").wide(row.device_total_ns);
    json_.key("deviceSelfNs").wide(row.device_self_ns);
    json_.key("deviceCount").number(row.device_count);
    if (row.backward_count > 0) {
      json_.key("backward").begin_object();
      json_.key("count").number(row.backward_count);
      json_.key("totalNs").wide(row.backward_ns);
      json_.key("deviceTotalNs").wide(row.backward_device_ns);
      json_.end_object();
    }
    json_.end_object();
  }
  void row(const torch::KernelRow& row) {
    json_.begin_object();
    text("name", row.name);
    json_.key("kind").string(kind_name(row.kind));
    json_.key("count").number(row.count);
    json_.key("totalNs").wide(row.total_ns);
    json_.key("leastNs").wide(row.least_ns);
    json_.key("mostNs").wide(row.most_ns);
    if (row.bytes != 0) json_.key("bytes").wide(row.bytes);
    json_.end_object();
  }
  void tree(const std::vector<torch::TreeNode>& tree, uint64_t most) {
    json_.key("tree").begin_object();
    json_.key("count").number(tree.size());
    json_.key("rows").array(torch::heaviest(tree, most), [&](const torch::ShownNode& shown) {
      const torch::TreeNode& node = tree[shown.node];
      json_.begin_object();
      json_.key("depth").number(shown.depth);
      text("name", node.name);
      json_.key("kind").string(kind_name(node.kind));
      json_.key("count").number(node.count);
      json_.key("totalNs").wide(node.total_ns);
      json_.key("selfNs").wide(node.self_ns);
      json_.key("deviceTotalNs").wide(node.device_total_ns);
      json_.key("deviceCount").number(node.device_count);
      json_.end_object();
    });
    json_.end_object();
  }
  template <typename Row>
  void table(std::string_view key, const std::vector<Row>& rows, uint64_t most) {
    json_.key(key).begin_object();
    json_.key("count").number(rows.size());
    const std::span shown(rows.data(), std::min<uint64_t>(rows.size(), most));
    json_.key("rows").array(shown, [&](const Row& row) { this->row(row); });
    json_.end_object();
  }

 private:
  void list_or_empty(std::string_view key, uint32_t text) {
    if (text != 0) return list(key, text);
    json_.key(key).begin_array();
    json_.end_array();
  }

  JsonWriter& json_;
  const torch::Trace& trace_;
};

void write_problem(JsonWriter& json, std::string_view message, uint64_t offset) {
  json.begin_object();
  json.key("message").string(message);
  json.key("offset").wide(offset);
  json.end_object();
}

void write_left_out(JsonWriter& json, std::string_view noun, std::string_view outcome, const torch::LeftOut& what) {
  if (what.count == 0) return;
  const std::string first = what.count == 1 ? "" : "; the first: ";
  write_problem(json, counted(what.count, noun) + std::string(outcome) + (first.empty() ? ": " : first) + what.reason,
                what.offset);
}

void write_problems(JsonWriter& json, const torch::Trace& trace) {
  json.key("problems").begin_array();
  if (!trace.end.empty())
    write_problem(json, trace.end + ": everything that is complete before that point is shown", trace.whole_bytes);
  write_left_out(json, "event", " left out", trace.events_left_out);
  write_left_out(json, "event", " skipped, of kinds that PyTorch does not write", trace.phases_left_out);
  write_left_out(json, "value", " left out", trace.values_left_out);
  json.end_array();
}

void write_about(JsonWriter& json, const torch::Overview& overview) {
  const auto wide = [&](std::string_view key, const std::optional<uint64_t>& number) {
    if (number) json.key(key).wide(*number);
  };
  wide("schemaVersion", overview.schema_version);
  wide("baseTimeNs", overview.base_time_ns);
  json.key("devices").array(overview.devices, [&](const torch::DeviceProperties& device) {
    json.begin_object();
    json.key("id").string(device.id);
    json.key("name").string(device.name);
    wide("memoryBytes", device.memory_bytes);
    wide("processors", device.processors);
    json.end_object();
  });
  if (overview.distributed) {
    json.key("distributed").begin_object();
    json.key("backend").string(overview.distributed->backend);
    wide("rank", overview.distributed->rank);
    wide("worldSize", overview.distributed->world_size);
    json.end_object();
  }
}

void write_launches(JsonWriter& json, const torch::LaunchUse& use) {
  json.key("launches").begin_object();
  json.key("work").number(use.work);
  json.key("calls").number(use.calls);
  json.key("callsNs").wide(use.calls_ns);
  json.key("medianDelayNs").wide(use.median_delay_ns);
  json.key("mostDelayNs").wide(use.most_delay_ns);
  json.key("withoutOperation").number(use.without_operation);
  json.end_object();
}

/// What is found of a trace once, for all that is asked of it.
struct Analysis {
  torch::Nesting nesting;
  torch::Launches launches;
};

/// A trace along time, with what is searched on it.
struct DrawnTrace {
  torch::TraceTimeline made;
  SharedTimeline searched;
};

/// A trace while it is read, and what was found of it. What is there once it is read does not change any more: the
/// mutex is for what makes it.
struct SharedTrace {
  std::mutex mutex;
  torch::Trace trace;
  torch::TraceParser parser{&trace};
  bool is_read = false;
  std::unique_ptr<const Analysis> analysis;
  std::unique_ptr<const DrawnTrace> drawn;
  /// That one, for who does not wait for the mutex.
  std::atomic<const DrawnTrace*> shown = nullptr;
};

Status not_read() { return Status(StatusCode::kFailedPrecondition, "the trace was not read to its end"); }

/// With the mutex.
Status analyse(SharedTrace& shared, const std::atomic<bool>& cancel) {
  if (!shared.is_read) return not_read();
  if (shared.analysis != nullptr) return Status();
  auto made = std::make_unique<Analysis>();
  IR_ASSIGN_OR_RETURN(made->nesting, torch::nest(shared.trace, cancel));
  made->launches = torch::find_launches(shared.trace, made->nesting);
  shared.analysis = std::move(made);
  return Status();
}

/// Makes the timeline, once, and says of it what the protocol's TorchTimelineSummary has.
Result<std::string> draw_timeline(SharedTrace& shared, const std::atomic<bool>& cancel) {
  IR_RETURN_IF_ERROR(analyse(shared, cancel));
  if (shared.drawn == nullptr) {
    const auto& [nesting, launches] = *shared.analysis;
    auto drawn = std::make_unique<DrawnTrace>();
    IR_ASSIGN_OR_RETURN(drawn->made, torch::make_timeline(shared.trace, nesting, launches, cancel));
    drawn->searched = std::make_shared<profile::timeline::SearchedTimeline>(drawn->made.timeline);
    shared.drawn = std::move(drawn);
    shared.shown = shared.drawn.get();
  }
  const profile::timeline::Timeline& timeline = *shared.drawn->made.timeline;
  Text text;
  JsonWriter json(text);
  json.begin_object();
  json.key("span").wide(timeline.span());
  json.key("work").wide(shared.trace.work.event.size());
  json.key("missed").wide(timeline.totals.missed);
  json.end_object();
  return text.take();
}

Result<std::string> describe(SharedTrace& shared, uint64_t most, const std::atomic<bool>& cancel) {
  IR_RETURN_IF_ERROR(analyse(shared, cancel));
  const torch::Trace& trace = shared.trace;
  const auto& [nesting, launches] = *shared.analysis;
  const torch::Overview overview = torch::look_over(trace, launches);
  const torch::Tables tables = torch::make_tables(trace, nesting, launches, torch::find_pairs(trace, nesting));
  Text text;
  JsonWriter json(text);
  TraceWriter writer(json, trace);
  json.begin_object();
  json.key("bytes").wide(trace.bytes);
  json.key("events").number(trace.events.size());
  writer.stretch(overview.stretch);
  write_about(json, overview);
  json.key("categories").array(overview.categories, [&](const auto& use) { writer.category(use); });
  json.key("threads").array(overview.threads, [&](const auto& use) { writer.thread(use); });
  json.key("deviceUses").array(overview.uses, [&](const auto& use) { writer.device_use(use); });
  json.key("flows").array(overview.flows, [&](const auto& use) { writer.flow(use); });
  if (!trace.work.event.empty()) write_launches(json, overview.launches);
  json.key("operations").number(trace.operations.event.size());
  json.key("operationsWithInputs").number(overview.operations_with_inputs);
  writer.table("byOperation", tables.by_operation, most);
  writer.table("byShape", tables.by_shape, most);
  writer.table("byKernel", tables.by_kernel, most);
  writer.tree(torch::make_call_tree(trace, nesting, launches), most);
  json.key("missing").array(overview.missing, [&](const std::string& sentence) { json.string(sentence); });
  write_problems(json, trace);
  json.end_object();
  return text.take();
}

/// Of 2^53, up to which numbers of JavaScript are exact.
constexpr int64_t kMostExact = 1ll << 53;

std::string operations_json(const torch::Trace& trace) {
  Text text;
  JsonWriter json(text);
  TraceWriter writer(json, trace);
  uint64_t without = 0;
  json.begin_object();
  json.key("operations").begin_array();
  for (const torch::OperationShape& shape : trace.shapes) {
    if (!shape.has_inputs()) {
      without += shape.count;
      continue;
    }
    json.begin_object();
    writer.text("name", shape.name);
    writer.inputs(shape);
    const int64_t external = trace.operations.external_id[shape.operation];
    if (external >= 0 && external <= kMostExact) json.key("externalId").number(static_cast<uint64_t>(external));
    json.key("count").number(shape.count);
    json.end_object();
  }
  json.end_array();
  json.key("withoutShapes").number(without);
  write_problems(json, trace);
  json.end_object();
  return text.take();
}

class TorchTraceHandle : public Napi::ObjectWrap<TorchTraceHandle> {
 public:
  static Napi::Function define(Napi::Env env) {
    return DefineClass(
        env, "TorchTrace",
        {InstanceMethod<&TorchTraceHandle::read_file>("readFile"), InstanceMethod<&TorchTraceHandle::feed>("feed"),
         InstanceMethod<&TorchTraceHandle::finish>("finish"),
         InstanceMethod<&TorchTraceHandle::describe_trace>("describe"),
         InstanceMethod<&TorchTraceHandle::operations>("operations"), InstanceMethod<&TorchTraceHandle::draw>("draw"),
         InstanceMethod<&TorchTraceHandle::of_timeline<timeline_tracks>>("tracks"),
         InstanceMethod<&TorchTraceHandle::of_timeline<timeline_names>>("names"),
         InstanceMethod<&TorchTraceHandle::of_timeline<timeline_windows>>("windows"),
         InstanceMethod<&TorchTraceHandle::of_timeline<timeline_neighbour>>("neighbour"),
         InstanceMethod<&TorchTraceHandle::of_timeline<timeline_slice_at>>("sliceAt"),
         InstanceMethod<&TorchTraceHandle::of_timeline<timeline_search>>("search"),
         InstanceMethod<&TorchTraceHandle::of_timeline<timeline_next_match>>("nextMatch"),
         InstanceMethod<&TorchTraceHandle::details>("details"), InstanceMethod<&TorchTraceHandle::flows>("flows"),
         InstanceMethod<&TorchTraceHandle::explain>("explain")});
  }

  explicit TorchTraceHandle(const Napi::CallbackInfo& info) : Napi::ObjectWrap<TorchTraceHandle>(info) {}

 private:
  Napi::Value read_file(const Napi::CallbackInfo& info) {
    return PromiseWorker<Nothing>::run(
        info.Env(),
        [shared = shared_, path = info[0].ToString().Utf8Value(), cancel = cancel_flag(info[1])]() -> Result<Nothing> {
          const std::scoped_lock lock(shared->mutex);
          IR_RETURN_IF_ERROR(torch::read_file(path, &shared->parser, *cancel));
          shared->is_read = true;
          return Nothing{};
        },
        to_undefined);
  }

  Napi::Value feed(const Napi::CallbackInfo& info) {
    return PromiseWorker<Nothing>::run(
        info.Env(),
        [shared = shared_, bytes = read_bytes(info[0])]() -> Result<Nothing> {
          const std::scoped_lock lock(shared->mutex);
          IR_RETURN_IF_ERROR(shared->parser.feed(bytes));
          return Nothing{};
        },
        to_undefined);
  }

  Napi::Value finish(const Napi::CallbackInfo& info) {
    return PromiseWorker<Nothing>::run(
        info.Env(),
        [shared = shared_]() -> Result<Nothing> {
          const std::scoped_lock lock(shared->mutex);
          IR_RETURN_IF_ERROR(shared->parser.finish());
          shared->is_read = true;
          return Nothing{};
        },
        to_undefined);
  }

  Napi::Value describe_trace(const Napi::CallbackInfo& info) {
    return PromiseWorker<std::string>::run(
        info.Env(),
        [shared = shared_, most = static_cast<uint64_t>(info[0].ToNumber().Int64Value()),
         cancel = cancel_flag(info[1])]() -> Result<std::string> {
          const std::scoped_lock lock(shared->mutex);
          return describe(*shared, most, *cancel);
        },
        to_string_value);
  }

  Napi::Value operations(const Napi::CallbackInfo& info) {
    return PromiseWorker<std::string>::run(
        info.Env(),
        [shared = shared_]() -> Result<std::string> {
          const std::scoped_lock lock(shared->mutex);
          if (!shared->is_read) return not_read();
          return operations_json(shared->trace);
        },
        to_string_value);
  }

  Napi::Value draw(const Napi::CallbackInfo& info) {
    return PromiseWorker<std::string>::run(
        info.Env(),
        [shared = shared_, cancel = cancel_flag(info[0])]() -> Result<std::string> {
          const std::scoped_lock lock(shared->mutex);
          return draw_timeline(*shared, *cancel);
        },
        to_string_value);
  }

  /// What was drawn, if it was: it stays then. Never waits: other questions may take seconds.
  const DrawnTrace* drawn() const { return shared_->shown; }
  static Status not_drawn() { return Status(StatusCode::kFailedPrecondition, "the trace has no timeline yet"); }

  template <TimelineQuestion question>
  Napi::Value of_timeline(const Napi::CallbackInfo& info) {
    const DrawnTrace* there = drawn();
    return there == nullptr ? rejected(info.Env(), not_drawn()) : question(info, there->searched);
  }

  Napi::Value details(const Napi::CallbackInfo& info) {
    const DrawnTrace* there = drawn();
    if (there == nullptr) return rejected(info.Env(), not_drawn());
    return PromiseWorker<std::string>::run(
        info.Env(),
        [shared = shared_, there, slice = slice_of(info[0], info[1]), cancel = cancel_flag(info[2])] {
          return torch::details_json(shared->trace, shared->analysis->nesting, shared->analysis->launches, there->made,
                                     slice, *cancel);
        },
        to_string_value);
  }

  Napi::Value flows(const Napi::CallbackInfo& info) {
    const DrawnTrace* there = drawn();
    if (there == nullptr) return rejected(info.Env(), not_drawn());
    return PromiseWorker<std::string>::run(
        info.Env(),
        [shared = shared_, there, slice = slice_of(info[0], info[1])]() -> Result<std::string> {
          return torch::flows_json(shared->trace, shared->analysis->launches, there->made, slice);
        },
        to_string_value);
  }

  Napi::Value explain(const Napi::CallbackInfo& info) {
    const DrawnTrace* there = drawn();
    if (there == nullptr) return rejected(info.Env(), not_drawn());
    return PromiseWorker<std::string>::run(
        info.Env(),
        [shared = shared_, there]() -> Result<std::string> {
          const auto& [nesting, launches] = *shared->analysis;
          return torch::causes_json(shared->trace, nesting, launches, there->made);
        },
        to_string_value);
  }

  const std::shared_ptr<SharedTrace> shared_ = std::make_shared<SharedTrace>();
};

}  // namespace

Napi::Function define_torch_trace_class(Napi::Env env) { return TorchTraceHandle::define(env); }

Napi::Value create_torch_trace(const Napi::CallbackInfo& info) {
  return info.Env().GetInstanceData<AddonData>()->torch_trace_class.New({});
}

}  // namespace ireereplay::addon
