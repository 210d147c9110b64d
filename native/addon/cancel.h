// A flag that JavaScript sets and worker threads poll.
#pragma once

#include <napi.h>

#include <atomic>
#include <memory>

namespace ireereplay::addon {

using CancelFlag = std::shared_ptr<std::atomic<bool>>;

/// A new { cancel() }.
Napi::Value create_cancel(const Napi::CallbackInfo& info);
/// The flag of a value from create_cancel; for anything else, a flag that is never set.
CancelFlag cancel_flag(const Napi::Value& value);

}  // namespace ireereplay::addon
