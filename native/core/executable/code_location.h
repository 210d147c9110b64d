// What can be said about an instruction that a process died at, from the file that it was loaded from.
#pragma once

#include <cstdint>
#include <string>

#include "base/bytes.h"

namespace ireereplay {

struct CodeLocation {
  /// Path of the source, with its directory if the compiler gives one; empty when the file has no line for it.
  std::string source;
  uint32_t line = 0;
  /// What the instruction needs of a processor and this one lacks: "AVX-512"; empty when it lacks nothing.
  std::string instruction_set;
};

/// Describes the instruction at `address`, a virtual address of the ELF file `elf` (any bytes). Executes nothing.
CodeLocation locate_code(Bytes elf, uint64_t address);

}  // namespace ireereplay
