// hostReads(capture, cancel), composeTaps(source, target, taps, cancel).
#pragma once

#include <napi.h>

namespace ireereplay::addon {

/// Promise of HostReads of engine/addon/composing.ts, as JSON.
Napi::Value host_reads(const Napi::CallbackInfo& info);

/// Promise of nothing. `taps` are Taps of that file.
Napi::Value compose_taps(const Napi::CallbackInfo& info);

}  // namespace ireereplay::addon
