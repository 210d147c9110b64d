// Profiles that are open as documents.
#pragma once

#include <napi.h>

namespace ireereplay::addon {

/// openProfile(path, cancel): a promise of a ProfileDocument.
Napi::Value open_profile(const Napi::CallbackInfo& info);
Napi::Function define_profile_document_class(Napi::Env env);

}  // namespace ireereplay::addon
