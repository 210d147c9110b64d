// The flag that JavaScript sets and worker threads look at.
#pragma once

#include <napi.h>

#include <atomic>
#include <memory>

namespace ireereplay::addon {

using CancelFlag = std::shared_ptr<std::atomic<bool>>;

/// A new { cancel() }.
Napi::Value create_cancel(const Napi::CallbackInfo& info);
/// The flag of a value that create_cancel made; a flag that nobody sets for anything else.
CancelFlag cancel_flag(const Napi::Value& value);

}  // namespace ireereplay::addon
