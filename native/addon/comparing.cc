#include "comparing.h"

#include "base/json_writer.h"
#include "promise.h"

namespace ireereplay::addon {

namespace {

/// JSON has no infinity; 1e999 reads as one.
void write_bounded(JsonWriter& json, double value) {
  if (value > 1.7976931348623157e308) return json.value().append("1e999");
  json.real(value);
}

std::string comparison_json(const replay::Comparison& comparison) {
  Text out;
  JsonWriter json(out);
  json.begin_object();
  json.key("elements").wide(comparison.elements);
  json.key("bitEqual").wide(comparison.bit_equal);
  json.key("outOfTolerance").wide(comparison.out_of_tolerance);
  write_bounded(json.key("maxAbsolute"), comparison.max_absolute);
  write_bounded(json.key("maxRelative"), comparison.max_relative);
  json.key("maxUlp").wide(comparison.max_ulp);
  json.key("nanExpected").wide(comparison.nan_expected);
  json.key("nanActual").wide(comparison.nan_actual);
  json.key("ulpHistogram").numbers(comparison.ulp_histogram);
  const auto write = [&](const char* key, const std::optional<replay::Comparison::Difference>& difference) {
    if (!difference) return;
    json.key(key).begin_object();
    json.key("index").wide(difference->index);
    json.key("expected").string(difference->expected);
    json.key("actual").string(difference->actual);
    json.end_object();
  };
  write("first", comparison.first);
  write("largest", comparison.largest);
  json.key("agrees").boolean(comparison.agrees());
  json.end_object();
  return out.take();
}

}  // namespace

std::vector<uint8_t> read_bytes(const Napi::Value& value) {
  if (!value.IsTypedArray()) return {};
  const auto array = value.As<Napi::Uint8Array>();
  return {array.Data(), array.Data() + array.ByteLength()};
}

replay::Tolerance read_tolerance(const Napi::Value& value) {
  replay::Tolerance tolerance;
  if (!value.IsObject()) return tolerance;
  const auto object = value.As<Napi::Object>();
  const auto number = [&](const char* key) {
    const Napi::Value field = object.Get(key);
    return field.IsNumber() ? field.ToNumber().DoubleValue() : 0.0;
  };
  tolerance.absolute = number("absolute");
  tolerance.relative = number("relative");
  tolerance.ulp = number("ulp");
  if (const Napi::Value nan = object.Get("nanEqual"); nan.IsBoolean()) tolerance.nan_equal = nan.ToBoolean();
  return tolerance;
}

Napi::Value compare_bytes(const Napi::CallbackInfo& info) {
  std::optional<ElementType> type;
  if (info[2].IsString()) {
    type = parse_element_type(info[2].ToString().Utf8Value());
    if (!type) return rejected(info.Env(), Status(StatusCode::kInvalidArgument, "there is no such element type"));
  }
  std::vector<uint8_t> expected = read_bytes(info[0]), actual = read_bytes(info[1]);
  if (expected.size() != actual.size()) {
    return rejected(info.Env(), Status(StatusCode::kInvalidArgument, "only ranges of the same length can be compared"));
  }
  return PromiseWorker<std::string>::run(
      info.Env(),
      [expected = std::move(expected), actual = std::move(actual), type, tolerance = read_tolerance(info[3])]()
          -> Result<std::string> { return comparison_json(replay::compare(type, expected, actual, tolerance)); },
      to_string_value);
}

}  // namespace ireereplay::addon
