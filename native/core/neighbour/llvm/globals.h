// A recording's global variables: the .globals of LLVM's second generation.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/file.h"

namespace ireereplay::neighbour::llvm {

/// Bytes of a variable that are shown of it.
inline constexpr uint64_t kShownOfGlobal = 16;

struct Global {
  std::string name;
  uint64_t bytes = 0;
  /// Where its bytes begin in the file.
  uint64_t offset = 0;
  /// The first of them.
  std::vector<uint8_t> first;
};

struct Globals {
  /// Those that are whole in the file.
  std::vector<Global> variables;
  /// Why there are not as many as it says, or more bytes than they have; else OK.
  Status end;
};

/// Reads names and sizes; of what the variables hold only their first bytes.
Globals read_globals(const std::shared_ptr<const File>& file);

}  // namespace ireereplay::neighbour::llvm
