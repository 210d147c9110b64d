// Calls as a stack tells of them: by the address that the called function returns to.
#pragma once

#include <cstdint>
#include <optional>

#include "executable/elf_memory.h"

namespace ireereplay {

struct CallSite {
  uint64_t address = 0;  ///< Of the call instruction.
  uint64_t target = 0;   ///< Of the function that it calls.
};

/// The direct call that `return_address` is behind, in the code of an ELF file for x86-64; nothing where there is none.
/// Addresses are the file's.
std::optional<CallSite> call_before(const ElfMemory& elf, uint64_t return_address);

}  // namespace ireereplay
