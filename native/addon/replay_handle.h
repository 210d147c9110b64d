// Preflight and replay sessions for JavaScript.
#pragma once

#include <napi.h>

namespace ireereplay::addon {

/// preflight(path, options, cancel): promise of the report as JSON.
Napi::Value preflight_capture(const Napi::CallbackInfo& info);
/// prepareReplay(path, options, cancel): promise of { report, session? }; no session when the report has errors.
Napi::Value prepare_replay(const Napi::CallbackInfo& info);
/// installCrashReport(fd, "json" or "sentence").
Napi::Value install_crash_report(const Napi::CallbackInfo& info);

Napi::Function define_session_class(Napi::Env env);

}  // namespace ireereplay::addon
