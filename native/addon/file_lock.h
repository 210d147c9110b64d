#pragma once

#include <napi.h>

namespace ireereplay::addon {

/// tryLock(fd: number, kind: 'exclusive' | 'shared'): whether the lock of the open file is had now. The system frees it
/// when the descriptor is closed, also by the end of the process. Throws what the system says when there can be no
/// lock.
Napi::Value try_lock(const Napi::CallbackInfo& info);

}  // namespace ireereplay::addon
