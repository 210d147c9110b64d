// Layouts and numbers follow the DWARF Debugging Information Format, version 5, section 6.2.
#include "executable/line_table.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "executable/dwarf_cursor.h"
#include "executable/dwarf_forms.h"
#include "executable/elf_sections.h"

namespace ireereplay {

namespace {

// DW_LNS_*, DW_LNE_* and DW_LNCT_*.
enum : uint8_t {
  kCopy = 1,
  kAdvancePc,
  kAdvanceLine,
  kSetFile,
  kSetColumn,
  kNegateStatement,
  kConstAddPc = 8,
  kFixedAdvancePc
};
enum : uint8_t { kEndSequence = 1, kSetAddress };
enum : uint8_t { kPath = 1, kDirectoryIndex, kMd5 = 5 };

struct Sections {
  Bytes line, line_strings, strings;
};

Sections find_sections(Bytes elf) {
  return {.line = find_section(elf, ".debug_line").contents,
          .line_strings = find_section(elf, ".debug_line_str").contents,
          .strings = find_section(elf, ".debug_str").contents};
}

// The line table of one compilation unit.
class LineTable {
 public:
  // `unit` is what follows the table's length.
  LineTable(const Sections& sections, Bytes unit, bool is_64_bit)
      : sections_(sections), unit_(unit), is_64_bit_(is_64_bit), program_(Bytes()) {
    DwarfCursor at(unit_);
    version_ = at.number<uint16_t>();
    if (version_ >= 5) at.skip(2);  // Sizes of addresses and of segment selectors.
    const uint64_t header_length = at.offset(is_64_bit);
    const size_t program = at.place() + static_cast<size_t>(header_length);
    min_instruction_length_ = at.number<uint8_t>();
    if (version_ >= 4) at.skip(1);  // Operations per instruction: one on the processors that we load code for.
    begins_statement_ = at.number<uint8_t>() != 0;
    line_base_ = at.number<int8_t>();
    line_range_ = at.number<uint8_t>();
    opcode_base_ = at.number<uint8_t>();
    opcode_lengths_ = at.take(opcode_base_ == 0 ? 0 : opcode_base_ - 1u);
    names_ = at.place();
    valid_ = at.ok() && version_ >= 2 && version_ <= 5 && line_range_ != 0 && header_length <= unit_.size() &&
             program <= unit_.size();
    if (valid_) program_ = DwarfCursor(unit_.subspan(program));
    header_size_ = program;
  }

  struct Row {
    uint64_t address = 0;
    uint64_t file = 1;
    uint64_t line = 1;  // Modulo 2^64, in case of damage.
    uint64_t column = 0;
    bool is_statement = true;
  };

  // Runs the table's program to its end; calls `each` with every row and where its code ends.
  template <typename Each>
  void run(Each each) {
    Row before = {}, row = first_row();
    bool has_before = false;
    while (valid_ && !program_.at_end()) {
      const Step step = advance(&row);
      if (step == Step::kNone) continue;
      if (has_before && before.address < row.address) each(before, row.address);
      has_before = step == Step::kRow;
      before = row;
      if (step == Step::kEnd) row = first_row();
    }
  }

  // Without its table.
  LineFile file_at(uint64_t index) const {
    if (!valid_) return {};
    return version_ >= 5 ? name_of_5(index) : name_of_4(index);
  }
  // Bytes that file_at() looks at.
  uint64_t cost_of_name() const { return header_size_ + 1; }

  // Runs the table's program until a row covers `address`.
  SourceLine find(uint64_t address) {
    Row before = {}, row = first_row();
    bool has_before = false;
    while (valid_ && !program_.at_end()) {
      const Step step = advance(&row);
      if (step == Step::kNone) continue;
      if (has_before && before.address <= address && address < row.address) return describe(before);
      has_before = step == Step::kRow;
      before = row;
      if (step == Step::kEnd) row = first_row();
    }
    return {};
  }

 private:
  enum class Step { kNone, kRow, kEnd };

  Row first_row() const {
    Row row;
    row.is_statement = begins_statement_;
    return row;
  }

  Step advance(Row* row) {
    const auto opcode = program_.number<uint8_t>();
    if (opcode >= opcode_base_) {
      const unsigned adjusted = opcode - opcode_base_;
      row->address += uint64_t{adjusted / line_range_} * min_instruction_length_;
      row->line += static_cast<uint64_t>(int64_t{line_base_} + adjusted % line_range_);
      return Step::kRow;
    }
    switch (opcode) {
      case 0:
        return advance_extended(row);
      case kCopy:
        return Step::kRow;
      case kAdvancePc:
        row->address += program_.uleb() * min_instruction_length_;
        return Step::kNone;
      case kAdvanceLine:
        row->line += static_cast<uint64_t>(program_.sleb());
        return Step::kNone;
      case kSetFile:
        row->file = program_.uleb();
        return Step::kNone;
      case kSetColumn:
        row->column = program_.uleb();
        return Step::kNone;
      case kNegateStatement:
        row->is_statement = !row->is_statement;
        return Step::kNone;
      case kConstAddPc:
        row->address += uint64_t{(255u - opcode_base_) / line_range_} * min_instruction_length_;
        return Step::kNone;
      case kFixedAdvancePc:
        row->address += program_.number<uint16_t>();
        return Step::kNone;
      default:
        // Its meaning does not matter here; the header says how many operands it has.
        for (unsigned i = 0; i < opcode_lengths_[opcode - 1u]; ++i) (void)program_.uleb();
        return Step::kNone;
    }
  }

  Step advance_extended(Row* row) {
    const uint64_t length = program_.uleb();
    DwarfCursor operand(program_.take(length));
    switch (operand.number<uint8_t>()) {
      case kEndSequence:
        return Step::kEnd;
      case kSetAddress:
        row->address = length == 5 ? operand.number<uint32_t>() : operand.number<uint64_t>();
        return Step::kNone;
      default:
        return Step::kNone;
    }
  }

  SourceLine describe(const Row& row) const {
    if (row.line == 0 || row.line > UINT32_MAX) return {};
    const LineFile named = file_at(row.file);
    if (named.file.empty()) return {};
    return {named.directory, named.file, static_cast<uint32_t>(row.line)};
  }

  // Up to version 4: directories and files, each list ended by an empty name, files counted from 1; directory 0 is the
  // compilation's, which .debug_info knows.
  LineFile name_of_4(uint64_t wanted) const {
    DwarfCursor directories(unit_.subspan(names_));
    DwarfCursor files = directories;
    while (files.ok() && !files.text().empty()) continue;
    for (uint64_t file = 1; !files.at_end(); ++file) {
      const std::string_view name = files.text();
      if (name.empty()) break;
      const uint64_t directory = files.uleb();
      (void)files.uleb();  // Time of modification.
      (void)files.uleb();  // Size.
      if (file != wanted) continue;
      std::string_view path;
      for (uint64_t i = 0; i < directory && directories.ok(); ++i) path = directories.text();
      return {.directory = path, .file = name};
    }
    return {};
  }

  // Version 5: two lists of the same form, directories first; each list describes how its entries are encoded.
  LineFile name_of_5(uint64_t wanted) const {
    DwarfCursor at(unit_);
    at.skip(names_);
    DwarfCursor directories = at;
    (void)entry_of_5(&at, kNone);
    const Entry file = entry_of_5(&at, wanted);
    return {
        .directory = entry_of_5(&directories, file.directory).path.read(), .file = file.path.read(), .md5 = file.md5};
  }

  // Where a text begins: read only on demand, as many entries may share one.
  struct Text {
    Bytes in;
    uint64_t offset = 0;

    std::string_view read() const {
      return offset < in.size() ? DwarfCursor(in.subspan(offset)).text() : std::string_view();
    }
  };
  struct Entry {
    Text path;
    uint64_t directory = 0;
    Bytes md5;
  };
  static constexpr uint64_t kNone = ~0ull;

  // Reads a list to its end, and returns its entry `wanted`.
  Entry entry_of_5(DwarfCursor* at, uint64_t wanted) const {
    struct Format {
      uint64_t content, form;
    };
    std::vector<Format> formats(at->number<uint8_t>());
    for (Format& format : formats) {
      format.content = at->uleb();
      format.form = at->uleb();
    }
    const uint64_t count = at->uleb();
    Entry found;
    // Entries without fields have no end: nothing is listed.
    for (uint64_t i = 0; i < count && !formats.empty() && !at->at_end(); ++i) {
      Entry entry;
      for (const Format& format : formats) {
        const Value value = read_form(at, format.form);
        if (format.content == kPath) entry.path = value.text;
        if (format.content == kDirectoryIndex) entry.directory = value.number;
        if (format.content == kMd5) entry.md5 = value.block;
      }
      if (i == wanted) found = entry;
    }
    return found;
  }

  struct Value {
    Text text = {};
    uint64_t number = 0;
    Bytes block = {};
  };

  Value read_form(DwarfCursor* at, uint64_t form) const {
    switch (form) {
      case dwarf_form::kInlineText: {
        const Text text = {unit_, at->place()};
        (void)at->text();
        return {.text = text};
      }
      case dwarf_form::kLineStrp:
        return {.text = {sections_.line_strings, at->offset(is_64_bit_)}};
      case dwarf_form::kStrp:
        return {.text = {sections_.strings, at->offset(is_64_bit_)}};
      case dwarf_form::kUdata:
        return {.number = at->uleb()};
      case dwarf_form::kData1:
        return {.number = at->number<uint8_t>()};
      case dwarf_form::kData2:
        return {.number = at->number<uint16_t>()};
      case dwarf_form::kData4:
        return {.number = at->number<uint32_t>()};
      case dwarf_form::kData8:
        return {.number = at->number<uint64_t>()};
      case dwarf_form::kData16:
        return {.block = at->take(16)};
      default:
        dwarf_form::skip_block(at, form);
        return {};
    }
  }

  const Sections& sections_;
  Bytes unit_;
  bool is_64_bit_;
  DwarfCursor program_;
  bool valid_ = false;
  uint16_t version_ = 0;
  uint8_t min_instruction_length_ = 1;
  bool begins_statement_ = true;
  int8_t line_base_ = 0;
  uint8_t line_range_ = 0;
  uint8_t opcode_base_ = 0;
  Bytes opcode_lengths_;
  size_t header_size_ = 0;
  size_t names_ = 0;  // Where the directories begin, in the unit.
};

// Calls `each` with every table and its offset until it returns false.
template <typename Each>
void for_each_table(const Sections& sections, Each each) {
  for (DwarfCursor at(sections.line); !at.at_end();) {
    const uint64_t offset = at.place();
    uint64_t length = at.number<uint32_t>();
    const bool is_64_bit = length == 0xFFFFFFFF;
    if (is_64_bit) length = at.number<uint64_t>();
    const Bytes unit = at.take(length);
    if (!each(LineTable(sections, unit, is_64_bit), offset)) return;
  }
}

// The lines of a range, from one table after another.
class LineCollector {
 public:
  LineCollector(uint64_t begin, uint64_t end, uint64_t budget) : begin_(begin), end_(end), budget_(budget) {}

  void read(LineTable& table, uint64_t offset) {
    std::map<uint64_t, uint32_t> known;
    table.run([&](const LineTable::Row& row, uint64_t end) {
      if (end <= begin_ || row.address >= end_ || row.line == 0 || row.line > UINT32_MAX) return;
      if (lines_.rows.size() == kMaxRows) {
        lines_.cut = true;
        return;
      }
      const auto [place, is_new] = known.try_emplace(row.file, static_cast<uint32_t>(lines_.files.size()));
      if (is_new) lines_.files.push_back(named(table, row.file, offset));
      if (lines_.files[place->second].file.empty()) return;
      lines_.rows.push_back({std::max(row.address, begin_), std::min(end, end_), place->second,
                             static_cast<uint32_t>(row.line),
                             row.column > UINT32_MAX ? 0 : static_cast<uint32_t>(row.column), row.is_statement});
    });
  }

  FunctionLines take() {
    std::vector<LineRow>& rows = lines_.rows;
    std::stable_sort(rows.begin(), rows.end(),
                     [](const LineRow& a, const LineRow& b) { return a.address < b.address; });
    // Only damaged tables overlap: what begins later is believed.
    for (size_t i = 0; i + 1 < rows.size(); ++i) rows[i].end = std::min(rows[i].end, rows[i + 1].address);
    std::erase_if(rows, [](const LineRow& row) { return row.address >= row.end; });
    return std::move(lines_);
  }

 private:
  // More than the code of any function that is listed has.
  static constexpr size_t kMaxRows = 1 << 20;

  LineFile named(const LineTable& table, uint64_t index, uint64_t offset) {
    const uint64_t cost = table.cost_of_name();
    if (cost > budget_) {
      lines_.cut = true;
      return {.table = offset};
    }
    budget_ -= cost;
    LineFile name = table.file_at(index);
    name.table = offset;
    return name;
  }

  uint64_t begin_, end_;
  uint64_t budget_;  // Bytes that may be looked at for names: each name takes a walk over its table's list.
  FunctionLines lines_;
};

}  // namespace

SourceLine find_source_line(Bytes elf, uint64_t address) {
  SourceLine found;
  for_each_table(find_sections(elf), [&](LineTable table, uint64_t) {
    found = table.find(address);
    return found.line == 0;
  });
  return found.line == 0 ? SourceLine() : found;
}

FunctionLines find_lines(Bytes elf, uint64_t begin, uint64_t end) {
  constexpr uint64_t kNameWalks = 64;
  LineCollector collector(begin, end, kNameWalks * elf.size());
  for_each_table(find_sections(elf), [&](LineTable table, uint64_t offset) {
    collector.read(table, offset);
    return true;
  });
  return collector.take();
}

const LineRow* row_at(const FunctionLines& lines, uint64_t address) {
  const auto after = std::upper_bound(lines.rows.begin(), lines.rows.end(), address,
                                      [](uint64_t at, const LineRow& row) { return at < row.address; });
  if (after == lines.rows.begin() || address >= after[-1].end) return nullptr;
  return &after[-1];
}

LineFile find_line_file(Bytes elf, uint64_t table, uint64_t index) {
  Sections sections = find_sections(elf);
  if (table >= sections.line.size()) return {};
  sections.line = sections.line.subspan(table);
  LineFile found;
  for_each_table(sections, [&](const LineTable& first, uint64_t) {
    found = first.file_at(index);
    return false;
  });
  found.table = table;
  return found;
}

std::string source_path(std::string_view directory, std::string_view file) {
  std::string path;
  const bool is_relative = !file.starts_with('/') && !directory.empty() && directory != ".";
  if (is_relative) path.append(directory).push_back('/');
  return path.append(file);
}

}  // namespace ireereplay
