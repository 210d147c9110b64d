// Source lines of an executable's machine code, from the DWARF line tables (versions 2 to 5) that a compiler leaves in
// an ELF file's .debug_line.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/bytes.h"

namespace ireereplay {

/// A line of a kernel's source. The texts lie in the ELF file.
struct SourceLine {
  std::string_view directory;  ///< The file's when its path is relative; may be empty.
  std::string_view file;
  uint32_t line = 0;  ///< 1-based; 0 when unknown.
};

/// The line of the machine code at `address`, a virtual address of `elf` (any bytes); line 0 when the tables are
/// missing, contradictory or do not say. Takes time linear in the size of `elf`.
SourceLine find_source_line(Bytes elf, uint64_t address);

}  // namespace ireereplay
