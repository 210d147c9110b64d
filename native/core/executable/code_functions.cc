#include "executable/code_functions.h"

#include <elf.h>

#include <algorithm>
#include <unordered_map>

#include "base/seeded_hash.h"
#include "base/text.h"
#include "executable/elf_sections.h"
#include "executable/elf_symbols.h"
#include "executable/format.h"
#include "executable/inlined_frames.h"
#include "executable/line_table.h"

namespace ireereplay {

namespace {

/// More than executables have.
constexpr size_t kMaxFunctions = 1 << 16;

class FunctionCollector {
 public:
  FunctionCollector(Bytes elf, ExecutableCode* out) : out_(out) {
    for (const FunctionExtent& extent : function_extents(elf)) sizes_.emplace(extent.address, extent.size);
  }

  void add_exports(const LibraryTables& tables) {
    for (const LibraryExport& entry : tables.exports) {
      CodeFunction& function = out_->functions.emplace_back();
      function.name = entry.name;
      function.address = entry.address;
      function.size = size_at(entry.address);
      function.ordinal = static_cast<uint32_t>(&entry - tables.exports.data());
      function.source = entry.source;
      function.stages = entry.stages;
      known_.emplace(entry.address, out_->functions.size() - 1);
    }
  }

  // `size` is 0 where the name's origin does not say.
  void add(std::string_view name, uint64_t address, uint64_t size) {
    if (name.empty()) return;
    if (const auto found = known_.find(address); found != known_.end()) {
      CodeFunction& function = out_->functions[found->second];
      if (function.name.empty()) function.name = name;
      if (function.size == 0) function.size = size;
      return;
    }
    if (out_->functions.size() == kMaxFunctions) return;
    known_.emplace(address, out_->functions.size());
    const uint64_t known = size_at(address);
    CodeFunction& function = out_->functions.emplace_back();
    function.name = name;
    function.address = address;
    function.size = known == 0 ? size : known;
  }

  void sort() {
    std::stable_sort(out_->functions.begin(), out_->functions.end(), [](const CodeFunction& a, const CodeFunction& b) {
      if (a.ordinal || b.ordinal) return a.ordinal.value_or(~0u) < b.ordinal.value_or(~0u);
      return a.address < b.address;
    });
  }

 private:
  uint64_t size_at(uint64_t address) const {
    const auto found = sizes_.find(address);
    return found == sizes_.end() ? 0 : found->second;
  }

  ExecutableCode* out_;
  std::unordered_map<uint64_t, uint64_t, SeededHash> sizes_;
  std::unordered_map<uint64_t, size_t, SeededHash> known_;  // Places of functions in the list, by address.
};

std::string_view last_part(std::string_view path) { return path.substr(path.find_last_of("/\\") + 1); }

/// Adds what the table of lines knows: the place of an export whose executable does not say it, and of all the content
/// of their files.
void add_lines(Bytes elf, ExecutableCode* out) {
  const FunctionLines lines = find_lines(elf, 0, ~0ull);
  for (CodeFunction& function : out->functions) {
    if (!function.ordinal) continue;
    const LineRow* row = row_at(lines, function.address);
    if (row == nullptr) continue;
    const LineFile& file = lines.files[row->file];
    SourcePlace& source = function.source;
    if (source.path.empty() && file.file != "-") source = {source_path(file.directory, file.file), row->line, {}};
    if (last_part(source.path) == last_part(file.file)) source.md5.assign(file.md5.begin(), file.md5.end());
  }
}

}  // namespace

Result<ExecutableCode> describe_code(Bytes elf) {
  const std::string format = infer_format(elf);
  if (format.empty() || elf.size() < sizeof(Elf64_Ehdr) || elf[EI_CLASS] != ELFCLASS64)
    return Status(StatusCode::kFailedPrecondition, "the executable is not an ELF file for a 64-bit processor");
  ExecutableCode out;
  const auto header = load<Elf64_Ehdr>(elf);
  out.architecture = header.e_machine == EM_X86_64    ? "x86_64"
                     : header.e_machine == EM_AARCH64 ? "arm_64"
                     : header.e_machine == 0xF3       ? "riscv_64"
                                                      : "unknown";
  out.has_lines = !find_section(elf, ".debug_line").contents.empty();
  out.has_debug_info = !find_section(elf, ".debug_info").contents.empty();
  const ElfMemory memory(elf);
  out.sources = embedded_sources(memory, elf.size());
  FunctionCollector collector(elf, &out);
  if (const auto tables = library_tables(memory, elf.size())) collector.add_exports(*tables);
  for (const NamedCode& named : find_named_code(elf))
    collector.add(named.name, named.code.begin, named.code.end - named.code.begin);
  const ElfSymbols symbols(elf);
  for (const ElfSymbol& symbol : symbols.all()) {
    if (symbol.is_function) collector.add(symbol.name, symbol.address, symbol.size);
  }
  collector.sort();
  if (out.has_lines) add_lines(elf, &out);
  return out;
}

CodeFunction unnamed_function(const FunctionExtent& extent) {
  Text name;
  name.append("function at ");
  name.append_hex(extent.address, 0);
  CodeFunction function;
  function.name = name.take();
  function.address = extent.address;
  function.size = extent.size;
  return function;
}

}  // namespace ireereplay
