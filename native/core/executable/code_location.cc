#include "executable/code_location.h"

#include "executable/executable.h"
#include "executable/line_table.h"

namespace ireereplay {

CodeLocation locate_code(Bytes elf, uint64_t address) {
  CodeLocation found;
  const SourceLine line = find_source_line(elf, address);
  // A compiler that read its source from a pipe calls it "-".
  if (line.line != 0 && line.file != "-") {
    found.source = source_path(line.directory, line.file);
    found.line = line.line;
  }
  found.instruction_set = missing_instruction_set_at(elf, address);
  return found;
}

}  // namespace ireereplay
