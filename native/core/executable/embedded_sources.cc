#include "executable/embedded_sources.h"

#include <algorithm>
#include <unordered_map>

#include "base/seeded_hash.h"
#include "executable/elf_plan.h"
#include "executable/library_abi.h"

namespace ireereplay {

namespace {

constexpr uint32_t kMaxSources = 64, kMaxPath = 4096;

/// What memory would hold once loaded, read from the file.
class Reader {
 public:
  Reader(Bytes elf, const ElfPlan& plan) : elf_(elf), plan_(plan) {
    for (const ElfPlan::Relocation& relocation : plan.relocations) {
      if (relocation.biased && !relocation.is_32_bit) pointers_.emplace(relocation.address, relocation.value);
    }
  }

  /// Empty when there are not that many bytes.
  Bytes at(uint64_t address, uint64_t length) const {
    const ElfPlan::Segment* segment = plan_.segment_of(address);
    if (segment == nullptr || length > segment->file_size || address - segment->address > segment->file_size - length) {
      return {};
    }
    return elf_.subspan(segment->file_offset + (address - segment->address), length);
  }

  /// A number followed by 4 bytes of padding; 0 when there is none.
  uint32_t padded(uint64_t address) const {
    const Bytes bytes = at(address, 8);
    return bytes.empty() || load<uint32_t>(bytes, 4) != 0 ? 0 : load<uint32_t>(bytes);
  }

  /// What a pointer at `address` refers to, or kNoAddress.
  uint64_t pointer(uint64_t address) const {
    const auto found = pointers_.find(address);
    return found == pointers_.end() ? kNoAddress : found->second;
  }

  static constexpr uint64_t kNoAddress = ~0ull;

 private:
  Bytes elf_;
  const ElfPlan& plan_;
  std::unordered_map<uint64_t, uint64_t, SeededHash> pointers_;
};

bool is_text(Bytes bytes) {
  return std::all_of(bytes.begin(), bytes.end(), [](uint8_t c) { return c >= 0x20 && c != 0x7F; });
}

/// abi::SourceFile at `address`; false when there is none. What it looks at counts against `budget`.
bool read_source(const Reader& reader, uint64_t address, uint64_t* budget, EmbeddedSource* source) {
  if (*budget == 0) return false;
  --*budget;
  const uint32_t path_length = reader.padded(address + offsetof(abi::SourceFile, path_length));
  const uint32_t content_length = reader.padded(address + offsetof(abi::SourceFile, content_length));
  const uint64_t path = reader.pointer(address + offsetof(abi::SourceFile, path));
  const uint64_t content = reader.pointer(address + offsetof(abi::SourceFile, content));
  if (path_length == 0 || path_length > kMaxPath || content_length == 0) return false;
  if (path == Reader::kNoAddress || content == Reader::kNoAddress) return false;
  if (path_length > *budget) return false;
  *budget -= path_length;
  const Bytes name = reader.at(path, path_length);
  source->content = reader.at(content, content_length);
  if (name.empty() || source->content.empty() || !is_text(name)) return false;
  source->path.assign(name.begin(), name.end());
  return true;
}

/// abi::SourceFileTable with its pointer to the files at `pointer`; empty when it is not one.
std::vector<EmbeddedSource> read_table(const Reader& reader, uint64_t pointer, uint64_t files, uint64_t* budget) {
  constexpr uint64_t kBefore = offsetof(abi::SourceFileTable, files);
  const uint32_t count = pointer < kBefore ? 0 : reader.padded(pointer - kBefore);
  if (count == 0 || count > kMaxSources) return {};
  std::vector<EmbeddedSource> sources;
  for (uint32_t i = 0; i < count; ++i) {
    if (!read_source(reader, files + i * sizeof(abi::SourceFile), budget, &sources.emplace_back())) return {};
  }
  return sources;
}

}  // namespace

std::vector<EmbeddedSource> embedded_sources(Bytes elf) {
  if (elf.size() < sizeof(Elf64_Ehdr)) return {};
  const auto plan = plan_elf(elf, load<uint16_t>(elf, offsetof(Elf64_Ehdr, e_machine)));
  if (!plan.ok()) return {};
  const Reader reader(elf, *plan);
  // Neither names nor tables overlap: no file from a compiler needs more bytes looked at than it has.
  uint64_t budget = elf.size();
  // Only calling the query function would tell where the table is. Whatever has its exact shape, lengths and pointers
  // included, is taken for it.
  for (const ElfPlan::Relocation& relocation : plan->relocations) {
    if (!relocation.biased || relocation.is_32_bit) continue;
    if (auto sources = read_table(reader, relocation.address, relocation.value, &budget); !sources.empty())
      return sources;
  }
  return {};
}

}  // namespace ireereplay
