#include "composing.h"

#include "base/json_writer.h"
#include "cancel.h"
#include "composing/host_reads.h"
#include "composing/operations.h"
#include "composing/taps.h"
#include "output_ranges.h"
#include "promise.h"
#include "range_role.h"
#include "wide_number.h"

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

std::string_view operation_name(replay::Op op) {
  switch (op) {
    case replay::Op::kDispatch:
      return "dispatch";
    case replay::Op::kFill:
      return "fill";
    case replay::Op::kWrite:
      return "update";
    case replay::Op::kCopy:
      return "copy";
    case replay::Op::kReadFile:
      return "read";
    case replay::Op::kOutput:
      return "output";
    default:
      return "write";
  }
}

std::string operations_json(const composing::NamedOperations& operations) {
  Text text;
  JsonWriter json(text);
  json.begin_object();
  json.key("devices").number(operations.device_count);
  json.key("operations").array(operations.all, [&](const composing::NamedOperation& operation) {
    json.begin_object();
    json.key("record").number(operation.record);
    if (operation.via != kNoPlace) json.key("via").number(operation.via);
    json.key("operation").string(operation_name(operation.op));
    if (!operation.function.empty()) json.key("function").string(operation.function);
    json.key("ranges").array(operation.ranges, [&](const composing::NamedRange& range) {
      json.begin_object();
      json.key("role").string(role_name(range.role));
      json.key("ordinal").number(range.ordinal);
      json.key("buffer").wide(range.buffer);
      json.key("offset").wide(range.offset);
      json.key("length").wide(range.length);
      json.end_object();
    });
    json.end_object();
  });
  json.end_object();
  return text.take();
}

uint64_t place_of(const Napi::Value& value) { return value.IsNumber() ? wide_number(value) : kNoPlace; }

std::vector<composing::Tap> read_taps(const Napi::Array& list) {
  std::vector<composing::Tap> taps;
  for (uint32_t i = 0; i < list.Length(); ++i) {
    const auto given = list.Get(i).As<Napi::Object>();
    composing::Tap& tap = taps.emplace_back();
    tap.record = wide_number(given.Get("record"));
    tap.command = place_of(given.Get("command"));
    tap.before = given.Get("moment").ToString().Utf8Value() == "before";
    tap.buffer = wide_number(given.Get("buffer"));
    tap.offset = wide_number(given.Get("offset"));
    tap.length = wide_number(given.Get("length"));
    tap.path = given.Get("path").ToString().Utf8Value();
    tap.file_offset = given.Get("fileOffset").IsNumber() ? wide_number(given.Get("fileOffset")) : 0;
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

Napi::Value named_operations(const Napi::CallbackInfo& info) {
  return PromiseWorker<std::string>::run(
      info.Env(),
      [capture = info[0].ToString().Utf8Value(), record = place_of(info[1]), via = place_of(info[2]),
       cancel = cancel_flag(info[3])]() -> Result<std::string> {
        IR_ASSIGN_OR_RETURN(const auto operations, composing::find_operations(capture, record, via, *cancel));
        return operations_json(operations);
      },
      to_string_value);
}

Napi::Value compose_taps(const Napi::CallbackInfo& info) {
  return PromiseWorker<Nothing>::run(
      info.Env(),
      [source = info[0].ToString().Utf8Value(), target = info[1].ToString().Utf8Value(),
       taps = read_taps(info[2].As<Napi::Array>()), cancel = cancel_flag(info[3]),
       until = info[4].ToBoolean().Value() ? composing::CopyUntil::kLastTap
                                           : composing::CopyUntil::kEnd]() -> Result<Nothing> {
        IR_RETURN_IF_ERROR(composing::write_taps(source, target, taps, *cancel, until).status());
        return Nothing{};
      },
      to_undefined);
}

}  // namespace ireereplay::addon
