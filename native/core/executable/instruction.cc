#include "executable/instruction.h"

#include <Zydis/Decoder.h>
#include <Zydis/Formatter.h>
#include <Zydis/Utils.h>

#include <algorithm>
#include <array>
#include <span>

#include "base/text.h"
#include "executable/beginnings.h"

namespace ireereplay {

namespace {

constexpr size_t kMostText = 256;

constexpr std::string_view kKindNames[] = {"load", "store", "move",   "shuffle", "arithmetic", "branch",
                                           "jump", "call",  "return", "nothing", "other"};
constexpr std::string_view kElementKindNames[] = {"", "integer", "float"};

// Instructions that rearrange, by what their names begin with, without the v of AVX: Zydis' categories do not tell them
// from those that compute.
constexpr std::string_view kShuffles[] = {
    "perm",     "pshuf",     "shuf",    "unpck",   "punpck",    "palignr",    "align",   "blend",    "pblend",
    "insert",   "pinsr",     "extract", "pextr",   "broadcast", "pbroadcast", "movddup", "movsldup", "movshdup",
    "compress", "pcompress", "expand",  "pexpand", "movlhps",   "movhlps",    "pslldq",  "psrldq"};
constexpr std::string_view kMoves[] = {"mov",      "lea",    "kmov",    "push",    "pop",      "cmov",
                                       "xchg",     "cwd",    "cdq",     "cqo",     "lddqu",    "maskmov",
                                       "pmaskmov", "gather", "pgather", "scatter", "pscatter", "pmov"};

// An AVX instruction is called like the SSE one after a v; no other name that begins with one is listed above.
std::string_view without_v(std::string_view name) { return name.starts_with('v') ? name.substr(1) : name; }

bool is_vector_register(const ZydisDecodedOperand& operand) {
  if (operand.type != ZYDIS_OPERAND_TYPE_REGISTER) return false;
  const ZydisRegisterClass kind = ::ZydisRegisterGetClass(operand.reg.value);
  return kind == ZYDIS_REGCLASS_XMM || kind == ZYDIS_REGCLASS_YMM || kind == ZYDIS_REGCLASS_ZMM;
}

/// The bit of a general register, or of the one that it is a part of; 0 for others.
uint16_t general_bit(ZydisRegister reg) {
  const ZydisRegister whole = ::ZydisRegisterGetLargestEnclosing(ZYDIS_MACHINE_MODE_LONG_64, reg);
  if (::ZydisRegisterGetClass(whole) != ZYDIS_REGCLASS_GPR64) return 0;
  return static_cast<uint16_t>(1u << ::ZydisRegisterGetId(whole));
}

void describe_general_registers(std::span<const ZydisDecodedOperand> operands, Instruction* out) {
  for (const ZydisDecodedOperand& operand : operands) {
    if (operand.type == ZYDIS_OPERAND_TYPE_MEMORY) {
      out->addresses |= general_bit(operand.mem.base) | general_bit(operand.mem.index);
      out->has_hidden_memory |= operand.visibility == ZYDIS_OPERAND_VISIBILITY_HIDDEN;
    } else if (operand.type == ZYDIS_OPERAND_TYPE_REGISTER) {
      const uint16_t bit = general_bit(operand.reg.value);
      if ((operand.actions & ZYDIS_OPERAND_ACTION_MASK_READ) != 0) out->reads |= bit;
      if ((operand.actions & ZYDIS_OPERAND_ACTION_MASK_WRITE) != 0) out->writes |= bit;
    }
  }
}

ElementKind element_of(ZydisElementType type) {
  switch (type) {
    case ZYDIS_ELEMENT_TYPE_FLOAT16:
    case ZYDIS_ELEMENT_TYPE_FLOAT32:
    case ZYDIS_ELEMENT_TYPE_FLOAT64:
      return ElementKind::kFloat;
    case ZYDIS_ELEMENT_TYPE_INT:
    case ZYDIS_ELEMENT_TYPE_UINT:
      return ElementKind::kInteger;
    default:
      return ElementKind::kNone;
  }
}

void describe_operands(std::span<const ZydisDecodedOperand> operands, Instruction* out) {
  for (const ZydisDecodedOperand& operand : operands) {
    const bool is_memory = operand.type == ZYDIS_OPERAND_TYPE_MEMORY && operand.mem.type != ZYDIS_MEMOP_TYPE_AGEN;
    if (is_memory && operand.visibility != ZYDIS_OPERAND_VISIBILITY_HIDDEN) {
      out->reads_memory |= (operand.actions & ZYDIS_OPERAND_ACTION_MASK_READ) != 0;
      out->writes_memory |= (operand.actions & ZYDIS_OPERAND_ACTION_MASK_WRITE) != 0;
      out->memory_bits = std::max(out->memory_bits, operand.size);
    }
    if (!is_vector_register(operand)) continue;
    const uint16_t lanes = std::max<uint16_t>(operand.element_count, 1);
    const auto bits = static_cast<uint16_t>(lanes * operand.element_size);
    if (bits < out->vector_bits || (bits == out->vector_bits && out->lanes != 0)) continue;
    out->vector_bits = bits;
    out->lanes = lanes;
    out->element_bits = operand.element_size;
    out->element = element_of(operand.element_type);
  }
}

/// A scalar instruction of AVX copies the other elements of a source: its registers are whole vectors to the decoder.
void narrow_to_scalar(std::string_view name, Instruction* out) {
  const std::string_view plain = without_v(name);
  if (out->lanes <= 1 || plain.size() < 2 || plain.starts_with('p') || plain.starts_with("broadcast")) return;
  const std::string_view type = plain.substr(plain.size() - 2);
  const uint16_t bits = type == "sh" ? 16 : type == "ss" ? 32 : type == "sd" ? 64 : 0;
  if (bits == 0) return;
  out->lanes = 1;
  out->element = ElementKind::kFloat;
  out->vector_bits = out->element_bits = bits;
}

InstructionKind kind_of(const ZydisDecodedInstruction& instruction, std::string_view name,
                        const Instruction& described) {
  switch (instruction.meta.category) {
    case ZYDIS_CATEGORY_COND_BR:
      return InstructionKind::kBranch;
    case ZYDIS_CATEGORY_UNCOND_BR:
      return InstructionKind::kJump;
    case ZYDIS_CATEGORY_CALL:
      return InstructionKind::kCall;
    case ZYDIS_CATEGORY_RET:
      return InstructionKind::kReturn;
    case ZYDIS_CATEGORY_NOP:
    case ZYDIS_CATEGORY_WIDENOP:
      return InstructionKind::kNothing;
    case ZYDIS_CATEGORY_SYSTEM:
    case ZYDIS_CATEGORY_SYSCALL:
    case ZYDIS_CATEGORY_INTERRUPT:
    case ZYDIS_CATEGORY_PREFETCH:
    case ZYDIS_CATEGORY_CET:
    case ZYDIS_CATEGORY_MISC:
      if (!name.starts_with("lea") && !name.starts_with("mfence")) return InstructionKind::kOther;
      break;
    default:
      break;
  }
  const std::string_view plain = without_v(name);
  if (plain == "zeroupper" || plain == "zeroall") return InstructionKind::kOther;
  if (plain.starts_with("popcnt")) return InstructionKind::kArithmetic;
  const bool is_shuffle = begins_with_any(plain, kShuffles);
  if (is_shuffle || begins_with_any(plain, kMoves)) {
    if (described.writes_memory) return InstructionKind::kStore;
    if (described.reads_memory) return InstructionKind::kLoad;
    return is_shuffle ? InstructionKind::kShuffle : InstructionKind::kMove;
  }
  return InstructionKind::kArithmetic;
}

Instruction not_an_instruction(Bytes code, uint64_t address) {
  Instruction out;
  out.address = address;
  out.length = 1;
  out.mnemonic = ".byte";
  Text text;
  text.append_hex(code.front(), 2);
  out.operands = text.take();
  return out;
}

}  // namespace

std::string_view instruction_kind_name(InstructionKind kind) { return kKindNames[static_cast<size_t>(kind)]; }

std::string_view element_kind_name(ElementKind kind) { return kElementKindNames[static_cast<size_t>(kind)]; }

std::string_view instruction_group_name(const Instruction& instruction) {
  const bool computes_on_elements = instruction.kind == InstructionKind::kArithmetic && instruction.lanes != 0 &&
                                    instruction.element != ElementKind::kNone;
  return computes_on_elements ? element_kind_name(instruction.element) : instruction_kind_name(instruction.kind);
}

struct InstructionDecoder::State {
  ZydisDecoder decoder;
  ZydisFormatter formatter;
};

InstructionDecoder::InstructionDecoder() : state_(std::make_unique<State>()) {
  ::ZydisDecoderInit(&state_->decoder, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64);
  ZydisFormatter* formatter = &state_->formatter;
  ::ZydisFormatterInit(formatter, ZYDIS_FORMATTER_STYLE_INTEL);
  ::ZydisFormatterSetProperty(formatter, ZYDIS_FORMATTER_PROP_HEX_UPPERCASE, ZYAN_FALSE);
  for (const auto padding : {ZYDIS_FORMATTER_PROP_ADDR_PADDING_ABSOLUTE, ZYDIS_FORMATTER_PROP_ADDR_PADDING_RELATIVE,
                             ZYDIS_FORMATTER_PROP_DISP_PADDING, ZYDIS_FORMATTER_PROP_IMM_PADDING}) {
    ::ZydisFormatterSetProperty(formatter, padding, ZYDIS_PADDING_DISABLED);
  }
}
InstructionDecoder::InstructionDecoder(InstructionDecoder&&) noexcept = default;
InstructionDecoder& InstructionDecoder::operator=(InstructionDecoder&&) noexcept = default;
InstructionDecoder::~InstructionDecoder() = default;

Instruction InstructionDecoder::decode(Bytes code, uint64_t address) const {
  ZydisDecodedInstruction instruction;
  std::array<ZydisDecodedOperand, ZYDIS_MAX_OPERAND_COUNT> operands;
  if (!ZYAN_SUCCESS(
          ::ZydisDecoderDecodeFull(&state_->decoder, code.data(), code.size(), &instruction, operands.data()))) {
    return not_an_instruction(code, address);
  }
  Instruction out;
  out.address = address;
  out.length = instruction.length;
  const std::span<const ZydisDecodedOperand> all(operands.data(), instruction.operand_count);
  describe_operands(all, &out);
  describe_general_registers(all, &out);
  // Merging, zeroing or choosing.
  out.is_masked = instruction.avx.mask.mode > ZYDIS_MASK_MODE_DISABLED;
  const char* text = ::ZydisMnemonicGetString(instruction.mnemonic);
  const std::string_view name = text == nullptr ? std::string_view() : text;
  narrow_to_scalar(name, &out);
  out.kind = kind_of(instruction, name, out);

  std::array<char, kMostText> buffer = {};
  if (ZYAN_SUCCESS(::ZydisFormatterFormatInstruction(&state_->formatter, &instruction, operands.data(),
                                                     instruction.operand_count_visible, buffer.data(), buffer.size(),
                                                     address, nullptr))) {
    const std::string_view line = buffer.data();
    // Prefixes come before the name; the formatter may shorten it: "jmp" with "short".
    const size_t at = line.find(name);
    const size_t end = line.find(' ', at == std::string_view::npos ? 0 : at);
    out.mnemonic = line.substr(0, end);
    if (end != std::string_view::npos) out.operands = line.substr(end + 1);
  } else {
    out.mnemonic = name;
  }
  for (const ZydisDecodedOperand& operand : all.first(instruction.operand_count_visible)) {
    ZyanU64 absolute = 0;
    const bool is_target = operand.type == ZYDIS_OPERAND_TYPE_IMMEDIATE && operand.imm.is_relative;
    const bool is_reference = operand.type == ZYDIS_OPERAND_TYPE_MEMORY && operand.mem.base == ZYDIS_REGISTER_RIP;
    if (!is_target && !is_reference) continue;
    if (!ZYAN_SUCCESS(::ZydisCalcAbsoluteAddress(&instruction, &operand, address, &absolute))) continue;
    (is_target ? out.target : out.reference) = absolute;
  }
  return out;
}

}  // namespace ireereplay
