#include "measuring.h"

#include <algorithm>

#include "addon_data.h"
#include "cancel.h"
#include "checks.h"
#include "comparing.h"
#include "dispatches.h"
#include "hal/local/plan.h"
#include "preflight_report.h"
#include "promise.h"
#include "replay_options.h"

namespace ireereplay::addon {

void write_interval(JsonWriter& json, const Interval& interval) {
  json.begin_array();
  json.real(interval.low);
  json.real(interval.high);
  json.end_array();
}

void write_statistics(JsonWriter& json, const SampleStatistics& statistics) {
  json.begin_object();
  json.key("count").number(statistics.count);
  json.key("minimum").real(statistics.minimum);
  json.key("p5").real(statistics.p5);
  json.key("median").real(statistics.median);
  json.key("p95").real(statistics.p95);
  json.key("maximum").real(statistics.maximum);
  json.key("mean").real(statistics.mean);
  json.key("standardDeviation").real(statistics.standard_deviation);
  json.key("mad").real(statistics.mad);
  write_interval(json.key("interval"), statistics.interval);
  json.key("mildOutliers").number(statistics.mild_outliers);
  json.key("severeOutliers").number(statistics.severe_outliers);
  json.key("drift").real(statistics.drift);
  json.key("bimodal").boolean(statistics.heaps.has_value());
  if (statistics.heaps.has_value()) {
    json.key("heaps").begin_object();
    json.key("low").real(statistics.heaps->low);
    json.key("high").real(statistics.heaps->high);
    json.key("share").real(statistics.heaps->share);
    json.end_object();
  }
  json.end_object();
}

namespace {

using SharedBenchmark = std::shared_ptr<replay::DispatchBenchmark>;

std::string statistics_json(const SampleStatistics& statistics) {
  Text out;
  JsonWriter json(out);
  write_statistics(json, statistics);
  return out.take();
}

std::vector<double> read_samples(const Napi::Value& value) {
  if (!value.IsTypedArray()) return {};
  const auto array = value.As<Napi::Float64Array>();
  return {array.Data(), array.Data() + array.ElementLength()};
}

Napi::Value to_float64(Napi::Env env, const std::vector<double>& values) {
  auto array = Napi::Float64Array::New(env, values.size());
  std::copy(values.begin(), values.end(), array.Data());
  return array;
}

class DispatchBenchmarkHandle : public Napi::ObjectWrap<DispatchBenchmarkHandle> {
 public:
  static Napi::Function define(Napi::Env env) {
    return DefineClass(env, "DispatchBenchmark",
                       {InstanceMethod<&DispatchBenchmarkHandle::list>("list"),
                        InstanceMethod<&DispatchBenchmarkHandle::go_to>("goTo"),
                        InstanceMethod<&DispatchBenchmarkHandle::outcome>("outcome"),
                        InstanceMethod<&DispatchBenchmarkHandle::expect>("expect"),
                        InstanceMethod<&DispatchBenchmarkHandle::check>("check"),
                        InstanceMethod<&DispatchBenchmarkHandle::compared>("compared"),
                        InstanceMethod<&DispatchBenchmarkHandle::kept_state>("keptState"),
                        InstanceMethod<&DispatchBenchmarkHandle::measure>("measure"),
                        InstanceMethod<&DispatchBenchmarkHandle::close>("close")});
  }

  explicit DispatchBenchmarkHandle(const Napi::CallbackInfo& info) : Napi::ObjectWrap<DispatchBenchmarkHandle>(info) {
    if (info.Length() > 0 && info[0].IsExternal()) benchmark_ = *info[0].As<Napi::External<SharedBenchmark>>().Data();
  }

 private:
  static Status closed() { return Status(StatusCode::kFailedPrecondition, "the benchmark is closed"); }

  /// list(selectors, most): promise of JSON, as listDispatches() gives it.
  Napi::Value list(const Napi::CallbackInfo& info) {
    if (!benchmark_) return rejected(info.Env(), closed());
    return PromiseWorker<std::string>::run(
        info.Env(),
        [benchmark = benchmark_, part = read_listed_part(info, 0)]() -> Result<std::string> {
          IR_ASSIGN_OR_RETURN(const replay::DispatchList list, benchmark->list(part));
          return list_json(list);
        },
        to_string_value);
  }

  /// goTo(record, via or undefined, milliseconds or 0, cancel): promise of nothing.
  Napi::Value go_to(const Napi::CallbackInfo& info) {
    if (!benchmark_) return rejected(info.Env(), closed());
    const auto record = static_cast<uint64_t>(info[0].ToNumber().Int64Value());
    const uint64_t via = info[1].IsNumber() ? static_cast<uint64_t>(info[1].ToNumber().Int64Value()) : kNoPlace;
    return PromiseWorker<Nothing>::run(
        info.Env(),
        [benchmark = benchmark_, record, via, timeout = timeout_ns(info[2]),
         cancel = cancel_flag(info[3])]() -> Result<Nothing> {
          IR_RETURN_IF_ERROR(benchmark->go_to(record, via, {.cancel = cancel.get(), .timeout_ns = timeout}));
          return Nothing();
        },
        to_undefined);
  }

  /// outcome(cancel): promise of what the dispatch makes of its inputs, for expect().
  Napi::Value outcome(const Napi::CallbackInfo& info) {
    if (!benchmark_) return rejected(info.Env(), closed());
    return PromiseWorker<BoundOutcome>::run(
        info.Env(),
        [benchmark = benchmark_, cancel = cancel_flag(info[0])]() -> Result<BoundOutcome> {
          IR_ASSIGN_OR_RETURN(replay::Outcome outcome, benchmark->outcome(cancel.get()));
          return BoundOutcome{std::make_shared<const replay::Outcome>(std::move(outcome)),
                              benchmark->session()->bindings_ahead({}).size()};
        },
        to_outcome);
  }

  /// expect(outcome, types of bindings, tolerance, seed, cancel): promise of what is wrong from the beginning, or
  /// undefined.
  Napi::Value expect(const Napi::CallbackInfo& info) {
    if (!benchmark_) return rejected(info.Env(), closed());
    using Wrong = std::optional<replay::WrongOutcome>;
    return PromiseWorker<Wrong>::run(
        info.Env(),
        [benchmark = benchmark_, right = read_outcome(info[0]), types = read_types(info[1]),
         tolerance = read_tolerance(info[2]), seed = info[3].ToNumber().Uint32Value(),
         cancel = cancel_flag(info[4])]() -> Result<Wrong> {
          if (right == nullptr) return Status(StatusCode::kInvalidArgument, "that is not a valid outcome");
          return benchmark->expect(right, types, tolerance, seed, cancel.get());
        },
        to_wrong);
  }

  /// check(): promise of what is wrong in all memory that is bound, or undefined.
  Napi::Value check(const Napi::CallbackInfo& info) {
    if (!benchmark_) return rejected(info.Env(), closed());
    using Wrong = std::optional<replay::WrongOutcome>;
    return PromiseWorker<Wrong>::run(
        info.Env(), [benchmark = benchmark_]() -> Result<Wrong> { return benchmark->check(); }, to_wrong);
  }

  /// How many executions were compared.
  Napi::Value compared(const Napi::CallbackInfo& info) {
    return Napi::Number::New(info.Env(), benchmark_ ? static_cast<double>(benchmark_->compared()) : 0);
  }

  /// Not while it works.
  Napi::Value kept_state(const Napi::CallbackInfo& info) {
    if (!benchmark_ || benchmark_->session() == nullptr) return info.Env().Undefined();
    return to_kept_state(info.Env(), benchmark_->session()->kept_state());
  }

  /// Gives its memory back, once no work of it goes on.
  Napi::Value close(const Napi::CallbackInfo& info) {
    benchmark_.reset();
    return info.Env().Undefined();
  }

  Napi::Value measure(const Napi::CallbackInfo& info) {
    if (!benchmark_) return rejected(info.Env(), closed());
    return PromiseWorker<Measured>::run(
        info.Env(),
        [benchmark = benchmark_, limits = read_limits(info[0]), cancel = cancel_flag(info[1])]() -> Result<Measured> {
          replay::Measurement measurement;
          const Status status = benchmark->measure(limits, cancel.get(), &measurement);
          return finish_measurement(std::move(measurement), status);
        },
        to_measurement);
  }

  SharedBenchmark benchmark_;
};

struct PreparedBenchmark {
  std::string report;
  SharedBenchmark benchmark;
  std::vector<std::string> devices;
  uint32_t workers = 0;
  uint64_t prepare_ns = 0;
};

}  // namespace

replay::MeasureLimits read_limits(const Napi::Value& value) {
  replay::MeasureLimits limits;
  if (!value.IsObject()) return limits;
  const auto object = value.As<Napi::Object>();
  limits.iterations = static_cast<uint64_t>(std::max<int64_t>(object.Get("iterations").ToNumber().Int64Value(), 0));
  if (const Napi::Value total = object.Get("totalNs"); total.IsNumber())
    limits.total_ns = static_cast<uint64_t>(total.ToNumber().Int64Value());
  if (const Napi::Value batch = object.Get("batch"); batch.IsNumber())
    limits.batch = static_cast<uint64_t>(std::max<int64_t>(batch.ToNumber().Int64Value(), 1));
  limits.cold_caches = object.Get("cold").ToBoolean();
  return limits;
}

Result<Measured> finish_measurement(replay::Measurement measurement, const Status& status) {
  if (!status.ok() && status.code() != StatusCode::kCancelled) return status;
  // A scope's times of an iteration that was not finished belong to none.
  measurement.scope_times.resize(measurement.times.size() * measurement.scopes.size());
  measurement.scope_file_read_times.resize(measurement.scope_times.size());
  return Measured{std::move(measurement), !status.ok()};
}

Napi::Value to_measurement(Napi::Env env, Measured& measured) {
  const replay::Measurement& measurement = measured.measurement;
  auto object = Napi::Object::New(env);
  auto scopes = Napi::Array::New(env, measurement.scopes.size());
  for (uint32_t i = 0; i < measurement.scopes.size(); ++i) {
    auto scope = Napi::Object::New(env);
    scope.Set("name", measurement.scopes[i].name);
    scope.Set("record", static_cast<double>(measurement.scopes[i].begin_record));
    scope.Set("end", static_cast<double>(measurement.scopes[i].end_record));
    scopes.Set(i, scope);
  }
  object.Set("times", to_float64(env, measurement.times));
  object.Set("scopes", scopes);
  object.Set("scopeTimes", to_float64(env, measurement.scope_times));
  object.Set("fileReadTimes", to_float64(env, measurement.file_read_times));
  object.Set("scopeFileReadTimes", to_float64(env, measurement.scope_file_read_times));
  object.Set("bareTimes", to_float64(env, measurement.bare_times));
  object.Set("bareScopeTimes", to_float64(env, measurement.bare_scope_times));
  object.Set("batch", static_cast<double>(measurement.batch));
  object.Set("wrong", to_wrong(env, measured.measurement.wrong));
  object.Set("cpuNs", measurement.cpu_ns);
  object.Set("wallNs", measurement.wall_ns);
  object.Set("cancelled", measured.cancelled);
  return object;
}

Napi::Function define_dispatch_benchmark_class(Napi::Env env) { return DispatchBenchmarkHandle::define(env); }

Napi::Value prepare_dispatches(const Napi::CallbackInfo& info) {
  return PromiseWorker<PreparedBenchmark>::run(
      info.Env(),
      [path = info[0].ToString().Utf8Value(), request = read_options(info[1]),
       cancel = cancel_flag(info[2])]() -> Result<PreparedBenchmark> {
        IR_ASSIGN_OR_RETURN(const replay::ReplayOptions options, request.resolve());
        replay::PreflightReport report;
        auto benchmark = replay::DispatchBenchmark::prepare(path, options, &report, cancel.get());
        // A failure that preflight did not see is the caller's to show; one that it saw is in the report.
        if (!benchmark.ok() && report.can_run()) return benchmark.status();
        PreparedBenchmark prepared;
        prepared.report = report_json(report);
        if (!benchmark.ok()) return prepared;
        prepared.benchmark = *std::move(benchmark);
        const replay::Session& session = *prepared.benchmark->session();
        for (const hal::Device& device : session.plan().devices) prepared.devices.push_back(device.uri);
        prepared.workers = session.plan().worker_count;
        prepared.prepare_ns = session.prepare_ns();
        return prepared;
      },
      [](Napi::Env env, PreparedBenchmark& prepared) -> Napi::Value {
        auto object = Napi::Object::New(env);
        object.Set("report", prepared.report);
        if (!prepared.benchmark) return object;
        auto devices = Napi::Array::New(env, prepared.devices.size());
        for (uint32_t i = 0; i < prepared.devices.size(); ++i) devices.Set(i, prepared.devices[i]);
        object.Set("devices", devices);
        object.Set("workers", prepared.workers);
        object.Set("prepareNs", std::to_string(prepared.prepare_ns));
        auto* data = env.GetInstanceData<AddonData>();
        object.Set("benchmark", data->dispatch_benchmark_class.New(
                                    {Napi::External<SharedBenchmark>::New(env, &prepared.benchmark)}));
        return object;
      });
}

Napi::Value describe_samples_of(const Napi::CallbackInfo& info) {
  return PromiseWorker<std::string>::run(
      info.Env(),
      [samples = read_samples(info[0])]() -> Result<std::string> { return statistics_json(describe_samples(samples)); },
      to_string_value);
}

Napi::Value compare_medians_of(const Napi::CallbackInfo& info) {
  return PromiseWorker<std::string>::run(
      info.Env(),
      [first = read_samples(info[0]), second = read_samples(info[1]),
       resolution = info[2].ToNumber().DoubleValue()]() -> Result<std::string> {
        const RatioStatistics ratio = compare_medians(first, second, resolution);
        Text out;
        JsonWriter json(out);
        json.begin_object();
        json.key("ratio").real(ratio.ratio);
        write_interval(json.key("interval"), ratio.interval);
        json.end_object();
        return out.take();
      },
      to_string_value);
}

Napi::Value clock_overhead(const Napi::CallbackInfo& info) {
  return Napi::Number::New(info.Env(), replay::clock_overhead_ns());
}

}  // namespace ireereplay::addon
