#include "composing.h"

#include "base/json_writer.h"
#include "cancel.h"
#include "composing/host_reads.h"
#include "composing/taps.h"
#include "output_ranges.h"
#include "promise.h"

namespace ireereplay::addon {

namespace {

std::string reads_json(const composing::HostReads& reads) {
  Text text;
  JsonWriter json(text);
  json.begin_object();
  json.key("devices").number(reads.device_count);
  write_outputs(reads.ranges, &json.key("outputs"));
  json.key("functions").array(reads.functions, [&](const std::string& name) { json.string(name); });
  json.end_object();
  return text.take();
}

/// Of decimal digits, in 64 bits.
uint64_t wide(const Napi::Object& object, const char* key) {
  return std::strtoull(object.Get(key).ToString().Utf8Value().c_str(), nullptr, 10);
}

std::vector<composing::Tap> read_taps(const Napi::Array& list) {
  std::vector<composing::Tap> taps;
  for (uint32_t i = 0; i < list.Length(); ++i) {
    const auto tap = list.Get(i).As<Napi::Object>();
    taps.push_back({wide(tap, "record"), wide(tap, "buffer"), wide(tap, "offset"), wide(tap, "length"),
                    tap.Get("path").ToString().Utf8Value()});
  }
  return taps;
}

}  // namespace

Napi::Value host_reads(const Napi::CallbackInfo& info) {
  return PromiseWorker<std::string>::run(
      info.Env(),
      [capture = info[0].ToString().Utf8Value(), cancel = cancel_flag(info[1])]() -> Result<std::string> {
        IR_ASSIGN_OR_RETURN(const auto reads, composing::find_host_reads(capture, *cancel));
        return reads_json(reads);
      },
      to_string_value);
}

Napi::Value compose_taps(const Napi::CallbackInfo& info) {
  return PromiseWorker<Nothing>::run(
      info.Env(),
      [source = info[0].ToString().Utf8Value(), target = info[1].ToString().Utf8Value(),
       taps = read_taps(info[2].As<Napi::Array>()), cancel = cancel_flag(info[3])]() -> Result<Nothing> {
        IR_RETURN_IF_ERROR(composing::write_taps(source, target, taps, *cancel).status());
        return Nothing{};
      },
      to_undefined);
}

}  // namespace ireereplay::addon
