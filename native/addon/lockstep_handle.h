// Two replays in lockstep, for JavaScript.
#pragma once

#include <napi.h>

namespace ireereplay::addon {

/// prepareLockstep({ capture, options }, { capture, options }, cancel): promise of a Lockstep, of what is compared with
/// and of what is compared.
Napi::Value prepare_lockstep(const Napi::CallbackInfo& info);

/// { next(milliseconds or 0, cancel): promise of undefined, or { description: JSON, ranges: of each { a: { before,
/// after
/// }, b: { before, after } } of bytes }; counts(): { compared, unmatchedA, unmatchedB, uncompared }; close() }.
Napi::Function define_lockstep_class(Napi::Env env);

}  // namespace ireereplay::addon
