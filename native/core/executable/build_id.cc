#include "executable/build_id.h"

#include <elf.h>

#include "base/hex.h"
#include "executable/elf_sections.h"

namespace ireereplay {

std::string build_id(Bytes elf) {
  constexpr uint64_t kLongest = 64;  // SHA-1 is what linkers write: 20 bytes.
  const Bytes note = find_section(elf, ".note.gnu.build-id").contents;
  if (note.size() < sizeof(Elf64_Nhdr)) return "";
  const auto header = load<Elf64_Nhdr>(note);
  const uint64_t begin = sizeof header + (uint64_t{header.n_namesz} + 3) / 4 * 4;
  if (header.n_type != NT_GNU_BUILD_ID || header.n_descsz > kLongest || begin > note.size() ||
      note.size() - begin < header.n_descsz)
    return "";
  return hex_digits(note.subspan(begin, header.n_descsz));
}

}  // namespace ireereplay
