// Code that does nothing but arithmetic, as much of it at once as the processor can: what its time says is the peak.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace ireereplay::roof {

/// Goes through `rounds` of steps. Operands are 2 * kOperandBytes.
using ArithmeticCode = void (*)(uint64_t rounds, const uint8_t* operands);
inline constexpr uint64_t kOperandBytes = 64;

struct Arithmetic {
  /// Of what is multiplied, as IREE spells it: "f32", "i8". Sums of i8 are i32, and those of bf16 f32.
  std::string_view type;
  /// Of a vector; 0 for one value at a time.
  uint32_t bits = 0;
  /// Instructions by which it is done.
  std::string_view by;
  /// In a round: a multiplication and an addition are two.
  uint64_t operations = 0;
  const uint8_t* operands = nullptr;
  ArithmeticCode run = nullptr;
};

/// What this processor can do: of each type and width the best way. Widths of a type ascend.
std::vector<Arithmetic> arithmetic_here();

}  // namespace ireereplay::roof
