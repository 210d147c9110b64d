#include "neighbour/llvm/image_functions.h"

#include <elf.h>

#include <algorithm>
#include <cstring>
#include <unordered_map>

#include "base/seeded_hash.h"
#include "executable/code_functions.h"
#include "executable/elf_symbols.h"
#include "executable/line_table.h"

namespace ireereplay::neighbour::llvm {

namespace {

/// More than images have.
constexpr size_t kMostFunctions = 1 << 16;

bool is_elf(Bytes image) { return image.size() >= SELFMAG && std::memcmp(image.data(), ELFMAG, SELFMAG) == 0; }

/// Of an ELF file for 64 bits.
bool is_cut_short(Bytes image) {
  if (image.size() < sizeof(Elf64_Ehdr)) return true;
  const auto header = load<Elf64_Ehdr>(image);
  const uint64_t sections = uint64_t{header.e_shnum} * sizeof(Elf64_Shdr);
  return header.e_shoff > image.size() || sections > image.size() - header.e_shoff;
}

/// What a kernel calls has the kernel's name before its own in a cubin: "$kernel$function".
std::string_view called_name(std::string_view name) {
  const size_t last = name.rfind('$');
  return name.starts_with('$') && last != 0 && last + 1 < name.size() ? name.substr(last + 1) : name;
}

ImageFunction function_of(std::string_view name, uint64_t bytes, std::string_view kernel) {
  ImageFunction function;
  function.name = name;
  function.readable = parse_kernel_name(called_name(name));
  function.is_recorded = name == kernel;
  function.bytes = bytes;
  return function;
}

/// The source that all lines of `image` are in; empty where they are in several, or not known.
std::string only_source(Bytes image) {
  std::string only;
  for (const LineFile& file : find_lines(image, 0, ~0ull).files) {
    const std::string path = source_path(file.directory, file.file);
    if (!only.empty() && path != only) return {};
    only = path;
  }
  return only;
}

/// Functions of a cubin all begin at 0, each in its own section: symbols alone tell them apart.
std::vector<ImageFunction> cubin_functions(Bytes image, std::string_view kernel) {
  std::vector<ImageFunction> functions;
  const std::string source = only_source(image);
  const ElfSymbols symbols(image);
  for (const ElfSymbol& symbol : symbols.all()) {
    if (!symbol.is_function || functions.size() == kMostFunctions) continue;
    ImageFunction& function = functions.emplace_back(function_of(symbol.name, symbol.size, kernel));
    // Its name says the line, and its address does not say the file.
    if (function.readable.line && *function.readable.line <= UINT32_MAX)
      function.source = {source, static_cast<uint32_t>(*function.readable.line)};
  }
  return functions;
}

Result<std::vector<ImageFunction>> addressed_functions(Bytes image, std::string_view kernel) {
  IR_ASSIGN_OR_RETURN(const ExecutableCode code, describe_code(image));
  // Debugging information has names of C++ without their parameters.
  std::unordered_map<uint64_t, std::string_view, SeededHash> names;
  const ElfSymbols symbols(image);
  for (const ElfSymbol& symbol : symbols.all()) {
    if (!symbol.is_function) continue;
    const auto [known, is_new] = names.try_emplace(symbol.address, symbol.name);
    if (!is_new && symbol.name == kernel) known->second = symbol.name;
  }
  const FunctionLines lines = find_lines(image, 0, ~0ull);
  std::vector<ImageFunction> functions;
  for (const CodeFunction& found : code.functions) {
    const auto named = names.find(found.address);
    const std::string_view name = named == names.end() ? std::string_view(found.name) : named->second;
    if (name.empty()) continue;
    ImageFunction& function = functions.emplace_back(function_of(name, found.size, kernel));
    function.address = found.address;
    if (const LineRow* row = row_at(lines, found.address)) {
      const LineFile& file = lines.files[row->file];
      function.source = {source_path(file.directory, file.file), row->line};
    }
  }
  return functions;
}

}  // namespace

Result<std::vector<ImageFunction>> image_functions(Bytes image, std::string_view kernel) {
  std::vector<ImageFunction> functions;
  if (!is_elf(image)) return functions;
  if (image.size() > EI_CLASS && image[EI_CLASS] == ELFCLASS64 && is_cut_short(image)) {
    return Status(StatusCode::kDataLoss,
                  "it ends before its section table does, so its functions are not known; copy the file again, or "
                  "record the launch again");
  }
  if (image.size() >= sizeof(Elf64_Ehdr) && load<Elf64_Ehdr>(image).e_machine == EM_CUDA) {
    functions = cubin_functions(image, kernel);
  } else {
    IR_ASSIGN_OR_RETURN(functions, addressed_functions(image, kernel));
  }
  std::stable_partition(functions.begin(), functions.end(),
                        [](const ImageFunction& function) { return function.is_recorded; });
  return functions;
}

}  // namespace ireereplay::neighbour::llvm
