// Measuring where the time goes, for JavaScript.
#pragma once

#include <napi.h>

#include <memory>

#include "replay/session.h"

namespace ireereplay::addon {

/// breakDown(names of scopes, milliseconds or 0, cancel) of `session`: promise of a Breakdown.
Napi::Value break_down(const Napi::CallbackInfo& info, const std::shared_ptr<replay::Session>& session);

/// { measure(limits, cancel), report(most parts), contents(), clear(), close() }. The report is a promise of JSON: a
/// list with one entry for each scope, the whole capture's without a name. The contents are one of a list with an entry
/// for each executable: protocol/jobs/contents.ts.
Napi::Function define_breakdown_class(Napi::Env env);

}  // namespace ireereplay::addon
