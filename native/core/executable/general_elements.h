// Arithmetic on elements in general registers: on what is loaded from memory, told from the arithmetic on counters and
// addresses that every loop has.
#pragma once

#include <vector>

#include "executable/loops.h"

namespace ireereplay {

/// For each instruction of the listing, whether it certainly is such arithmetic. Only looked for in innermost loops
/// that run the same instructions in order in every iteration, where one can follow what is in a register. Takes linear
/// time.
std::vector<bool> find_general_elements(const CodeListing& listing, const CodeLoops& loops);

}  // namespace ireereplay
