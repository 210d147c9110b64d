// dump(path, format, fd, cancel) and repeatScope(source, target, scope, times).
#pragma once

#include <napi.h>

namespace ireereplay::addon {

/// Promise of the whole dump written to a file descriptor.
Napi::Value dump_capture(const Napi::CallbackInfo& info);

/// Promise of a longer capture written to a new file, for benchmarks.
Napi::Value repeat_capture_scope(const Napi::CallbackInfo& info);

}  // namespace ireereplay::addon
