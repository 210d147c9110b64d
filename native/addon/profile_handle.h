// reportProfile(path, question, options, fd, cancel).
#pragma once

#include <napi.h>

namespace ireereplay::addon {

/// Promise of a profile's answer written to a file descriptor, with what is unusual about the profile: empty for
/// nothing.
Napi::Value report_profile(const Napi::CallbackInfo& info);

}  // namespace ireereplay::addon
