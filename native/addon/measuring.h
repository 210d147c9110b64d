// Measurements and their statistics, for JavaScript.
#pragma once

#include <napi.h>

#include "base/json_writer.h"
#include "base/sample_statistics.h"
#include "replay/benchmark.h"

namespace ireereplay::addon {

/// { iterations, totalNs?, cold? } as limits.
replay::MeasureLimits read_limits(const Napi::Value& value);

/// The result of a measurement, including a cancelled one.
struct Measured {
  replay::Measurement measurement;
  bool cancelled = false;
};

/// OK and CANCELLED both give results; any other status is a failure.
Result<Measured> finish_measurement(replay::Measurement measurement, const Status& status);

/// { times, scopes, scopeTimes, fileReadTimes, scopeFileReadTimes, bareTimes, bareScopeTimes, cpuNs, wallNs, cancelled,
/// wrong as checks.h has it }.
Napi::Value to_measurement(Napi::Env env, Measured& measured);

/// prepareDispatches(path, options, cancel): promise of { report as JSON, and unless it has errors: benchmark, devices,
/// workers, prepareNs as text }.
Napi::Value prepare_dispatches(const Napi::CallbackInfo& info);
/// { list(selectors, most), goTo(record, via or undefined, milliseconds or 0, cancel), measure(limits, cancel),
/// outcome(cancel), expect(outcome, types, tolerance, seed, cancel), check(), compared(), keptState(), close() }.
Napi::Function define_dispatch_benchmark_class(Napi::Env env);

/// [low, high].
void write_interval(JsonWriter& json, const Interval& interval);
/// The protocol's SampleStatistics.
void write_statistics(JsonWriter& json, const SampleStatistics& statistics);

/// describeSamples(Float64Array): promise of the protocol's SampleStatistics as JSON.
Napi::Value describe_samples_of(const Napi::CallbackInfo& info);
/// compareMedians(Float64Array, Float64Array, nanoseconds): promise of { ratio, interval } as JSON.
Napi::Value compare_medians_of(const Napi::CallbackInfo& info);
/// clockOverhead(): nanoseconds of reading the clock.
Napi::Value clock_overhead(const Napi::CallbackInfo& info);

}  // namespace ireereplay::addon
