#include "inspection_handle.h"

#include <algorithm>
#include <cstring>

#include "addon_data.h"
#include "base/json_writer.h"
#include "base/statistics.h"
#include "cancel.h"
#include "promise.h"
#include "replay/inspection.h"
#include "replay_options.h"

namespace ireereplay::addon {

namespace {

using SharedInspection = std::shared_ptr<const replay::Inspection>;

/// Most elements of a page.
constexpr uint64_t kMaxPage = 65536;

std::string_view role_name(replay::InspectedRange::Role role) {
  switch (role) {
    case replay::InspectedRange::Role::kBinding:
      return "binding";
    case replay::InspectedRange::Role::kSource:
      return "source";
    case replay::InspectedRange::Role::kTarget:
      return "target";
    case replay::InspectedRange::Role::kCount:
      return "count";
  }
  return "";
}

uint64_t changed_bytes(const replay::InspectedRange& range) {
  uint64_t changed = 0;
  for (size_t i = 0; i < range.before.size(); ++i) changed += range.before[i] != range.after[i];
  return changed;
}

/// The protocol's Inspection, but for types, which names suggest.
std::string inspection_json(const replay::Inspection& inspection) {
  Text out;
  JsonWriter json(out);
  json.begin_object();
  json.key("record").number(inspection.record);
  if (inspection.via != kNoPlace) json.key("via").number(inspection.via);
  if (!inspection.function.empty()) json.key("function").string(inspection.function);
  json.key("ranges").array(inspection.ranges, [&](const replay::InspectedRange& range) {
    json.begin_object();
    json.key("role").string(role_name(range.role));
    json.key("ordinal").number(range.ordinal);
    json.key("buffer").wide(range.buffer);
    json.key("offset").wide(range.offset);
    json.key("length").wide(range.before.size());
    json.key("changed").wide(changed_bytes(range));
    json.end_object();
  });
  json.end_object();
  return out.take();
}

/// The protocol's ElementsPage, but for the request: `values` apart, the rest as JSON.
struct ElementsPage {
  std::string description;
  std::string values;
};

ElementsPage read_page(ElementType type, Bytes bytes, uint64_t from, uint64_t count) {
  const uint64_t total = bytes.size() / element_size(type);
  Text values;
  const uint64_t begin = std::min(from, total);
  const uint64_t end = begin + std::min({count, kMaxPage, total - begin});
  for (uint64_t i = begin; i < end; ++i) {
    append_element(type, bytes, i, values);
    values.append('\n');
  }
  Text out;
  JsonWriter json(out);
  json.begin_object();
  json.key("total").wide(total);
  const ElementStatistics statistics = describe_elements(type, bytes);
  json.key("statistics").begin_object();
  json.key("count").wide(statistics.count);
  json.key("nan").wide(statistics.nan_count);
  json.key("infinite").wide(statistics.infinity_count);
  json.key("zero").wide(statistics.zero_count);
  json.key("minimum").any_real(statistics.minimum);
  json.key("maximum").any_real(statistics.maximum);
  json.key("mean").any_real(statistics.mean);
  json.key("histogram").numbers(statistics.histogram);
  json.end_object();
  json.end_object();
  return {out.take(), values.take()};
}

Napi::Value to_page(Napi::Env env, ElementsPage& page) {
  auto object = Napi::Object::New(env);
  object.Set("description", page.description);
  object.Set("values", copy_array<Napi::Uint8Array>(env, page.values));
  return object;
}

class InspectionHandle : public Napi::ObjectWrap<InspectionHandle> {
 public:
  static Napi::Function define(Napi::Env env) {
    return DefineClass(
        env, "Inspection",
        {InstanceMethod<&InspectionHandle::elements>("elements"), InstanceMethod<&InspectionHandle::bytes>("bytes")});
  }

  explicit InspectionHandle(const Napi::CallbackInfo& info) : Napi::ObjectWrap<InspectionHandle>(info) {
    if (info.Length() > 0 && info[0].IsExternal()) inspection_ = *info[0].As<Napi::External<SharedInspection>>().Data();
  }

 private:
  /// bytes(range, moment): a copy; empty for a range that there is not.
  Napi::Value bytes(const Napi::CallbackInfo& info) {
    const uint32_t range = info[0].ToNumber().Uint32Value();
    std::vector<uint8_t> copy;
    if (inspection_ && range < inspection_->ranges.size()) {
      const replay::InspectedRange& inspected = inspection_->ranges[range];
      copy = info[1].ToString().Utf8Value() == "after" ? inspected.after : inspected.before;
    }
    return to_bytes(info.Env(), copy);
  }

  Napi::Value elements(const Napi::CallbackInfo& info) {
    const uint32_t range = info[0].ToNumber().Uint32Value();
    const auto type = parse_element_type(info[2].ToString().Utf8Value());
    if (!inspection_ || range >= inspection_->ranges.size())
      return rejected(info.Env(), Status(StatusCode::kOutOfRange, "the inspection has no such range"));
    if (!type) return rejected(info.Env(), Status(StatusCode::kInvalidArgument, "there is no such element type"));
    const bool after = info[1].ToString().Utf8Value() == "after";
    const auto from = static_cast<uint64_t>(std::max<int64_t>(info[3].ToNumber().Int64Value(), 0));
    const auto count = static_cast<uint64_t>(std::max<int64_t>(info[4].ToNumber().Int64Value(), 0));
    return PromiseWorker<ElementsPage>::run(
        info.Env(),
        [inspection = inspection_, range, type = *type, after, from, count]() -> Result<ElementsPage> {
          const replay::InspectedRange& inspected = inspection->ranges[range];
          return read_page(type, after ? inspected.after : inspected.before, from, count);
        },
        to_page);
  }

  SharedInspection inspection_;
};

}  // namespace

Napi::Function define_inspection_class(Napi::Env env) { return InspectionHandle::define(env); }

Napi::Value inspect_capture(const Napi::CallbackInfo& info) {
  const auto record = static_cast<uint64_t>(info[2].ToNumber().Int64Value());
  const uint64_t via = info[3].IsNumber() ? static_cast<uint64_t>(info[3].ToNumber().Int64Value()) : kNoPlace;
  return PromiseWorker<replay::Inspection>::run(
      info.Env(),
      [path = info[0].ToString().Utf8Value(), request = read_options(info[1]),
       timeout = timeout_ns(info[1].As<Napi::Object>().Get("timeoutMs")), record, via,
       cancel = cancel_flag(info[4])]() -> Result<replay::Inspection> {
        IR_ASSIGN_OR_RETURN(const replay::ReplayOptions options, request.resolve());
        return replay::inspect(path, options, record, via, {.cancel = cancel.get(), .timeout_ns = timeout});
      },
      [](Napi::Env env, replay::Inspection& inspection) -> Napi::Value {
        SharedInspection shared = std::make_shared<replay::Inspection>(std::move(inspection));
        auto* data = env.GetInstanceData<AddonData>();
        Napi::Object object = data->inspection_class.New({Napi::External<SharedInspection>::New(env, &shared)});
        object.Set("description", inspection_json(*shared));
        return object;
      });
}

}  // namespace ireereplay::addon
