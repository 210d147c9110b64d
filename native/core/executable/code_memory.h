// Addresses for loaded executables. All lie in one range, and no system call gets through from there: kernels compute,
// and one that asks the system for something (to end the process, say) dies of SIGSYS, which names it.
#pragma once

#include <cstdint>

namespace ireereplay {

/// Reserves `size` bytes that nothing may access yet: mprotect gives rights. nullptr when there is no room, with errno.
/// The system's filter is set for the whole process by the first call, and processes that it starts inherit it; where
/// it cannot be set, or the range cannot be had or is full, system calls are not noticed. From any thread.
void* reserve_code_memory(uint64_t size);

/// Gives back what reserve_code_memory gave.
void release_code_memory(void* memory, uint64_t size);

}  // namespace ireereplay
