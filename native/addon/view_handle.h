// A view of an open capture as JavaScript holds it.
#pragma once

#include <napi.h>

namespace ireereplay::addon {

Napi::Function define_view_class(Napi::Env env);

}  // namespace ireereplay::addon
