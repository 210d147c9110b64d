// The functions of a CPU executable, exported or not, and where the compiler says that each comes from. Read from the
// file's bytes: nothing is mapped or called.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "base/status.h"
#include "executable/embedded_sources.h"
#include "executable/function_extents.h"
#include "executable/library_tables.h"

namespace ireereplay {

struct CodeFunction {
  std::string name;
  uint64_t address = 0;
  uint64_t size = 0;                ///< 0 where nothing says where it ends.
  std::optional<uint32_t> ordinal;  ///< Of an export.
  /// An export's, by the executable's own table; without one, where the table of lines says that its code begins.
  SourcePlace source;
  std::vector<StagePlace> stages;  ///< The same, by stage of the compiler.
};

struct ExecutableCode {
  std::string_view architecture;        ///< As formats spell it: "x86_64"; "unknown".
  bool has_lines = false;               ///< There is a table of lines.
  bool has_debug_info = false;          ///< Inlined functions can be told.
  std::vector<CodeFunction> functions;  ///< Exports by ordinal, then others by address.
  std::vector<EmbeddedSource> sources;
};

/// What is in `elf`; FAILED_PRECONDITION when it is not an ELF file for 64-bit processors. Takes time linear in its
/// size, but for sorting.
Result<ExecutableCode> describe_code(Bytes elf);

/// A function that nothing names, such as one that is linked into kernels without symbols: "function at 0x1c40".
CodeFunction unnamed_function(const FunctionExtent& extent);

}  // namespace ireereplay
