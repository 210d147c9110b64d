// Where the machine code lies in an executable's file.
#pragma once

#include <cstdint>
#include <vector>

#include "base/bytes.h"

namespace ireereplay {

struct CodeRange {
  uint64_t offset = 0;  ///< In the file.
  uint64_t size = 0;
  uint64_t address = 0;
};

/// The machine code of an ELF file for x86-64, each byte once, in order; empty for other files.
std::vector<CodeRange> code_of(Bytes data);

}  // namespace ireereplay
