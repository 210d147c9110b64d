// dump(path, format, fd, cancel).
#pragma once

#include <napi.h>

namespace ireereplay::addon {

/// Promise of the whole dump written to a file descriptor.
Napi::Value dump_capture(const Napi::CallbackInfo& info);

}  // namespace ireereplay::addon
