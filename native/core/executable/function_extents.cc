// Layouts follow the Linux Standard Base, Core Specification 5.0, section 10.6 (exception frames), and DWARF 5,
// section 6.4.1.
#include "executable/function_extents.h"

#include <elf.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "executable/dwarf_cursor.h"
#include "executable/elf_sections.h"

namespace ireereplay {

namespace {

// DW_EH_PE_*: what a pointer is, and what it counts from.
enum : uint8_t { kAbsolute = 0x00, kUnsigned4 = 0x03, kUnsigned8 = 0x04, kSigned4 = 0x0B, kSigned8 = 0x0C };
enum : uint8_t { kFormat = 0x0F, kOrigin = 0x70, kFromHere = 0x10, kIndirect = 0x80 };

/// Longer ones are not made by compilers.
constexpr size_t kMaxAugmentation = 8;

/// A number of `format`, which is sign-extended where that says so; nothing for formats that compilers do not write
/// here.
std::optional<uint64_t> read_number(DwarfCursor& at, uint8_t format) {
  switch (format) {
    case kAbsolute:
    case kUnsigned8:
    case kSigned8:
      return at.number<uint64_t>();
    case kUnsigned4:
      return at.number<uint32_t>();
    case kSigned4:
      return static_cast<uint64_t>(int64_t{at.number<int32_t>()});
    default:
      return std::nullopt;
  }
}

/// How entries that follow the rules at `bytes` encode pointers to code; nothing when they do not say.
std::optional<uint8_t> pointer_encoding(Bytes bytes) {
  DwarfCursor at(bytes);
  const auto length = at.number<uint32_t>();
  if (length == 0 || length == 0xFFFFFFFF || at.number<uint32_t>() != 0) return std::nullopt;
  const auto version = at.number<uint8_t>();
  if (version != 1 && version != 3) return std::nullopt;
  char augmentation[kMaxAugmentation + 1] = {};
  for (size_t i = 0; i <= kMaxAugmentation; ++i) {
    augmentation[i] = static_cast<char>(at.number<uint8_t>());
    if (augmentation[i] == 0) break;
    if (i == kMaxAugmentation) return std::nullopt;
  }
  const std::string_view letters = augmentation;
  if (letters.empty()) return kAbsolute;
  if (letters[0] != 'z') return std::nullopt;
  (void)at.uleb();  // Factors of addresses and offsets, and the register of the return address.
  (void)at.sleb();
  if (version == 1) {
    at.skip(1);
  } else {
    (void)at.uleb();
  }
  (void)at.uleb();
  uint8_t encoding = kAbsolute;
  for (const char letter : letters.substr(1)) {
    if (letter == 'R') {
      encoding = at.number<uint8_t>();
    } else if (letter == 'L') {
      at.skip(1);
    } else if (letter == 'P') {
      const auto personality = at.number<uint8_t>();
      if (!read_number(at, personality & kFormat)) return std::nullopt;
    } else if (letter != 'S' && letter != 'B') {
      return std::nullopt;
    }
  }
  return at.ok() ? std::optional(encoding) : std::nullopt;
}

void read_unwinding(const ElfSection& section, std::vector<FunctionExtent>* found) {
  DwarfCursor at(section.contents);
  while (!at.at_end()) {
    const auto length = at.number<uint32_t>();
    // Zero ends the list. Entries beyond 4 GiB are not read.
    if (length == 0 || length == 0xFFFFFFFF) break;
    const size_t begin = at.place();
    DwarfCursor entry(at.take(length));
    if (!at.ok()) break;
    const auto back = entry.number<uint32_t>();
    if (back == 0 || back > begin) continue;
    const auto encoding = pointer_encoding(section.contents.subspan(begin - back));
    if (!encoding || (*encoding & kIndirect) != 0) continue;
    const uint64_t origin = *encoding & kOrigin;
    if (origin != 0 && origin != kFromHere) continue;
    const uint64_t here = origin == 0 ? 0 : section.address + begin + entry.place();
    const auto address = read_number(entry, *encoding & kFormat);
    const auto size = read_number(entry, *encoding & kFormat);
    if (address && size && entry.ok() && *size != 0) found->push_back({here + *address, *size});
  }
}

void read_symbols(Bytes symbols, std::vector<FunctionExtent>* found) {
  for (size_t at = 0; symbols.size() - at >= sizeof(Elf64_Sym); at += sizeof(Elf64_Sym)) {
    const auto symbol = load<Elf64_Sym>(symbols, at);
    if (ELF64_ST_TYPE(symbol.st_info) == STT_FUNC && symbol.st_shndx != SHN_UNDEF && symbol.st_size != 0)
      found->push_back({symbol.st_value, symbol.st_size});
  }
}

}  // namespace

std::vector<FunctionExtent> function_extents(Bytes elf) {
  std::vector<FunctionExtent> found;
  read_unwinding(find_section(elf, ".eh_frame"), &found);
  read_symbols(find_section(elf, ".symtab").contents, &found);
  std::sort(found.begin(), found.end(), [](const FunctionExtent& a, const FunctionExtent& b) {
    return std::pair(a.address, a.size) < std::pair(b.address, b.size);
  });
  // Both may know a function, and it may have several names.
  const auto same = [](const FunctionExtent& a, const FunctionExtent& b) {
    return a.address == b.address && a.size == b.size;
  };
  found.erase(std::unique(found.begin(), found.end(), same), found.end());
  // Two that overlap cannot both be right.
  std::vector<FunctionExtent> kept;
  uint64_t end = 0;
  for (size_t i = 0; i < found.size(); ++i) {
    const uint64_t next = i + 1 < found.size() ? found[i + 1].address : ~0ull;
    const bool overlaps = found[i].address < end || found[i].size > next - found[i].address;
    end = std::max(end, found[i].address + std::min<uint64_t>(found[i].size, ~0ull - found[i].address));
    if (!overlaps) kept.push_back(found[i]);
  }
  return kept;
}

}  // namespace ireereplay
