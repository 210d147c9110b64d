// dump(path, format, fd, cancel), repeatScope(source, target, scope, times), lengthenFiles(source, target, bytes).
#pragma once

#include <napi.h>

namespace ireereplay::addon {

/// Promise of the whole dump written to a file descriptor.
Napi::Value dump_capture(const Napi::CallbackInfo& info);

/// Promise of a longer capture written to a new file, for benchmarks.
Napi::Value repeat_capture_scope(const Napi::CallbackInfo& info);
Napi::Value lengthen_capture_files(const Napi::CallbackInfo& info);

}  // namespace ireereplay::addon
