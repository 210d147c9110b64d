// What executables contain, for JavaScript.
#pragma once

#include <napi.h>

namespace ireereplay::addon {

/// embeddedSources(bytes of an executable): array of { path, content }, copied; empty when there are none.
Napi::Value sources_in_executable(const Napi::CallbackInfo& info);

/// locateCode(bytes of an executable, virtual address): promise of { source, instructionSet }, each where known.
Napi::Value location_in_executable(const Napi::CallbackInfo& info);

}  // namespace ireereplay::addon
