// writeCandidate(capture, executable, file, format or "", target, cancel), composeRepetitions(source, target, plan,
// cancel).
#pragma once

#include <napi.h>

namespace ireereplay::addon {

/// Promise of the format. `target` gets the file as the capture's devices take it.
Napi::Value write_candidate(const Napi::CallbackInfo& info);

/// Promise of BoundRanges of engine/addon/repetitions.ts, as JSON. `plan` is a RepeatedDispatch of that file.
Napi::Value compose_repetitions(const Napi::CallbackInfo& info);

}  // namespace ireereplay::addon
