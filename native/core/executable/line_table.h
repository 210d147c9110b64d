// Source lines of an executable's machine code, from the DWARF line tables (versions 2 to 5) that a compiler leaves in
// an ELF file's .debug_line.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/bytes.h"

namespace ireereplay {

/// A line of a kernel's source. Texts lie in the ELF file they were found in.
struct SourceLine {
  std::string_view directory;  ///< Of the file when its path is relative; may be empty.
  std::string_view file;
  uint32_t line = 0;  ///< 1-based; 0 when nothing is known.
};

/// The line of the machine code at `address`, a virtual address of `elf`; line 0 when its tables, if it has any, do not
/// say. Any bytes will do: what contradicts itself says nothing. Takes time in proportion to the size of `elf`.
SourceLine find_source_line(Bytes elf, uint64_t address);

}  // namespace ireereplay
