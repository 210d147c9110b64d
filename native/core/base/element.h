// The element types that kernels compute with, and how their bytes read as numbers.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "base/bytes.h"
#include "base/text.h"

namespace ireereplay {

/// Types as MLIR spells them; f8 kinds by their MLIR names in lower case.
enum class ElementType : uint8_t {
  kF64,
  kF32,
  kF16,
  kBF16,
  kF8E4M3FN,
  kF8E4M3FNUZ,
  kF8E5M2,
  kF8E5M2FNUZ,
  kI64,
  kI32,
  kI16,
  kI8,
  kU64,
  kU32,
  kU16,
  kU8,
  kBool,
};
inline constexpr uint32_t kElementTypeCount = 17;

/// "f32", "bf16", "f8E4M3FN", "i32", "ui8", "i1".
std::string_view name(ElementType type);
/// The type with that name (in any case); nothing when there is none.
std::optional<ElementType> parse_element_type(std::string_view text);
/// Bytes of one element.
uint32_t element_size(ElementType type);
/// True for the types that have fractions, infinities or NaN.
bool is_float(ElementType type);

/// Element `i` of `bytes`; integers of more than 53 bits are rounded. The caller keeps i below bytes.size() / size.
double load_element(ElementType type, Bytes bytes, size_t i);

/// Element `i` as text, exact for its type and as short as possible: "0.1", "-0", "NaN", "-Infinity", "1" for true.
void append_element(ElementType type, Bytes bytes, size_t i, Text& out);
/// A double in the same form.
void append_double(double value, Text& out);

/// Value of an IEEE 754 binary16.
double half_to_double(uint16_t bits);
/// Value of an 8-bit float of `type` (OFP8 of the Open Compute Project for E4M3FN and E5M2; the FNUZ forms as LLVM's
/// APFloat defines them: no negative zero, one NaN, bias one higher).
double float8_to_double(ElementType type, uint8_t bits);

}  // namespace ireereplay
