// What the compiler wrote about a CPU executable into its library description, read without calling the query function
// that returns it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "executable/elf_memory.h"

namespace ireereplay {

/// A line of a source. Paths are as the compiler had them: not to be trusted as file names.
struct SourcePlace {
  std::string path;
  uint32_t line = 0;              ///< 1-based; 0 when unknown.
  std::vector<uint8_t> md5 = {};  ///< Of the file's content, 16 bytes; empty when unknown.
};

/// Where a function is in the program as a stage of the compiler had it.
struct StagePlace {
  std::string stage;
  SourcePlace place;
};

struct LibraryExport {
  std::string name;
  std::string tag;
  uint64_t address = 0;
  SourcePlace source;              ///< Empty path when there is none.
  std::vector<StagePlace> stages;  ///< In the order of the table.
  Bytes attributes = {};           ///< abi::DispatchAttributes, in the file; empty when there are none.
};

struct LibraryTables {
  std::string name;
  std::vector<LibraryExport> exports;  ///< By ordinal.
};

/// The description in `memory`; nothing when there is none. It is found by its shape, pointers included: what has it,
/// is taken for it. Looks at no more than `budget` bytes and tables.
std::optional<LibraryTables> library_tables(const ElfMemory& memory, uint64_t budget);

}  // namespace ireereplay
