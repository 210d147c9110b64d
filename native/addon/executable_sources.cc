#include "executable_sources.h"

#include "executable/embedded_sources.h"

namespace ireereplay::addon {

Napi::Value sources_in_executable(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  auto array = Napi::Array::New(env);
  if (!info[0].IsTypedArray()) return array;
  const auto bytes = info[0].As<Napi::Uint8Array>();
  uint32_t count = 0;
  for (const EmbeddedSource& source : embedded_sources(Bytes(bytes.Data(), bytes.ElementLength()))) {
    auto object = Napi::Object::New(env);
    object.Set("path", source.path);
    object.Set("content", Napi::Buffer<uint8_t>::Copy(env, source.content.data(), source.content.size()));
    array.Set(count++, object);
  }
  return array;
}

}  // namespace ireereplay::addon
