// ELF files that could make a reader run forever.
#pragma once

#include <elf.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "base/bytes.h"

namespace ireereplay {

/// Offset of a section's contents in an ELF file.
inline size_t section_offset(Bytes elf, const std::string& name) {
  const auto header = load<Elf64_Ehdr>(elf);
  const auto section = [&](size_t index) { return load<Elf64_Shdr>(elf, header.e_shoff + index * sizeof(Elf64_Shdr)); };
  const Elf64_Shdr names = section(header.e_shstrndx);
  for (size_t i = 0; i < header.e_shnum; ++i) {
    const char* at = reinterpret_cast<const char*>(elf.data()) + names.sh_offset + section(i).sh_name;
    if (name == at) return section(i).sh_offset;
  }
  ADD_FAILURE() << "no section " << name;
  return 0;
}

/// The executable of small.ireereplay, or one made from it, with a line table (DWARF 5) whose directory list has 2^64-1
/// entries of zero bytes.
inline std::vector<uint8_t> with_endless_directories(std::vector<uint8_t> elf) {
  // After the unit's length, version, two sizes, the header's length, six numbers, and 12 opcode lengths.
  const size_t at = section_offset(elf, ".debug_line") + 4 + 2 + 2 + 4 + 6 + 12;
  elf[at] = 0;
  std::memset(elf.data() + at + 1, 0xFF, 9);
  elf[at + 10] = 1;
  return elf;
}

/// An ELF file that has only sections.
inline std::vector<uint8_t> elf_of_sections(std::vector<std::pair<std::string, std::vector<uint8_t>>> sections) {
  std::string names(1, 0);
  std::vector<uint32_t> name_offsets;
  sections.emplace_back(".shstrtab", std::vector<uint8_t>());
  for (const auto& [name, contents] : sections) {
    name_offsets.push_back(static_cast<uint32_t>(names.size()));
    names += name + '\0';
  }
  sections.back().second.assign(names.begin(), names.end());
  std::vector<uint8_t> elf(sizeof(Elf64_Ehdr));
  std::vector<Elf64_Shdr> headers(1);
  for (size_t i = 0; i < sections.size(); ++i) {
    Elf64_Shdr header = {};
    header.sh_name = name_offsets[i];
    header.sh_type = SHT_PROGBITS;
    header.sh_offset = elf.size();
    header.sh_size = sections[i].second.size();
    headers.push_back(header);
    elf.insert(elf.end(), sections[i].second.begin(), sections[i].second.end());
  }
  Elf64_Ehdr header = {};
  std::memcpy(header.e_ident, ELFMAG, SELFMAG);
  header.e_ident[EI_CLASS] = ELFCLASS64;
  header.e_shoff = elf.size();
  header.e_shnum = static_cast<uint16_t>(headers.size());
  header.e_shstrndx = static_cast<uint16_t>(headers.size() - 1);
  std::memcpy(elf.data(), &header, sizeof(header));
  const auto* bytes = reinterpret_cast<const uint8_t*>(headers.data());
  elf.insert(elf.end(), bytes, bytes + headers.size() * sizeof(Elf64_Shdr));
  return elf;
}

/// A line table (DWARF 5) of `files` files, all named by one text of `text` bytes; it has line 1 of file 1 at 0x1000.
inline std::vector<uint8_t> with_many_names(uint32_t files, size_t text) {
  std::vector<uint8_t> unit = {
      5, 0,                 // Version.
      8, 0,                 // Sizes of addresses and segment selectors.
      0, 0, 0,    0,        // Length of the header, filled in below.
      1, 1, 1,    0, 1, 1,  // Of instructions, operations, statements; line base, line range, first special opcode.
      0,                    // Directories have no fields,
      0,                    // and there are none.
      1, 1, 0x1F,           // Files have one field: a path, in .debug_line_str.
  };
  unit[13] = 10;
  unit.insert(unit.begin() + 14, {0, 1, 1, 1, 1, 0, 0, 0, 1});
  for (uint32_t rest = files;; rest >>= 7) {
    unit.push_back(static_cast<uint8_t>((rest & 0x7F) | (rest >= 0x80 ? 0x80 : 0)));
    if (rest < 0x80) break;
  }
  unit.resize(unit.size() + size_t{files} * 4);
  const auto header = static_cast<uint32_t>(unit.size() - 8);
  std::memcpy(unit.data() + 4, &header, 4);
  // Set the address to 0x1000; copy a row; advance by 16; end the sequence.
  for (const int byte : {0, 9, 2, 0, 0x10, 0, 0, 0, 0, 0, 0, 1, 2, 16, 0, 1, 1})
    unit.push_back(static_cast<uint8_t>(byte));
  std::vector<uint8_t> table(4);
  const auto length = static_cast<uint32_t>(unit.size());
  std::memcpy(table.data(), &length, 4);
  table.insert(table.end(), unit.begin(), unit.end());
  return elf_of_sections({{".debug_line", table}, {".debug_line_str", std::vector<uint8_t>(text, 'x')}});
}

/// An embedded executable with `count` relocated words, all initializers, in a segment of their own after `segments`
/// segments that are only an address. With a `stride`, the words are that many bytes apart, and not initializers.
inline std::vector<uint8_t> with_many_initializers(uint64_t count, uint16_t segments, uint64_t stride = 0) {
  constexpr uint64_t kPage = 4096, kSpare = 1ull << 30;
  // Headers, then tables: symbols (none, and the query function), their hash, their strings, relocations, dynamic.
  const char name[] = "\0iree_hal_executable_library_query";
  const uint64_t symbols = align_up(sizeof(Elf64_Ehdr) + (4 + uint64_t{segments}) * sizeof(Elf64_Phdr), 8);
  const uint64_t hash = symbols + 2 * sizeof(Elf64_Sym), strings = hash + 16;
  const uint64_t relocations = align_up(strings + sizeof(name), 8);
  const uint64_t dynamic = relocations + count * sizeof(Elf64_Rela);
  const uint64_t code = align_up(dynamic + 10 * sizeof(Elf64_Dyn), kPage);
  const uint64_t words = code + kPage, end = words + count * 8;
  std::vector<uint8_t> elf(end);
  const auto put = [&](uint64_t at, const auto& value) { std::memcpy(elf.data() + at, &value, sizeof(value)); };
  Elf64_Ehdr header = {};
  std::memcpy(header.e_ident, ELFMAG, SELFMAG);
  header.e_ident[EI_CLASS] = ELFCLASS64;
  header.e_ident[EI_DATA] = ELFDATA2LSB;
  header.e_version = 1;
  header.e_type = ET_DYN;
  header.e_machine = EM_X86_64;
  header.e_phoff = sizeof(Elf64_Ehdr);
  header.e_phentsize = sizeof(Elf64_Phdr);
  header.e_phnum = static_cast<uint16_t>(4 + segments);
  put(0, header);
  uint64_t at = sizeof(Elf64_Ehdr);
  const auto segment = [&](uint32_t type, uint32_t flags, uint64_t offset, uint64_t address, uint64_t size,
                           uint64_t memory) {
    put(at, Elf64_Phdr{type, flags, offset, address, address, size, memory, kPage});
    at += sizeof(Elf64_Phdr);
  };
  segment(PT_LOAD, PF_R, 0, 0, code, code);
  segment(PT_LOAD, PF_R | PF_X, code, code, kPage, kPage);
  for (uint64_t i = 0; i < segments; ++i) segment(PT_LOAD, PF_R, 0, kSpare + i * kPage, 0, 1);
  segment(PT_LOAD, PF_R | PF_W, words, words, count * 8, std::max(count * 8, count * stride));
  segment(PT_DYNAMIC, PF_R, dynamic, dynamic, 10 * sizeof(Elf64_Dyn), 10 * sizeof(Elf64_Dyn));
  put(symbols + sizeof(Elf64_Sym), Elf64_Sym{1, ELF64_ST_INFO(STB_GLOBAL, STT_FUNC), 0, 1, code, 1});
  put(hash + 4, uint32_t{2});
  put(strings, name);
  for (uint64_t i = 0; i < count; ++i) {
    put(relocations + i * sizeof(Elf64_Rela),
        Elf64_Rela{words + i * (stride == 0 ? 8 : stride), ELF64_R_INFO(0, R_X86_64_RELATIVE),
                   static_cast<Elf64_Sxword>(code)});
  }
  uint64_t entry = dynamic;
  const auto say = [&](Elf64_Sxword tag, uint64_t value) {
    Elf64_Dyn said = {};
    said.d_tag = tag;
    said.d_un.d_val = value;
    put(entry, said);
    entry += sizeof(said);
  };
  say(DT_SYMTAB, symbols);
  say(DT_HASH, hash);
  say(DT_STRTAB, strings);
  say(DT_STRSZ, sizeof(name));
  say(DT_RELA, relocations);
  say(DT_RELASZ, count * sizeof(Elf64_Rela));
  say(DT_INIT_ARRAY, words);
  say(DT_INIT_ARRAYSZ, stride == 0 ? count * 8 : 0);
  return elf;
}

}  // namespace ireereplay
