// What a thread's kernels find besides their arguments, and could find again: the stack below its frames, and registers
// that calls need not keep.
#pragma once

#include <cstdint>

namespace ireereplay::replay {

/// Makes it something else for the calling thread. Of the stack, noise that follows from the key in what is near, and
/// zeros in the rest, whose memory is given back.
void disturb_stack_and_registers(uint64_t key);

}  // namespace ireereplay::replay
