#include "executable/code_listing.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <utility>

#include "base/seeded_hash.h"
#include "executable/elf_memory.h"
#include "executable/elf_symbols.h"
#include "executable/inlined_frames.h"
#include "executable/line_table.h"

namespace ireereplay {

namespace {

/// Names that are shown of a long list.
constexpr size_t kMaxShown = 16;

Status cancelled() { return Status(StatusCode::kCancelled, "cancelled"); }

bool is_chosen(const CodeFunction& function, const FunctionChoice& choice) {
  if (const auto* ordinal = std::get_if<uint32_t>(&choice)) return function.ordinal == *ordinal;
  if (const auto* name = std::get_if<std::string>(&choice)) return function.name == *name;
  return function.address == std::get<FunctionAddress>(choice).address;
}

std::string words_of(const FunctionChoice& choice) {
  if (const auto* ordinal = std::get_if<uint32_t>(&choice)) return "export " + std::to_string(*ordinal);
  if (const auto* name = std::get_if<std::string>(&choice)) return "function " + *name;
  return unnamed_function({std::get<FunctionAddress>(choice).address, 0}).name;
}

Result<CodeFunction> choose(Bytes elf, const ExecutableCode& code, const FunctionChoice& choice) {
  std::string names;
  size_t shown = 0;
  for (const CodeFunction& function : code.functions) {
    if (is_chosen(function, choice)) return function;
    if (shown++ < kMaxShown) names += (names.empty() ? "" : ", ") + function.name;
  }
  if (const auto* begin = std::get_if<FunctionAddress>(&choice)) {
    for (const FunctionExtent& extent : function_extents(elf)) {
      if (extent.address == begin->address) return unnamed_function(extent);
    }
  }
  if (shown > kMaxShown) names += " and " + std::to_string(shown - kMaxShown) + " more";
  return Status(StatusCode::kNotFound,
                "the executable has no " + words_of(choice) +
                    (names.empty() ? ": it contains no names of functions" : "; it has " + names));
}

// "directory/file", without pieces that say nothing.
std::string joined(std::string_view directory, std::string_view file) {
  while (file.starts_with("./")) file.remove_prefix(2);
  if (file.starts_with('/') || directory.empty() || directory == "." || file == "-") return std::string(file);
  return std::string(directory) + (directory.ends_with('/') ? "" : "/") + std::string(file);
}

// Builds a listing from what the tables of a file say.
class Lister {
 public:
  Lister(Bytes elf, const ExecutableCode& code, CodeFunction function)
      : elf_(elf), code_(code), memory_(elf), symbols_(elf) {
    out_.function = std::move(function);
    out_.architecture = code.architecture;
    for (const CodeFunction& each : code.functions) functions_.emplace(each.address, &each);
  }

  Result<CodeListing> list(const std::atomic<bool>& cancel) {
    bound();
    const uint64_t begin = out_.function.address, end = begin + out_.function.size;
    const FunctionLines lines = find_lines(elf_, begin, end);
    if (cancel) return cancelled();
    const FunctionFrames frames = find_frames(elf_, begin);
    if (cancel) return cancelled();
    add_lines(lines, frames);
    add_frames(frames);
    if (lines.cut || frames.cut)
      out_.notes.push_back("Debugging information is damaged or too long: not all lines and calls are known.");
    if (!code_.has_lines)
      out_.notes.push_back(
          "The executable has no line table: compile it with debugging information to see source lines.");
    if (code_.architecture == "x86_64") {
      IR_RETURN_IF_ERROR(decode(cancel));
      assign(lines, frames);
    } else {
      out_.left_out = out_.function.size;
      out_.notes.push_back(
          "Instructions of " + std::string(code_.architecture) +
          " are not decoded here. llvm-objdump --disassemble decodes them from the exported executable.");
    }
    return std::move(out_);
  }

 private:
  // Decides where the function ends, if nothing has said so, and keeps that within the file.
  void bound() {
    CodeFunction& function = out_.function;
    const uint64_t there = memory_.from(function.address).size();
    if (function.size == 0) {
      uint64_t next = ~0ull;
      for (const CodeFunction& other : code_.functions) {
        if (other.address > function.address) next = std::min(next, other.address);
      }
      function.size = std::min(there, next - function.address);
      out_.notes.push_back("The function's end is unknown: it is listed up to the next function.");
    }
    function.size = std::min(function.size, there);
    out_.section = symbols_.place_in_section(function.address);
  }

  uint32_t file(const std::string& path, Bytes md5) {
    const auto [found, is_new] = files_.try_emplace(path, static_cast<uint32_t>(out_.files.size()));
    if (is_new) {
      out_.files.push_back(path);
      out_.file_md5s.emplace_back(md5.begin(), md5.end());
    }
    return found->second;
  }

  std::string path_of(const LineFile& file, const FunctionFrames& frames) const {
    const bool is_ours = file.table == frames.line_table;
    std::string_view directory = file.directory;
    while (directory.starts_with("./")) directory.remove_prefix(2);
    return joined(
        is_ours ? joined(frames.directory, directory == "." ? std::string_view() : directory) : std::string(directory),
        file.file);
  }

  void add_lines(const FunctionLines& lines, const FunctionFrames& frames) {
    std::vector<uint32_t> files;
    for (const LineFile& each : lines.files)
      files.push_back(each.file.empty() ? 0 : file(path_of(each, frames), each.md5));
    std::map<std::pair<uint32_t, uint32_t>, std::vector<CodeInterval>> by_line;
    for (const LineRow& row : lines.rows) {
      out_.places.push_back({files[row.file], row.line, row.column});
      std::vector<CodeInterval>& code = by_line[{files[row.file], row.line}];
      if (!code.empty() && code.back().end == row.address) {
        code.back().end = row.end;
      } else {
        code.push_back({row.address, row.end});
      }
    }
    for (auto& [place, code] : by_line) out_.lines.push_back({place.first, place.second, std::move(code)});
  }

  void add_frames(const FunctionFrames& frames) {
    std::map<uint64_t, uint32_t> files;
    uint64_t budget = kMaxCallFiles;
    const auto call_file = [&](uint64_t index) {
      const auto [found, is_new] = files.try_emplace(index, kNotListed);
      if (is_new && budget != 0 && frames.line_table != FunctionFrames::kNoTable) {
        --budget;
        const LineFile named = find_line_file(elf_, frames.line_table, index);
        if (!named.file.empty()) found->second = file(path_of(named, frames), named.md5);
      }
      return found->second;
    };
    if (frames.declared_line != 0) {
      out_.declared_file = call_file(frames.declared_file);
      out_.declared_line = frames.declared_line;
    }
    for (const InlinedFrame& frame : frames.frames) {
      out_.frames.push_back({std::string(frame.function), frame.parent,
                             frame.call_line == 0 ? kNotListed : call_file(frame.call_file), frame.call_line,
                             frame.call_column});
    }
  }

  Status decode(const std::atomic<bool>& cancel) {
    const CodeFunction& function = out_.function;
    const Bytes code = memory_.at(function.address, function.size);
    const InstructionDecoder decoder;
    size_t at = 0;
    while (at < code.size() && out_.instructions.size() < kMostInstructions) {
      if (out_.instructions.size() % 1024 == 0 && cancel) return cancelled();
      ListedInstruction& listed = out_.instructions.emplace_back();
      listed.instruction = decoder.decode(code.subspan(at), function.address + at);
      listed.bytes = code.subspan(at, listed.instruction.length);
      listed.symbol = symbol_of(listed.instruction);
      at += listed.instruction.length;
    }
    out_.left_out = code.size() - at;
    if (out_.left_out != 0) {
      out_.notes.push_back("Only the first " + std::to_string(kMostInstructions) +
                           " instructions are listed: " + std::to_string(out_.left_out) + " bytes of code follow.");
    }
    return Status();
  }

  std::string symbol_of(const Instruction& instruction) const {
    if (instruction.target) return is_inside(*instruction.target) ? std::string() : name_of_target(*instruction.target);
    if (!instruction.reference) return {};
    if (const std::string_view import = symbols_.import_at(*instruction.reference); !import.empty())
      return std::string(import);
    const uint64_t pointed = memory_.pointer(*instruction.reference);
    return name_of(pointed == ElfMemory::kNoAddress ? *instruction.reference : pointed);
  }

  bool is_inside(uint64_t address) const {
    return address >= out_.function.address && address - out_.function.address < out_.function.size;
  }

  std::string name_of(uint64_t address) const {
    // Exports and functions of the debugging information may have no symbol.
    const auto found = functions_.find(address);
    return found == functions_.end() ? symbols_.name_of(address) : found->second->name;
  }

  // A call to an import goes through a stub that jumps to where a relocation stores its address.
  std::string name_of_target(uint64_t address) const {
    const std::string name = name_of(address);
    if (!name.starts_with(".plt")) return name;
    const Bytes stub = memory_.from(address);
    const InstructionDecoder decoder;
    for (size_t at = 0, i = 0; i < 2 && at < stub.size(); ++i) {
      const Instruction instruction = decoder.decode(stub.subspan(at), address + at);
      if (instruction.reference) {
        const std::string_view import = symbols_.import_at(*instruction.reference);
        if (!import.empty()) return std::string(import);
      }
      at += instruction.length;
    }
    return name;
  }

  // Which place and which frame each instruction belongs to.
  void assign(const FunctionLines& lines, const FunctionFrames& frames) {
    std::vector<ListedInstruction>& all = out_.instructions;
    size_t row = 0;
    for (ListedInstruction& listed : all) {
      const uint64_t address = listed.instruction.address;
      while (row < lines.rows.size() && lines.rows[row].end <= address) ++row;
      if (row < lines.rows.size() && lines.rows[row].address <= address) listed.place = static_cast<uint32_t>(row);
    }
    // Callers come before what they call, so that the innermost frame is the last to claim an instruction.
    uint64_t budget = kMaxClaims;
    for (size_t i = 0; i < frames.frames.size(); ++i) {
      for (const CodeInterval& code : frames.frames[i].code) {
        auto at = std::lower_bound(
            all.begin(), all.end(), code.begin,
            [](const ListedInstruction& each, uint64_t from) { return each.instruction.address < from; });
        for (; at != all.end() && at->instruction.address < code.end && budget != 0; ++at, --budget)
          at->frame = static_cast<uint32_t>(i);
      }
    }
  }

  /// Sources that inlined functions are called in, and how often an instruction is claimed by a frame: more than there
  /// are in undamaged files.
  static constexpr uint64_t kMaxCallFiles = 256, kMaxClaims = 1 << 24;

  Bytes elf_;
  const ExecutableCode& code_;
  std::unordered_map<uint64_t, const CodeFunction*, SeededHash> functions_;  // By address.
  ElfMemory memory_;
  ElfSymbols symbols_;
  CodeListing out_;
  std::map<std::string, uint32_t> files_;
};

}  // namespace

std::optional<size_t> index_of_instruction(const CodeListing& listing, uint64_t address) {
  const auto after =
      std::upper_bound(listing.instructions.begin(), listing.instructions.end(), address,
                       [](uint64_t at, const ListedInstruction& each) { return at < each.instruction.address; });
  if (after == listing.instructions.begin()) return std::nullopt;
  const auto found = std::prev(after);
  if (address - found->instruction.address >= found->instruction.length) return std::nullopt;
  return static_cast<size_t>(found - listing.instructions.begin());
}

Result<CodeListing> list_code(Bytes elf, const FunctionChoice& choice, const std::atomic<bool>& cancel) {
  IR_ASSIGN_OR_RETURN(const ExecutableCode code, describe_code(elf));
  IR_ASSIGN_OR_RETURN(CodeFunction function, choose(elf, code, choice));
  if (cancel) return cancelled();
  return Lister(elf, code, std::move(function)).list(cancel);
}

}  // namespace ireereplay
