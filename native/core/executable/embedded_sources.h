// Sources that a compiler has embedded in an executable: iree-compile --iree-hal-executable-debug-level=3 stores its
// MLIR there, stage by stage.
#pragma once

#include <string>
#include <vector>

#include "base/bytes.h"
#include "executable/elf_memory.h"

namespace ireereplay {

struct EmbeddedSource {
  std::string path;  ///< As the compiler named it; not to be trusted as a file name.
  Bytes content;     ///< Points into the executable.
};

/// The sources in an embedded ELF file, in the order of its table; empty when there is no table, or it is no such file.
/// The table is found by reading: nothing is mapped or called.
std::vector<EmbeddedSource> embedded_sources(Bytes elf);
/// The same, looking at no more than `budget` bytes and tables.
std::vector<EmbeddedSource> embedded_sources(const ElfMemory& memory, uint64_t budget);

}  // namespace ireereplay
