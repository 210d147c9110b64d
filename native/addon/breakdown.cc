#include "breakdown.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "addon_data.h"
#include "base/json_writer.h"
#include "cancel.h"
#include "hal/local/executable_contents.h"
#include "measuring.h"
#include "promise.h"
#include "replay/benchmark.h"
#include "replay/breakdown_run.h"
#include "replay_options.h"

namespace ireereplay::addon {

namespace {

using replay::Breakdown;
using replay::BreakdownPart;
using replay::BreakdownTime;
using replay::PlanOp;
using SharedRun = std::shared_ptr<replay::BreakdownRun>;

/// Samples that a report has, of all parts of a scope together: what is drawn of them needs no more.
constexpr size_t kMostReported = 32768;

const char* kind_name(BreakdownPart::Kind kind) {
  switch (kind) {
    case BreakdownPart::Kind::kFunction:
      return "function";
    case BreakdownPart::Kind::kOperation:
      return "operation";
    case BreakdownPart::Kind::kLaunch:
      return "launch";
    case BreakdownPart::Kind::kRecord:
      return "record";
  }
  return "";
}

const char* operation_name(PlanOp op) {
  switch (op) {
    case PlanOp::kFill:
      return "fill";
    case PlanOp::kCopy:
      return "copy";
    case PlanOp::kReadFile:
      return "file read";
    case PlanOp::kWriteFile:
      return "file write";
    case PlanOp::kOutput:
      return "read back";
    default:
      return "dispatch";
  }
}

/// What a launch is given.
void write_launch(JsonWriter& json, const BreakdownPart& part) {
  const auto& state = part.dispatch->state;
  if (!part.is_indirect) {
    json.key("workgroupCount").begin_array();
    for (const uint32_t count : {state.workgroup_count_x, state.workgroup_count_y, uint32_t{state.workgroup_count_z}})
      json.number(count);
    json.end_array();
  }
  json.key("constants").begin_array();
  for (uint32_t i = 0; i < state.constant_count; ++i) json.number(state.constants[i]);
  json.end_array();
  json.key("bindings").begin_array();
  for (uint32_t i = 0; i < state.binding_count; ++i) json.wide(state.binding_lengths[i]);
  json.end_array();
}

/// What is known of a part's times.
void write_times(JsonWriter& json, const Breakdown& breakdown, uint32_t at, const BreakdownTime& time, size_t samples) {
  json.key("medianNs").real(time.median);
  if (time.interval.has_value()) write_interval(json.key("interval"), *time.interval);
  json.key("meanNs").real(time.mean);
  json.key("busyNs").real(time.busy);
  write_statistics(json.key("statistics"), breakdown.statistics(at));
  json.key("samples").array(breakdown.samples(at, samples), [&](double sample) { json.real(sample); });
}

void write_part(JsonWriter& json, const replay::Plan& plan, const BreakdownPart& part, size_t parent) {
  json.key("kind").string(kind_name(part.kind));
  if (part.parent != replay::kNoIndex) json.key("parent").number(parent);
  if (part.dispatch != nullptr) {
    const replay::DispatchNote& note = plan.note_of(part.dispatch);
    const replay::ExecutableInfo& executable = plan.program.executables[note.executable];
    json.key("executable").wide(executable.id);
    json.key("ordinal").number(note.function);
    json.key("label").string(executable.functions[note.function].name);
  } else {
    json.key("label").string(operation_name(part.op));
  }
  if (part.kind == BreakdownPart::Kind::kLaunch) write_launch(json, part);
  if (part.record != kNoPlace) json.key("record").number(part.record);
  if (part.via != kNoPlace) json.key("via").number(part.via);
  json.key("executions").number(part.executions);
  json.key("bytes").wide(part.bound_bytes);
}

void write_breakdown(JsonWriter& json, const replay::Plan& plan, const Breakdown& breakdown, size_t most) {
  const std::vector<BreakdownTime> times = breakdown.times();
  const std::vector<uint32_t> shown = breakdown.longest(times, most);
  const size_t samples = kMostReported / std::max<size_t>(1, shown.size());
  json.begin_object();
  if (breakdown.scope()) json.key("scope").string(*breakdown.scope());
  json.key("samples").number(breakdown.sample_count());
  json.key("medianNs").real(breakdown.scope_median());
  json.key("restNs").real(breakdown.rest_median());
  json.key("withoutRecords").boolean(breakdown.is_without_records());
  json.key("leftOut").number(times.size() - shown.size());
  json.key("parts").array(shown, [&](uint32_t at) {
    const BreakdownPart& part = breakdown.parts()[at];
    // Where the parent is among those that are shown.
    const auto parent = std::lower_bound(shown.begin(), shown.end(), part.parent) - shown.begin();
    json.begin_object();
    write_part(json, plan, part, static_cast<size_t>(parent));
    write_times(json, breakdown, at, times[at], samples);
    json.end_object();
  });
  json.end_object();
}

void write_content(JsonWriter& json, const replay::ExecutableContent& executable) {
  json.begin_object();
  json.key("id").wide(executable.id);
  json.key("name").string(executable.name);
  json.key("content").string(executable.content);
  json.key("functions").array(executable.functions, [&](const replay::ExecutableContent::Function& function) {
    json.begin_object();
    json.key("name").string(function.name);
    if (function.code) json.key("code").string(*function.code);
    json.end_object();
  });
  json.end_object();
}

class BreakdownHandle : public Napi::ObjectWrap<BreakdownHandle> {
 public:
  static Napi::Function define(Napi::Env env) {
    return DefineClass(
        env, "Breakdown",
        {InstanceMethod<&BreakdownHandle::measure>("measure"), InstanceMethod<&BreakdownHandle::report>("report"),
         InstanceMethod<&BreakdownHandle::contents>("contents"), InstanceMethod<&BreakdownHandle::clear>("clear"),
         InstanceMethod<&BreakdownHandle::close>("close")});
  }

  explicit BreakdownHandle(const Napi::CallbackInfo& info) : Napi::ObjectWrap<BreakdownHandle>(info) {
    if (info.Length() > 0 && info[0].IsExternal()) run_ = *info[0].As<Napi::External<SharedRun>>().Data();
  }

 private:
  static Status closed() { return Status(StatusCode::kFailedPrecondition, "the breakdown is closed"); }

  Napi::Value measure(const Napi::CallbackInfo& info) {
    if (!run_) return rejected(info.Env(), closed());
    return PromiseWorker<Measured>::run(
        info.Env(),
        [run = run_, limits = read_limits(info[0]), cancel = cancel_flag(info[1])]() -> Result<Measured> {
          replay::Measurement measurement;
          const Status status = run->measure(limits, cancel.get(), &measurement);
          return finish_measurement(std::move(measurement), status);
        },
        to_measurement);
  }

  Napi::Value report(const Napi::CallbackInfo& info) {
    if (!run_) return rejected(info.Env(), closed());
    return PromiseWorker<std::string>::run(
        info.Env(),
        [run = run_, most = info[0].ToNumber().Uint32Value()]() -> Result<std::string> {
          Text out;
          JsonWriter json(out);
          json.begin_array();
          for (const Breakdown& breakdown : run->breakdowns()) write_breakdown(json, run->plan(), breakdown, most);
          json.end_array();
          return out.take();
        },
        to_string_value);
  }

  Napi::Value contents(const Napi::CallbackInfo& info) {
    if (!run_) return rejected(info.Env(), closed());
    return PromiseWorker<std::string>::run(
        info.Env(),
        [run = run_]() -> Result<std::string> {
          Text out;
          JsonWriter json(out);
          json.array(replay::executable_contents(run->plan()),
                     [&](const replay::ExecutableContent& executable) { write_content(json, executable); });
          return out.take();
        },
        to_string_value);
  }

  /// While nothing is measured.
  Napi::Value clear(const Napi::CallbackInfo& info) {
    if (run_) run_->clear();
    return info.Env().Undefined();
  }

  Napi::Value close(const Napi::CallbackInfo& info) {
    run_.reset();
    return info.Env().Undefined();
  }

  SharedRun run_;
};

}  // namespace

Napi::Value break_down(const Napi::CallbackInfo& info, const std::shared_ptr<replay::Session>& session) {
  std::vector<std::string> scopes;
  const auto names = info[0].As<Napi::Array>();
  for (uint32_t i = 0; i < names.Length(); ++i) scopes.push_back(names.Get(i).ToString().Utf8Value());
  return PromiseWorker<SharedRun>::run(
      info.Env(),
      [session, scopes = std::move(scopes), timeout = timeout_ns(info[1]),
       cancel = cancel_flag(info[2])]() -> Result<SharedRun> {
        IR_ASSIGN_OR_RETURN(
            auto run, replay::BreakdownRun::prepare(session, scopes, {.cancel = cancel.get(), .timeout_ns = timeout}));
        return SharedRun(std::move(run));
      },
      [](Napi::Env env, SharedRun& run) -> Napi::Value {
        auto* data = env.GetInstanceData<AddonData>();
        return data->breakdown_class.New({Napi::External<SharedRun>::New(env, &run)});
      });
}

Napi::Function define_breakdown_class(Napi::Env env) { return BreakdownHandle::define(env); }

}  // namespace ireereplay::addon
