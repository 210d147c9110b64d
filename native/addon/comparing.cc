#include "comparing.h"

#include "cancel.h"
#include "json_fields.h"
#include "promise.h"
#include "replay/dispatch_list.h"
#include "replay/verification.h"
#include "replay_options.h"

namespace ireereplay::addon {

namespace {

/// JSON has no infinity; 1e999 reads as one.
void append_bounded(Text& out, std::string_view key, double value) {
  out.append(key);
  if (value > 1.7976931348623157e308) return out.append("1e999");
  append_double(value, out);
}

std::string comparison_json(const replay::Comparison& comparison) {
  Text out;
  append_wide(out, "{\"elements\":", comparison.elements);
  append_wide(out, ",\"bitEqual\":", comparison.bit_equal);
  append_wide(out, ",\"outOfTolerance\":", comparison.out_of_tolerance);
  append_bounded(out, ",\"maxAbsolute\":", comparison.max_absolute);
  append_bounded(out, ",\"maxRelative\":", comparison.max_relative);
  append_wide(out, ",\"maxUlp\":", comparison.max_ulp);
  append_wide(out, ",\"nanExpected\":", comparison.nan_expected);
  append_wide(out, ",\"nanActual\":", comparison.nan_actual);
  append_counts(out, ",\"ulpHistogram\":", std::span(comparison.ulp_histogram));
  if (comparison.first) {
    append_wide(out, ",\"first\":{\"index\":", comparison.first->index);
    out.append(",\"expected\":");
    out.append_json(comparison.first->expected);
    out.append(",\"actual\":");
    out.append_json(comparison.first->actual);
    out.append('}');
  }
  out.append(comparison.agrees() ? ",\"agrees\":true}" : ",\"agrees\":false}");
  return out.take();
}

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

}  // namespace

Napi::Value compare_bytes(const Napi::CallbackInfo& info) {
  std::optional<ElementType> type;
  if (info[2].IsString()) {
    type = parse_element_type(info[2].ToString().Utf8Value());
    if (!type) return rejected(info.Env(), Status(StatusCode::kInvalidArgument, "there is no such element type"));
  }
  std::vector<uint8_t> expected = read_bytes(info[0]), actual = read_bytes(info[1]);
  if (expected.size() != actual.size()) {
    return rejected(info.Env(), Status(StatusCode::kInvalidArgument, "only ranges of one length can be compared"));
  }
  return PromiseWorker<std::string>::run(
      info.Env(),
      [expected = std::move(expected), actual = std::move(actual), type, tolerance = read_tolerance(info[3])]()
          -> Result<std::string> { return comparison_json(replay::compare(type, expected, actual, tolerance)); },
      to_string_value);
}

Napi::Value list_dispatches_of(const Napi::CallbackInfo& info) {
  return PromiseWorker<std::string>::run(
      info.Env(),
      [path = info[0].ToString().Utf8Value(), request = read_options(info[1]), most = info[2].ToNumber().Uint32Value(),
       cancel = cancel_flag(info[3])]() -> Result<std::string> {
        IR_ASSIGN_OR_RETURN(const replay::ReplayOptions options, request.resolve());
        IR_ASSIGN_OR_RETURN(const auto dispatches, replay::list_dispatches(path, options, most, cancel.get()));
        Text out;
        out.append('[');
        for (const replay::ListedDispatch& dispatch : dispatches) {
          append_number(out, out.size() == 1 ? "{\"record\":" : ",{\"record\":", dispatch.record);
          if (dispatch.via != kNoPlace) append_number(out, ",\"via\":", dispatch.via);
          append_wide(out, ",\"executable\":", dispatch.executable);
          out.append(",\"function\":");
          out.append_json_utf8(dispatch.function);
          out.append(dispatch.substituted ? ",\"substituted\":true" : ",\"substituted\":false");
          if (!dispatch.indirect) {
            out.append(",\"workgroupCount\":[");
            for (int i = 0; i < 3; ++i) {
              if (i > 0) out.append(',');
              out.append_dec(dispatch.workgroup_count[i]);
            }
            out.append(']');
          }
          append_wide(out, ",\"bytes\":", dispatch.bytes);
          out.append('}');
        }
        out.append(']');
        return out.take();
      },
      to_string_value);
}

}  // namespace ireereplay::addon
