#include "checks.h"

#include "comparing.h"
#include "promise.h"

namespace ireereplay::addon {

Napi::Value to_wrong(Napi::Env env, std::optional<replay::WrongOutcome>& wrong) {
  if (!wrong) return env.Undefined();
  auto object = Napi::Object::New(env);
  object.Set("ordinal", wrong->ordinal);
  object.Set("expected", to_bytes(env, wrong->expected));
  object.Set("actual", to_bytes(env, wrong->actual));
  return object;
}

namespace {

const char* to_name(replay::KeptState::Kind kind) {
  switch (kind) {
    case replay::KeptState::Kind::kOutside:
      return "outside";
    case replay::KeptState::Kind::kControl:
      return "control";
    default:
      return "data";
  }
}

std::optional<ElementType> read_type(const Napi::Value& value) {
  return value.IsString() ? parse_element_type(value.ToString().Utf8Value()) : std::nullopt;
}

}  // namespace

Napi::Value to_kept_state(Napi::Env env, const std::optional<replay::KeptState>& state) {
  if (!state) return env.Undefined();
  auto object = Napi::Object::New(env);
  object.Set("kind", to_name(state->kind));
  if (state->executable) object.Set("executable", std::to_string(*state->executable));
  object.Set("bytes", static_cast<double>(state->bytes));
  object.Set("place", state->place);
  return object;
}

Napi::Value to_requests(Napi::Env env, std::vector<replay::SubstituteRequest>& requests) {
  auto array = Napi::Array::New(env, requests.size());
  for (uint32_t i = 0; i < requests.size(); ++i) {
    const auto& [executable, request] = requests[i];
    auto object = Napi::Object::New(env);
    object.Set("executable", std::to_string(executable));
    object.Set("kind", std::string(request_kind_name(request.kind)));
    object.Set("what", request.what);
    object.Set("place", request.place);
    array.Set(i, object);
  }
  return array;
}

std::vector<std::optional<ElementType>> read_types(const Napi::Value& value) {
  std::vector<std::optional<ElementType>> types;
  if (!value.IsArray()) return types;
  const auto array = value.As<Napi::Array>();
  for (uint32_t i = 0; i < array.Length(); ++i) types.push_back(read_type(array.Get(i)));
  return types;
}

std::vector<replay::RightOutput> read_right_outputs(const Napi::Value& value) {
  std::vector<replay::RightOutput> outputs;
  if (!value.IsArray()) return outputs;
  const auto array = value.As<Napi::Array>();
  for (uint32_t i = 0; i < array.Length(); ++i) {
    const auto output = array.Get(i).ToObject();
    outputs.push_back({read_bytes(output.Get("bytes")), read_type(output.Get("type")),
                       output.Get("unwrittenEnd").ToNumber().Uint32Value()});
  }
  return outputs;
}

Napi::Value to_outcome(Napi::Env env, BoundOutcome& bound) {
  auto object = Napi::Object::New(env);
  object.Set("outcome", Napi::External<SharedOutcome>::New(env, new SharedOutcome(bound.outcome),
                                                           [](Napi::Env, SharedOutcome* kept) { delete kept; }));
  object.Set("bindings", static_cast<double>(bound.bindings));
  object.Set("bytes", static_cast<double>(bound.outcome->before.size()));
  return object;
}

SharedOutcome read_outcome(const Napi::Value& value) {
  return value.IsExternal() ? *value.As<Napi::External<SharedOutcome>>().Data() : nullptr;
}

}  // namespace ireereplay::addon
