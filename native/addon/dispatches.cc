#include "dispatches.h"

#include "base/json_writer.h"
#include "cancel.h"
#include "composing/any_device.h"
#include "promise.h"
#include "replay_options.h"

namespace ireereplay::addon {

namespace {

/// Writes its fields into an object already begun.
void write_dispatch(JsonWriter& json, const replay::ListedDispatch& dispatch) {
  json.key("record").number(dispatch.record);
  if (dispatch.via != kNoPlace) json.key("via").number(dispatch.via);
  json.key("executable").wide(dispatch.executable);
  json.key("function").string(dispatch.function);
  json.key("substituted").boolean(dispatch.substituted);
  if (!dispatch.indirect) json.key("workgroupCount").numbers(dispatch.workgroup_count);
  json.key("bytes").wide(dispatch.bytes);
}

/// Of options that name another engine: what they put in the place of executables is for that.
bool for_other_engine(const Napi::Value& options) {
  return options.IsObject() && options.As<Napi::Object>().Get("iree").IsObject();
}

}  // namespace

std::string list_json(const replay::DispatchList& list) {
  Text out;
  JsonWriter json(out);
  json.begin_object();
  json.key("dispatches").array(list.dispatches, [&](const replay::ListedDispatch& dispatch) {
    json.begin_object();
    write_dispatch(json, dispatch);
    json.end_object();
  });
  json.key("leftOut").wide(list.left_out);
  json.key("functions").array(list.functions, [&](const replay::DispatchedFunction& function) {
    json.begin_object();
    write_dispatch(json, function.first);
    json.key("count").wide(function.count);
    json.end_object();
  });
  if (list.unmatched) json.key("unmatched").string(*list.unmatched);
  json.key("cut").boolean(list.is_cut);
  json.key("uncalled").array(list.uncalled, [&](const replay::UncalledFunction& function) {
    json.begin_object();
    json.key("executable").wide(function.executable);
    json.key("function").string(function.name);
    json.end_object();
  });
  json.end_object();
  return out.take();
}

replay::ListedPart read_listed_part(const Napi::CallbackInfo& info, size_t first) {
  replay::ListedPart part;
  if (info[first].IsArray()) {
    const auto array = info[first].As<Napi::Array>();
    for (uint32_t i = 0; i < array.Length(); ++i) part.selectors.push_back(array.Get(i).ToString().Utf8Value());
  }
  part.most = info[first + 1].ToNumber().Uint32Value();
  return part;
}

Napi::Value list_dispatches_of(const Napi::CallbackInfo& info) {
  return PromiseWorker<std::string>::run(
      info.Env(),
      [path = info[0].ToString().Utf8Value(), request = read_options(info[1]), part = read_listed_part(info, 2),
       is_for_other = for_other_engine(info[1]), cancel = cancel_flag(info[4])]() -> Result<std::string> {
        if (is_for_other) {
          IR_ASSIGN_OR_RETURN(const auto program, composing::decode_for_any_device(path, *cancel));
          return list_json(replay::list_dispatches(program, part));
        }
        IR_ASSIGN_OR_RETURN(const replay::ReplayOptions options, request.resolve());
        IR_ASSIGN_OR_RETURN(const auto list, replay::list_dispatches(path, options, part, cancel.get()));
        return list_json(list);
      },
      to_string_value);
}

}  // namespace ireereplay::addon
