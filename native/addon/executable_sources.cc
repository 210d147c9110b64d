#include "executable_sources.h"

#include "executable/code_location.h"
#include "executable/embedded_sources.h"
#include "promise.h"

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

Napi::Value location_in_executable(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  if (!info[0].IsTypedArray() || !info[1].IsNumber())
    return rejected(env, Status(StatusCode::kInvalidArgument, "an executable's bytes and an address are needed"));
  const auto bytes = info[0].As<Napi::Uint8Array>();
  return PromiseWorker<CodeLocation>::run(
      env,
      [elf = std::vector<uint8_t>(bytes.Data(), bytes.Data() + bytes.ByteLength()),
       address = static_cast<uint64_t>(info[1].ToNumber().Int64Value())]() -> Result<CodeLocation> {
        return locate_code(elf, address);
      },
      [](Napi::Env env, CodeLocation& found) -> Napi::Value {
        auto object = Napi::Object::New(env);
        if (found.line != 0) object.Set("source", found.source + ':' + std::to_string(found.line));
        if (!found.instruction_set.empty()) object.Set("instructionSet", found.instruction_set);
        return object;
      });
}

}  // namespace ireereplay::addon
