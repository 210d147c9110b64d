#include "executable/function_difference.h"

#include <Zydis/Decoder.h>
#include <Zydis/Utils.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>

#include "base/seeded_hash.h"
#include "executable/code_functions.h"
#include "executable/elf_memory.h"
#include "executable/elf_sections.h"
#include "executable/elf_symbols.h"
#include "executable/function_extents.h"
#include "executable/library_abi.h"
#include "executable/library_tables.h"

namespace ireereplay {

namespace {

constexpr std::string_view kSupported = "x86_64";
constexpr uint64_t kPointer = 8;
/// Wider than any operand whose bytes are compared one by one.
constexpr uint64_t kMostOperand = 64;

/// One of the two files.
struct Side {
  explicit Side(Bytes elf) : elf(elf), memory(elf), symbols(elf) {
    for (const FunctionExtent& extent : function_extents(elf)) sizes.emplace(extent.address, extent.size);
    for (const ElfMemory::Pointer& pointer : memory.pointers()) pointers.push_back(pointer.address);
    std::sort(pointers.begin(), pointers.end());
    if (const auto tables = library_tables(memory, elf.size())) {
      for (const LibraryExport& entry : tables->exports) attributes.push_back(entry.attributes);
    }
  }
  /// What the library says of the export that the function is; empty where it is none.
  Bytes attributes_of(const CodeFunction& function) const {
    return function.ordinal && *function.ordinal < attributes.size() ? attributes[*function.ordinal] : Bytes();
  }
  /// Loading puts addresses there.
  bool has_pointers(uint64_t address, uint64_t size) const {
    const auto first = std::lower_bound(pointers.begin(), pointers.end(), address);
    return first != pointers.end() && *first - address < size;
  }
  /// Bytes of the function that begins at `address`; 0 where none is known to, or where it ends.
  uint64_t size_at(uint64_t address) const {
    const auto found = sizes.find(address);
    return found == sizes.end() ? 0 : found->second;
  }

  Bytes elf;
  ElfMemory memory;
  ElfSymbols symbols;
  std::unordered_map<uint64_t, uint64_t, SeededHash> sizes;
  std::vector<uint64_t> pointers;  ///< Where they are, in order.
  std::vector<Bytes> attributes;   ///< By ordinal.
};

/// An instruction and what of it depends on where the rest of the file lies.
struct Decoded {
  ZydisDecodedInstruction instruction;
  std::array<ZydisDecodedOperand, ZYDIS_MAX_OPERAND_COUNT> operands;
  std::array<uint8_t, ZYDIS_MAX_INSTRUCTION_LENGTH> bytes;  ///< Distances to outside of the function are 0.
  std::optional<uint64_t> data;                             ///< Address of an operand in memory, outside.
  uint64_t data_size = 0;                                   ///< Bytes; 0 where only its address is taken.
  std::optional<uint64_t> code;                             ///< Where it leads, outside.
};

/// Two places that take each other's part, each the beginning of a function.
using FunctionPair = std::pair<uint64_t, uint64_t>;

/// What is known of a pair without what it calls.
struct OwnDifference {
  FunctionChange change = FunctionChange::kSame;
  std::string why;
  std::vector<FunctionPair> calls;

  /// Keeps the stronger finding, and of equal ones the first.
  void note(FunctionChange found, std::string reason) {
    if (change == FunctionChange::kDiffers || (change == FunctionChange::kUnknown && found != FunctionChange::kDiffers))
      return;
    change = found;
    why = std::move(reason);
  }
};

class FunctionComparer {
 public:
  FunctionComparer(Bytes a, Bytes b) : a_(a), b_(b) {
    ::ZydisDecoderInit(&decoder_, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64);
  }

  void add_sizes(const ExecutableCode& a, const ExecutableCode& b) {
    for (const CodeFunction& function : a.functions) a_.sizes.emplace(function.address, function.size);
    for (const CodeFunction& function : b.functions) b_.sizes.emplace(function.address, function.size);
  }

  FunctionDifference compare(const CodeFunction& a, const CodeFunction& b) {
    FunctionDifference out;
    out.name = a.name;
    out.size_a = a_.size_at(a.address);
    out.size_b = b_.size_at(b.address);
    out.change = FunctionChange::kSame;
    if (!std::ranges::equal(a_.attributes_of(a), b_.attributes_of(b))) {
      out.change = FunctionChange::kDiffers;
      out.why = "attributes";
      return out;
    }
    // Everything that is reached by calls belongs to what the function does.
    const FunctionPair first = {a.address, b.address};
    std::vector<FunctionPair> open = {first};
    std::map<FunctionPair, bool> seen = {{first, true}};
    while (!open.empty() && out.change != FunctionChange::kDiffers) {
      const FunctionPair pair = open.back();
      open.pop_back();
      const OwnDifference& own = own_difference(pair);
      if (own.change == FunctionChange::kDiffers ||
          (own.change == FunctionChange::kUnknown && out.change == FunctionChange::kSame)) {
        out.change = own.change;
        out.why = pair == first ? own.why : "in a function that it calls: " + own.why;
      }
      for (const FunctionPair& call : own.calls) {
        if (seen.emplace(call, true).second) open.push_back(call);
      }
    }
    return out;
  }

 private:
  const OwnDifference& own_difference(const FunctionPair& pair) {
    const auto found = known_.find(pair);
    if (found != known_.end()) return found->second;
    return known_.emplace(pair, compare_own(pair)).first->second;
  }

  OwnDifference compare_own(const FunctionPair& pair) const {
    OwnDifference out;
    const uint64_t size_a = a_.size_at(pair.first), size_b = b_.size_at(pair.second);
    const Bytes a = a_.memory.at(pair.first, size_a), b = b_.memory.at(pair.second, size_b);
    if (a.empty() || b.empty()) {
      out.note(FunctionChange::kUnknown, "the end of its code is unknown");
      return out;
    }
    if (a_.has_pointers(pair.first, size_a) || b_.has_pointers(pair.second, size_b))
      out.note(FunctionChange::kUnknown, "loading modifies its code");
    Decoded in_a, in_b;
    for (size_t at = 0; at < a.size() || at < b.size();) {
      const bool is_code_a = decode(a, at, pair.first, &in_a), is_code_b = decode(b, at, pair.second, &in_b);
      if (!is_code_a && !is_code_b && at < a.size() && at < b.size()) {
        out.note(FunctionChange::kUnknown, "it contains data as well as instructions");
        return out;
      }
      if (is_code_a != is_code_b || in_a.instruction.length != in_b.instruction.length ||
          !std::equal(in_a.bytes.begin(), in_a.bytes.begin() + in_a.instruction.length, in_b.bytes.begin()) ||
          in_a.data.has_value() != in_b.data.has_value() || in_a.code.has_value() != in_b.code.has_value()) {
        out.note(FunctionChange::kDiffers, "code");
        return out;
      }
      if (in_a.code) compare_targets(*in_a.code, *in_b.code, &out);
      if (in_a.data) compare_data(pair, *in_a.data, *in_b.data, in_a.data_size, &out);
      at += in_a.instruction.length;
    }
    return out;
  }

  bool decode(Bytes code, size_t at, uint64_t address, Decoded* out) const {
    out->data.reset();
    out->code.reset();
    if (at >= code.size()) return false;
    ZydisDecodedInstruction& instruction = out->instruction;
    if (!ZYAN_SUCCESS(::ZydisDecoderDecodeFull(&decoder_, code.data() + at, code.size() - at, &instruction,
                                               out->operands.data()))) {
      return false;
    }
    std::copy_n(code.begin() + static_cast<ptrdiff_t>(at), instruction.length, out->bytes.begin());
    for (uint8_t i = 0; i < instruction.operand_count; ++i) {
      const ZydisDecodedOperand& operand = out->operands[i];
      const bool is_target = operand.type == ZYDIS_OPERAND_TYPE_IMMEDIATE && operand.imm.is_relative;
      const bool is_data = operand.type == ZYDIS_OPERAND_TYPE_MEMORY && operand.mem.base == ZYDIS_REGISTER_RIP;
      ZyanU64 place = 0;
      if (!is_target && !is_data) continue;
      if (!ZYAN_SUCCESS(::ZydisCalcAbsoluteAddress(&instruction, &operand, address + at, &place))) return false;
      // Distances within the function are part of its code.
      if (place >= address && place - address < code.size()) continue;
      if (is_target) {
        out->code = place;
        for (const auto& each : instruction.raw.imm) {
          if (each.is_relative) std::fill_n(out->bytes.begin() + each.offset, each.size / 8, uint8_t{0});
        }
      } else {
        out->data = place;
        out->data_size = operand.mem.type == ZYDIS_MEMOP_TYPE_AGEN ? 0 : operand.size / 8u;
        const auto& disp = instruction.raw.disp;
        std::fill_n(out->bytes.begin() + disp.offset, disp.size / 8, uint8_t{0});
      }
    }
    return true;
  }

  void compare_targets(uint64_t a, uint64_t b, OwnDifference* out) const {
    if (a_.sizes.contains(a) && b_.sizes.contains(b)) {
      out->calls.emplace_back(a, b);
    } else {
      out->note(FunctionChange::kUnknown, "it branches to code whose start is unknown");
    }
  }

  /// Compares `size` bytes that the code reads or writes at two addresses; of size 0, all that it may find there.
  void compare_data(const FunctionPair& of, uint64_t a, uint64_t b, uint64_t size, OwnDifference* out) const {
    if (size == 0 || size > kMostOperand) return compare_address(of, a, b, out);
    const std::string_view import_a = a_.symbols.import_at(a), import_b = b_.symbols.import_at(b);
    if (!import_a.empty() || !import_b.empty()) {
      if (import_a != import_b) out->note(FunctionChange::kDiffers, "an import that it calls");
      return;
    }
    const Bytes in_a = a_.memory.at(a, size), in_b = b_.memory.at(b, size);
    if (in_a.empty() || in_b.empty())
      return out->note(FunctionChange::kUnknown, "it reads memory that is not in the file");
    for (uint64_t at = 0; at < size; ++at) {
      const uint64_t to_a = a_.memory.pointer(a + at), to_b = b_.memory.pointer(b + at);
      if (to_a == ElfMemory::kNoAddress && to_b == ElfMemory::kNoAddress) continue;
      if (size != kPointer || at != 0 || to_a == ElfMemory::kNoAddress || to_b == ElfMemory::kNoAddress)
        return out->note(FunctionChange::kUnknown, "it reads an address in a way that cannot be traced");
      return compare_address(of, to_a, to_b, out);
    }
    if (!std::equal(in_a.begin(), in_a.end(), in_b.begin())) out->note(FunctionChange::kDiffers, "constants");
  }

  /// Compares what the code may find at two addresses that it takes.
  void compare_address(const FunctionPair& of, uint64_t a, uint64_t b, OwnDifference* out) const {
    if (a_.sizes.contains(a) && b_.sizes.contains(b)) {
      out->calls.emplace_back(a, b);
      return;
    }
    // How far it reads from there is not known: the same is only what lies at the same place of the same section. It
    // may hold distances, such as those of a switch: they lead to the same where the function is as far away.
    const std::string place = a_.symbols.place_in_section(a);
    const std::string section = place.substr(0, place.rfind("+0x"));
    if (!place.empty() && place == b_.symbols.place_in_section(b) && a - of.first == b - of.second) {
      const ElfSection in_a = find_section(a_.elf, section), in_b = find_section(b_.elf, section);
      if (!in_a.contents.empty() && std::ranges::equal(in_a.contents, in_b.contents) &&
          !a_.has_pointers(in_a.address, in_a.contents.size()) &&
          !b_.has_pointers(in_b.address, in_b.contents.size())) {
        return;
      }
    }
    out->note(FunctionChange::kUnknown, "it takes the address of data, and nothing says how much of the data it reads");
  }

  Side a_, b_;
  ZydisDecoder decoder_;
  std::map<FunctionPair, OwnDifference> known_;
};

/// The function that returns the library's description does nothing else, and that is not part of any function.
bool is_query(const CodeFunction& function) { return function.name == abi::kQuerySymbol; }

/// Functions by name; of a name that several have, with which one of them it is.
std::map<std::pair<std::string, uint32_t>, const CodeFunction*> by_name(const ExecutableCode& code) {
  std::map<std::pair<std::string, uint32_t>, const CodeFunction*> named;
  std::map<std::string, uint32_t> count;
  for (const CodeFunction& function : code.functions) named[{function.name, count[function.name]++}] = &function;
  return named;
}

Result<ExecutableCode> read_code(Bytes elf) {
  auto code = describe_code(elf);
  if (!code.ok()) return Status(StatusCode::kIncompatible, code.status().message());
  if (code->architecture != kSupported)
    return Status(StatusCode::kIncompatible,
                  std::string(code->architecture) + " functions are not compared; only x86-64 functions are");
  if (code->functions.empty())
    return Status(StatusCode::kIncompatible, "the executable does not say where its functions are");
  return code;
}

}  // namespace

Result<std::vector<FunctionDifference>> compare_functions(Bytes a, Bytes b) {
  IR_ASSIGN_OR_RETURN(const ExecutableCode code_a, read_code(a));
  IR_ASSIGN_OR_RETURN(const ExecutableCode code_b, read_code(b));
  FunctionComparer comparer(a, b);
  comparer.add_sizes(code_a, code_b);
  const auto named_a = by_name(code_a), named_b = by_name(code_b);
  std::vector<FunctionDifference> out;
  std::map<std::string, uint32_t> count;
  for (const CodeFunction& function : code_a.functions) {
    if (is_query(function)) continue;
    const auto other = named_b.find({function.name, count[function.name]++});
    if (other != named_b.end()) {
      out.push_back(comparer.compare(function, *other->second));
    } else {
      out.push_back({function.name, FunctionChange::kRemoved, "", function.size, 0});
    }
  }
  count.clear();
  for (const CodeFunction& function : code_b.functions) {
    if (!is_query(function) && !named_a.contains({function.name, count[function.name]++}))
      out.push_back({function.name, FunctionChange::kAdded, "", 0, function.size});
  }
  return out;
}

}  // namespace ireereplay
