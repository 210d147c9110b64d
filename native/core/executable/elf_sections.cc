#include "executable/elf_sections.h"

#include <elf.h>

#include <cstring>

namespace ireereplay {

ElfSection find_section(Bytes elf, std::string_view name) {
  ElfSection found;
  if (elf.size() < sizeof(Elf64_Ehdr) || std::memcmp(elf.data(), ELFMAG, SELFMAG) != 0) return found;
  const auto header = load<Elf64_Ehdr>(elf);
  const auto section = [&](uint32_t index) {
    Elf64_Shdr section = {};
    const uint64_t from = header.e_shoff + uint64_t{index} * sizeof(Elf64_Shdr);
    if (index < header.e_shnum && from >= header.e_shoff && elf.size() >= sizeof(section) &&
        from <= elf.size() - sizeof(section)) {
      section = load<Elf64_Shdr>(elf, from);
    }
    return section;
  };
  const auto contents = [&](const Elf64_Shdr& section) {
    const bool inside = section.sh_type != SHT_NOBITS && (section.sh_flags & SHF_COMPRESSED) == 0 &&
                        section.sh_size <= elf.size() && section.sh_offset <= elf.size() - section.sh_size;
    return inside ? elf.subspan(section.sh_offset, section.sh_size) : Bytes();
  };
  const Bytes names = contents(section(header.e_shstrndx));
  for (uint32_t i = 0; i < header.e_shnum; ++i) {
    const Elf64_Shdr at = section(i);
    // Includes the terminating zero. Many sections may share one long name: no more of it is looked at.
    if (at.sh_name < names.size() && names.size() - at.sh_name > name.size() && names[at.sh_name + name.size()] == 0 &&
        std::memcmp(names.data() + at.sh_name, name.data(), name.size()) == 0) {
      found = {contents(at), at.sh_addr};
    }
  }
  return found;
}

}  // namespace ireereplay
