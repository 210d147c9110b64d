#include "replay_handle.h"

#include "addon_data.h"
#include "cancel.h"
#include "json_fields.h"
#include "measuring.h"
#include "promise.h"
#include "replay/crash_report.h"
#include "replay/output_directory.h"
#include "replay/replay.h"
#include "replay_options.h"

namespace ireereplay::addon {

namespace {

using SharedSession = std::shared_ptr<replay::Session>;

/// The protocol's Problem, with preflight's stable code as `kind`.
void append_problem(const replay::Problem& problem, Text& out) {
  out.append(problem.severity == replay::Severity::kError ? "{\"severity\":\"error\"" : "{\"severity\":\"warning\"");
  out.append(",\"code\":\"");
  out.append(status_code_name(problem.status));
  out.append("\",\"kind\":\"");
  out.append(problem.code);
  out.append("\",\"message\":");
  out.append_json_utf8(problem.message);
  if (!problem.remedy.empty()) {
    out.append(",\"remedy\":");
    out.append_json_utf8(problem.remedy);
  }
  if (problem.record != kNoPlace) append_number(out, ",\"record\":", problem.record);
  if (problem.offset != kNoPlace) append_wide(out, ",\"offset\":", problem.offset);
  out.append('}');
}

std::string report_json(const replay::PreflightReport& report) {
  Text out;
  out.append(report.can_run() ? "{\"canRun\":true,\"problems\":[" : "{\"canRun\":false,\"problems\":[");
  for (size_t i = 0; i < report.problems.size(); ++i) {
    if (i > 0) out.append(',');
    append_problem(report.problems[i], out);
  }
  append_wide(out, "],\"problemsLeftOut\":", report.problems_left_out);
  append_wide(out, ",\"operations\":", report.operation_count);
  append_wide(out, ",\"dispatches\":", report.dispatch_count);
  append_number(out, ",\"devices\":", report.device_count);
  append_wide(out, ",\"peakBytes\":", report.peak_bytes);
  append_wide(out, ",\"totalBufferBytes\":", report.total_buffer_bytes);
  out.append('}');
  return out.take();
}

/// The protocol's RunResult, but for the outputs' hashes and the warnings, which the caller has.
std::string result_json(const replay::ReplayResult& result) {
  Text out;
  out.append("{\"devices\":[");
  for (size_t i = 0; i < result.devices.size(); ++i) {
    if (i > 0) out.append(',');
    out.append_json_utf8(result.devices[i]);
  }
  append_number(out, "],\"operations\":", result.operations_executed);
  append_number(out, ",\"skipped\":", result.operations_skipped);
  append_wide(out, ",\"dispatches\":", result.dispatches);
  append_wide(out, ",\"workgroups\":", result.workgroups);
  append_wide(out, ",\"bytesTransferred\":", result.bytes_transferred);
  append_wide(out, ",\"addedEdges\":", result.added_edges);
  append_wide(out, ",\"assumedSignals\":", result.assumed_signals);
  append_wide(out, ",\"prepareNs\":", result.prepare_ns);
  append_wide(out, ",\"executeNs\":", result.execute_ns);
  append_wide(out, ",\"fileReadNs\":", result.file_read_ns);
  append_wide(out, ",\"peakBytes\":", result.peak_bytes);
  append_number(out, ",\"workers\":", result.worker_count);
  out.append(",\"scopes\":[");
  for (size_t i = 0; i < result.scopes.size(); ++i) {
    const replay::ScopeTime& scope = result.scopes[i];
    if (i > 0) out.append(',');
    out.append("{\"name\":");
    out.append_json_utf8(scope.name);
    append_number(out, ",\"record\":", scope.begin_record);
    append_number(out, ",\"depth\":", scope.depth);
    append_wide(out, ",\"ns\":", scope.duration_ns);
    out.append('}');
  }
  out.append("],\"outputs\":[");
  for (size_t i = 0; i < result.outputs.size(); ++i) {
    const replay::OutputRange& range = result.outputs[i];
    if (i > 0) out.append(',');
    append_number(out, "{\"record\":", range.record);
    append_wide(out, ",\"buffer\":", range.buffer);
    append_wide(out, ",\"offset\":", range.offset);
    append_wide(out, ",\"length\":", range.length);
    out.append(",\"file\":");
    out.append_json_utf8(replay::output_file_name(range));
    out.append('}');
  }
  out.append("]}");
  return out.take();
}

Status session_closed() { return Status(StatusCode::kFailedPrecondition, "the replay session is closed"); }

/// Keeps what the application read, in memory.
class KeptOutputs : public replay::OutputSink {
 public:
  Status write(const replay::OutputRange&, Bytes bytes) override {
    outputs.emplace_back(bytes.begin(), bytes.end());
    return Status();
  }
  std::vector<std::vector<uint8_t>> outputs;
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
         InstanceMethod<&SessionHandle::collect>("collect"),
         InstanceMethod<&SessionHandle::measure_kernels>("measureKernels"),
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
        [session = session_, limits = read_limits(info[0]), cancel = cancel_flag(info[1])]() -> Result<Measured> {
          replay::Measurement measurement;
          const Status status = replay::measure(*session, limits, cancel.get(), &measurement);
          return finish_measurement(std::move(measurement), status);
        },
        to_measurement);
  }

  /// measureKernels(): promise of the nanoseconds that the kernels take alone, one behind the other.
  Napi::Value measure_kernels(const Napi::CallbackInfo& info) {
    if (!session_) return rejected(info.Env(), session_closed());
    return PromiseWorker<double>::run(
        info.Env(), [session = session_]() -> Result<double> { return static_cast<double>(session->time_kernels()); },
        [](Napi::Env env, double& ns) -> Napi::Value { return Napi::Number::New(env, ns); });
  }

  /// { record, records, scope, function } of the run that goes on.
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
    const uint64_t id = std::strtoull(info[0].ToString().Utf8Value().c_str(), nullptr, 10);
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
};

struct Prepared {
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
  return PromiseWorker<Prepared>::run(
      info.Env(),
      [path = info[0].ToString().Utf8Value(), request = read_options(info[1]),
       cancel = cancel_flag(info[2])]() -> Result<Prepared> {
        IR_ASSIGN_OR_RETURN(const replay::ReplayOptions options, request.resolve());
        replay::PreflightReport report;
        auto session = replay::Session::prepare(path, options, &report, cancel.get());
        // A failure that preflight did not see is the caller's to show; one that it saw is in the report.
        if (!session.ok() && report.can_run()) return session.status();
        Prepared prepared{report_json(report), nullptr};
        if (session.ok()) prepared.session = *std::move(session);
        return prepared;
      },
      [](Napi::Env env, Prepared& prepared) -> Napi::Value {
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
  const bool sentence = info[1].IsString() && info[1].ToString().Utf8Value() == "sentence";
  replay::install_crash_report(info[0].ToNumber().Int32Value(),
                               sentence ? replay::CrashForm::kSentence : replay::CrashForm::kJson);
  return info.Env().Undefined();
}

}  // namespace ireereplay::addon
