// Where functions end. What an executable exports are only their beginnings; how long each is, its tables for unwinding
// the stack say, or its symbols.
#pragma once

#include <cstdint>
#include <vector>

#include "base/bytes.h"

namespace ireereplay {

/// The machine code of a function, without what follows it up to the next. Addresses are the file's own.
struct FunctionExtent {
  uint64_t address = 0;
  uint64_t size = 0;
};

/// What .eh_frame and .symtab of `elf` (any bytes) say, by address; functions that they say contradictory things of are
/// left out. Empty where the file has neither. Takes time linear in their size, but for sorting.
std::vector<FunctionExtent> function_extents(Bytes elf);

}  // namespace ireereplay
