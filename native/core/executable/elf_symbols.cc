#include "executable/elf_symbols.h"

#include <elf.h>

#include <algorithm>
#include <cstring>

#include "base/text.h"
#include "executable/elf_sections.h"

namespace ireereplay {

namespace {

/// Longer names are cut: reading them where each is used stays linear.
constexpr size_t kMaxName = 512;
/// More sections than are loaded of any executable: all are looked at for one name.
constexpr size_t kMaxSections = 256;

std::string_view name_at(Bytes names, uint64_t offset) {
  if (offset >= names.size()) return {};
  const char* begin = reinterpret_cast<const char*>(names.data()) + offset;
  return {begin, ::strnlen(begin, std::min<size_t>(names.size() - offset, kMaxName))};
}

std::string with_offset(std::string_view name, uint64_t offset) {
  Text text;
  text.append(name);
  if (offset != 0) {
    text.append('+');
    text.append_hex(offset, 1);
  }
  return text.take();
}

}  // namespace

ElfSymbols::ElfSymbols(Bytes elf) {
  read_symbols(elf, ".symtab", ".strtab");
  read_symbols(elf, ".dynsym", ".dynstr");
  std::stable_sort(symbols_.begin(), symbols_.end(),
                   [](const ElfSymbol& a, const ElfSymbol& b) { return a.address < b.address; });
  read_sections(elf);
  read_imports(elf);
}

void ElfSymbols::read_symbols(Bytes elf, const char* table, const char* names) {
  const Bytes symbols = find_section(elf, table).contents, texts = find_section(elf, names).contents;
  for (size_t at = 0; symbols.size() - at >= sizeof(Elf64_Sym); at += sizeof(Elf64_Sym)) {
    const auto symbol = load<Elf64_Sym>(symbols, at);
    const auto type = ELF64_ST_TYPE(symbol.st_info);
    if (symbol.st_shndx == SHN_UNDEF || symbol.st_shndx >= SHN_LORESERVE || type == STT_SECTION || type == STT_FILE)
      continue;
    const std::string_view name = name_at(texts, symbol.st_name);
    if (!name.empty()) symbols_.push_back({symbol.st_value, symbol.st_size, name, type == STT_FUNC});
  }
}

void ElfSymbols::read_sections(Bytes elf) {
  if (elf.size() < sizeof(Elf64_Ehdr) || std::memcmp(elf.data(), ELFMAG, SELFMAG) != 0) return;
  const auto header = load<Elf64_Ehdr>(elf);
  const Bytes names = find_section(elf, ".shstrtab").contents;
  for (uint32_t i = 0; i < header.e_shnum && sections_.size() < kMaxSections; ++i) {
    const uint64_t at = header.e_shoff + uint64_t{i} * sizeof(Elf64_Shdr);
    if (at < header.e_shoff || elf.size() < sizeof(Elf64_Shdr) || at > elf.size() - sizeof(Elf64_Shdr)) break;
    const auto section = load<Elf64_Shdr>(elf, at);
    if ((section.sh_flags & SHF_ALLOC) != 0 && (section.sh_flags & SHF_TLS) == 0)
      sections_.push_back({section.sh_addr, section.sh_size, name_at(names, section.sh_name)});
  }
}

void ElfSymbols::read_imports(Bytes elf) {
  const Bytes symbols = find_section(elf, ".dynsym").contents, texts = find_section(elf, ".dynstr").contents;
  for (const char* section : {".rela.dyn", ".rela.plt"}) {
    const Bytes relocations = find_section(elf, section).contents;
    for (size_t at = 0; relocations.size() - at >= sizeof(Elf64_Rela); at += sizeof(Elf64_Rela)) {
      const auto relocation = load<Elf64_Rela>(relocations, at);
      const uint64_t index = ELF64_R_SYM(relocation.r_info);
      if (index == 0 || index >= symbols.size() / sizeof(Elf64_Sym)) continue;
      const auto symbol = load<Elf64_Sym>(symbols, index * sizeof(Elf64_Sym));
      if (symbol.st_shndx == SHN_UNDEF) imports_.emplace(relocation.r_offset, name_at(texts, symbol.st_name));
    }
  }
}

std::string ElfSymbols::name_of(uint64_t address) const {
  auto after = std::upper_bound(symbols_.begin(), symbols_.end(), address,
                                [](uint64_t value, const ElfSymbol& symbol) { return value < symbol.address; });
  // Only the nearest few: of symbols that enclose each other the innermost is wanted.
  for (int tries = 0; after != symbols_.begin() && tries < 8; ++tries) {
    --after;
    const uint64_t offset = address - after->address;
    if (offset == 0 || offset < after->size) return with_offset(after->name, offset);
  }
  return place_in_section(address);
}

std::string ElfSymbols::place_in_section(uint64_t address) const {
  for (const Section& section : sections_) {
    if (address >= section.address && address - section.address < section.size)
      return with_offset(section.name, address - section.address);
  }
  return {};
}

std::vector<std::string_view> ElfSymbols::imports() const {
  std::vector<std::string_view> names;
  for (const auto& [address, name] : imports_) names.push_back(name);
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

std::string_view ElfSymbols::import_at(uint64_t address) const {
  const auto found = imports_.find(address);
  return found == imports_.end() ? std::string_view() : found->second;
}

}  // namespace ireereplay
