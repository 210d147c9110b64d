#include "base/element.h"

#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <limits>

#include "base/ascii.h"

namespace ireereplay {

namespace {

struct TypeInfo {
  std::string_view name;
  uint32_t size;
  bool floating;
};

constexpr std::array<TypeInfo, kElementTypeCount> kTypes = {{{"f64", 8, true},
                                                             {"f32", 4, true},
                                                             {"f16", 2, true},
                                                             {"bf16", 2, true},
                                                             {"f8E4M3FN", 1, true},
                                                             {"f8E4M3FNUZ", 1, true},
                                                             {"f8E5M2", 1, true},
                                                             {"f8E5M2FNUZ", 1, true},
                                                             {"i64", 8, false},
                                                             {"i32", 4, false},
                                                             {"i16", 2, false},
                                                             {"i8", 1, false},
                                                             {"ui64", 8, false},
                                                             {"ui32", 4, false},
                                                             {"ui16", 2, false},
                                                             {"ui8", 1, false},
                                                             {"i1", 1, false}}};

const TypeInfo& info_of(ElementType type) { return kTypes[static_cast<size_t>(type)]; }

/// Value of a float made of a sign, `exponent_bits` and `mantissa_bits`; special values excluded.
double assemble(uint32_t bits, int exponent_bits, int mantissa_bits, int bias) {
  const uint32_t mantissa = bits & ((1u << mantissa_bits) - 1);
  const int exponent = static_cast<int>(bits >> mantissa_bits & ((1u << exponent_bits) - 1));
  const bool negative = (bits >> (exponent_bits + mantissa_bits) & 1) != 0;
  const double magnitude =
      exponent == 0 ? std::ldexp(static_cast<double>(mantissa), 1 - bias - mantissa_bits)
                    : std::ldexp(static_cast<double>(mantissa | 1u << mantissa_bits), exponent - bias - mantissa_bits);
  return negative ? -magnitude : magnitude;
}

}  // namespace

std::string_view name(ElementType type) { return info_of(type).name; }

std::optional<ElementType> parse_element_type(std::string_view text) {
  for (size_t i = 0; i < kTypes.size(); ++i) {
    const std::string_view candidate = kTypes[i].name;
    bool same = candidate.size() == text.size();
    for (size_t c = 0; same && c < text.size(); ++c) same = lower_case(text[c]) == lower_case(candidate[c]);
    if (same) return static_cast<ElementType>(i);
  }
  return std::nullopt;
}

uint32_t element_size(ElementType type) { return info_of(type).size; }

bool is_float(ElementType type) { return info_of(type).floating; }

double half_to_double(uint16_t bits) {
  constexpr uint32_t kExponent = 0x7C00;
  if ((bits & kExponent) == kExponent) {
    if ((bits & 0x3FF) != 0) return std::numeric_limits<double>::quiet_NaN();
    return (bits & 0x8000) != 0 ? -std::numeric_limits<double>::infinity() : std::numeric_limits<double>::infinity();
  }
  return assemble(bits, 5, 10, 15);
}

double float8_to_double(ElementType type, uint8_t bits) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  switch (type) {
    case ElementType::kF8E4M3FN:
      return (bits & 0x7F) == 0x7F ? nan : assemble(bits, 4, 3, 7);
    case ElementType::kF8E4M3FNUZ:
      return bits == 0x80 ? nan : assemble(bits, 4, 3, 8);
    case ElementType::kF8E5M2FNUZ:
      return bits == 0x80 ? nan : assemble(bits, 5, 2, 16);
    default:
      if ((bits & 0x7C) != 0x7C) return assemble(bits, 5, 2, 15);
      if ((bits & 3) != 0) return nan;
      return (bits & 0x80) != 0 ? -std::numeric_limits<double>::infinity() : std::numeric_limits<double>::infinity();
  }
}

double load_element(ElementType type, Bytes bytes, size_t i) {
  switch (type) {
    case ElementType::kF64:
      return load<double>(bytes, i * 8);
    case ElementType::kF32:
      return load<float>(bytes, i * 4);
    case ElementType::kF16:
      return half_to_double(load<uint16_t>(bytes, i * 2));
    case ElementType::kBF16:
      return std::bit_cast<float>(uint32_t{load<uint16_t>(bytes, i * 2)} << 16);
    case ElementType::kF8E4M3FN:
    case ElementType::kF8E4M3FNUZ:
    case ElementType::kF8E5M2:
    case ElementType::kF8E5M2FNUZ:
      return float8_to_double(type, bytes[i]);
    case ElementType::kI64:
      return static_cast<double>(load<int64_t>(bytes, i * 8));
    case ElementType::kI32:
      return load<int32_t>(bytes, i * 4);
    case ElementType::kI16:
      return load<int16_t>(bytes, i * 2);
    case ElementType::kI8:
      return static_cast<int8_t>(bytes[i]);
    case ElementType::kU64:
      return static_cast<double>(load<uint64_t>(bytes, i * 8));
    case ElementType::kU32:
      return load<uint32_t>(bytes, i * 4);
    case ElementType::kU16:
      return load<uint16_t>(bytes, i * 2);
    case ElementType::kU8:
      return bytes[i];
    case ElementType::kBool:
      return bytes[i] != 0 ? 1 : 0;
  }
  return 0;
}

namespace {

template <typename T>
void append_number(T value, Text& out) {
  char digits[32];
  out.append(std::string_view(digits, std::to_chars(digits, digits + sizeof(digits), value).ptr));
}

template <typename T>
void append_float(T value, Text& out) {
  if (std::isnan(value)) return out.append("NaN");
  if (std::isinf(value)) return out.append(value < 0 ? "-Infinity" : "Infinity");
  append_number(value, out);
}

}  // namespace

void append_double(double value, Text& out) { append_float(value, out); }

void append_element(ElementType type, Bytes bytes, size_t i, Text& out) {
  switch (type) {
    case ElementType::kF32:
      return append_float(load<float>(bytes, i * 4), out);
    case ElementType::kI64:
      return append_number(load<int64_t>(bytes, i * 8), out);
    case ElementType::kU64:
      return append_number(load<uint64_t>(bytes, i * 8), out);
    default:
      return append_float(load_element(type, bytes, i), out);
  }
}

}  // namespace ireereplay
