#include "executable/element_arithmetic.h"

#include <algorithm>
#include <iterator>
#include <span>
#include <string_view>

#include "executable/beginnings.h"

namespace ireereplay {

namespace {

/// Instructions by what their names begin with, without the v of AVX.
struct Operation {
  std::string_view begins;
  uint32_t per_result;   ///< Operations for each element of the result.
  uint16_t result_bits;  ///< Of an element of the result; 0 when the end of the name says it.
};

// Of floating-point numbers; the last two letters say which.
constexpr Operation kFloat[] = {
    {"add", 1, 0},
    {"sub", 1, 0},
    {"mul", 1, 0},
    {"div", 1, 0},
    {"min", 1, 0},
    {"max", 1, 0},
    {"sqrt", 1, 0},
    {"rsqrt", 1, 0},
    {"rcp", 1, 0},
    {"hadd", 1, 0},
    {"hsub", 1, 0},
    {"fmadd", 2, 0},
    {"fmsub", 2, 0},
    {"fnmadd", 2, 0},
    {"fnmsub", 2, 0},
    {"dpp", 2, 0},
    // Two products of bfloat16 are added to each 32-bit sum.
    {"dpbf16", 4, 32},
};

// Of integers. Those that add products of neighbours have fewer results than elements.
constexpr Operation kInteger[] = {
    {"padd", 1, 0},     {"psub", 1, 0},     {"pmuludq", 1, 64},   {"pmuldq", 1, 64},  {"pmul", 1, 0},
    {"pmin", 1, 0},     {"pmax", 1, 0},     {"pabs", 1, 0},       {"pavg", 1, 0},     {"phadd", 1, 0},
    {"phsub", 1, 0},    {"pmaddwd", 3, 32}, {"pmaddubsw", 3, 16}, {"pmadd52", 2, 64}, {"pdpbusd", 8, 32},
    {"pdpbssd", 8, 32}, {"pdpbuud", 8, 32}, {"pdpbsud", 8, 32},   {"pdpwssd", 4, 32}, {"pdpwusd", 4, 32},
    {"pdpwsud", 4, 32}, {"pdpwuud", 4, 32},
};

// Of vector registers, but not counted.
constexpr std::string_view kUncounted[] = {
    "aes",     "sha",     "gf2p8",    "fmulc",   "fcmulc",  "fmaddc",   "fcmaddc", "4fm",
    "4fnm",    "p4dp",    "pclmul",   "phmin",   "mpsadbw", "dbpsadbw", "psadbw",  "pcmpes",
    "pcmpis",  "pmacs",   "pmadcs",   "phaddub", "phaddwd", "phadduw",  "phaddbd", "phaddbw",
    "phaddbq", "phaddwq", "phaddudq", "phadddq", "phsubbw", "phsubwd",  "phsubdq"};

std::string_view plain_name(const Instruction& instruction) {
  std::string_view name = instruction.mnemonic;
  // Prefixes come before.
  if (const size_t space = name.rfind(' '); space != std::string_view::npos) name.remove_prefix(space + 1);
  if (name.starts_with('v')) name.remove_prefix(1);
  return name;
}

/// "ps" and its like; nothing for other names.
struct FloatType {
  uint16_t bits = 0;
  bool is_scalar = false;
};
FloatType float_type(std::string_view name) {
  if (name.size() < 2) return {};
  const char packing = name[name.size() - 2], type = name.back();
  if (packing != 'p' && packing != 's') return {};
  const uint16_t bits = type == 'h' ? 16 : type == 's' ? 32 : type == 'd' ? 64 : 0;
  return {bits, packing == 's'};
}

uint16_t integer_bits(std::string_view name) {
  switch (name.back()) {
    case 'b':
      return 8;
    case 'w':
      return 16;
    case 'd':
      return 32;
    case 'q':
      return 64;
    default:
      return 0;
  }
}

const Operation* find(std::span<const Operation> all, std::string_view name) {
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const Operation& each) { return name.starts_with(each.begins); });
  return found == all.end() ? nullptr : &*found;
}

}  // namespace

std::optional<ElementArithmetic> element_arithmetic(const Instruction& instruction) {
  if (instruction.kind != InstructionKind::kArithmetic || instruction.lanes == 0) return std::nullopt;
  const std::string_view name = plain_name(instruction);
  if (begins_with_any(name, kUncounted)) return std::nullopt;
  if (name.starts_with('p')) {
    const Operation* operation = find(kInteger, name);
    const uint16_t bits = operation == nullptr          ? 0
                          : operation->result_bits != 0 ? operation->result_bits
                                                        : integer_bits(name);
    if (bits == 0) return std::nullopt;
    return ElementArithmetic{ElementKind::kInteger, false, bits, instruction.vector_bits,
                             operation->per_result * instruction.vector_bits / bits};
  }
  const Operation* operation = find(kFloat, name);
  const auto [named_bits, is_scalar] = float_type(name);
  if (operation == nullptr || named_bits == 0) return std::nullopt;
  const uint16_t bits = operation->result_bits != 0 ? operation->result_bits : named_bits;
  if (is_scalar) return ElementArithmetic{ElementKind::kFloat, true, bits, bits, operation->per_result};
  return ElementArithmetic{ElementKind::kFloat, false, bits, instruction.vector_bits,
                           operation->per_result * instruction.vector_bits / bits};
}

bool is_uncounted_arithmetic(const Instruction& instruction) {
  if (instruction.kind != InstructionKind::kArithmetic) return false;
  const std::string_view name = plain_name(instruction);
  if (instruction.lanes != 0) return begins_with_any(name, kUncounted);
  // Of general registers, only these begin so.
  if (name.starts_with('p'))
    return !name.starts_with("popcnt") && !name.starts_with("pdep") && !name.starts_with("pext");
  return name.starts_with('f') || name.starts_with("td") || name.starts_with("tcmm");
}

}  // namespace ireereplay
