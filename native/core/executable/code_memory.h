// Addresses for loaded executables. All lie in one range from which no system call is allowed: kernels compute, and one
// that makes a system call (to end the process, say) dies of SIGSYS, which identifies it.
#pragma once

#include <cstdint>

namespace ireereplay {

/// Reserves `size` bytes without access rights; mprotect grants them. nullptr, with errno, when there is no room. The
/// first call installs a system call filter for the whole process, which programs that it starts inherit; if that
/// fails, or the range is unavailable or full, system calls go unnoticed. Thread-safe.
void* reserve_code_memory(uint64_t size);

/// Returns what reserve_code_memory gave.
void release_code_memory(void* memory, uint64_t size);

}  // namespace ireereplay
