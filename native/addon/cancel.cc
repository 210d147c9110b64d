#include "cancel.h"

namespace ireereplay::addon {

namespace {

// Marks our externals, so that another addon's are not mistaken for a flag.
constexpr napi_type_tag kCancelTag = {0x2f4c9a517b3e4d08, 0x9b61d0e3f7a84c25};

}  // namespace

Napi::Value create_cancel(const Napi::CallbackInfo& info) {
  Napi::Env env = info.Env();
  auto* flag = new CancelFlag(std::make_shared<std::atomic<bool>>(false));
  auto external = Napi::External<CancelFlag>::New(env, flag, [](Napi::Env, CancelFlag* data) { delete data; });
  external.TypeTag(&kCancelTag);
  Napi::Object object = Napi::Object::New(env);
  object.Set("flag", external);
  object.Set("cancel", Napi::Function::New(env, [shared = *flag](const Napi::CallbackInfo&) { shared->store(true); }));
  return object;
}

CancelFlag cancel_flag(const Napi::Value& value) {
  if (value.IsObject()) {
    const Napi::Value flag = value.As<Napi::Object>().Get("flag");
    if (flag.IsExternal()) {
      auto external = flag.As<Napi::External<CancelFlag>>();
      if (external.CheckTypeTag(&kCancelTag)) return *external.Data();
    }
  }
  return std::make_shared<std::atomic<bool>>(false);
}

}  // namespace ireereplay::addon
