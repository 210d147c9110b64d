// An ELF file around bytes to be fuzzed, with headers that are in order: so that what is mutated is what stands in its
// sections, and not where they are.
#pragma once

#include <elf.h>

#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <vector>

#include "base/bytes.h"

namespace ireereplay::fuzz {

struct MadeSection {
  const char* name = "";
  Bytes contents;
};

/// With a section for each of `sections`, and one segment that has all of `loaded` at address 0, writable and
/// executable.
inline std::vector<uint8_t> made_elf(std::span<const MadeSection> sections, Bytes loaded) {
  std::vector<uint8_t> file(sizeof(Elf64_Ehdr) + sizeof(Elf64_Phdr));
  const auto append = [&](const void* bytes, size_t size) {
    const auto* const from = static_cast<const uint8_t*>(bytes);
    file.insert(file.end(), from, from + size);
    return file.size() - size;
  };
  Elf64_Phdr segment = {};
  segment.p_type = PT_LOAD;
  segment.p_flags = PF_R | PF_W | PF_X;
  segment.p_filesz = segment.p_memsz = loaded.size();
  segment.p_offset = append(loaded.data(), loaded.size());
  std::string names(1, '\0');
  std::vector<Elf64_Shdr> headers(1);
  const auto section = [&](const char* name, Bytes contents) {
    Elf64_Shdr& made = headers.emplace_back();
    made.sh_type = SHT_PROGBITS;
    made.sh_name = static_cast<uint32_t>(names.size());
    names += name;
    names += '\0';
    made.sh_size = contents.size();
    made.sh_offset = append(contents.data(), contents.size());
  };
  for (const MadeSection& each : sections) section(each.name, each.contents);
  const std::string all = names;
  section("", Bytes(reinterpret_cast<const uint8_t*>(all.data()), all.size()));
  Elf64_Ehdr header = {};
  std::memcpy(header.e_ident, ELFMAG, SELFMAG);
  header.e_ident[EI_CLASS] = ELFCLASS64;
  header.e_ident[EI_DATA] = ELFDATA2LSB;
  header.e_ident[EI_VERSION] = EV_CURRENT;
  header.e_type = ET_DYN;
  header.e_machine = EM_X86_64;
  header.e_version = EV_CURRENT;
  header.e_ehsize = sizeof(Elf64_Ehdr);
  header.e_phentsize = sizeof(Elf64_Phdr);
  header.e_shentsize = sizeof(Elf64_Shdr);
  header.e_phoff = sizeof(Elf64_Ehdr);
  header.e_phnum = 1;
  header.e_shnum = static_cast<uint16_t>(headers.size());
  header.e_shstrndx = static_cast<uint16_t>(headers.size() - 1);
  header.e_shoff = append(headers.data(), headers.size() * sizeof(Elf64_Shdr));
  std::memcpy(file.data(), &header, sizeof(header));
  std::memcpy(file.data() + sizeof(header), &segment, sizeof(segment));
  return file;
}

}  // namespace ireereplay::fuzz
