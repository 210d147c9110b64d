#include "promise.h"

namespace ireereplay::addon {

Napi::Error make_error(Napi::Env env, const Status& status) {
  Napi::Error error = Napi::Error::New(env, status.to_string());
  Napi::Object object = error.Value();
  object.Set("code", Napi::String::New(env, std::string(status_code_name(status.code()))));
  object.Set("sentence", Napi::String::New(env, status.message()));
  if (status.record() != kNoPlace) object.Set("record", Napi::String::New(env, std::to_string(status.record())));
  if (status.offset() != kNoPlace) object.Set("offset", Napi::String::New(env, std::to_string(status.offset())));
  return error;
}

}  // namespace ireereplay::addon
