#include "executable/embedded_sources.h"

#include <algorithm>
#include <cstddef>

#include "executable/library_abi.h"

namespace ireereplay {

namespace {

constexpr uint32_t kMaxSources = 64, kMaxPath = 4096;

bool is_text(Bytes bytes) {
  return std::all_of(bytes.begin(), bytes.end(), [](uint8_t c) { return c >= 0x20 && c != 0x7F; });
}

/// abi::SourceFile at `address`; false when there is none. What it looks at counts against `budget`.
bool read_source(const ElfMemory& memory, uint64_t address, uint64_t* budget, EmbeddedSource* source) {
  if (*budget == 0) return false;
  --*budget;
  const uint32_t path_length = memory.padded(address + offsetof(abi::SourceFile, path_length));
  const uint32_t content_length = memory.padded(address + offsetof(abi::SourceFile, content_length));
  const uint64_t path = memory.pointer(address + offsetof(abi::SourceFile, path));
  const uint64_t content = memory.pointer(address + offsetof(abi::SourceFile, content));
  if (path_length == 0 || path_length > kMaxPath || content_length == 0) return false;
  if (path == ElfMemory::kNoAddress || content == ElfMemory::kNoAddress) return false;
  if (path_length > *budget) return false;
  *budget -= path_length;
  const Bytes name = memory.at(path, path_length);
  source->content = memory.at(content, content_length);
  if (name.empty() || source->content.empty() || !is_text(name)) return false;
  source->path.assign(name.begin(), name.end());
  return true;
}

/// abi::SourceFileTable with its pointer to the files at `pointer`; empty when it is not one.
std::vector<EmbeddedSource> read_table(const ElfMemory& memory, uint64_t pointer, uint64_t files, uint64_t* budget) {
  constexpr uint64_t kBefore = offsetof(abi::SourceFileTable, files);
  const uint32_t count = pointer < kBefore ? 0 : memory.padded(pointer - kBefore);
  if (count == 0 || count > kMaxSources) return {};
  std::vector<EmbeddedSource> sources;
  for (uint32_t i = 0; i < count; ++i) {
    if (!read_source(memory, files + i * sizeof(abi::SourceFile), budget, &sources.emplace_back())) return {};
  }
  return sources;
}

}  // namespace

std::vector<EmbeddedSource> embedded_sources(Bytes elf) { return embedded_sources(ElfMemory(elf), elf.size()); }

std::vector<EmbeddedSource> embedded_sources(const ElfMemory& memory, uint64_t budget) {
  // Only calling the query function would tell where the table is. Whatever has its exact shape, lengths and pointers
  // included, is taken for it. Neither names nor tables overlap: no file from a compiler needs more bytes looked at
  // than it has.
  for (const ElfMemory::Pointer& pointer : memory.pointers()) {
    if (auto sources = read_table(memory, pointer.address, pointer.target, &budget); !sources.empty()) return sources;
  }
  return {};
}

}  // namespace ireereplay
