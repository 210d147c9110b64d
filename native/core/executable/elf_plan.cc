// Reading an ELF file without trusting it. Layouts and numbers follow the System V ABI (gABI, and the x86-64 and
// AArch64 supplements); what is accepted is what IREE's runtime/src/iree/hal/local/elf/ accepts.
#include "executable/elf_plan.h"

#include <algorithm>
#include <optional>
#include <string>

#include "base/page.h"
#include "executable/library_abi.h"

namespace ireereplay {

namespace {

// An image that spans more is damaged: real ones are a few megabytes.
constexpr uint64_t kMaxImageSize = 1ull << 32;

Status bad(std::string message) {
  return Status(StatusCode::kFailedPrecondition, "executable ELF: " + std::move(message));
}

std::string name_of(uint16_t machine) {
  if (machine == EM_X86_64) return "x86-64";
  if (machine == EM_AARCH64) return "AArch64";
  return "machine " + std::to_string(machine);
}

// What is stored at a relocated place.
enum class RelocationRule {
  kUnknown,
  kBase,             // Load address and addend.
  kSymbol,           // Address of the symbol.
  kSymbolAndAddend,  // The sum of the two.
  kDistance,         // From the place itself to symbol plus addend, in 32 bits.
};

RelocationRule relocation_rule(uint16_t machine, uint32_t type) {
  if (machine == EM_X86_64) {
    switch (type) {
      case R_X86_64_RELATIVE:
        return RelocationRule::kBase;
      case R_X86_64_GLOB_DAT:
      case R_X86_64_JUMP_SLOT:
        return RelocationRule::kSymbol;
      case R_X86_64_64:
        return RelocationRule::kSymbolAndAddend;
      case R_X86_64_PC32:
        return RelocationRule::kDistance;
    }
  }
  if (machine == EM_AARCH64) {
    switch (type) {
      case R_AARCH64_RELATIVE:
        return RelocationRule::kBase;
      case R_AARCH64_GLOB_DAT:
      case R_AARCH64_JUMP_SLOT:
      case R_AARCH64_ABS64:
        return RelocationRule::kSymbolAndAddend;
    }
  }
  return RelocationRule::kUnknown;
}

class Reader {
 public:
  Reader(Bytes file, uint16_t machine) : file_(file), machine_(machine) {}

  Result<ElfPlan> read() {
    IR_RETURN_IF_ERROR(read_header());
    IR_RETURN_IF_ERROR(read_segments());
    IR_RETURN_IF_ERROR(read_dynamic());
    IR_RETURN_IF_ERROR(read_symbols());
    IR_RETURN_IF_ERROR(read_relocations(rela_, rela_size_));
    IR_RETURN_IF_ERROR(read_relocations(plt_rela_, plt_rela_size_));
    IR_RETURN_IF_ERROR(read_initializers());
    return std::move(plan_);
  }

 private:
  Status read_header() {
    if (file_.size() < sizeof(Elf64_Ehdr)) return bad("the file is too short for a header");
    header_ = load<Elf64_Ehdr>(file_);
    if (std::memcmp(header_.e_ident, ELFMAG, SELFMAG) != 0)
      return bad("the file does not begin with the ELF magic number");
    if (header_.e_ident[EI_CLASS] != ELFCLASS64) return bad("it is not a 64-bit file");
    if (header_.e_ident[EI_DATA] != ELFDATA2LSB) return bad("it is not little-endian");
    if (header_.e_version != 1)
      return bad("version " + std::to_string(header_.e_version) + " is not supported; expected 1");
    if (header_.e_machine != machine_) {
      return bad("it is for " + name_of(header_.e_machine) + ", not for " + name_of(machine_));
    }
    if (header_.e_type != ET_DYN) return bad("it is not a shared object");
    if (header_.e_phentsize != sizeof(Elf64_Phdr)) return bad("its program headers have an unexpected size");
    const uint64_t table = uint64_t{header_.e_phnum} * sizeof(Elf64_Phdr);
    if (header_.e_phnum == 0 || table > file_.size() || header_.e_phoff > file_.size() - table) {
      return bad("its program header table lies outside of the file");
    }
    return Status();
  }

  Status read_segments() {
    uint64_t low = ~0ull, high = 0;
    for (uint32_t i = 0; i < header_.e_phnum; ++i) {
      const auto segment = load<Elf64_Phdr>(file_, header_.e_phoff + i * sizeof(Elf64_Phdr));
      if (segment.p_type == PT_DYNAMIC) {
        dynamic_ = segment;
        has_dynamic_ = true;
      }
      if (segment.p_type == PT_GNU_RELRO) {
        plan_.read_only_after_relocation.push_back({segment.p_vaddr, segment.p_memsz});
      }
      if (segment.p_type == PT_TLS && segment.p_memsz != 0) return bad("it uses thread-local storage");
      if (segment.p_type != PT_LOAD || segment.p_memsz == 0) continue;
      const std::string name = "segment " + std::to_string(i);
      if (segment.p_filesz > file_.size() || segment.p_offset > file_.size() - segment.p_filesz) {
        return bad(name + " lies outside of the file");
      }
      if (segment.p_filesz > segment.p_memsz) return bad(name + " is larger in the file than in memory");
      if (segment.p_memsz > kMaxImageSize || segment.p_vaddr > ~0ull - kMaxImageSize - kPage) {
        return bad(name + " has an impossible address or size");
      }
      if ((segment.p_flags & PF_W) != 0 && (segment.p_flags & PF_X) != 0) {
        return Status(StatusCode::kPermissionDenied, "executable ELF: " + name + " is writable and executable");
      }
      low = std::min(low, segment.p_vaddr & ~(kPage - 1));
      high = std::max(high, align_up(segment.p_vaddr + segment.p_memsz, kPage));
      plan_.segments.push_back({segment.p_vaddr, segment.p_memsz, segment.p_offset, segment.p_filesz,
                                (segment.p_flags & PF_W) != 0, (segment.p_flags & PF_X) != 0});
    }
    if (plan_.segments.empty()) return bad("it has no segments to load");
    std::sort(plan_.segments.begin(), plan_.segments.end(),
              [](const ElfPlan::Segment& a, const ElfPlan::Segment& b) { return a.address < b.address; });
    for (size_t i = 1; i < plan_.segments.size(); ++i) {
      // Rights apply to whole pages: two segments on one page would have to share them.
      const ElfPlan::Segment &before = plan_.segments[i - 1], &segment = plan_.segments[i];
      if (align_up(before.address + before.memory_size, kPage) > (segment.address & ~(kPage - 1)))
        return bad("two segments share the page at address " + std::to_string(segment.address & ~(kPage - 1)));
    }
    if (high - low > kMaxImageSize) return bad("its segments span more than 4 GiB");
    plan_.base = low;
    plan_.size = high - low;
    for (const ElfPlan::Range& range : plan_.read_only_after_relocation) {
      if (range.address < low || range.size > plan_.size || range.address - low > plan_.size - range.size) {
        return bad("its RELRO range lies outside of its segments");
      }
    }
    return Status();
  }

  // `length` bytes at an address of the file; empty when they are not all in one segment.
  Bytes at(uint64_t address, uint64_t length) const {
    const ElfPlan::Segment* segment = plan_.segment_of(address);
    if (segment == nullptr || length > segment->file_size || address - segment->address > segment->file_size - length) {
      return Bytes();
    }
    return file_.subspan(segment->file_offset + (address - segment->address), length);
  }

  bool in_memory(uint64_t address, uint64_t length) const {
    const ElfPlan::Segment* segment = plan_.segment_of(address);
    return segment != nullptr && length <= segment->memory_size - (address - segment->address);
  }

  bool is_code(uint64_t address) const {
    const ElfPlan::Segment* segment = plan_.segment_of(address);
    return segment != nullptr && segment->executable;
  }

  Status read_dynamic() {
    if (!has_dynamic_) return bad("it has no dynamic section");
    const Bytes table = at(dynamic_.p_vaddr, dynamic_.p_filesz);
    if (table.empty()) return bad("its dynamic section lies outside of its segments");
    for (size_t offset = 0; offset + sizeof(Elf64_Dyn) <= table.size(); offset += sizeof(Elf64_Dyn)) {
      const auto entry = load<Elf64_Dyn>(table, offset);
      const uint64_t value = entry.d_un.d_val;
      switch (entry.d_tag) {
        case DT_NULL:
          return Status();
        case DT_NEEDED:
          return bad("it depends on another library, which only a system-elf executable may do");
        case DT_STRTAB:
          strings_ = value;
          break;
        case DT_STRSZ:
          strings_size_ = value;
          break;
        case DT_SYMTAB:
          symbols_ = value;
          break;
        case DT_SYMENT:
          if (value != sizeof(Elf64_Sym)) return bad("its symbols have an unexpected size");
          break;
        case DT_HASH:
          hash_ = value;
          break;
        case DT_RELA:
          rela_ = value;
          break;
        case DT_RELASZ:
          rela_size_ = value;
          break;
        case DT_RELAENT:
          if (value != sizeof(Elf64_Rela)) return bad("its relocations have an unexpected size");
          break;
        case DT_PLTREL:
          if (value != DT_RELA) return bad("its PLT relocations are not RELA");
          break;
        case DT_JMPREL:
          plt_rela_ = value;
          break;
        case DT_PLTRELSZ:
          plt_rela_size_ = value;
          break;
        case DT_REL:
        case DT_RELSZ:
          return bad("it has REL relocations, which are not supported");
        case DT_INIT:
          init_ = value;
          break;
        case DT_INIT_ARRAY:
          init_array_ = value;
          break;
        case DT_INIT_ARRAYSZ:
          init_array_size_ = value;
          break;
        default:
          break;
      }
    }
    return Status();
  }

  Status read_symbols() {
    const Bytes hash = at(hash_, 8);
    if (hash_ == 0 || hash.empty()) return bad("it has no symbol hash table");
    symbol_count_ = load<uint32_t>(hash, 4);
    if (symbols_ == 0 || at(symbols_, uint64_t{symbol_count_} * sizeof(Elf64_Sym)).empty()) {
      return bad("its symbols lie outside of its segments");
    }
    const Bytes strings = at(strings_, strings_size_);
    if (strings_ == 0 || strings.empty()) return bad("its strings lie outside of its segments");
    constexpr std::string_view kName = abi::kQuerySymbol;
    for (uint32_t i = 1; i < symbol_count_; ++i) {
      const Elf64_Sym symbol = this->symbol(i);
      const auto bind = ELF64_ST_BIND(symbol.st_info);
      const bool matches = symbol.st_name < strings.size() && strings.size() - symbol.st_name > kName.size() &&
                           std::memcmp(strings.data() + symbol.st_name, kName.data(), kName.size() + 1) == 0;
      if (symbol.st_shndx == SHN_UNDEF) {
        const size_t begin = std::min<size_t>(symbol.st_name, strings.size());
        const size_t end = std::find(strings.begin() + begin, strings.end(), 0) - strings.begin();
        return bad(
            "it imports the symbol '" +
            std::string(reinterpret_cast<const char*>(strings.data()) + begin, std::min<size_t>(end - begin, 200)) +
            "', which nothing provides");
      }
      if (matches && (bind == STB_GLOBAL || bind == STB_WEAK)) plan_.query_address = symbol.st_value;
    }
    if (plan_.query_address == 0) return bad("it does not export " + std::string(kName));
    if (!is_code(plan_.query_address)) return bad(std::string(kName) + " is not in an executable segment");
    return Status();
  }

  Elf64_Sym symbol(uint32_t index) const {
    return load<Elf64_Sym>(at(symbols_ + uint64_t{index} * sizeof(Elf64_Sym), sizeof(Elf64_Sym)));
  }

  Status read_relocations(uint64_t address, uint64_t size) {
    if (address == 0 || size == 0) return Status();
    const Bytes table = at(address, size);
    if (table.empty()) return bad("its relocations lie outside of its segments");
    plan_.relocations.reserve(plan_.relocations.size() + size / sizeof(Elf64_Rela));
    for (size_t offset = 0; offset + sizeof(Elf64_Rela) <= table.size(); offset += sizeof(Elf64_Rela)) {
      const auto entry = load<Elf64_Rela>(table, offset);
      const uint32_t type = ELF64_R_TYPE(entry.r_info), index = ELF64_R_SYM(entry.r_info);
      if (type == 0) continue;  // R_X86_64_NONE, R_AARCH64_NONE.
      if (index >= symbol_count_ && index != 0) {
        return bad("a relocation refers to symbol " + std::to_string(index) + ", but the number of symbols is " +
                   std::to_string(symbol_count_));
      }
      const bool has_symbol = index != 0;
      const uint64_t symbol_value = has_symbol ? symbol(index).st_value : 0;
      const uint64_t addend = static_cast<uint64_t>(entry.r_addend);
      ElfPlan::Relocation relocation{entry.r_offset, 0, false, false};
      switch (relocation_rule(machine_, type)) {
        case RelocationRule::kBase:
          relocation.value = addend;
          relocation.biased = true;
          break;
        case RelocationRule::kSymbol:
          relocation.value = symbol_value;
          relocation.biased = has_symbol;
          break;
        case RelocationRule::kSymbolAndAddend:
          relocation.value = symbol_value + addend;
          relocation.biased = has_symbol;
          break;
        case RelocationRule::kDistance:
          relocation.value = symbol_value + addend - entry.r_offset;
          relocation.is_32_bit = true;
          break;
        case RelocationRule::kUnknown:
          return Status(StatusCode::kUnimplemented, "executable ELF: relocation type " + std::to_string(type) + " of " +
                                                        name_of(machine_) + " is not supported");
      }
      if (!in_memory(relocation.address, relocation.is_32_bit ? 4 : 8)) {
        return bad("a relocation writes outside of its segments");
      }
      plan_.relocations.push_back(relocation);
    }
    return Status();
  }

  Status read_initializers() {
    if (init_ != 0) plan_.initializers.push_back(init_);
    if (init_array_ != 0 && init_array_size_ != 0) {
      if (at(init_array_, init_array_size_).empty()) return bad("its initializers lie outside of its segments");
      // Entries are relocated words: the relocations say what they become.
      std::vector<std::optional<uint64_t>> entries(init_array_size_ / 8);
      for (const ElfPlan::Relocation& relocation : plan_.relocations) {
        const uint64_t offset = relocation.address - init_array_;
        if (relocation.biased && offset / 8 < entries.size() && offset % 8 == 0) entries[offset / 8] = relocation.value;
      }
      for (const std::optional<uint64_t>& entry : entries) {
        if (entry) plan_.initializers.push_back(*entry);
      }
    }
    for (uint64_t address : plan_.initializers) {
      if (!is_code(address)) return bad("an initializer is not in an executable segment");
    }
    return Status();
  }

  Bytes file_;
  uint16_t machine_;
  Elf64_Ehdr header_ = {};
  Elf64_Phdr dynamic_ = {};
  bool has_dynamic_ = false;
  uint64_t strings_ = 0, strings_size_ = 0, symbols_ = 0, hash_ = 0;
  uint64_t rela_ = 0, rela_size_ = 0, plt_rela_ = 0, plt_rela_size_ = 0;
  uint64_t init_ = 0, init_array_ = 0, init_array_size_ = 0;
  uint32_t symbol_count_ = 0;
  ElfPlan plan_;
};

}  // namespace

const ElfPlan::Segment* ElfPlan::segment_of(uint64_t address) const {
  const auto after = std::upper_bound(segments.begin(), segments.end(), address,
                                      [](uint64_t at, const Segment& segment) { return at < segment.address; });
  if (after == segments.begin()) return nullptr;
  const Segment& segment = *(after - 1);
  return address - segment.address < segment.memory_size ? &segment : nullptr;
}

Result<ElfPlan> plan_elf(Bytes file, uint16_t machine) { return Reader(file, machine).read(); }

}  // namespace ireereplay
