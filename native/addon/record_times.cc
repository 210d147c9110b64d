#include "record_times.h"

#include "cancel.h"
#include "profile/record_times.h"
#include "promise.h"

namespace ireereplay::addon {

namespace {

Result<profile::RecordTimes> read(const std::string& path, const std::atomic<bool>& cancelled) {
  IR_ASSIGN_OR_RETURN(auto file, File::open(path));
  IR_ASSIGN_OR_RETURN(const auto bundle, profile::Bundle::open(std::move(file), cancelled));
  return profile::read_record_times(*bundle, cancelled);
}

Napi::Value to_value(Napi::Env env, profile::RecordTimes& times) {
  auto object = Napi::Object::New(env);
  object.Set("vias", copy_array<Napi::Uint32Array>(env, times.vias));
  object.Set("records", copy_array<Napi::Uint32Array>(env, times.records));
  object.Set("starts", copy_array<Napi::BigInt64Array>(env, times.starts));
  object.Set("durations", copy_array<Napi::BigInt64Array>(env, times.durations));
  object.Set("workers", copy_array<Napi::Uint16Array>(env, times.workers));
  object.Set("sums", copy_array<Napi::BigInt64Array>(env, times.sums));
  object.Set("byRecord", copy_array<Napi::Uint32Array>(env, times.by_record));
  object.Set("sumsByRecord", copy_array<Napi::BigInt64Array>(env, times.sums_by_record));
  object.Set("longest", Napi::BigInt::New(env, times.longest));
  object.Set("replay", times.replay);
  object.Set("leftOut", static_cast<double>(times.left_out));
  return object;
}

}  // namespace

Napi::Value record_times(const Napi::CallbackInfo& info) {
  return PromiseWorker<profile::RecordTimes>::run(
      info.Env(),
      [path = info[0].ToString().Utf8Value(), cancel = cancel_flag(info[1])] { return read(path, *cancel); }, to_value);
}

}  // namespace ireereplay::addon
