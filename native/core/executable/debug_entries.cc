// Layouts and numbers follow the DWARF Debugging Information Format, version 5, section 7, and GNU's extensions to
// version 4.
#include "executable/debug_entries.h"

#include <algorithm>

#include "executable/dwarf_forms.h"
#include "executable/elf_sections.h"

namespace ireereplay {

namespace {

using namespace dwarf_form;

// DW_RLE_*.
enum : uint8_t {
  kEndOfList,
  kBaseAddressx,
  kStartxEndx,
  kStartxLength,
  kOffsetPair,
  kBaseAddress,
  kStartEnd,
  kStartLength
};
// DW_UT_*.
enum : uint8_t { kCompile = 1, kType, kPartial, kSkeleton, kSplitCompile, kSplitType };

constexpr uint64_t kMipsLinkageName = 0x2007;
/// More ranges than an inlined call has.
constexpr size_t kMaxRanges = 4096;
constexpr size_t kKeptTables = 16;

bool is_wanted(uint64_t attribute) {
  switch (static_cast<DebugAttribute>(attribute)) {
    case DebugAttribute::kName:
    case DebugAttribute::kStatementList:
    case DebugAttribute::kLowAddress:
    case DebugAttribute::kHighAddress:
    case DebugAttribute::kDirectory:
    case DebugAttribute::kAbstractOrigin:
    case DebugAttribute::kDeclaredFile:
    case DebugAttribute::kDeclaredLine:
    case DebugAttribute::kSpecification:
    case DebugAttribute::kRanges:
    case DebugAttribute::kCallColumn:
    case DebugAttribute::kCallFile:
    case DebugAttribute::kCallLine:
    case DebugAttribute::kLinkageName:
    case DebugAttribute::kTextOffsetsBase:
    case DebugAttribute::kAddressBase:
    case DebugAttribute::kRangeListsBase:
      return attribute <= UINT16_MAX;
  }
  return false;
}

uint64_t number_of(DwarfCursor* at, unsigned bytes) {
  uint64_t number = 0;
  for (unsigned i = 0; i < bytes; ++i) number |= uint64_t{at->number<uint8_t>()} << (8 * i);
  return number;
}

Bytes from(Bytes section, uint64_t offset) { return offset < section.size() ? section.subspan(offset) : Bytes(); }

}  // namespace

DebugSections find_debug_sections(Bytes elf) {
  const auto section = [&](const char* name) { return find_section(elf, name).contents; };
  return {.info = section(".debug_info"),
          .abbreviations = section(".debug_abbrev"),
          .strings = section(".debug_str"),
          .line_strings = section(".debug_line_str"),
          .string_offsets = section(".debug_str_offsets"),
          .addresses = section(".debug_addr"),
          .ranges = section(".debug_ranges"),
          .range_lists = section(".debug_rnglists")};
}

bool DebugReader::spend(uint64_t amount) {
  if (amount > budget_) {
    budget_ = 0;
    complete_ = false;
    return false;
  }
  budget_ -= amount;
  return true;
}

std::vector<DebugUnit> DebugReader::units() {
  std::vector<DebugUnit> units;
  for (DwarfCursor at(sections_.info); !at.at_end() && spend(1);) {
    DebugUnit unit;
    unit.begin = at.place();
    uint64_t length = at.number<uint32_t>();
    unit.is_64_bit = length == 0xFFFFFFFF;
    if (unit.is_64_bit) length = at.number<uint64_t>();
    const uint64_t body = at.place();
    DwarfCursor header(at.take(length));
    if (!at.ok()) {
      complete_ = false;
      break;
    }
    unit.end = at.place();
    unit.version = header.number<uint16_t>();
    if (unit.version >= 5) {
      const auto type = header.number<uint8_t>();
      unit.address_size = header.number<uint8_t>();
      unit.abbreviations = header.offset(unit.is_64_bit);
      if (type == kSkeleton || type == kSplitCompile) header.skip(8);
      if (type == kType || type == kSplitType) header.skip(8 + (unit.is_64_bit ? 8 : 4));
    } else {
      unit.abbreviations = header.offset(unit.is_64_bit);
      unit.address_size = header.number<uint8_t>();
    }
    unit.entries = body + header.place();
    // What follows the headers of these lists' contributions (sections 7.26 to 7.28).
    unit.text_offsets_base = unit.address_base = unit.is_64_bit ? 16 : 8;
    unit.range_lists_base = unit.is_64_bit ? 20 : 12;
    const bool is_known = unit.version >= 2 && unit.version <= 5 && (unit.address_size == 8 || unit.address_size == 4);
    if (header.ok() && is_known) units.push_back(unit);
  }
  return units;
}

const DebugReader::Abbreviations& DebugReader::abbreviations_at(uint64_t offset) {
  // Units usually share one table, or each has its own: a few are kept.
  if (abbreviations_.size() >= kKeptTables && !abbreviations_.contains(offset)) abbreviations_.clear();
  const auto [place, is_new] = abbreviations_.try_emplace(offset);
  Abbreviations& table = place->second;
  if (!is_new) return table;
  const Bytes section = from(sections_.abbreviations, offset);
  DwarfCursor at(section);
  while (!at.at_end() && spend(1)) {
    const uint64_t code = at.uleb();
    if (code == 0) break;
    Abbreviation abbreviation;
    abbreviation.tag = at.uleb();
    abbreviation.has_children = at.number<uint8_t>() != 0;
    abbreviation.attributes = offset + at.place();
    while (at.ok() && spend(1)) {
      const uint64_t attribute = at.uleb(), form = at.uleb();
      if (form == kImplicitConst) (void)at.sleb();
      if (attribute == 0 && form == 0) break;
    }
    if (at.ok()) table.emplace(code, abbreviation);
  }
  return table;
}

std::optional<DebugEntry> DebugReader::open(DebugUnit* unit) {
  unit->is_open = true;
  uint64_t offset = unit->entries;
  auto entry = next(*unit, &offset);
  if (!entry) return std::nullopt;
  const auto number = [&](DebugAttribute attribute, uint64_t otherwise) {
    const DebugValue value = entry->find(attribute);
    return value.kind == DebugValue::Kind::kNumber || value.kind == DebugValue::Kind::kSectionOffset ? value.number
                                                                                                     : otherwise;
  };
  unit->text_offsets_base = number(DebugAttribute::kTextOffsetsBase, unit->text_offsets_base);
  unit->address_base = number(DebugAttribute::kAddressBase, unit->address_base);
  unit->range_lists_base = number(DebugAttribute::kRangeListsBase, unit->range_lists_base);
  unit->statement_list = number(DebugAttribute::kStatementList, ~0ull);
  unit->low_address = address(*unit, entry->find(DebugAttribute::kLowAddress)).value_or(0);
  unit->directory = text(*unit, entry->find(DebugAttribute::kDirectory));
  return entry;
}

std::optional<DebugEntry> DebugReader::next(const DebugUnit& unit, uint64_t* offset) {
  if (*offset < unit.entries || *offset >= unit.end) return std::nullopt;
  DwarfCursor at(sections_.info.subspan(*offset, unit.end - *offset));
  DebugEntry entry;
  entry.offset = *offset;
  const uint64_t code = at.uleb();
  if (!spend(1)) return std::nullopt;
  if (code != 0) {
    const Abbreviations& table = abbreviations_at(unit.abbreviations);
    const auto found = table.find(code);
    if (found == table.end()) {
      complete_ = false;
      return std::nullopt;
    }
    entry.tag = found->second.tag;
    entry.has_children = found->second.has_children;
    DwarfCursor attributes(from(sections_.abbreviations, found->second.attributes));
    while (at.ok() && attributes.ok() && spend(1)) {
      uint64_t attribute = attributes.uleb();
      const uint64_t form = attributes.uleb();
      const int64_t constant = form == kImplicitConst ? attributes.sleb() : 0;
      if (attribute == 0 && form == 0) break;
      if (attribute == kMipsLinkageName) attribute = static_cast<uint64_t>(DebugAttribute::kLinkageName);
      const DebugValue read = value(unit, &at, form, constant, *offset);
      if (is_wanted(attribute)) entry.values.emplace_back(static_cast<DebugAttribute>(attribute), read);
    }
  }
  if (!at.ok() || budget_ == 0) {
    complete_ = false;
    return std::nullopt;
  }
  *offset += at.place();
  return entry;
}

// `before` is where the cursor begins in .debug_info.
DebugValue DebugReader::value(const DebugUnit& unit, DwarfCursor* at, uint64_t form, int64_t constant,
                              uint64_t before) {
  using Kind = DebugValue::Kind;
  for (int indirections = 0; form == kIndirect && indirections < 4; ++indirections) form = at->uleb();
  switch (form) {
    case kAddressForm:
      return {Kind::kAddress, number_of(at, unit.address_size)};
    case kData1:
    case kFlag:
      return {Kind::kNumber, at->number<uint8_t>()};
    case kData2:
      return {Kind::kNumber, at->number<uint16_t>()};
    case kData4:
      return {Kind::kNumber, at->number<uint32_t>()};
    case kData8:
      return {Kind::kNumber, at->number<uint64_t>()};
    case kSdata:
      return {Kind::kNumber, static_cast<uint64_t>(at->sleb())};
    case kUdata:
      return {Kind::kNumber, at->uleb()};
    case kImplicitConst:
      return {Kind::kNumber, static_cast<uint64_t>(constant)};
    case kFlagPresent:
      return {Kind::kNumber, 1};
    case kInlineText: {
      const uint64_t offset = before + at->place();
      (void)at->text();
      return {Kind::kText, offset};
    }
    case kStrp:
      return {Kind::kTextOffset, at->offset(unit.is_64_bit)};
    case kLineStrp:
      return {Kind::kLineTextOffset, at->offset(unit.is_64_bit)};
    case kStrx:
    case kGnuStrIndex:
      return {Kind::kTextIndex, at->uleb()};
    case kStrx1:
    case kStrx2:
    case kStrx3:
    case kStrx4:
      return {Kind::kTextIndex, number_of(at, static_cast<unsigned>(form - kStrx1 + 1))};
    case kAddrx:
    case kGnuAddrIndex:
      return {Kind::kAddressIndex, at->uleb()};
    case kAddrx1:
    case kAddrx2:
    case kAddrx3:
    case kAddrx4:
      return {Kind::kAddressIndex, number_of(at, static_cast<unsigned>(form - kAddrx1 + 1))};
    case kRef1:
      return {Kind::kEntry, unit.begin + at->number<uint8_t>()};
    case kRef2:
      return {Kind::kEntry, unit.begin + at->number<uint16_t>()};
    case kRef4:
      return {Kind::kEntry, unit.begin + at->number<uint32_t>()};
    case kRef8:
      return {Kind::kEntry, unit.begin + at->number<uint64_t>()};
    case kRefUdata:
      return {Kind::kEntry, unit.begin + at->uleb()};
    case kRefAddr:
      // As large as an address in version 2.
      return {Kind::kEntry, unit.version == 2 ? number_of(at, unit.address_size) : at->offset(unit.is_64_bit)};
    case kSecOffset:
      return {Kind::kSectionOffset, at->offset(unit.is_64_bit)};
    case kRnglistx:
      return {Kind::kRangeListIndex, at->uleb()};
    case kLoclistx:
      (void)at->uleb();
      return {};
    case kStrpSup:
    case kGnuRefAlt:
    case kGnuStrpAlt:
      (void)at->offset(unit.is_64_bit);
      return {};
    case kRefSup4:
      at->skip(4);
      return {};
    case kRefSig8:
    case kRefSup8:
      at->skip(8);
      return {};
    default:
      skip_block(at, form);
      return {};
  }
}

std::string_view DebugReader::text(const DebugUnit& unit, const DebugValue& value) {
  using Kind = DebugValue::Kind;
  Bytes section = sections_.strings;
  uint64_t offset = value.number;
  if (value.kind == Kind::kText) {
    section = sections_.info;
  } else if (value.kind == Kind::kLineTextOffset) {
    section = sections_.line_strings;
  } else if (value.kind == Kind::kTextIndex) {
    const uint64_t size = unit.is_64_bit ? 8 : 4;
    if (value.number > sections_.string_offsets.size() / size) return {};
    DwarfCursor at(from(sections_.string_offsets, unit.text_offsets_base));
    at.skip(value.number * size);
    offset = at.offset(unit.is_64_bit);
    if (!at.ok()) return {};
  } else if (value.kind != Kind::kTextOffset) {
    return {};
  }
  const std::string_view text = DwarfCursor(from(section, offset)).text();
  return spend(text.size()) ? text : std::string_view();
}

std::optional<uint64_t> DebugReader::address_at(const DebugUnit& unit, uint64_t index) {
  if (index > sections_.addresses.size() / unit.address_size) return std::nullopt;
  DwarfCursor at(from(sections_.addresses, unit.address_base));
  at.skip(index * unit.address_size);
  const uint64_t found = number_of(&at, unit.address_size);
  return at.ok() ? std::optional(found) : std::nullopt;
}

std::optional<uint64_t> DebugReader::address(const DebugUnit& unit, const DebugValue& value) {
  if (value.kind == DebugValue::Kind::kAddress) return value.number;
  if (value.kind == DebugValue::Kind::kAddressIndex) return address_at(unit, value.number);
  return std::nullopt;
}

std::vector<CodeInterval> DebugReader::code(const DebugUnit& unit, const DebugEntry& entry) {
  using Kind = DebugValue::Kind;
  std::vector<CodeInterval> found;
  const DebugValue ranges = entry.find(DebugAttribute::kRanges);
  if (ranges.kind != Kind::kNone) {
    if (unit.version < 5) {
      ranges_4(unit, ranges.number, &found);
    } else if (ranges.kind == Kind::kRangeListIndex) {
      const uint64_t size = unit.is_64_bit ? 8 : 4;
      if (ranges.number > sections_.range_lists.size() / size) return found;
      DwarfCursor at(from(sections_.range_lists, unit.range_lists_base));
      at.skip(ranges.number * size);
      const uint64_t offset = at.offset(unit.is_64_bit);
      if (at.ok()) ranges_5(unit, unit.range_lists_base + offset, &found);
    } else {
      ranges_5(unit, ranges.number, &found);
    }
    return found;
  }
  const auto low = address(unit, entry.find(DebugAttribute::kLowAddress));
  const DebugValue high = entry.find(DebugAttribute::kHighAddress);
  if (!low || high.kind == Kind::kNone) return found;
  // A number counts from the low address.
  const uint64_t end = high.kind == Kind::kNumber ? *low + high.number : address(unit, high).value_or(0);
  if (end > *low) found.push_back({*low, end});
  return found;
}

void DebugReader::ranges_4(const DebugUnit& unit, uint64_t offset, std::vector<CodeInterval>* found) {
  const uint64_t select = unit.address_size == 8 ? ~0ull : 0xFFFFFFFF;
  uint64_t base = unit.low_address;
  for (DwarfCursor at(from(sections_.ranges, offset)); !at.at_end() && found->size() < kMaxRanges && spend(1);) {
    const uint64_t begin = number_of(&at, unit.address_size), end = number_of(&at, unit.address_size);
    if (!at.ok() || (begin == 0 && end == 0)) return;
    if (begin == select) {
      base = end;
    } else if (begin < end && base + begin < base + end) {
      found->push_back({base + begin, base + end});
    }
  }
}

void DebugReader::ranges_5(const DebugUnit& unit, uint64_t offset, std::vector<CodeInterval>* found) {
  uint64_t base = unit.low_address;
  for (DwarfCursor at(from(sections_.range_lists, offset)); !at.at_end() && found->size() < kMaxRanges && spend(1);) {
    const auto kind = at.number<uint8_t>();
    uint64_t begin = 0, end = 0;
    switch (kind) {
      case kBaseAddressx:
        base = address_at(unit, at.uleb()).value_or(0);
        continue;
      case kBaseAddress:
        base = number_of(&at, unit.address_size);
        continue;
      case kStartxEndx:
        begin = address_at(unit, at.uleb()).value_or(0);
        end = address_at(unit, at.uleb()).value_or(0);
        break;
      case kStartxLength:
        begin = address_at(unit, at.uleb()).value_or(0);
        end = begin + at.uleb();
        break;
      case kOffsetPair:
        begin = base + at.uleb();
        end = base + at.uleb();
        break;
      case kStartEnd:
        begin = number_of(&at, unit.address_size);
        end = number_of(&at, unit.address_size);
        break;
      case kStartLength:
        begin = number_of(&at, unit.address_size);
        end = begin + at.uleb();
        break;
      default:  // kEndOfList, or unknown.
        return;
    }
    if (!at.ok()) return;
    if (begin < end) found->push_back({begin, end});
  }
}

}  // namespace ireereplay
