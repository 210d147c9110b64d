#pragma once

#include <napi.h>

namespace ireereplay::addon {

/// tryLock(fd: number, kind: 'exclusive' | 'shared'): whether it took the lock of the open file. The system releases it
/// when the descriptor is closed or the process ends. Throws the system's error when the file cannot be locked.
Napi::Value try_lock(const Napi::CallbackInfo& info);

}  // namespace ireereplay::addon
