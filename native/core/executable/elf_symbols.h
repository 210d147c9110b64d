// The names that an ELF file gives to places in it, and to what it imports.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/bytes.h"
#include "base/seeded_hash.h"

namespace ireereplay {

struct ElfSymbol {
  uint64_t address = 0;
  uint64_t size = 0;  ///< 0 when the file does not say.
  std::string_view name;
  bool is_function = false;
};

/// Read once; texts lie in the file.
class ElfSymbols {
 public:
  /// Of `elf`, any bytes: .symtab and .dynsym, the names of sections, and relocations of imports.
  explicit ElfSymbols(Bytes elf);

  /// Of both tables, by address; a place may have several.
  const std::vector<ElfSymbol>& all() const { return symbols_; }
  /// "name", "name+0x10", or where no symbol covers it ".rodata+0x40"; empty where that is not known either.
  std::string name_of(uint64_t address) const;
  /// "+0x1c40 in .text" as ".text+0x1c40"; empty when no section covers it.
  std::string place_in_section(uint64_t address) const;
  /// What a relocation stores at `address` when it is the address of an import; empty when it is not.
  std::string_view import_at(uint64_t address) const;
  /// The names of all imports, each once, in order.
  std::vector<std::string_view> imports() const;

 private:
  struct Section {
    uint64_t address = 0;
    uint64_t size = 0;
    std::string_view name;
  };
  void read_symbols(Bytes elf, const char* table, const char* names);
  void read_sections(Bytes elf);
  void read_imports(Bytes elf);

  std::vector<ElfSymbol> symbols_;
  std::vector<Section> sections_;
  std::unordered_map<uint64_t, std::string_view, SeededHash> imports_;
};

}  // namespace ireereplay
