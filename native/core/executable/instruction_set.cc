// Encodings are of the Intel 64 and IA-32 Architectures Software Developer's Manual, volume 2, appendix A.
#include "executable/instruction_set.h"

namespace ireereplay {

namespace {

// What follows an opcode: whether a ModRM byte, and how many bytes of immediate.
struct Shape {
  bool known = true;
  bool modrm = false;
  unsigned immediate = 0;
};

constexpr Shape kUnknown = {false, false, 0};

// One instruction. `length` is 0 when it is not known, or does not end in the code.
struct Instruction {
  unsigned length = 0;
  enum Encoding { kLegacy, kVex, kEvex } encoding = kLegacy;
  unsigned map = 0;     // 0 one byte, 1 after 0F, 2 after 0F 38, 3 after 0F 3A.
  unsigned prefix = 0;  // Of VEX: 1 stands for 66, 2 for F3, 3 for F2.
  uint8_t opcode = 0;
};

bool is_between(uint8_t value, unsigned low, unsigned high) { return value >= low && value <= high; }

Shape one_byte_shape(uint8_t opcode, bool wide_operand, bool short_operand, bool short_address, uint8_t modrm) {
  const unsigned immediate = short_operand ? 2 : 4;
  if (opcode < 0x40) {
    switch (opcode & 7) {
      case 4:
        return {true, false, 1};
      case 5:
        return {true, false, immediate};
      case 6:
      case 7:
        return kUnknown;
      default:
        return {true, true, 0};
    }
  }
  if (is_between(opcode, 0x50, 0x5F) || is_between(opcode, 0x6C, 0x6F) || is_between(opcode, 0x90, 0x99) ||
      is_between(opcode, 0x9B, 0x9F) || is_between(opcode, 0xA4, 0xA7) || is_between(opcode, 0xAA, 0xAF) ||
      is_between(opcode, 0xEC, 0xEF) || is_between(opcode, 0xF8, 0xFD)) {
    return {};
  }
  if (is_between(opcode, 0x70, 0x7F) || is_between(opcode, 0xB0, 0xB7) || is_between(opcode, 0xE0, 0xE7))
    return {true, false, 1};
  if (is_between(opcode, 0x84, 0x8F) || is_between(opcode, 0xD0, 0xD3) || is_between(opcode, 0xD8, 0xDF))
    return {true, true, 0};
  if (is_between(opcode, 0xA0, 0xA3)) return {true, false, short_address ? 4u : 8u};
  if (is_between(opcode, 0xB8, 0xBF)) return {true, false, wide_operand ? 8 : immediate};
  const bool is_test = (modrm & 0x38) <= 0x08;
  switch (opcode) {
    case 0x63:
    case 0xFE:
    case 0xFF:
      return {true, true, 0};
    case 0x68:
    case 0xA9:
      return {true, false, immediate};
    case 0x69:
    case 0x81:
    case 0xC7:
      return {true, true, immediate};
    case 0x6A:
    case 0xA8:
    case 0xCD:
    case 0xEB:
      return {true, false, 1};
    case 0x6B:
    case 0x80:
    case 0x83:
    case 0xC0:
    case 0xC1:
    case 0xC6:
      return {true, true, 1};
    case 0xC2:
    case 0xCA:
      return {true, false, 2};
    case 0xC8:
      return {true, false, 3};
    case 0xC3:
    case 0xC9:
    case 0xCB:
    case 0xCC:
    case 0xCF:
    case 0xD7:
    case 0xF1:
    case 0xF4:
    case 0xF5:
      return {};
    case 0xE8:
    case 0xE9:
      return {true, false, 4};
    case 0xF6:
      return {true, true, is_test ? 1u : 0u};
    case 0xF7:
      return {true, true, is_test ? immediate : 0u};
    default:
      return kUnknown;
  }
}

bool has_byte_after(uint8_t opcode) {
  return is_between(opcode, 0x70, 0x73) || opcode == 0xC2 || is_between(opcode, 0xC4, 0xC6);
}

Shape two_byte_shape(uint8_t opcode) {
  if (is_between(opcode, 0x80, 0x8F)) return {true, false, 4};
  if (is_between(opcode, 0x05, 0x09) || opcode == 0x0B || opcode == 0x0E || is_between(opcode, 0x30, 0x37) ||
      opcode == 0x77 || is_between(opcode, 0xA0, 0xA2) || is_between(opcode, 0xA8, 0xAA) ||
      is_between(opcode, 0xC8, 0xCF)) {
    return {};
  }
  if (opcode == 0x04 || opcode == 0x0A || opcode == 0x0C || opcode == 0x0F || opcode == 0xFF) return kUnknown;
  if (has_byte_after(opcode) || opcode == 0xA4 || opcode == 0xAC || opcode == 0xBA) return {true, true, 1};
  return {true, true, 0};
}

Instruction decode(Bytes code) {
  size_t at = 0;
  const auto peek = [&](size_t offset) { return at + offset < code.size() ? code[at + offset] : uint8_t{0}; };
  Instruction found;
  bool short_operand = false, short_address = false, wide_operand = false;
  for (;; ++at) {
    const uint8_t byte = peek(0);
    if (byte == 0x66) {
      short_operand = true;
    } else if (byte == 0x67) {
      short_address = true;
    } else if (byte != 0xF0 && byte != 0xF2 && byte != 0xF3 && (byte & 0xE7) != 0x26 && byte != 0x64 && byte != 0x65) {
      break;
    }
    if (at == 14) return found;
  }
  Shape shape;
  const uint8_t first = peek(0);
  if (first == 0xC5 || first == 0xC4 || first == 0x62) {
    const unsigned payload = first == 0xC5 ? 1 : first == 0xC4 ? 2 : 3;
    found.encoding = first == 0x62 ? Instruction::kEvex : Instruction::kVex;
    found.map = first == 0xC5 ? 1 : peek(1) & (first == 0xC4 ? 0x1F : 0x07);
    found.prefix = peek(first == 0xC5 ? 1 : 2) & 3;
    at += 1 + payload;
    found.opcode = peek(0);
    // Maps 5 and 6 are those of half precision.
    if (found.map == 0 || found.map == 4 || found.map > 6) return found;
    const bool is_zeroupper = found.encoding == Instruction::kVex && found.map == 1 && found.opcode == 0x77;
    const bool has_immediate = found.map == 3 || (found.map == 1 && has_byte_after(found.opcode));
    shape = {true, !is_zeroupper, has_immediate ? 1u : 0u};
  } else {
    if ((first & 0xF0) == 0x40) {
      wide_operand = (first & 8) != 0;
      ++at;
    }
    found.opcode = peek(0);
    if (found.opcode == 0x0F) {
      ++at;
      found.map = peek(0) == 0x38 ? 2 : peek(0) == 0x3A ? 3 : 1;
      if (found.map != 1) ++at;
      found.opcode = peek(0);
      shape = found.map == 1 ? two_byte_shape(found.opcode) : Shape{true, true, found.map == 3 ? 1u : 0u};
    } else {
      // A register of REX.W is wider than what 66 makes short.
      shape = one_byte_shape(found.opcode, wide_operand, short_operand && !wide_operand, short_address, peek(1));
    }
  }
  if (!shape.known) return found;
  ++at;
  if (shape.modrm) {
    const uint8_t modrm = peek(0), mode = modrm >> 6, base = modrm & 7;
    ++at;
    bool has_displacement_32 = mode == 2 || (mode == 0 && base == 5);
    if (mode != 3 && base == 4) {
      has_displacement_32 |= mode == 0 && (peek(0) & 7) == 5;
      ++at;
    }
    at += mode == 1 ? 1 : has_displacement_32 ? 4 : 0;
  }
  at += shape.immediate;
  if (at <= code.size()) found.length = static_cast<unsigned>(at);
  return found;
}

void note(const Instruction& instruction, InstructionSets* sets) {
  if (instruction.encoding == Instruction::kLegacy) return;
  if (instruction.encoding == Instruction::kEvex) {
    sets->avx512 = true;
    return;
  }
  const uint8_t opcode = instruction.opcode;
  const unsigned row = opcode >> 4, column = opcode & 15;
  if (instruction.map == 2 && (opcode == 0xF2 || opcode == 0xF3 || is_between(opcode, 0xF5, 0xF7))) {
    sets->bmi = true;
  } else if (instruction.map == 3 && opcode == 0xF0) {
    sets->bmi = true;
  } else {
    sets->avx = true;
    const bool is_fma = instruction.map == 2 && instruction.prefix == 1 && is_between(row, 0x9, 0xB) && column >= 6;
    sets->fma |= is_fma;
  }
}

}  // namespace

InstructionSets find_instruction_sets(Bytes code) {
  InstructionSets sets;
  while (!code.empty()) {
    const Instruction instruction = decode(code);
    if (instruction.length == 0) break;
    note(instruction, &sets);
    code = code.subspan(instruction.length);
  }
  return sets;
}

InstructionSets host_instruction_sets() {
#if defined(__x86_64__)
  return {__builtin_cpu_supports("avx") != 0, __builtin_cpu_supports("fma") != 0, __builtin_cpu_supports("bmi2") != 0,
          __builtin_cpu_supports("avx512f") != 0};
#else
  return {true, true, true, true};
#endif
}

std::string missing_instruction_sets(const InstructionSets& needed, const InstructionSets& present) {
  std::string names;
  const auto name = [&](bool is_needed, bool is_present, const char* what) {
    if (!is_needed || is_present) return;
    if (!names.empty()) names += ", ";
    names += what;
  };
  name(needed.avx, present.avx, "AVX");
  name(needed.fma, present.fma, "FMA");
  name(needed.bmi, present.bmi, "BMI2");
  name(needed.avx512, present.avx512, "AVX-512");
  return names;
}

}  // namespace ireereplay
