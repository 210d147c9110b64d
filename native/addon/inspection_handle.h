// What an operation found and left, for JavaScript.
#pragma once

#include <napi.h>

namespace ireereplay::addon {

/// inspect(path, options, record, via or undefined, cancel, traces): promise of an Inspection; with `traces` also where
/// the bytes come from and where they go.
Napi::Value inspect_capture(const Napi::CallbackInfo& info);

/// inspectionOf({ record, via, function, untraced, ranges: [{ role, ordinal, buffer, offset, before, after }] }): an
/// Inspection of what something else has read; bytes as Uint8Arrays.
Napi::Value inspection_of(const Napi::CallbackInfo& info);

/// readBufferAt(path, options, { record, via, moment, buffer, offset, length }, cancel): promise of bytes.
Napi::Value read_buffer_at(const Napi::CallbackInfo& info);

/// { description: JSON, bytes(range, moment), and of the protocol's TensorView promises: elements(view, from, count) of
/// { description: JSON, values: bytes of text, a newline behind each }, packed(view) of bytes, find(view, condition,
/// from, direction, cancel) of JSON, picture(view, rows, columns) of the protocol's ElementPicture }.
Napi::Function define_inspection_class(Napi::Env env);

}  // namespace ireereplay::addon
