// Readers of debugging information on arbitrary sections: line tables, entries, inlined frames, tables for unwinding.
// An input is the lengths of all sections but the last, 16 bits each, and then their contents: sections.py makes the
// corpus from the executables of native/fuzz/corpus/executable_fuzz and of the fixtures.
#include <array>
#include <cstdlib>

#include "executable/debug_entries.h"
#include "executable/function_extents.h"
#include "executable/inlined_frames.h"
#include "executable/line_table.h"
#include "made_elf.h"

using namespace ireereplay;

namespace {

constexpr std::array kSections = {".debug_info",     ".debug_abbrev",      ".debug_str",  ".debug_line",
                                  ".debug_line_str", ".debug_str_offsets", ".debug_addr", ".debug_ranges",
                                  ".debug_rnglists", ".eh_frame"};

/// Enough for every input, and no more than a listing is given.
constexpr uint64_t kBudget = 1 << 20;

bool lies_in(std::string_view text, Bytes bytes) {
  const auto* at = reinterpret_cast<const uint8_t*>(text.data());
  return text.empty() || (at >= bytes.data() && at - bytes.data() <= static_cast<ptrdiff_t>(bytes.size()) &&
                          text.size() <= bytes.size() - static_cast<size_t>(at - bytes.data()));
}

void check_lines(Bytes elf) {
  const FunctionLines lines = find_lines(elf, 0, ~0ull);
  uint64_t end = 0;
  for (const LineRow& row : lines.rows) {
    if (row.address < end || row.end <= row.address || row.file >= lines.files.size()) std::abort();
    end = row.end;
    (void)find_line_file(elf, lines.files[row.file].table, row.line);
  }
  for (const LineFile& file : lines.files) {
    if (!lies_in(file.directory, elf) || !lies_in(file.file, elf)) std::abort();
  }
  if (!lines.rows.empty()) {
    const SourceLine line = find_source_line(elf, lines.rows.front().address);
    if (!lies_in(line.directory, elf) || !lies_in(line.file, elf)) std::abort();
  }
}

void check_entries(Bytes elf) {
  DebugReader reader(find_debug_sections(elf), kBudget);
  for (DebugUnit& unit : reader.units()) {
    if (unit.begin > unit.entries || unit.entries > unit.end) std::abort();
    if (!reader.open(&unit)) continue;
    uint64_t offset = unit.entries;
    for (auto entry = reader.next(unit, &offset); entry; entry = reader.next(unit, &offset)) {
      if (entry->offset >= offset || offset > unit.end) std::abort();
      for (const auto& [attribute, value] : entry->values) {
        if (!lies_in(reader.text(unit, value), elf)) std::abort();
        (void)reader.address(unit, value);
      }
      for (const CodeInterval& code : reader.code(unit, *entry)) {
        if (code.begin > code.end) std::abort();
      }
    }
  }
}

void check_frames(Bytes elf) {
  for (const NamedCode& each : find_named_code(elf)) {
    if (!lies_in(each.name, elf)) std::abort();
    const FunctionFrames frames = find_frames(elf, each.code.begin);
    if (!lies_in(frames.function, elf) || !lies_in(frames.directory, elf)) std::abort();
    for (size_t i = 0; i < frames.frames.size(); ++i) {
      const InlinedFrame& frame = frames.frames[i];
      if (frame.parent != InlinedFrame::kNone && frame.parent >= i) std::abort();
      if (!lies_in(frame.function, elf)) std::abort();
      (void)find_line_file(elf, frames.line_table, frame.call_file);
    }
    // One is like the others, and each reads all of it.
    break;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  constexpr size_t kLengths = 2 * (kSections.size() - 1);
  if (size < kLengths) return 0;
  const Bytes input(data, size);
  Bytes rest = input.subspan(kLengths);
  std::array<fuzz::MadeSection, kSections.size()> sections;
  for (size_t i = 0; i < kSections.size(); ++i) {
    const bool last = i + 1 == kSections.size();
    const size_t wanted = last ? rest.size() : load<uint16_t>(input, 2 * i);
    const Bytes contents = rest.first(wanted < rest.size() ? wanted : rest.size());
    sections[i] = {kSections[i], contents};
    rest = rest.subspan(contents.size());
  }
  const std::vector<uint8_t> elf = fuzz::made_elf(sections, {});
  check_lines(elf);
  check_entries(elf);
  check_frames(elf);
  uint64_t end = 0;
  for (const FunctionExtent& each : function_extents(elf)) {
    if (each.address < end || each.size == 0) std::abort();
    end = each.address + each.size;
  }
  return 0;
}
