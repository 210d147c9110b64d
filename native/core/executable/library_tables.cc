#include "executable/library_tables.h"

#include <algorithm>
#include <cstddef>

#include "executable/library_abi.h"

namespace ireereplay {

namespace {

constexpr uint32_t kMaxExports = 65536, kMaxStages = 64, kMaxText = 4096;

class TableReader {
 public:
  TableReader(const ElfMemory& memory, uint64_t budget) : memory_(memory), budget_(budget) {}

  bool has_budget() const { return budget_ != 0; }

  // The description at `library`, whose first pointer is to `header`.
  std::optional<LibraryTables> read(uint64_t library, uint64_t header) {
    (void)spend(1);
    const uint32_t version = memory_.padded(header + offsetof(abi::LibraryHeader, version));
    if (version == 0 || version > abi::kVersion) return std::nullopt;
    LibraryTables tables;
    if (!text_at(header + offsetof(abi::LibraryHeader, name), &tables.name)) return std::nullopt;
    const uint64_t exports = library + offsetof(abi::Library, exports);
    const uint32_t count = memory_.padded(exports + offsetof(abi::ExportTable, count));
    if (count == 0 || count > kMaxExports) return std::nullopt;
    const uint64_t functions = memory_.pointer(exports + offsetof(abi::ExportTable, functions));
    const uint64_t names = memory_.pointer(exports + offsetof(abi::ExportTable, names));
    if (functions == ElfMemory::kNoAddress) return std::nullopt;
    for (uint64_t i = 0; i < count; ++i) {
      LibraryExport& entry = tables.exports.emplace_back();
      entry.address = memory_.pointer(functions + i * sizeof(void*));
      if (!spend(1) || !memory_.is_code(entry.address)) return std::nullopt;
      if (names != ElfMemory::kNoAddress && !text_at(names + i * sizeof(char*), &entry.name)) return std::nullopt;
    }
    read_tags(exports, &tables);
    read_attributes(exports, &tables);
    read_places(exports, &tables);
    return tables;
  }

 private:
  bool spend(uint64_t amount) {
    if (amount > budget_) {
      budget_ = 0;
      return false;
    }
    budget_ -= amount;
    return true;
  }

  // The text that a pointer at `address` refers to.
  bool text_at(uint64_t address, std::string* out) {
    const uint64_t target = memory_.pointer(address);
    if (target == ElfMemory::kNoAddress) return false;
    const auto text = memory_.text(target, kMaxText);
    if (!text || !spend(text->size() + 1)) return false;
    *out = *text;
    return true;
  }

  void read_tags(uint64_t exports, LibraryTables* tables) {
    const uint64_t tags = memory_.pointer(exports + offsetof(abi::ExportTable, tags));
    if (tags == ElfMemory::kNoAddress) return;
    for (uint64_t i = 0; i < tables->exports.size(); ++i)
      (void)text_at(tags + i * sizeof(char*), &tables->exports[i].tag);
  }

  void read_attributes(uint64_t exports, LibraryTables* tables) {
    constexpr uint64_t kSize = sizeof(abi::DispatchAttributes);
    const uint64_t attributes = memory_.pointer(exports + offsetof(abi::ExportTable, attributes));
    if (attributes == ElfMemory::kNoAddress) return;
    for (uint64_t i = 0; i < tables->exports.size(); ++i)
      tables->exports[i].attributes = memory_.at(attributes + i * kSize, kSize);
  }

  void read_places(uint64_t exports, LibraryTables* tables) {
    const uint64_t places = memory_.pointer(exports + offsetof(abi::ExportTable, source_locations));
    const uint64_t stages = memory_.pointer(exports + offsetof(abi::ExportTable, stage_locations));
    for (uint64_t i = 0; i < tables->exports.size() && has_budget(); ++i) {
      LibraryExport& entry = tables->exports[i];
      if (places != ElfMemory::kNoAddress) entry.source = place_at(places + i * sizeof(abi::SourceLocation));
      if (stages != ElfMemory::kNoAddress) entry.stages = stages_at(stages + i * sizeof(abi::StageLocationTable));
    }
  }

  SourcePlace place_at(uint64_t address) {
    const Bytes bytes = memory_.at(address, offsetof(abi::SourceLocation, path));
    const uint64_t path = memory_.pointer(address + offsetof(abi::SourceLocation, path));
    if (bytes.empty() || path == ElfMemory::kNoAddress) return {};
    const auto length = load<uint32_t>(bytes, offsetof(abi::SourceLocation, path_length));
    if (length == 0 || length > kMaxText || !spend(length)) return {};
    const Bytes name = memory_.at(path, length);
    const bool is_text = std::all_of(name.begin(), name.end(), [](uint8_t c) { return c >= 0x20 && c != 0x7F; });
    if (name.empty() || !is_text) return {};
    return {std::string(name.begin(), name.end()), load<uint32_t>(bytes, offsetof(abi::SourceLocation, line))};
  }

  std::vector<StagePlace> stages_at(uint64_t table) {
    const uint32_t count = memory_.padded(table + offsetof(abi::StageLocationTable, count));
    const uint64_t names = memory_.pointer(table + offsetof(abi::StageLocationTable, names));
    const uint64_t places = memory_.pointer(table + offsetof(abi::StageLocationTable, locations));
    std::vector<StagePlace> stages;
    if (count > kMaxStages || names == ElfMemory::kNoAddress || places == ElfMemory::kNoAddress) return stages;
    for (uint64_t i = 0; i < count && spend(1); ++i) {
      StagePlace stage;
      if (!text_at(names + i * sizeof(char*), &stage.stage)) continue;
      stage.place = place_at(places + i * sizeof(abi::SourceLocation));
      if (!stage.place.path.empty()) stages.push_back(std::move(stage));
    }
    return stages;
  }

  const ElfMemory& memory_;
  uint64_t budget_;
};

}  // namespace

std::optional<LibraryTables> library_tables(const ElfMemory& memory, uint64_t budget) {
  TableReader reader(memory, budget);
  for (const ElfMemory::Pointer& pointer : memory.pointers()) {
    if (!reader.has_budget()) break;
    if (auto tables = reader.read(pointer.address, pointer.target)) return tables;
  }
  return std::nullopt;
}

}  // namespace ireereplay
