// Which functions were inlined into a function, and where each was called: DWARF's tree of DW_TAG_inlined_subroutine.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "executable/debug_entries.h"

namespace ireereplay {

/// A function inlined into another one, once for each call. Texts lie in the ELF file.
struct InlinedFrame {
  static constexpr uint32_t kNone = ~0u;

  std::string_view function;  ///< Empty where the file does not name it.
  uint32_t parent = kNone;    ///< The frame that calls it, before it in the list; kNone for the function itself.
  uint64_t call_file = 0;     ///< In the line table FunctionFrames::line_table; see find_line_file().
  uint32_t call_line = 0;     ///< 1-based; 0 when unknown.
  uint32_t call_column = 0;   ///< 1-based; 0 when unknown.
  std::vector<CodeInterval> code;
};

struct FunctionFrames {
  static constexpr uint64_t kNoTable = ~0ull;

  /// The function's own name; empty when the file does not have it.
  std::string_view function;
  std::string_view linkage_name;
  /// Where its code begins and ends; both 0 when the file does not say.
  CodeInterval code;
  /// The unit's line table, as an offset in .debug_line, and the folder that its relative paths begin in.
  uint64_t line_table = kNoTable;
  std::string_view directory;
  uint64_t declared_file = 0;  ///< In that table.
  uint32_t declared_line = 0;  ///< 0 when unknown.
  std::vector<InlinedFrame> frames;
  /// Not all could be read: damaged, or more than is looked at.
  bool cut = false;
};

/// Of the function whose code contains `address`, in `elf` (any bytes); empty when there is no debugging information.
/// Takes time linear in the size of `elf`.
FunctionFrames find_frames(Bytes elf, uint64_t address);

/// A function that debugging information or symbols name.
struct NamedCode {
  std::string_view name;
  CodeInterval code;
};
/// All functions of the debugging information that have code, in its order; at most 65,536.
std::vector<NamedCode> find_named_code(Bytes elf);

}  // namespace ireereplay
