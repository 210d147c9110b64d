#include "replay_handle.h"

#include "addon_data.h"
#include "base/json_writer.h"
#include "breakdown.h"
#include "cancel.h"
#include "checks.h"
#include "comparing.h"
#include "hal/host_memory.h"
#include "hal/local/crash_report.h"
#include "measuring.h"
#include "output_ranges.h"
#include "preflight_report.h"
#include "promise.h"
#include "replay/output_directory.h"
#include "replay/preflight.h"
#include "replay/session.h"
#include "replay_options.h"
#include "wide_number.h"

namespace ireereplay::addon {

namespace {

using SharedSession = std::shared_ptr<replay::Session>;

/// The protocol's RunResult, without the outputs' hashes and the warnings, which the caller has.
std::string result_json(const replay::ReplayResult& result) {
  Text out;
  JsonWriter json(out);
  json.begin_object();
  json.key("devices").array(result.devices, [&](const std::string& device) { json.string(device); });
  json.key("operations").number(result.operations_executed);
  json.key("skipped").number(result.operations_skipped);
  json.key("dispatches").wide(result.dispatches);
  json.key("workgroups").wide(result.workgroups);
  json.key("bytesTransferred").wide(result.bytes_transferred);
  json.key("addedEdges").wide(result.added_edges);
  json.key("assumedSignals").wide(result.assumed_signals);
  json.key("prepareNs").wide(result.prepare_ns);
  json.key("executeNs").wide(result.execute_ns);
  json.key("fileReadNs").wide(result.file_read_ns);
  json.key("peakBytes").wide(result.peak_bytes);
  json.key("workers").number(result.worker_count);
  json.key("scopes").array(result.scopes, [&](const replay::ScopeTime& scope) {
    json.begin_object();
    json.key("name").string(scope.name);
    json.key("record").number(scope.begin_record);
    json.key("depth").number(scope.depth);
    json.key("ns").wide(scope.duration_ns);
    json.end_object();
  });
  write_outputs(result.outputs, &json.key("outputs"));
  json.key("functions").array(result.functions, [&](const replay::FunctionTime& function) {
    json.begin_object();
    json.key("executable").wide(function.executable);
    json.key("ordinal").number(function.function);
    json.key("name").string(function.name);
    json.key("ns").wide(function.ns);
    json.end_object();
  });
  if (!result.profile.empty()) {
    json.key("profile");
    json.begin_object();
    json.key("file").string(result.profile);
    json.key("events").wide(result.profile_events);
    if (!result.sampling.empty()) json.key("sampling").value().append(result.sampling);
    if (!result.absent_metrics.empty())
      json.key("absentMetrics").array(result.absent_metrics, [&](const std::string& name) { json.string(name); });
    json.end_object();
  }
  json.end_object();
  return out.take();
}

Status session_closed() { return Status(StatusCode::kFailedPrecondition, "the replay session is closed"); }

/// Keeps what the application read back in memory.
class KeptOutputs : public replay::OutputSink {
 public:
  Status write(const replay::OutputRange& range, Bytes bytes) override {
    // Results of two runs are compared, and the buffers are in memory too.
    if (bytes.size() > most_ - total_) {
      return Status(StatusCode::kResourceExhausted,
                    "the data read back takes more than " + std::to_string(most_) +
                        " bytes, a quarter of this machine's memory: too much to keep and compare")
          .at(range.record, kNoPlace);
    }
    total_ += bytes.size();
    outputs.emplace_back(bytes.begin(), bytes.end());
    return Status();
  }
  std::vector<std::vector<uint8_t>> outputs;

 private:
  const uint64_t most_ = hal::machine_memory() / 4;
  uint64_t total_ = 0;
};

struct Collected {
  std::string result;
  std::vector<std::vector<uint8_t>> outputs;
};

class SessionHandle : public Napi::ObjectWrap<SessionHandle> {
 public:
  static Napi::Function define(Napi::Env env) {
    return DefineClass(
        env, "ReplaySession",
        {InstanceMethod<&SessionHandle::run>("run"), InstanceMethod<&SessionHandle::progress>("progress"),
         InstanceMethod<&SessionHandle::read_buffer>("readBuffer"), InstanceMethod<&SessionHandle::measure>("measure"),
         InstanceMethod<&SessionHandle::collect>("collect"), InstanceMethod<&SessionHandle::break_down>("breakDown"),
         InstanceMethod<&SessionHandle::measure_kernels>("measureKernels"),
         InstanceMethod<&SessionHandle::perturb>("perturb"), InstanceMethod<&SessionHandle::requests>("requests"),
         InstanceMethod<&SessionHandle::expect>("expect"), InstanceMethod<&SessionHandle::check>("check"),
         InstanceMethod<&SessionHandle::compared>("compared"), InstanceMethod<&SessionHandle::kept_state>("keptState"),
         InstanceMethod<&SessionHandle::close>("close")});
  }

  explicit SessionHandle(const Napi::CallbackInfo& info) : Napi::ObjectWrap<SessionHandle>(info) {
    if (info.Length() > 0 && info[0].IsExternal()) session_ = *info[0].As<Napi::External<SharedSession>>().Data();
  }

 private:
  /// run(outputs folder or undefined, milliseconds or 0, cancel): promise of the result as JSON.
  Napi::Value run(const Napi::CallbackInfo& info) {
    if (!session_) return rejected(info.Env(), session_closed());
    std::string outputs = info[0].IsString() ? info[0].ToString().Utf8Value() : std::string();
    return PromiseWorker<std::string>::run(
        info.Env(),
        [session = session_, outputs = std::move(outputs), timeout = timeout_ns(info[1]),
         cancel = cancel_flag(info[2])]() -> Result<std::string> {
          replay::OutputDirectory directory(outputs);
          replay::RunControl control;
          if (!outputs.empty()) control.outputs = &directory;
          control.cancel = cancel.get();
          control.timeout_ns = timeout;
          IR_ASSIGN_OR_RETURN(const replay::ReplayResult result, session->run(control));
          return result_json(result);
        },
        to_string_value);
  }

  /// collect(milliseconds or 0, cancel): promise of { result: JSON, outputs: bytes of each output, in order }.
  Napi::Value collect(const Napi::CallbackInfo& info) {
    if (!session_) return rejected(info.Env(), session_closed());
    return PromiseWorker<Collected>::run(
        info.Env(),
        [session = session_, timeout = timeout_ns(info[0]), cancel = cancel_flag(info[1])]() -> Result<Collected> {
          KeptOutputs kept;
          IR_ASSIGN_OR_RETURN(const replay::ReplayResult result,
                              session->run({.outputs = &kept, .cancel = cancel.get(), .timeout_ns = timeout}));
          return Collected{result_json(result), std::move(kept.outputs)};
        },
        [](Napi::Env env, Collected& collected) -> Napi::Value {
          auto outputs = Napi::Array::New(env, collected.outputs.size());
          for (uint32_t i = 0; i < collected.outputs.size(); ++i) outputs.Set(i, to_bytes(env, collected.outputs[i]));
          auto object = Napi::Object::New(env);
          object.Set("result", collected.result);
          object.Set("outputs", outputs);
          return object;
        });
  }

  /// measure({ iterations, totalNs?, cold? }, cancel): promise of a measurement (measuring.h).
  Napi::Value measure(const Napi::CallbackInfo& info) {
    if (!session_) return rejected(info.Env(), session_closed());
    return PromiseWorker<Measured>::run(
        info.Env(),
        [session = session_, limits = read_limits(info[0]), cancel = cancel_flag(info[1]),
         check = check_]() -> Result<Measured> {
          replay::Measurement measurement;
          const Status status = replay::measure(*session, limits, cancel.get(), &measurement, check.get());
          return finish_measurement(std::move(measurement), status);
        },
        to_measurement);
  }

  /// breakDown(names of scopes, milliseconds or 0, cancel): promise of a breakdown (breakdown.h), which keeps the
  /// session.
  Napi::Value break_down(const Napi::CallbackInfo& info) {
    return session_ ? addon::break_down(info, session_) : rejected(info.Env(), session_closed());
  }

  /// measureKernels(): promise of the nanoseconds that the kernels alone take, one after another.
  Napi::Value measure_kernels(const Napi::CallbackInfo& info) {
    if (!session_) return rejected(info.Env(), session_closed());
    return PromiseWorker<double>::run(
        info.Env(), [session = session_]() -> Result<double> { return static_cast<double>(session->time_kernels()); },
        [](Napi::Env env, double& ns) -> Napi::Value { return Napi::Number::New(env, ns); });
  }

  /// requests(): promise of what substitutes ask the machine for.
  Napi::Value requests(const Napi::CallbackInfo& info) {
    if (!session_) return rejected(info.Env(), session_closed());
    using Requests = std::vector<replay::SubstituteRequest>;
    return PromiseWorker<Requests>::run(
        info.Env(), [session = session_]() -> Result<Requests> { return session->requests(); }, to_requests);
  }

  /// perturb(seed): from here on runs get other inputs. Not while one goes on.
  Napi::Value perturb(const Napi::CallbackInfo& info) {
    if (session_) session_->perturb(info[0].ToNumber().Uint32Value());
    return info.Env().Undefined();
  }

  /// expect(RightOutput of each, tolerance, seed): from here on runs among those that measure() times are
  /// compared with these.
  Napi::Value expect(const Napi::CallbackInfo& info) {
    check_ = std::make_shared<replay::OutputsCheck>(read_right_outputs(info[0]), read_tolerance(info[1]),
                                                    info[2].ToNumber().Uint32Value());
    return info.Env().Undefined();
  }

  /// check(cancel): runs once more; promise of what is wrong, or undefined.
  Napi::Value check(const Napi::CallbackInfo& info) {
    if (!session_) return rejected(info.Env(), session_closed());
    using Wrong = std::optional<replay::WrongOutcome>;
    return PromiseWorker<Wrong>::run(
        info.Env(),
        [session = session_, check = check_, cancel = cancel_flag(info[0])]() -> Result<Wrong> {
          if (check == nullptr) return Wrong();
          return replay::check_run(*session, cancel.get(), check.get());
        },
        to_wrong);
  }

  /// How many runs were compared.
  Napi::Value compared(const Napi::CallbackInfo& info) {
    return Napi::Number::New(info.Env(), check_ ? static_cast<double>(check_->compared()) : 0);
  }

  /// Not while it runs.
  Napi::Value kept_state(const Napi::CallbackInfo& info) {
    return session_ ? to_kept_state(info.Env(), session_->kept_state()) : info.Env().Undefined();
  }

  /// { record, records, scope, function } of the run in progress.
  Napi::Value progress(const Napi::CallbackInfo& info) {
    auto object = Napi::Object::New(info.Env());
    if (!session_) return object;
    const replay::Progress progress = session_->progress();
    object.Set("record", static_cast<double>(progress.record));
    object.Set("records", static_cast<double>(progress.record_count));
    if (!progress.scope.empty()) object.Set("scope", progress.scope);
    if (!progress.function.empty()) object.Set("function", progress.function);
    return object;
  }

  /// readBuffer(id as decimal string, offset, length): promise of bytes.
  Napi::Value read_buffer(const Napi::CallbackInfo& info) {
    if (!session_) return rejected(info.Env(), session_closed());
    const uint64_t id = wide_number(info[0]);
    const uint64_t offset = static_cast<uint64_t>(info[1].ToNumber().Int64Value());
    const uint64_t length = static_cast<uint64_t>(info[2].ToNumber().Int64Value());
    return PromiseWorker<std::vector<uint8_t>>::run(
        info.Env(), [session = session_, id, offset, length] { return session->read_buffer(id, offset, length); },
        to_bytes);
  }

  Napi::Value close(const Napi::CallbackInfo& info) {
    session_.reset();
    return info.Env().Undefined();
  }

  SharedSession session_;
  std::shared_ptr<replay::OutputsCheck> check_;
};

struct PreparedSession {
  std::string report;
  SharedSession session;
};

}  // namespace

Napi::Function define_session_class(Napi::Env env) { return SessionHandle::define(env); }

Napi::Value preflight_capture(const Napi::CallbackInfo& info) {
  return PromiseWorker<std::string>::run(
      info.Env(),
      [path = info[0].ToString().Utf8Value(), request = read_options(info[1]),
       cancel = cancel_flag(info[2])]() -> Result<std::string> {
        IR_ASSIGN_OR_RETURN(const replay::ReplayOptions options, request.resolve());
        return report_json(replay::preflight(path, options, cancel.get()));
      },
      to_string_value);
}

Napi::Value prepare_replay(const Napi::CallbackInfo& info) {
  return PromiseWorker<PreparedSession>::run(
      info.Env(),
      [path = info[0].ToString().Utf8Value(), request = read_options(info[1]),
       cancel = cancel_flag(info[2])]() -> Result<PreparedSession> {
        IR_ASSIGN_OR_RETURN(const replay::ReplayOptions options, request.resolve());
        replay::PreflightReport report;
        auto session = replay::Session::prepare(path, options, &report, cancel.get());
        // A failure that preflight did not see is returned; one that it saw is in the report.
        if (!session.ok() && report.can_run()) return session.status();
        PreparedSession prepared{report_json(report), nullptr};
        if (session.ok()) prepared.session = *std::move(session);
        return prepared;
      },
      [](Napi::Env env, PreparedSession& prepared) -> Napi::Value {
        auto object = Napi::Object::New(env);
        object.Set("report", prepared.report);
        if (prepared.session) {
          auto* data = env.GetInstanceData<AddonData>();
          object.Set("session", data->session_class.New({Napi::External<SharedSession>::New(env, &prepared.session)}));
        }
        return object;
      });
}

Napi::Value install_crash_report(const Napi::CallbackInfo& info) {
  if (!info[0].IsArray()) {
    replay::install_crash_report(info[0].ToNumber().Int32Value());
    return info.Env().Undefined();
  }
  std::vector<std::string> command;
  const auto array = info[0].As<Napi::Array>();
  for (uint32_t i = 0; i < array.Length(); ++i) command.push_back(array.Get(i).ToString().Utf8Value());
  replay::install_crash_reader(std::move(command));
  return info.Env().Undefined();
}

}  // namespace ireereplay::addon
