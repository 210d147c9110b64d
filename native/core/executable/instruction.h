// What a machine instruction says and does: its text in Intel's syntax, where it leads, what it reads and writes, and
// how wide it computes. Of x86-64, by the Zydis library.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/bytes.h"

namespace ireereplay {

enum class InstructionKind : uint8_t {
  kLoad,        ///< Memory into registers.
  kStore,       ///< Registers into memory.
  kMove,        ///< Between registers, constants and addresses included.
  kShuffle,     ///< Rearranges elements within vectors.
  kArithmetic,  ///< Everything that computes, comparisons and conversions included.
  kBranch,      ///< Only where a condition holds.
  kJump,        ///< Always.
  kCall,
  kReturn,
  kNothing,  ///< Fills a gap.
  kOther,
};
inline constexpr size_t kInstructionKinds = static_cast<size_t>(InstructionKind::kOther) + 1;
/// "load", "store", ...
std::string_view instruction_kind_name(InstructionKind kind);

/// What the elements of a vector are, or the operand of a scalar instruction.
enum class ElementKind : uint8_t { kNone, kInteger, kFloat };
/// "integer", "float"; empty for kNone.
std::string_view element_kind_name(ElementKind kind);

struct Instruction {
  uint64_t address = 0;
  uint8_t length = 0;  ///< Bytes.
  InstructionKind kind = InstructionKind::kOther;
  std::string mnemonic;  ///< With its prefixes: "lock add"; ".byte" where the bytes are no instruction.
  std::string operands;
  /// Where a branch, jump or call leads; nothing when a register or memory says where.
  std::optional<uint64_t> target;
  /// What an operand refers to, relative to the instruction.
  std::optional<uint64_t> reference;
  bool reads_memory = false;
  bool writes_memory = false;
  uint16_t memory_bits = 0;  ///< How much at most in one execution; 0 when it depends.
  // How wide it computes or moves, where it does so in vector registers.
  uint16_t vector_bits = 0;  ///< Of all elements together; of the one of a scalar instruction.
  uint16_t lanes = 0;        ///< Elements; 1 for a scalar instruction, 0 where no vector register takes part.
  uint16_t element_bits = 0;
  ElementKind element = ElementKind::kNone;
  // General registers, a bit each: rax is 0, rsp 4, rbp 5, r15 15. Parts of one count as it.
  uint16_t reads = 0;  ///< For their values.
  uint16_t writes = 0;
  uint16_t addresses = 0;  ///< To say where memory is, or for an address that is computed.
  /// A mask says which elements take part.
  bool is_masked = false;
  /// It reads or writes memory that no operand shows: stacks and strings.
  bool has_hidden_memory = false;
};

/// What an instruction is in one word: its kind, or of arithmetic what it computes on where that is known.
std::string_view instruction_group_name(const Instruction& instruction);

/// Decodes instructions one after another.
class InstructionDecoder {
 public:
  InstructionDecoder();
  InstructionDecoder(InstructionDecoder&&) noexcept;
  InstructionDecoder& operator=(InstructionDecoder&&) noexcept;
  ~InstructionDecoder();

  /// The instruction at the beginning of `code`, which lies at `address`. A byte that begins none is one of itself.
  Instruction decode(Bytes code, uint64_t address) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace ireereplay
