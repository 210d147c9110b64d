#include "replay_options.h"

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
  options.check_files = !flag("leaveFilesAlone");
  if (const Napi::Value poison = object.Get("poison"); poison.IsNumber())
    options.poison = static_cast<uint8_t>(poison.ToNumber().Uint32Value());
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
