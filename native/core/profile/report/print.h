// Lines of a report from a pattern and its values, without the machinery of streams.
#pragma once

#include <charconv>
#include <concepts>
#include <cstdint>
#include <string_view>

#include "base/text.h"
#include "profile/format.h"

namespace ireereplay::profile {

/// As the C library prints a double with `%.<digits>f`.
inline void append_fixed(double value, int digits, Text& out) {
  char text[400];
  const auto end = std::to_chars(text, text + sizeof(text), value, std::chars_format::fixed, digits).ptr;
  out.append({text, static_cast<size_t>(end - text)});
}

/// A value for print(): three numbers of a grid or a workgroup.
struct Grid {
  const uint32_t (&counts)[3];
};

/// A double that is printed with nine digits, not with three.
struct Nine {
  double value;
};

/// In JSON, a string in quotes.
struct Quoted {
  std::string_view text;
};

/// 128 bits of a hash as hexadecimal, without quotes.
struct Hash {
  const uint64_t (&words)[2];
};

inline void append_value(Text& out, std::string_view text) { out.append(text); }
inline void append_value(Text& out, const char* text) { out.append(std::string_view(text)); }
inline void append_value(Text& out, Quoted quoted) { out.append_json(quoted.text); }
inline void append_value(Text& out, std::same_as<bool> auto value) { out.append(value ? "true" : "false"); }
inline void append_value(Text& out, double value) { append_fixed(value, 3, out); }
inline void append_value(Text& out, Nine nine) { append_fixed(nine.value, 9, out); }
template <std::integral T>
requires(!std::same_as<T, bool>) void append_value(Text& out, T value) {
  if constexpr (std::signed_integral<T>) {
    if (value < 0) {
      out.append('-');
      out.append_dec(0 - static_cast<uint64_t>(value));
      return;
    }
  }
  out.append_dec(static_cast<uint64_t>(value));
}
inline void append_value(Text& out, Grid grid) {
  for (int i = 0; i < 3; ++i) {
    if (i != 0) out.append(',');
    out.append_dec(grid.counts[i]);
  }
}
inline void append_value(Text& out, Hash hash) {
  static constexpr char kDigits[] = "0123456789abcdef";
  for (const uint64_t word : hash.words) {
    for (int shift = 60; shift >= 0; shift -= 4) out.append(kDigits[(word >> shift) & 15]);
  }
}

/// Appends `pattern`, each `%` in it replaced by the next value.
template <typename... Values>
void print(Text& out, std::string_view pattern, const Values&... values) {
  [[maybe_unused]] const auto next = [&] {
    const size_t at = pattern.find('%');
    out.append(pattern.substr(0, at));
    pattern.remove_prefix(at + 1);
  };
  ((next(), append_value(out, values)), ...);
  out.append(pattern);
}

}  // namespace ireereplay::profile
