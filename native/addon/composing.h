// hostReads(capture, cancel), namedOperations(capture, record or undefined, via or undefined, cancel),
// composeTaps(source, target, taps, cancel, whether nothing is executed behind the last).
#pragma once

#include <napi.h>

namespace ireereplay::addon {

/// Promise of HostReads of engine/addon/composing.ts, as JSON.
Napi::Value host_reads(const Napi::CallbackInfo& info);

/// Promise of NamedOperations of that file, as JSON.
Napi::Value named_operations(const Napi::CallbackInfo& info);

/// Promise of nothing. `taps` are Taps of that file.
Napi::Value compose_taps(const Napi::CallbackInfo& info);

}  // namespace ireereplay::addon
