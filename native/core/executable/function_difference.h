// Which functions of two executables differ: in their machine code, in the data that it reads, or in what it calls.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "base/status.h"

namespace ireereplay {

enum class FunctionChange : uint8_t {
  kSame,     ///< Code, the data that it reads, what it calls and its attributes, wherever in the file they lie.
  kDiffers,  ///< One of them differs.
  kUnknown,  ///< It cannot be told.
  kRemoved,  ///< Only the first executable has it.
  kAdded,    ///< Only the second has it.
};

struct FunctionDifference {
  std::string name;
  FunctionChange change = FunctionChange::kUnknown;
  /// Why it differs or why that is not known: "code", "constants", "attributes"; empty otherwise.
  std::string why;
  // Bytes of code; 0 where not known, or where there is none.
  uint64_t size_a = 0;
  uint64_t size_b = 0;
};

/// Compares the named functions of two ELF files for x86-64, matched by name, those of the same name in order.
/// INCOMPATIBLE with a sentence for executables whose functions cannot be told apart. What is outside of functions and
/// of what they refer to (names, debugging information, the library's own tables) is not compared. Takes time linear in
/// the size of the files, but for sorting.
Result<std::vector<FunctionDifference>> compare_functions(Bytes a, Bytes b);

}  // namespace ireereplay
