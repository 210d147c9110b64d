#include "lockstep_handle.h"

#include "addon_data.h"
#include "base/json_writer.h"
#include "cancel.h"
#include "promise.h"
#include "replay/lockstep.h"
#include "replay_options.h"

namespace ireereplay::addon {

namespace {

using replay::Divergence;
using SharedLockstep = std::shared_ptr<replay::Lockstep>;

std::string_view name_of(replay::PlanOp op) {
  switch (op) {
    case replay::PlanOp::kFill:
      return "fill";
    case replay::PlanOp::kCopy:
      return "copy";
    case replay::PlanOp::kReadFile:
      return "read";
    default:
      return "dispatch";
  }
}

void write_execution(const char* key, const replay::Execution& execution, JsonWriter& json) {
  json.key(key).begin_object();
  json.key("record").number(execution.record);
  if (execution.via != kNoPlace) json.key("via").number(execution.via);
  if (!execution.function.empty()) json.key("function").string(execution.function);
  json.end_object();
}

std::string divergence_json(const Divergence& divergence) {
  Text out;
  JsonWriter json(out);
  json.begin_object();
  json.key("operation").string(name_of(divergence.op));
  write_execution("a", divergence.a, json);
  write_execution("b", divergence.b, json);
  json.key("whole").boolean(divergence.has_all);
  json.key("ranges").array(divergence.ranges, [&](const replay::ComparedRange& range) {
    json.begin_object();
    if (range.is_binding) json.key("binding").number(range.ordinal);
    if (range.is_part) json.key("part").boolean(true);
    json.key("buffer").wide(range.b.buffer);
    json.key("offset").wide(range.b.offset);
    json.key("length").wide(range.b.after.size());
    json.end_object();
  });
  json.end_object();
  return out.take();
}

Napi::Value to_divergence(Napi::Env env, std::optional<Divergence>& found) {
  if (!found) return env.Undefined();
  auto ranges = Napi::Array::New(env, found->ranges.size());
  const auto state = [&](replay::RangeState& of) {
    auto object = Napi::Object::New(env);
    object.Set("before", to_bytes(env, of.before));
    object.Set("after", to_bytes(env, of.after));
    return object;
  };
  for (uint32_t i = 0; i < found->ranges.size(); ++i) {
    auto range = Napi::Object::New(env);
    range.Set("a", state(found->ranges[i].a));
    range.Set("b", state(found->ranges[i].b));
    ranges.Set(i, range);
  }
  auto object = Napi::Object::New(env);
  object.Set("description", divergence_json(*found));
  object.Set("ranges", ranges);
  return object;
}

class LockstepHandle : public Napi::ObjectWrap<LockstepHandle> {
 public:
  static Napi::Function define(Napi::Env env) {
    return DefineClass(
        env, "Lockstep",
        {InstanceMethod<&LockstepHandle::next>("next"), InstanceMethod<&LockstepHandle::counts>("counts"),
         InstanceMethod<&LockstepHandle::close>("close")});
  }

  explicit LockstepHandle(const Napi::CallbackInfo& info) : Napi::ObjectWrap<LockstepHandle>(info) {
    if (info.Length() > 0 && info[0].IsExternal()) lockstep_ = *info[0].As<Napi::External<SharedLockstep>>().Data();
  }

 private:
  Napi::Value next(const Napi::CallbackInfo& info) {
    if (!lockstep_) return rejected(info.Env(), Status(StatusCode::kFailedPrecondition, "it is closed"));
    return PromiseWorker<std::optional<Divergence>>::run(
        info.Env(),
        [lockstep = lockstep_, timeout = timeout_ns(info[0]), cancel = cancel_flag(info[1])] {
          return lockstep->next({.cancel = cancel.get(), .timeout_ns = timeout});
        },
        to_divergence);
  }

  /// Not while next() goes on.
  Napi::Value counts(const Napi::CallbackInfo& info) {
    auto object = Napi::Object::New(info.Env());
    if (!lockstep_) return object;
    object.Set("compared", static_cast<double>(lockstep_->compared()));
    object.Set("unmatchedA", static_cast<double>(lockstep_->unmatched_a()));
    object.Set("unmatchedB", static_cast<double>(lockstep_->unmatched_b()));
    object.Set("uncompared", static_cast<double>(lockstep_->uncompared()));
    return object;
  }

  Napi::Value close(const Napi::CallbackInfo& info) {
    lockstep_.reset();
    return info.Env().Undefined();
  }

  SharedLockstep lockstep_;
};

struct AskedSide {
  std::string path;
  RequestedReplay request;
};

AskedSide read_side(const Napi::Value& value) {
  const auto object = value.As<Napi::Object>();
  return {object.Get("capture").ToString().Utf8Value(), read_options(object.Get("options"))};
}

}  // namespace

Napi::Function define_lockstep_class(Napi::Env env) { return LockstepHandle::define(env); }

Napi::Value prepare_lockstep(const Napi::CallbackInfo& info) {
  return PromiseWorker<SharedLockstep>::run(
      info.Env(),
      [a = read_side(info[0]), b = read_side(info[1]), cancel = cancel_flag(info[2])]() -> Result<SharedLockstep> {
        IR_ASSIGN_OR_RETURN(replay::ReplayOptions options_a, a.request.resolve());
        IR_ASSIGN_OR_RETURN(replay::ReplayOptions options_b, b.request.resolve());
        IR_ASSIGN_OR_RETURN(auto lockstep,
                            replay::Lockstep::prepare({a.path, std::move(options_a)}, {b.path, std::move(options_b)},
                                                      {.cancel = cancel.get()}));
        return SharedLockstep(std::move(lockstep));
      },
      [](Napi::Env env, SharedLockstep& lockstep) -> Napi::Value {
        auto* data = env.GetInstanceData<AddonData>();
        return data->lockstep_class.New({Napi::External<SharedLockstep>::New(env, &lockstep)});
      });
}

}  // namespace ireereplay::addon
