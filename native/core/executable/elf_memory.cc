#include "executable/elf_memory.h"

#include <elf.h>

#include <cstddef>
#include <cstring>

#include "executable/elf_plan.h"
#include "executable/elf_sections.h"

namespace ireereplay {

namespace {

/// Whether a relocation stores the load address plus its addend (gABI supplements for x86-64 and AArch64).
bool is_relative(uint16_t machine, uint64_t type) {
  return machine == EM_X86_64 ? type == R_X86_64_RELATIVE : machine == EM_AARCH64 && type == R_AARCH64_RELATIVE;
}

}  // namespace

ElfMemory::ElfMemory(Bytes elf) : elf_(elf) {
  if (elf.size() < sizeof(Elf64_Ehdr) || std::memcmp(elf.data(), ELFMAG, SELFMAG) != 0) return;
  const auto plan = plan_elf(elf, load<uint16_t>(elf, offsetof(Elf64_Ehdr, e_machine)));
  if (plan.ok()) {
    for (const ElfPlan::Segment& segment : plan->segments)
      segments_.push_back({segment.address, segment.file_offset, segment.file_size, segment.executable});
    for (const ElfPlan::Relocation& relocation : plan->relocations) {
      if (relocation.biased && !relocation.is_32_bit) pointers_.push_back({relocation.address, relocation.value});
    }
  } else {
    // A system library may import what our loader does not provide.
    read_headers();
    read_relocations();
  }
  for (const Pointer& pointer : pointers_) targets_.emplace(pointer.address, pointer.target);
}

void ElfMemory::read_headers() {
  const auto header = load<Elf64_Ehdr>(elf_);
  for (uint32_t i = 0; i < header.e_phnum; ++i) {
    const uint64_t at = header.e_phoff + uint64_t{i} * sizeof(Elf64_Phdr);
    if (at < header.e_phoff || elf_.size() < sizeof(Elf64_Phdr) || at > elf_.size() - sizeof(Elf64_Phdr)) break;
    const auto segment = load<Elf64_Phdr>(elf_, at);
    if (segment.p_type != PT_LOAD || segment.p_filesz > elf_.size() ||
        segment.p_offset > elf_.size() - segment.p_filesz || segment.p_vaddr > ~0ull - segment.p_filesz) {
      continue;
    }
    segments_.push_back({segment.p_vaddr, segment.p_offset, segment.p_filesz, (segment.p_flags & PF_X) != 0});
  }
}

void ElfMemory::read_relocations() {
  const auto machine = load<uint16_t>(elf_, offsetof(Elf64_Ehdr, e_machine));
  const Bytes relocations = find_section(elf_, ".rela.dyn").contents;
  for (size_t at = 0; relocations.size() - at >= sizeof(Elf64_Rela); at += sizeof(Elf64_Rela)) {
    const auto relocation = load<Elf64_Rela>(relocations, at);
    if (is_relative(machine, ELF64_R_TYPE(relocation.r_info)))
      pointers_.push_back({relocation.r_offset, static_cast<uint64_t>(relocation.r_addend)});
  }
}

const ElfMemory::Segment* ElfMemory::segment_of(uint64_t address) const {
  for (const Segment& segment : segments_) {
    if (address >= segment.address && address - segment.address < segment.size) return &segment;
  }
  return nullptr;
}

Bytes ElfMemory::from(uint64_t address) const {
  const Segment* segment = segment_of(address);
  if (segment == nullptr) return {};
  const uint64_t skipped = address - segment->address;
  return elf_.subspan(segment->offset + skipped, segment->size - skipped);
}

Bytes ElfMemory::at(uint64_t address, uint64_t length) const {
  const Bytes rest = from(address);
  return length > rest.size() ? Bytes() : rest.first(length);
}

uint32_t ElfMemory::padded(uint64_t address) const {
  const Bytes bytes = at(address, 8);
  return bytes.empty() || load<uint32_t>(bytes, 4) != 0 ? 0 : load<uint32_t>(bytes);
}

uint64_t ElfMemory::pointer(uint64_t address) const {
  const auto found = targets_.find(address);
  return found == targets_.end() ? kNoAddress : found->second;
}

std::optional<std::string_view> ElfMemory::text(uint64_t address, uint64_t most) const {
  const Bytes rest = from(address);
  const size_t limit = most < rest.size() ? static_cast<size_t>(most) : rest.size();
  const char* begin = reinterpret_cast<const char*>(rest.data());
  const size_t length = limit == 0 ? 0 : ::strnlen(begin, limit);
  if (length == limit) return std::nullopt;
  return std::string_view(begin, length);
}

bool ElfMemory::is_code(uint64_t address) const {
  const Segment* segment = segment_of(address);
  return segment != nullptr && segment->executable;
}

}  // namespace ireereplay
