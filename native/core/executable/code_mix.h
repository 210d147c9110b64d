// What a function's instructions are, all together and loop by loop: how many of each kind, how wide they compute, and
// what an iteration reads, writes and computes where that is known.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "executable/loops.h"

namespace ireereplay {

/// Instructions that do the operations of element_arithmetic.h on vectors, or elements, of one width.
struct WidthUse {
  ElementKind element = ElementKind::kNone;
  bool is_scalar = false;
  uint16_t bits = 0;  ///< Of the vector; of the element where it is a scalar.
  uint32_t instructions = 0;
};

/// Why something of an iteration is not known.
enum class IterationDoubt : uint8_t {
  kNone,
  kInnerLoops,  ///< There are loops in it.
  kBranches,    ///< Not every iteration runs the same instructions.
  kCalls,
  kMasks,      ///< Masks say which elements take part.
  kWidths,     ///< An instruction's width depends, or is not shown by its operands.
  kUncounted,  ///< It computes in operations that are not counted, or in general registers.
};
/// "it branches", ...; empty for kNone.
std::string_view iteration_doubt_words(IterationDoubt doubt);

/// What an iteration does that does not leave the loop. An iteration of the machine code may be several of the source.
struct LoopIteration {
  /// kNone where they are known. Spilled registers are among the bytes.
  IterationDoubt bytes_doubt = IterationDoubt::kNone;
  uint64_t bytes_read = 0;
  uint64_t bytes_written = 0;
  /// kNone where they are known.
  IterationDoubt operations_doubt = IterationDoubt::kNone;
  uint64_t float_operations = 0;
  uint64_t integer_operations = 0;  ///< On vectors.

  /// Floating-point operations for each byte; of integers where it has none of floating point. Nothing where that is
  /// not known, and without any of either.
  std::optional<double> intensity() const;
};

struct CodeMix {
  std::array<uint32_t, kInstructionKinds> kinds = {};  ///< By InstructionKind.
  std::vector<WidthUse> widths;                        ///< Scalars first, then by width and element.
  /// Those that certainly compute on elements in general registers; not all that do.
  uint32_t general_elements = 0;
  /// Those that compute in operations that are not counted.
  uint32_t uncounted = 0;

  /// The widest vectors that it computes on; null where it computes on none.
  const WidthUse* widest() const;
};

struct LoopMix {
  CodeMix own;  ///< Without the loops in it.
  LoopIteration iteration;
};

struct CodeMixes {
  CodeMix function;
  std::vector<LoopMix> loops;  ///< As in CodeLoops.
};

/// Takes time linear in the number of instructions.
CodeMixes find_mixes(const CodeListing& listing, const CodeLoops& loops);

}  // namespace ireereplay
