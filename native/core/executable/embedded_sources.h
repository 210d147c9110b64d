// Sources that a compiler has left in an executable: iree-compile --iree-hal-executable-debug-level=3 puts its MLIR in
// there, stage by stage.
#pragma once

#include <string>
#include <vector>

#include "base/bytes.h"

namespace ireereplay {

struct EmbeddedSource {
  std::string path;  ///< As the compiler named it; not to be trusted as a name of a file.
  Bytes content;     ///< In the executable's bytes.
};

/// The sources in an embedded ELF file, in the order of its table; none where it has no such table, or is no such file.
/// The table is found by reading: nothing is mapped or called.
std::vector<EmbeddedSource> embedded_sources(Bytes elf);

}  // namespace ireereplay
