#include "replay_options.h"

#include <optional>

#include "program/substitution.h"

namespace ireereplay::addon {

namespace {

std::vector<std::string> string_list(const Napi::Value& value) {
  std::vector<std::string> list;
  if (!value.IsArray()) return list;
  const auto array = value.As<Napi::Array>();
  for (uint32_t i = 0; i < array.Length(); ++i) list.push_back(array.Get(i).ToString().Utf8Value());
  return list;
}

template <typename Number>
std::optional<Number> number_in(const Napi::Object& object, const char* key) {
  const Napi::Value value = object.Get(key);
  if (!value.IsNumber()) return {};
  return static_cast<Number>(value.ToNumber().Int64Value());
}

/// The protocol's SamplingRequest.
replay::SamplingRequest read_sampling_request(const Napi::Object& object) {
  replay::SamplingRequest request;
  const std::string event = object.Get("event").ToString().Utf8Value();
  for (const auto known :
       {replay::SampleEvent::kClock, replay::SampleEvent::kCycles, replay::SampleEvent::kInstructions,
        replay::SampleEvent::kCacheMisses, replay::SampleEvent::kBranchMisses}) {
    if (event == replay::sample_event_name(known)) request.event = known;
  }
  request.rate_hz = number_in<uint32_t>(object, "rateHz").value_or(0);
  request.overhead = object.Get("overhead").ToNumber().DoubleValue();
  request.enough = number_in<uint64_t>(object, "enough").value_or(0);
  request.seconds = object.Get("seconds").ToNumber().Uint32Value();
  return request;
}

/// The protocol's ProfileRequest.
replay::ProfileRequest read_profile_request(const Napi::Object& object) {
  replay::ProfileRequest request;
  request.output = object.Get("output").ToString().Utf8Value();
  for (const std::string& family : string_list(object.Get("data"))) {
    request.data.queue_events |= family == "queue-events";
    request.data.host_execution |= family == "host-execution";
    request.data.memory_events |= family == "memory-events";
    request.data.device_metrics |= family == "device-metrics";
    request.data.command_regions |= family == "command-region-events";
    request.data.executable_metadata |= family == "executable-metadata";
  }
  if (const Napi::Value sampling = object.Get("sampling"); sampling.IsObject())
    request.sampling = read_sampling_request(sampling.As<Napi::Object>());
  if (const Napi::Value function = object.Get("filterFunction"); function.IsString())
    request.filter.function = function.ToString().Utf8Value();
  request.filter.command_buffer = number_in<uint64_t>(object, "filterCommandBuffer");
  request.filter.command_index = number_in<uint32_t>(object, "filterCommandIndex");
  request.filter.physical_device = number_in<uint32_t>(object, "filterPhysicalDevice");
  request.filter.queue = number_in<uint32_t>(object, "filterQueue");
  return request;
}

/// { format: "map" or "jitdump", folder, append }.
replay::PerfRequest read_perf_request(const Napi::Object& object) {
  replay::PerfRequest request;
  if (object.Get("format").ToString().Utf8Value() == "jitdump") request.format = replay::PerfFormat::kJitdump;
  request.folder = object.Get("folder").ToString().Utf8Value();
  request.is_appended = object.Get("append").ToBoolean();
  return request;
}

}  // namespace

Result<replay::ReplayOptions> RequestedReplay::resolve() const {
  replay::ReplayOptions resolved = options;
  IR_ASSIGN_OR_RETURN(resolved.substitutions, replay::parse_substitutions(substitutions));
  IR_ASSIGN_OR_RETURN(resolved.workgroup_counts, replay::parse_workgroup_counts(workgroup_counts));
  return resolved;
}

RequestedReplay read_options(const Napi::Value& value) {
  RequestedReplay request;
  if (!value.IsObject()) return request;
  replay::ReplayOptions& options = request.options;
  const auto object = value.As<Napi::Object>();
  const auto flag = [&](const char* key) { return object.Has(key) && object.Get(key).ToBoolean(); };
  options.devices = string_list(object.Get("devices"));
  for (const std::string& remap : string_list(object.Get("fileRemaps"))) {
    const size_t equals = remap.find('=');
    if (equals != std::string::npos) options.file_remaps.push_back({remap.substr(0, equals), remap.substr(equals + 1)});
  }
  options.assume_host_signals = flag("assumeHostSignals");
  options.allow_file_writes = flag("allowFileWrites");
  options.guard_buffers = flag("guardBuffers");
  options.time_functions = flag("timeFunctions");
  if (const Napi::Value profile = object.Get("profile"); profile.IsObject())
    options.profile = read_profile_request(profile.As<Napi::Object>());
  if (const Napi::Value perf = object.Get("perf"); perf.IsObject())
    options.perf = read_perf_request(perf.As<Napi::Object>());
  options.check_files = !flag("leaveFilesAlone");
  if (const Napi::Value poison = object.Get("poison"); poison.IsNumber())
    options.poison = static_cast<uint8_t>(poison.ToNumber().Uint32Value());
  if (const Napi::Value seed = object.Get("placement"); seed.IsNumber())
    options.placement = seed.ToNumber().Uint32Value();
  if (const Napi::Value seed = object.Get("perturbation"); seed.IsNumber())
    options.perturbation = seed.ToNumber().Uint32Value();
  if (const Napi::Value workers = object.Get("workers"); workers.IsNumber())
    options.task_worker_count = workers.ToNumber().Uint32Value();
  if (const Napi::Value stop = object.Get("stopBeforeRecord"); stop.IsNumber()) {
    options.stop_before_record = static_cast<uint64_t>(stop.ToNumber().Int64Value());
  }
  if (const Napi::Value stop = object.Get("stopBeforeCommand"); stop.IsNumber()) {
    options.stop_before_command = static_cast<uint64_t>(stop.ToNumber().Int64Value());
  }
  request.substitutions = string_list(object.Get("substitutions"));
  request.workgroup_counts = string_list(object.Get("workgroupCounts"));
  return request;
}

uint64_t timeout_ns(const Napi::Value& milliseconds) {
  return milliseconds.IsNumber() ? static_cast<uint64_t>(milliseconds.ToNumber().DoubleValue() * 1e6) : 0;
}

}  // namespace ireereplay::addon
