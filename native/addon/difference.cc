#include "difference.h"

#include "base/json_writer.h"
#include "cancel.h"
#include "difference/capture_difference.h"
#include "promise.h"

namespace ireereplay::addon {

namespace {

using difference::BytesDifference;
using difference::CaptureDifference;
using difference::CaptureExtent;
using difference::ExecutableDifference;
using difference::FieldDifference;
using difference::ObjectDifference;
using difference::ObjectKind;
using difference::RecordDifference;
using difference::Verdict;

std::string_view name(Verdict verdict) {
  switch (verdict) {
    case Verdict::kSame:
      return "same";
    case Verdict::kDiffer:
      return "differ";
    case Verdict::kUnknown:
      break;
  }
  return "unknown";
}

std::string_view name(FunctionChange change) {
  switch (change) {
    case FunctionChange::kSame:
      return "same";
    case FunctionChange::kDiffers:
      return "differs";
    case FunctionChange::kRemoved:
      return "removed";
    case FunctionChange::kAdded:
      return "added";
    case FunctionChange::kUnknown:
      break;
  }
  return "unknown";
}

void write_extent(const CaptureExtent& extent, JsonWriter& json) {
  json.begin_object();
  json.key("records").number(extent.records);
  json.key("bytes").number(extent.bytes);
  json.key("version").string(extent.version);
  if (!extent.end.ok()) json.key("end").string(extent.end.message());
  json.end_object();
}

void write_executable(const ExecutableDifference& executable, JsonWriter& json) {
  json.begin_object();
  json.key("recordA").number(executable.record_a);
  json.key("recordB").number(executable.record_b);
  json.key("idA").wide(executable.id_a);
  json.key("idB").wide(executable.id_b);
  json.key("bytesA").number(executable.bytes_a);
  json.key("bytesB").number(executable.bytes_b);
  if (!executable.unread.empty()) json.key("unread").string(executable.unread);
  json.key("functions").array(executable.functions, [&](const FunctionDifference& function) {
    json.begin_object();
    json.key("name").string(function.name);
    json.key("change").string(name(function.change));
    if (!function.why.empty()) json.key("why").string(function.why);
    json.key("bytesA").number(function.size_a);
    json.key("bytesB").number(function.size_b);
    json.end_object();
  });
  json.end_object();
}

void write_bytes(const BytesDifference& bytes, JsonWriter& json) {
  json.begin_object();
  json.key("beginA").number(bytes.begin_a);
  json.key("lengthA").number(bytes.length_a);
  json.key("beginB").number(bytes.begin_b);
  json.key("lengthB").number(bytes.length_b);
  json.key("first").number(bytes.first);
  json.key("differing").number(bytes.differing);
  json.key("a").string(bytes.a);
  json.key("b").string(bytes.b);
  json.end_object();
}

void write_kind(format::ObjectType type, const ObjectKind& kind, JsonWriter& json) {
  json.begin_object();
  json.key("kind").string(format::name(type));
  json.key("same").number(kind.same);
  json.key("changed").number(kind.changed);
  json.key("added").number(kind.added);
  json.key("removed").number(kind.removed);
  json.key("bytesA").wide(kind.bytes_a);
  json.key("bytesB").wide(kind.bytes_b);
  json.end_object();
}

void write_object(const ObjectDifference& object, JsonWriter& json) {
  json.begin_object();
  json.key("kind").string(format::name(object.type));
  const auto side = [&](const char* key, const std::optional<ObjectDifference::Side>& has) {
    if (!has) return;
    json.key(key);
    json.begin_object();
    json.key("record").number(has->record);
    json.key("id").wide(has->id);
    if (has->bytes) json.key("bytes").wide(*has->bytes);
    json.end_object();
  };
  side("a", object.a);
  side("b", object.b);
  json.end_object();
}

void write_record(const RecordDifference& record, JsonWriter& json) {
  json.begin_object();
  if (record.a) json.key("a").number(*record.a);
  if (record.b) json.key("b").number(*record.b);
  json.key("operation").string(record.operation);
  if (!record.name.empty()) json.key("name").string(record.name);
  json.key("fields").array(record.fields, [&](const FieldDifference& field) {
    json.begin_object();
    json.key("field").string(field.field);
    json.key("a").string(field.a);
    json.key("b").string(field.b);
    if (field.bytes) {
      json.key("bytes");
      write_bytes(*field.bytes, json);
    }
    json.end_object();
  });
  json.end_object();
}

std::string json_of(const CaptureDifference& found) {
  Text text;
  JsonWriter json(text);
  json.begin_object();
  json.key("verdict").string(name(found.verdict));
  if (!found.unknown.empty()) json.key("unknown").string(found.unknown);
  json.key("a");
  write_extent(found.a, json);
  json.key("b");
  write_extent(found.b, json);
  json.key("same").number(found.same);
  json.key("changed").number(found.changed);
  json.key("added").number(found.added);
  json.key("removed").number(found.removed);
  json.key("matchedRoughly").boolean(found.is_rough);
  json.key("sameExecutables").number(found.same_executables);
  json.key("executables").array(found.executables, [&](const auto& executable) { write_executable(executable, json); });
  json.key("records").array(found.records, [&](const auto& record) { write_record(record, json); });
  json.key("objectKinds").array(found.object_kinds, [&](const auto& kind) {
    write_kind(kind.first, kind.second, json);
  });
  json.key("objects").array(found.objects, [&](const auto& object) { write_object(object, json); });
  json.end_object();
  return text.take();
}

}  // namespace

Napi::Value compare_captures_of(const Napi::CallbackInfo& info) {
  return PromiseWorker<std::string>::run(
      info.Env(),
      [a = info[0].ToString().Utf8Value(), b = info[1].ToString().Utf8Value(),
       most = static_cast<uint64_t>(info[2].ToNumber().Int64Value()),
       cancel = cancel_flag(info[3])]() -> Result<std::string> {
        IR_ASSIGN_OR_RETURN(const CaptureDifference found, difference::compare_captures(a, b, most, *cancel));
        return json_of(found);
      },
      to_string_value);
}

}  // namespace ireereplay::addon
