// The roof of this machine, for JavaScript.
#pragma once

#include <napi.h>

namespace ireereplay::addon {

/// describeMachine(): the protocol's MachineCore as JSON.
Napi::Value describe_machine_of(const Napi::CallbackInfo& info);
/// measureRoof(milliseconds, cancel): promise of the protocol's MeasuredRates as JSON.
Napi::Value measure_roof_of(const Napi::CallbackInfo& info);

}  // namespace ireereplay::addon
