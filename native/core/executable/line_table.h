// Source lines of an executable's machine code, from the DWARF line tables (versions 2 to 5) that a compiler leaves in
// an ELF file's .debug_line.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"

namespace ireereplay {

/// A line of a kernel's source. The texts lie in the ELF file.
struct SourceLine {
  std::string_view directory;  ///< The file's when its path is relative; may be empty.
  std::string_view file;
  uint32_t line = 0;  ///< 1-based; 0 when unknown.
};

/// The line of the machine code at `address`, a virtual address of `elf` (any bytes); line 0 when the tables are
/// missing, contradictory or do not say. Takes time linear in the size of `elf`.
SourceLine find_source_line(Bytes elf, uint64_t address);

/// A file that a line table names. The texts lie in the ELF file.
struct LineFile {
  std::string_view directory = {};  ///< As in SourceLine.
  std::string_view file = {};       ///< Empty when the table does not say.
  Bytes md5 = {};                   ///< Of the file's content, 16 bytes; empty when the table does not say.
  uint64_t table = 0;               ///< Which table: its offset in .debug_line.
};

/// Machine code that belongs to one line.
struct LineRow {
  uint64_t address = 0;
  uint64_t end = 0;           ///< Where it ends, exclusive.
  uint32_t file = 0;          ///< In FunctionLines::files.
  uint32_t line = 0;          ///< 1-based.
  uint32_t column = 0;        ///< 1-based; 0 when unknown.
  bool is_statement = false;  ///< A place to stop at, says the compiler.
};

struct FunctionLines {
  std::vector<LineRow> rows;    ///< By address; none overlap. Code without a line has none.
  std::vector<LineFile> files;  ///< Each once.
  bool cut = false;             ///< There is more than is read of damaged or enormous tables.
};

/// The lines of all code from `begin` to `end` of `elf` (any bytes). Takes time linear in the size of `elf`.
FunctionLines find_lines(Bytes elf, uint64_t begin, uint64_t end);

/// The row of `lines` that has the code at `address`; nullptr where none has.
const LineRow* row_at(const FunctionLines& lines, uint64_t address);

/// File `index` of the line table at `table` in .debug_line; an empty one when there is none.
LineFile find_line_file(Bytes elf, uint64_t table, uint64_t index);

/// The path of a file that a table names: with its directory where it is relative.
std::string source_path(std::string_view directory, std::string_view file);

}  // namespace ireereplay
