// Debugging information entries, as DWARF versions 2 to 5 encode them in .debug_info: units, abbreviations, attributes.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "executable/dwarf_cursor.h"

namespace ireereplay {

/// The sections that entries refer to.
struct DebugSections {
  Bytes info, abbreviations, strings, line_strings, string_offsets, addresses, ranges, range_lists;
};
DebugSections find_debug_sections(Bytes elf);

/// An attribute's value before it is looked up: what it is depends on the unit's bases, which may come later.
struct DebugValue {
  enum class Kind : uint8_t {
    kNone,
    kNumber,
    kAddress,
    kAddressIndex,
    kText,            ///< Offset in .debug_info.
    kTextOffset,      ///< In .debug_str.
    kLineTextOffset,  ///< In .debug_line_str.
    kTextIndex,       ///< In the unit's string offsets.
    kEntry,           ///< Offset in .debug_info.
    kSectionOffset,
    kRangeListIndex,
  };
  Kind kind = Kind::kNone;
  uint64_t number = 0;
};

/// The attributes that are asked for here (DW_AT_*).
enum class DebugAttribute : uint16_t {
  kName = 0x03,
  kStatementList = 0x10,
  kLowAddress = 0x11,
  kHighAddress = 0x12,
  kDirectory = 0x1B,
  kAbstractOrigin = 0x31,
  kDeclaredFile = 0x3A,
  kDeclaredLine = 0x3B,
  kSpecification = 0x47,
  kRanges = 0x55,
  kCallColumn = 0x57,
  kCallFile = 0x58,
  kCallLine = 0x59,
  kLinkageName = 0x6E,
  kTextOffsetsBase = 0x72,
  kAddressBase = 0x73,
  kRangeListsBase = 0x74,
};

/// An entry: its tag (DW_TAG_*), and the attributes above that it has. Tag 0 ends the children of its parent.
struct DebugEntry {
  uint64_t offset = 0;  ///< In .debug_info.
  uint64_t tag = 0;
  bool has_children = false;
  /// Few of the attributes above: a search from the front is quick.
  std::vector<std::pair<DebugAttribute, DebugValue>> values;

  DebugValue find(DebugAttribute attribute) const {
    for (const auto& value : values) {
      if (value.first == attribute) return value.second;
    }
    return {};
  }
};

struct DebugUnit {
  uint64_t begin = 0;    ///< Offset of its header in .debug_info.
  uint64_t entries = 0;  ///< Of its first entry.
  uint64_t end = 0;
  uint16_t version = 0;
  uint8_t address_size = 0;
  bool is_64_bit = false;
  uint64_t abbreviations = 0;  ///< Offset in .debug_abbrev.
  // From its first entry; see DebugReader::open().
  bool is_open = false;
  uint64_t low_address = 0;
  uint64_t statement_list = ~0ull;
  uint64_t text_offsets_base = 0;
  uint64_t address_base = 0;
  uint64_t range_lists_base = 0;
  std::string_view directory;
};

struct CodeInterval {
  uint64_t begin = 0;
  uint64_t end = 0;
};

/// Reads entries of an ELF file (any bytes). What it reads counts against a budget: past it, and where the information
/// is damaged, it reads nothing more, and complete() is false.
class DebugReader {
 public:
  DebugReader(const DebugSections& sections, uint64_t budget) : sections_(sections), budget_(budget) {}

  /// All units, in order; their bases are not read yet.
  std::vector<DebugUnit> units();
  /// Reads the first entry of `unit`, and the unit's bases from it.
  std::optional<DebugEntry> open(DebugUnit* unit);
  /// The entry at `*offset` of `unit`, which moves past it; nothing at the unit's end.
  std::optional<DebugEntry> next(const DebugUnit& unit, uint64_t* offset);

  std::string_view text(const DebugUnit& unit, const DebugValue& value);
  std::optional<uint64_t> address(const DebugUnit& unit, const DebugValue& value);
  /// The code of an entry: its low and high address, or its ranges.
  std::vector<CodeInterval> code(const DebugUnit& unit, const DebugEntry& entry);

  bool complete() const { return complete_; }

 private:
  struct Abbreviation {
    uint64_t tag = 0;
    bool has_children = false;
    uint64_t attributes = 0;  // Offset in .debug_abbrev.
  };
  using Abbreviations = std::map<uint64_t, Abbreviation>;

  bool spend(uint64_t amount);
  const Abbreviations& abbreviations_at(uint64_t offset);
  DebugValue value(const DebugUnit& unit, DwarfCursor* at, uint64_t form, int64_t constant, uint64_t before);
  void ranges_4(const DebugUnit& unit, uint64_t offset, std::vector<CodeInterval>* found);
  void ranges_5(const DebugUnit& unit, uint64_t offset, std::vector<CodeInterval>* found);
  std::optional<uint64_t> address_at(const DebugUnit& unit, uint64_t index);

  DebugSections sections_;
  uint64_t budget_;
  bool complete_ = true;
  std::map<uint64_t, Abbreviations> abbreviations_;  // By offset.
};

}  // namespace ireereplay
