// What an instruction computes on elements: of vectors, and single ones in vector registers.
#pragma once

#include <cstdint>
#include <optional>

#include "executable/instruction.h"

namespace ireereplay {

/// Operations are what the counters of x86 processors count of floating-point arithmetic (FP_ARITH_INST_RETIRED): an
/// addition, subtraction, multiplication, division, square root, minimum, maximum or reciprocal each is one an element,
/// a multiply-add two. Of integers as well, with absolute values and averages. Moves, logic, shifts, comparisons and
/// conversions are none.
struct ElementArithmetic {
  ElementKind element = ElementKind::kNone;
  bool is_scalar = false;
  uint16_t element_bits = 0;
  uint16_t bits = 0;        ///< Of the vector; of the element of a scalar.
  uint32_t operations = 0;  ///< Of all elements, masked ones included.
};

/// Nothing where an instruction does no such operation, and where it is not known how many.
std::optional<ElementArithmetic> element_arithmetic(const Instruction& instruction);

/// It computes, but in operations that are not counted here: x87's, of matrix tiles, MMX, cryptography.
bool is_uncounted_arithmetic(const Instruction& instruction);

}  // namespace ireereplay
