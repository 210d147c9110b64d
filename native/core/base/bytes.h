// Byte spans and arithmetic that cannot wrap. Captures are little-endian, as is every machine we run on.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <type_traits>

namespace ireereplay {

static_assert(std::endian::native == std::endian::little, "captures can be read in place only on little-endian hosts");

using Bytes = std::span<const uint8_t>;

/// Reads a T at `offset`, at any alignment. The caller has checked that it fits.
template <typename T>
T load(Bytes bytes, size_t offset = 0) {
  static_assert(std::is_trivially_copyable_v<T>);
  T value;
  std::memcpy(&value, bytes.data() + offset, sizeof(T));
  return value;
}

/// The bytes of a value as it lies in memory, padding included; they live as long as it.
template <typename T>
Bytes value_bytes(const T& value) {
  static_assert(std::is_trivially_copyable_v<T> && !std::is_pointer_v<T> && !std::is_same_v<T, std::string_view>);
  return Bytes(reinterpret_cast<const uint8_t*>(&value), sizeof(value));
}
/// The bytes of a text; they live as long as it.
inline Bytes text_bytes(std::string_view text) {
  return Bytes(reinterpret_cast<const uint8_t*>(text.data()), text.size());
}

/// a + b, false when it does not fit in 64 bits.
inline bool checked_add(uint64_t a, uint64_t b, uint64_t* out) { return !__builtin_add_overflow(a, b, out); }
/// a * b, false when it does not fit in 64 bits.
inline bool checked_mul(uint64_t a, uint64_t b, uint64_t* out) { return !__builtin_mul_overflow(a, b, out); }

/// `value` rounded up to a power-of-two `alignment`.
inline constexpr uint64_t align_up(uint64_t value, uint64_t alignment) {
  return (value + alignment - 1) & ~(alignment - 1);
}

}  // namespace ireereplay
