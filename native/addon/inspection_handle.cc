#include "inspection_handle.h"

#include <algorithm>
#include <cstring>
#include <mutex>

#include "addon_data.h"
#include "base/json_writer.h"
#include "base/statistics.h"
#include "cancel.h"
#include "promise.h"
#include "range_role.h"
#include "replay/element_picture.h"
#include "replay/element_search.h"
#include "replay/inspection.h"
#include "replay/provenance.h"
#include "replay/tensor_view.h"
#include "replay_options.h"
#include "wide_number.h"

namespace ireereplay::addon {

namespace {

/// What an inspection found, and the views of it that were looked at last.
class Inspected {
 public:
  replay::Inspection inspection;
  std::optional<replay::Provenance> provenance;
  /// Why there is no provenance.
  std::string untraced = "the process that ran the captured code on other input data ended unexpectedly";

  struct View {
    size_t range = 0;
    bool after = false;
    replay::TensorView tensor;
  };
  struct Elements {
    ElementType type;
    std::vector<uint8_t> bytes;

    /// What they are from afar; found out when first asked for.
    const ElementStatistics& statistics() const {
      std::call_once(described_, [&] { statistics_ = describe_elements(type, bytes); });
      return statistics_;
    }

   private:
    mutable std::once_flag described_;
    mutable ElementStatistics statistics_;
  };
  using Packed = std::shared_ptr<const Elements>;

  /// The elements of a view, copied. OUT_OF_RANGE when it is of no range, or does not lie
  /// in it.
  Result<Packed> pack(const View& view) {
    if (view.range >= inspection.ranges.size())
      return Status(StatusCode::kOutOfRange, "the inspection has no range with that number");
    const auto is_it = [&](const Kept& kept) {
      const View& one = kept.view;
      return one.range == view.range && one.after == view.after && one.tensor.type == view.tensor.type &&
             one.tensor.offset == view.tensor.offset && one.tensor.shape == view.tensor.shape &&
             one.tensor.strides == view.tensor.strides;
    };
    const std::lock_guard lock(mutex_);
    if (const auto kept = std::find_if(kept_.begin(), kept_.end(), is_it); kept != kept_.end()) return kept->packed;
    const replay::InspectedRange& range = inspection.ranges[view.range];
    auto elements = std::make_shared<Elements>();
    elements->type = view.tensor.type;
    IR_ASSIGN_OR_RETURN(elements->bytes, replay::pack(view.after ? range.after : range.before, view.tensor));
    if (kept_.size() == kMostKept) kept_.erase(kept_.begin());
    kept_.push_back({view, std::move(elements)});
    return kept_.back().packed;
  }

 private:
  /// Before and after, and what they are compared with.
  static constexpr size_t kMostKept = 4;
  struct Kept {
    View view;
    Packed packed;
  };
  std::mutex mutex_;
  std::vector<Kept> kept_;
};

using SharedInspection = std::shared_ptr<Inspected>;

/// Most elements of a page.
constexpr uint64_t kMaxPage = 65536;

uint64_t changed_bytes(const replay::InspectedRange& range) {
  uint64_t changed = 0;
  for (size_t i = 0; i < range.before.size(); ++i) changed += range.before[i] != range.after[i];
  return changed;
}

std::string_view reading_name(replay::Reading reading) {
  switch (reading) {
    case replay::Reading::kUnknown:
      return "unknown";
    case replay::Reading::kNotSeen:
      return "notSeen";
    case replay::Reading::kSeen:
      return "seen";
  }
  return "";
}

void write_execution(JsonWriter& json, const std::optional<replay::Execution>& execution, const char* key) {
  if (!execution) return;
  json.key(key).begin_object();
  json.key("record").number(execution->record);
  if (execution->via != kNoPlace) json.key("via").number(execution->via);
  if (!execution->function.empty()) json.key("function").string(execution->function);
  json.end_object();
}

void write_span(JsonWriter& json, const replay::TracedSpan& span) {
  json.begin_object();
  json.key("buffer").wide(span.buffer);
  json.key("offset").wide(span.offset);
  json.key("length").wide(span.length);
  write_execution(json, span.writer, "writer");
  json.key("reading").string(reading_name(span.reading));
  if (span.reading == replay::Reading::kSeen) {
    json.key("readOffset").wide(span.read_offset);
    json.key("readLength").wide(span.read_length);
  }
  json.key("next").string(reading_name(span.next));
  write_execution(json, span.reader, "reader");
  json.end_object();
}

/// The protocol's Inspection, but for types and operands, which names suggest.
std::string inspection_json(const Inspected& inspected) {
  const replay::Inspection& inspection = inspected.inspection;
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
  if (inspected.provenance) {
    json.key("provenance").begin_object();
    const auto span = [&](const replay::TracedSpan& one) { write_span(json, one); };
    json.key("found").array(inspected.provenance->found, span);
    json.key("left").array(inspected.provenance->left, span);
    json.end_object();
  } else {
    json.key("untraced").string(inspected.untraced);
  }
  json.end_object();
  return out.take();
}

/// The protocol's ElementsPage, but for the request: `values` apart, the rest as JSON.
struct ElementsPage {
  std::string description;
  std::string values;
};

ElementsPage read_page(ElementType type, const Inspected::Elements& elements, uint64_t from, uint64_t count) {
  const Bytes bytes = elements.bytes;
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
  const ElementStatistics& statistics = elements.statistics();
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

/// The protocol's TensorView; INVALID_ARGUMENT for a type that there is not.
Result<Inspected::View> read_view(const Napi::Value& value) {
  const auto object = value.As<Napi::Object>();
  const auto number = [](const Napi::Value& field) {
    return static_cast<uint64_t>(std::max<int64_t>(field.ToNumber().Int64Value(), 0));
  };
  const auto numbers = [&](const char* key) {
    const auto array = object.Get(key).As<Napi::Array>();
    std::vector<uint64_t> result;
    for (uint32_t i = 0; i < array.Length(); ++i) result.push_back(number(array.Get(i)));
    return result;
  };
  Inspected::View view;
  const auto type = parse_element_type(object.Get("type").ToString().Utf8Value());
  if (!type) return Status(StatusCode::kInvalidArgument, "there is no such element type");
  view.range = number(object.Get("range"));
  view.after = object.Get("moment").ToString().Utf8Value() == "after";
  view.tensor = {*type, number(object.Get("offset")), numbers("shape"), numbers("strides")};
  return view;
}

replay::ElementCondition read_condition(const Napi::Value& value) {
  using Is = replay::ElementCondition::Is;
  const auto object = value.As<Napi::Object>();
  constexpr std::pair<std::string_view, Is> kNames[] = {
      {"equal", Is::kEqual},     {"notEqual", Is::kNotEqual},
      {"less", Is::kLess},       {"lessOrEqual", Is::kLessOrEqual},
      {"greater", Is::kGreater}, {"greaterOrEqual", Is::kGreaterOrEqual},
      {"nan", Is::kNan},         {"infinite", Is::kInfinite},
      {"changed", Is::kChanged},
  };
  replay::ElementCondition condition;
  const std::string is = object.Get("is").ToString().Utf8Value();
  for (const auto& [name, meant] : kNames) {
    if (name == is) condition.is = meant;
  }
  if (const Napi::Value text = object.Get("value"); text.IsString()) condition.value = text.ToString().Utf8Value();
  return condition;
}

/// The same place at the other moment.
Inspected::View other_moment(Inspected::View view) {
  view.after = !view.after;
  return view;
}

Napi::Value to_picture(Napi::Env env, replay::ElementPicture& picture) {
  auto object = Napi::Object::New(env);
  object.Set("rows", static_cast<double>(picture.rows));
  object.Set("columns", static_cast<double>(picture.columns));
  object.Set("cellRows", static_cast<double>(picture.cell_rows));
  object.Set("cellColumns", static_cast<double>(picture.cell_columns));
  object.Set("largest", copy_array<Napi::Float64Array>(env, picture.largest));
  object.Set("flags", copy_array<Napi::Uint8Array>(env, picture.flags));
  return object;
}

std::string found_json(const replay::FoundElements& found) {
  Text out;
  JsonWriter json(out);
  json.begin_object();
  json.key("count").wide(found.count);
  if (found.index) {
    json.key("index").wide(*found.index);
    json.key("ordinal").wide(found.ordinal);
  }
  json.end_object();
  return out.take();
}

class InspectionHandle : public Napi::ObjectWrap<InspectionHandle> {
 public:
  static Napi::Function define(Napi::Env env) {
    return DefineClass(
        env, "Inspection",
        {InstanceMethod<&InspectionHandle::elements>("elements"), InstanceMethod<&InspectionHandle::bytes>("bytes"),
         InstanceMethod<&InspectionHandle::packed>("packed"), InstanceMethod<&InspectionHandle::find>("find"),
         InstanceMethod<&InspectionHandle::picture>("picture")});
  }

  explicit InspectionHandle(const Napi::CallbackInfo& info) : Napi::ObjectWrap<InspectionHandle>(info) {
    if (info.Length() > 0 && info[0].IsExternal()) inspected_ = *info[0].As<Napi::External<SharedInspection>>().Data();
  }

 private:
  using View = Inspected::View;

  /// bytes(range, moment): a copy; empty for a range that there is not.
  Napi::Value bytes(const Napi::CallbackInfo& info) {
    const uint32_t range = info[0].ToNumber().Uint32Value();
    std::vector<uint8_t> copy;
    if (inspected_ && range < inspected_->inspection.ranges.size()) {
      const replay::InspectedRange& inspected = inspected_->inspection.ranges[range];
      copy = info[1].ToString().Utf8Value() == "after" ? inspected.after : inspected.before;
    }
    return to_bytes(info.Env(), copy);
  }

  /// What `work` makes of the view that is the first argument.
  template <typename T, typename Work>
  Napi::Value look(const Napi::CallbackInfo& info, Work work, Napi::Value (*convert)(Napi::Env, T&)) {
    if (!inspected_) return rejected(info.Env(), Status(StatusCode::kOutOfRange, "nothing has been inspected"));
    auto view = read_view(info[0]);
    if (!view.ok()) return rejected(info.Env(), view.status());
    return PromiseWorker<T>::run(
        info.Env(), [inspected = inspected_, view = *view, work]() -> Result<T> { return work(*inspected, view); },
        convert);
  }

  static uint64_t index_of(const Napi::Value& value) {
    return static_cast<uint64_t>(std::max<int64_t>(value.ToNumber().Int64Value(), 0));
  }

  Napi::Value elements(const Napi::CallbackInfo& info) {
    return look<ElementsPage>(
        info,
        [from = index_of(info[1]), count = index_of(info[2])](Inspected& inspected,
                                                              const View& view) -> Result<ElementsPage> {
          IR_ASSIGN_OR_RETURN(const Inspected::Packed elements, inspected.pack(view));
          return read_page(view.tensor.type, *elements, from, count);
        },
        to_page);
  }

  Napi::Value packed(const Napi::CallbackInfo& info) {
    return look<std::vector<uint8_t>>(
        info,
        [](Inspected& inspected, const View& view) -> Result<std::vector<uint8_t>> {
          IR_ASSIGN_OR_RETURN(const Inspected::Packed elements, inspected.pack(view));
          return elements->bytes;
        },
        to_bytes);
  }

  Napi::Value find(const Napi::CallbackInfo& info) {
    return look<std::string>(
        info,
        [condition = read_condition(info[1]), from = index_of(info[2]), forward = info[3].ToNumber().Int32Value() >= 0,
         cancel = cancel_flag(info[4])](Inspected& inspected, const View& view) -> Result<std::string> {
          IR_ASSIGN_OR_RETURN(const Inspected::Packed elements, inspected.pack(view));
          Inspected::Packed other;
          if (condition.is == replay::ElementCondition::Is::kChanged) {
            IR_ASSIGN_OR_RETURN(other, inspected.pack(other_moment(view)));
          }
          const Bytes compared = other == nullptr ? Bytes() : Bytes(other->bytes);
          IR_ASSIGN_OR_RETURN(const replay::FoundElements found,
                              replay::find_elements(view.tensor.type, elements->bytes, compared, condition, from,
                                                    forward, cancel.get()));
          return found_json(found);
        },
        to_string_value);
  }

  Napi::Value picture(const Napi::CallbackInfo& info) {
    return look<replay::ElementPicture>(
        info,
        [rows = index_of(info[1]), columns = index_of(info[2])](Inspected& inspected,
                                                                const View& view) -> Result<replay::ElementPicture> {
          IR_ASSIGN_OR_RETURN(const Inspected::Packed elements, inspected.pack(view));
          IR_ASSIGN_OR_RETURN(const Inspected::Packed other, inspected.pack(other_moment(view)));
          const uint64_t in_row = view.tensor.shape.empty() ? 1 : view.tensor.shape.back();
          // More cells are not seen.
          constexpr uint64_t kMost = 4096;
          return replay::draw_elements(view.tensor.type, elements->bytes, other->bytes, in_row, std::min(rows, kMost),
                                       std::min(columns, kMost));
        },
        to_picture);
  }

  SharedInspection inspected_;
};

Napi::Value to_inspection(Napi::Env env, SharedInspection& inspected) {
  auto* data = env.GetInstanceData<AddonData>();
  Napi::Object object = data->inspection_class.New({Napi::External<SharedInspection>::New(env, &inspected)});
  object.Set("description", inspection_json(*inspected));
  return object;
}

}  // namespace

Napi::Function define_inspection_class(Napi::Env env) { return InspectionHandle::define(env); }

Napi::Value inspect_capture(const Napi::CallbackInfo& info) {
  const auto record = static_cast<uint64_t>(info[2].ToNumber().Int64Value());
  const uint64_t via = info[3].IsNumber() ? static_cast<uint64_t>(info[3].ToNumber().Int64Value()) : kNoPlace;
  return PromiseWorker<SharedInspection>::run(
      info.Env(),
      [path = info[0].ToString().Utf8Value(), request = read_options(info[1]),
       timeout = timeout_ns(info[1].As<Napi::Object>().Get("timeoutMs")), record, via, cancel = cancel_flag(info[4]),
       traces = info[5].ToBoolean().Value()]() -> Result<SharedInspection> {
        IR_ASSIGN_OR_RETURN(const replay::ReplayOptions options, request.resolve());
        const replay::RunControl control = {.cancel = cancel.get(), .timeout_ns = timeout};
        auto inspected = std::make_shared<Inspected>();
        IR_ASSIGN_OR_RETURN(inspected->inspection, replay::inspect(path, options, record, via, control));
        if (!traces) return inspected;
        auto provenance = replay::trace_buffers(path, options, record, inspected->inspection.via, control);
        if (provenance.status().code() == StatusCode::kCancelled) return provenance.status();
        if (provenance.ok()) {
          inspected->provenance = *std::move(provenance);
        } else {
          inspected->untraced = provenance.status().message();
        }
        return inspected;
      },
      to_inspection);
}

Napi::Value inspection_of(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  const auto found = info[0].As<Napi::Object>();
  auto inspected = std::make_shared<Inspected>();
  inspected->untraced = found.Get("untraced").ToString().Utf8Value();
  replay::Inspection& inspection = inspected->inspection;
  inspection.record = wide_number(found.Get("record"));
  if (const Napi::Value via = found.Get("via"); via.IsNumber()) inspection.via = wide_number(via);
  if (const Napi::Value function = found.Get("function"); function.IsString())
    inspection.function = function.ToString().Utf8Value();
  const auto ranges = found.Get("ranges").As<Napi::Array>();
  for (uint32_t i = 0; i < ranges.Length(); ++i) {
    const auto range = ranges.Get(i).As<Napi::Object>();
    const auto bytes_of = [&](const char* moment) {
      const auto bytes = range.Get(moment).As<Napi::Uint8Array>();
      return std::vector<uint8_t>(bytes.Data(), bytes.Data() + bytes.ByteLength());
    };
    replay::InspectedRange& added = inspection.ranges.emplace_back();
    added.role = role_named(range.Get("role").ToString().Utf8Value());
    added.ordinal = static_cast<uint32_t>(wide_number(range.Get("ordinal")));
    added.buffer = wide_number(range.Get("buffer"));
    added.offset = wide_number(range.Get("offset"));
    added.before = bytes_of("before");
    added.after = bytes_of("after");
    added.after.resize(added.before.size());
  }
  return to_inspection(env, inspected);
}

Napi::Value read_buffer_at(const Napi::CallbackInfo& info) {
  const auto place = info[2].As<Napi::Object>();
  const auto wide = [&](const char* key) {
    const Napi::Value value = place.Get(key);
    return value.IsNumber() ? static_cast<uint64_t>(value.ToNumber().Int64Value()) : kNoPlace;
  };
  const replay::BufferMoment moment = {
      .record = wide("record"),
      .via = wide("via"),
      .after = place.Get("moment").ToString().Utf8Value() == "after",
      .buffer = wide("buffer"),
      .offset = wide("offset"),
      .length = wide("length"),
  };
  return PromiseWorker<std::vector<uint8_t>>::run(
      info.Env(),
      [path = info[0].ToString().Utf8Value(), request = read_options(info[1]),
       timeout = timeout_ns(info[1].As<Napi::Object>().Get("timeoutMs")), moment,
       cancel = cancel_flag(info[3])]() -> Result<std::vector<uint8_t>> {
        IR_ASSIGN_OR_RETURN(const replay::ReplayOptions options, request.resolve());
        return replay::read_buffer_at(path, options, moment, {.cancel = cancel.get(), .timeout_ns = timeout});
      },
      to_bytes);
}

}  // namespace ireereplay::addon
