#include "executable/general_elements.h"

#include <algorithm>
#include <span>
#include <string_view>

namespace ireereplay {

namespace {

constexpr uint16_t kRsp = 1 << 4, kRbp = 1 << 5;
constexpr std::string_view kNames[] = {"add", "sub", "imul", "mul", "neg", "and",
                                       "or",  "xor", "not",  "shl", "shr", "sar"};

bool computes(const Instruction& instruction) {
  return instruction.kind == InstructionKind::kArithmetic && instruction.lanes == 0 &&
         std::find(std::begin(kNames), std::end(kNames), instruction.mnemonic) != std::end(kNames);
}

/// "xor eax, eax": its result does not depend on the register.
bool clears(const Instruction& instruction) {
  if (instruction.mnemonic != "xor" && instruction.mnemonic != "sub") return false;
  const std::string_view operands = instruction.operands;
  const size_t comma = operands.find(", ");
  return comma != std::string_view::npos && operands.substr(0, comma) == operands.substr(comma + 2);
}

/// Whether a loop's instructions run in the order of their addresses.
bool is_in_order(const CodeLoop& loop, std::span<const ListedInstruction> body) {
  if (!loop.is_one_path || loop.code.size() != 1 || loop.code.front().begin != loop.header) return false;
  const CodeInterval& code = loop.code.front();
  return std::none_of(body.begin(), body.end() - 1, [&](const ListedInstruction& each) {
    const auto& target = each.instruction.target;
    return target && *target >= code.begin && *target < code.end;
  });
}

/// Follows elements through an iteration.
class Iteration {
 public:
  explicit Iteration(std::span<const ListedInstruction> body) {
    for (const ListedInstruction& each : body) {
      written_ |= each.instruction.writes;
      addressing_ |= each.instruction.addresses;
    }
  }

  /// Whether the next instruction computes on an element.
  bool next(const Instruction& instruction) {
    const bool has_element = reads_element(instruction);
    const bool is_copy = instruction.kind == InstructionKind::kMove && instruction.addresses == 0;
    const bool is_load = instruction.kind == InstructionKind::kLoad && instruction.lanes == 0;
    // What becomes an address is an index, though it comes from memory.
    const bool is_index = (instruction.writes & addressing_) != 0;
    const bool is_arithmetic = computes(instruction) && has_element && !is_index && !clears(instruction);
    holds_element_ &= static_cast<uint16_t>(~instruction.writes);
    if (has_element && !is_index && (is_copy || is_load || is_arithmetic)) holds_element_ |= instruction.writes;
    return is_arithmetic;
  }

 private:
  bool reads_element(const Instruction& instruction) const {
    if ((instruction.reads & holds_element_) != 0) return true;
    if (!instruction.reads_memory && !instruction.writes_memory) return false;
    // The same place in each iteration may be a counter that did not fit a register.
    return (instruction.addresses & (kRsp | kRbp)) == 0 && (instruction.addresses & written_) != 0;
  }

  uint16_t written_ = 0;     // By any instruction of the loop.
  uint16_t addressing_ = 0;  // Registers that say where memory is.
  uint16_t holds_element_ = 0;
};

}  // namespace

std::vector<bool> find_general_elements(const CodeListing& listing, const CodeLoops& loops) {
  const std::span<const ListedInstruction> all = listing.instructions;
  std::vector<bool> found(all.size());
  for (size_t begin = 0, end = 0; begin < all.size(); begin = end) {
    const uint32_t loop = loops.of_instruction[begin];
    while (end < all.size() && loops.of_instruction[end] == loop) ++end;
    if (loop == kNotListed) continue;
    const std::span<const ListedInstruction> body = all.subspan(begin, end - begin);
    if (body.front().instruction.address != loops.loops[loop].header || !is_in_order(loops.loops[loop], body)) continue;
    Iteration iteration(body);
    for (size_t i = begin; i < end; ++i) found[i] = iteration.next(all[i].instruction);
  }
  return found;
}

}  // namespace ireereplay
