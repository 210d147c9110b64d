#include "executable/inlined_frames.h"

#include <algorithm>
#include <optional>

namespace ireereplay {

namespace {

// DW_TAG_*.
enum : uint64_t { kInlinedSubroutine = 0x1D, kSubprogram = 0x2E };

/// Entries, attributes and bytes of names that are looked at, for each byte of the file. An attribute has at least one
/// bit of it: what is referred to twice is read twice.
constexpr uint64_t kLooksPerByte = 16;
constexpr size_t kMaxFrames = 1 << 16, kMaxDepth = 512, kMaxInlined = 1 << 16, kMaxIntervals = 1 << 20;

bool contains(const std::vector<CodeInterval>& code, uint64_t address) {
  return std::any_of(code.begin(), code.end(),
                     [&](const CodeInterval& at) { return address >= at.begin && address < at.end; });
}

uint32_t small(const DebugValue& value) {
  return value.kind == DebugValue::Kind::kNumber && value.number <= UINT32_MAX ? static_cast<uint32_t>(value.number)
                                                                               : 0;
}

class FrameReader {
 public:
  explicit FrameReader(Bytes elf)
      : reader_(find_debug_sections(elf), kLooksPerByte * elf.size()), units_(reader_.units()) {}

  FunctionFrames find(uint64_t address) {
    for (DebugUnit& unit : units_) {
      const auto root = reader_.open(&unit);
      if (!root) continue;
      // A unit that says where its code is, need not be read when that is elsewhere.
      const auto code = reader_.code(unit, *root);
      if (!code.empty() && !contains(code, address)) continue;
      FunctionFrames found;
      if (walk(unit, address, &found)) {
        found.cut |= !reader_.complete();
        return found;
      }
    }
    FunctionFrames none;
    none.cut = !reader_.complete();
    return none;
  }

  std::vector<NamedCode> functions() {
    std::vector<NamedCode> found;
    for (DebugUnit& unit : units_) {
      if (!reader_.open(&unit)) continue;
      uint64_t offset = unit.entries;
      while (auto entry = reader_.next(unit, &offset)) {
        if (entry->tag != kSubprogram) continue;
        const auto code = reader_.code(unit, *entry);
        if (code.empty()) continue;
        if (found.size() == kMaxInlined) return found;
        found.push_back({names(unit, *entry).best(), code.front()});
      }
    }
    return found;
  }

 private:
  struct Names {
    std::string_view name, linkage;
    std::string_view best() const { return name.empty() ? linkage : name; }
  };

  // What is open while entries are read one after another.
  struct Level {
    uint32_t frame = InlinedFrame::kNone;
    bool inside = false;
  };

  // Reads `unit` to the end of the function at `address`; false when it has none.
  bool walk(const DebugUnit& unit, uint64_t address, FunctionFrames* found) {
    std::vector<Level> levels = {{}};
    bool has_function = false;
    uint64_t offset = unit.entries;
    while (auto entry = reader_.next(unit, &offset)) {
      if (entry->tag == 0) {
        levels.pop_back();
        if (levels.empty()) break;
        if (has_function && !levels.back().inside) break;
        continue;
      }
      Level level = levels.back();
      if (entry->tag == kSubprogram) {
        // A function that is declared within another one is not part of it.
        level = {};
        const auto code = reader_.code(unit, *entry);
        if (!has_function && contains(code, address)) {
          has_function = level.inside = true;
          describe(unit, *entry, code, address, found);
          if (!entry->has_children) break;
        }
      } else if (level.inside && entry->tag == kInlinedSubroutine) {
        if (found->frames.size() == kMaxFrames || intervals_ > kMaxIntervals) {
          found->cut = true;
          break;
        }
        level.frame = add_frame(unit, *entry, level.frame, found);
      }
      if (!entry->has_children) continue;
      if (levels.size() == kMaxDepth) {
        found->cut = true;
        break;
      }
      levels.push_back(level);
    }
    return has_function;
  }

  void describe(const DebugUnit& unit, const DebugEntry& entry, const std::vector<CodeInterval>& code, uint64_t address,
                FunctionFrames* found) {
    const Names called = names(unit, entry);
    found->function = called.best();
    found->linkage_name = called.linkage;
    for (const CodeInterval& at : code) {
      if (address >= at.begin && address < at.end) found->code = at;
    }
    found->line_table = unit.statement_list;
    found->directory = unit.directory;
    found->declared_file = entry.find(DebugAttribute::kDeclaredFile).number;
    found->declared_line = small(entry.find(DebugAttribute::kDeclaredLine));
  }

  uint32_t add_frame(const DebugUnit& unit, const DebugEntry& entry, uint32_t parent, FunctionFrames* found) {
    InlinedFrame frame;
    frame.function = names(unit, entry).best();
    frame.parent = parent;
    frame.call_file = entry.find(DebugAttribute::kCallFile).number;
    frame.call_line = small(entry.find(DebugAttribute::kCallLine));
    frame.call_column = small(entry.find(DebugAttribute::kCallColumn));
    frame.code = reader_.code(unit, entry);
    intervals_ += frame.code.size();
    found->frames.push_back(std::move(frame));
    return static_cast<uint32_t>(found->frames.size() - 1);
  }

  // An entry's names, or those of the entries that it is an instance or the definition of.
  Names names(const DebugUnit& unit, const DebugEntry& entry) {
    Names found;
    const DebugUnit* at = &unit;
    DebugEntry current = entry;
    for (int steps = 0; steps < 4; ++steps) {
      if (found.name.empty()) found.name = reader_.text(*at, current.find(DebugAttribute::kName));
      if (found.linkage.empty()) found.linkage = reader_.text(*at, current.find(DebugAttribute::kLinkageName));
      if (!found.name.empty()) break;
      DebugValue origin = current.find(DebugAttribute::kAbstractOrigin);
      if (origin.kind != DebugValue::Kind::kEntry) origin = current.find(DebugAttribute::kSpecification);
      if (origin.kind != DebugValue::Kind::kEntry) break;
      at = unit_of(origin.number);
      if (at == nullptr) break;
      uint64_t offset = origin.number;
      auto next = reader_.next(*at, &offset);
      if (!next) break;
      current = std::move(*next);
    }
    return found;
  }

  // The unit that contains an entry, with its bases.
  const DebugUnit* unit_of(uint64_t offset) {
    const auto after = std::upper_bound(units_.begin(), units_.end(), offset,
                                        [](uint64_t value, const DebugUnit& unit) { return value < unit.begin; });
    if (after == units_.begin()) return nullptr;
    DebugUnit& unit = *(after - 1);
    if (offset >= unit.end) return nullptr;
    if (!unit.is_open) (void)reader_.open(&unit);
    return &unit;
  }

  DebugReader reader_;
  std::vector<DebugUnit> units_;
  size_t intervals_ = 0;  // Of all frames together.
};

}  // namespace

FunctionFrames find_frames(Bytes elf, uint64_t address) { return FrameReader(elf).find(address); }

std::vector<NamedCode> find_named_code(Bytes elf) { return FrameReader(elf).functions(); }

}  // namespace ireereplay
