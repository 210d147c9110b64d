// Sections of an ELF file by their names.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/bytes.h"

namespace ireereplay {

struct ElfSection {
  Bytes contents;        ///< In the file; empty where the section has none there, or they are compressed.
  uint64_t address = 0;  ///< Once loaded, before the load bias.
};

/// The section called `name` in `elf` (any bytes), the last where there are several; an empty one when there is none.
/// Takes time linear in the number of sections.
ElfSection find_section(Bytes elf, std::string_view name);

}  // namespace ireereplay
