#include "measuring.h"

#include <algorithm>

#include "addon_data.h"
#include "base/sample_statistics.h"
#include "cancel.h"
#include "json_fields.h"
#include "promise.h"
#include "replay_options.h"

namespace ireereplay::addon {

namespace {

using SharedBenchmark = std::shared_ptr<replay::DispatchBenchmark>;

void append_interval(Text& out, const Interval& interval) {
  append_double_field(out, ",\"interval\":[", interval.low);
  append_double_field(out, ",", interval.high);
  out.append(']');
}

std::string statistics_json(const SampleStatistics& statistics) {
  Text out;
  append_number(out, "{\"count\":", statistics.count);
  append_double_field(out, ",\"minimum\":", statistics.minimum);
  append_double_field(out, ",\"p5\":", statistics.p5);
  append_double_field(out, ",\"median\":", statistics.median);
  append_double_field(out, ",\"p95\":", statistics.p95);
  append_double_field(out, ",\"maximum\":", statistics.maximum);
  append_double_field(out, ",\"mean\":", statistics.mean);
  append_double_field(out, ",\"standardDeviation\":", statistics.standard_deviation);
  append_double_field(out, ",\"mad\":", statistics.mad);
  append_interval(out, statistics.interval);
  append_number(out, ",\"mildOutliers\":", statistics.mild_outliers);
  append_number(out, ",\"severeOutliers\":", statistics.severe_outliers);
  append_double_field(out, ",\"drift\":", statistics.drift);
  out.append(statistics.bimodal ? ",\"bimodal\":true}" : ",\"bimodal\":false}");
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
    return DefineClass(env, "DispatchBenchmark", {InstanceMethod<&DispatchBenchmarkHandle::measure>("measure")});
  }

  explicit DispatchBenchmarkHandle(const Napi::CallbackInfo& info) : Napi::ObjectWrap<DispatchBenchmarkHandle>(info) {
    if (info.Length() > 0 && info[0].IsExternal()) benchmark_ = *info[0].As<Napi::External<SharedBenchmark>>().Data();
  }

 private:
  Napi::Value measure(const Napi::CallbackInfo& info) {
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

}  // namespace

replay::MeasureLimits read_limits(const Napi::Value& value) {
  replay::MeasureLimits limits;
  if (!value.IsObject()) return limits;
  const auto object = value.As<Napi::Object>();
  limits.iterations = static_cast<uint64_t>(std::max<int64_t>(object.Get("iterations").ToNumber().Int64Value(), 0));
  if (const Napi::Value total = object.Get("totalNs"); total.IsNumber())
    limits.total_ns = static_cast<uint64_t>(total.ToNumber().Int64Value());
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
    scopes.Set(i, scope);
  }
  object.Set("times", to_float64(env, measurement.times));
  object.Set("scopes", scopes);
  object.Set("scopeTimes", to_float64(env, measurement.scope_times));
  object.Set("fileReadTimes", to_float64(env, measurement.file_read_times));
  object.Set("scopeFileReadTimes", to_float64(env, measurement.scope_file_read_times));
  object.Set("cpuNs", measurement.cpu_ns);
  object.Set("wallNs", measurement.wall_ns);
  object.Set("cancelled", measured.cancelled);
  return object;
}

Napi::Function define_dispatch_benchmark_class(Napi::Env env) { return DispatchBenchmarkHandle::define(env); }

Napi::Value prepare_dispatch(const Napi::CallbackInfo& info) {
  const auto record = static_cast<uint64_t>(info[2].ToNumber().Int64Value());
  const uint64_t via = info[3].IsNumber() ? static_cast<uint64_t>(info[3].ToNumber().Int64Value()) : kNoPlace;
  return PromiseWorker<SharedBenchmark>::run(
      info.Env(),
      [path = info[0].ToString().Utf8Value(), request = read_options(info[1]), record, via,
       cancel = cancel_flag(info[4])]() -> Result<SharedBenchmark> {
        IR_ASSIGN_OR_RETURN(const replay::ReplayOptions options, request.resolve());
        IR_ASSIGN_OR_RETURN(auto benchmark,
                            replay::DispatchBenchmark::prepare(path, options, record, via, cancel.get()));
        return SharedBenchmark(std::move(benchmark));
      },
      [](Napi::Env env, SharedBenchmark& benchmark) -> Napi::Value {
        auto* data = env.GetInstanceData<AddonData>();
        return data->dispatch_benchmark_class.New({Napi::External<SharedBenchmark>::New(env, &benchmark)});
      });
}

Napi::Value describe_samples_of(const Napi::CallbackInfo& info) {
  return PromiseWorker<std::string>::run(
      info.Env(),
      [samples = read_samples(info[0])]() -> Result<std::string> { return statistics_json(describe_samples(samples)); },
      to_string_value);
}

Napi::Value compare_pairs_of(const Napi::CallbackInfo& info) {
  return PromiseWorker<std::string>::run(
      info.Env(),
      [first = read_samples(info[0]), second = read_samples(info[1])]() -> Result<std::string> {
        const RatioStatistics ratio = compare_pairs(first, second);
        Text out;
        append_double_field(out, "{\"ratio\":", ratio.ratio);
        append_interval(out, ratio.interval);
        append_double_field(out, ",\"p\":", ratio.p);
        out.append('}');
        return out.take();
      },
      to_string_value);
}

Napi::Value clock_overhead(const Napi::CallbackInfo& info) {
  return Napi::Number::New(info.Env(), replay::clock_overhead_ns());
}

}  // namespace ireereplay::addon
