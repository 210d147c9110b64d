// What an operation found and left, for JavaScript.
#pragma once

#include <napi.h>

namespace ireereplay::addon {

/// inspect(path, options, record, via or undefined, cancel): promise of an Inspection.
Napi::Value inspect_capture(const Napi::CallbackInfo& info);

/// { description: JSON, elements(range, moment, type, from, count): promise of { description: JSON,
/// values: bytes of text, a newline behind each } }.
Napi::Function define_inspection_class(Napi::Env env);

}  // namespace ireereplay::addon
