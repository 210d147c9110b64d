#include "roof.h"

#include <algorithm>

#include "base/json_writer.h"
#include "cancel.h"
#include "promise.h"
#include "roof/roof.h"

namespace ireereplay::addon {

namespace {

/// What is not known is absent.
void write_rate(JsonWriter& json, const roof::Rate& rate) {
  if (rate.one_thread > 0) json.key("oneThread").real(rate.one_thread);
  if (rate.all_threads > 0) json.key("allThreads").real(rate.all_threads);
}

void write_machine(JsonWriter& json, const roof::Machine& machine) {
  json.begin_object();
  json.key("processors").number(machine.processors.size());
  json.key("features").string(machine.features);
  json.key("caches").array(machine.caches, [&](const roof::Cache& cache) {
    json.begin_object();
    json.key("level").number(cache.level);
    json.key("bytes").number(cache.bytes);
    json.key("totalBytes").number(cache.total_bytes);
    json.key("count").number(cache.count);
    json.key("sharers").number(cache.sharers);
    json.end_object();
  });
  json.end_object();
}

std::string roof_json(const roof::Roof& roof) {
  Text out;
  JsonWriter json(out);
  json.begin_object();
  json.key("threads").number(roof.threads);
  json.key("tookNs").number(roof.took_ns);
  json.key("peaks").array(roof.peaks, [&](const roof::Peak& peak) {
    json.begin_object();
    json.key("type").string(peak.type);
    json.key("bits").number(peak.bits);
    json.key("by").string(peak.by);
    write_rate(json, peak.operations);
    json.end_object();
  });
  json.key("bandwidths").array(roof.bandwidths, [&](const roof::Bandwidth& bandwidth) {
    json.begin_object();
    json.key("level").number(bandwidth.level);
    json.key("kind").string(bandwidth.kind);
    json.key("bytesOfOne").number(bandwidth.bytes_of_one);
    json.key("bytesOfAll").number(bandwidth.bytes_of_all);
    write_rate(json, bandwidth.bytes);
    json.end_object();
  });
  json.end_object();
  return out.take();
}

}  // namespace

Napi::Value describe_machine_of(const Napi::CallbackInfo& info) {
  Text out;
  JsonWriter json(out);
  write_machine(json, roof::describe_machine());
  return Napi::String::New(info.Env(), out.take());
}

Napi::Value measure_roof_of(const Napi::CallbackInfo& info) {
  roof::MeasureOptions options;
  options.total_ns = static_cast<uint64_t>(std::max(info[0].ToNumber().DoubleValue(), 0.0) * 1e6);
  return PromiseWorker<std::string>::run(
      info.Env(),
      [options, cancel = cancel_flag(info[1])]() -> Result<std::string> {
        IR_ASSIGN_OR_RETURN(const roof::Roof roof, roof::measure_roof(roof::describe_machine(), options, *cancel));
        return roof_json(roof);
      },
      to_string_value);
}

}  // namespace ireereplay::addon
