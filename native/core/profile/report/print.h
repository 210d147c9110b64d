// Lines of a report from a pattern and its values, without the machinery of streams.
#pragma once

#include <concepts>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/text.h"
#include "profile/format.h"

namespace ireereplay::profile {

/// As the C library prints a double with `%.<digits>f`.
void append_fixed(double value, int digits, Text& out);

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

/// A value as print() takes it, whatever its type: a pattern's values are passed as one array.
class Printed {
 public:
  Printed(std::string_view text) : kind_(Kind::kText), text_(text) {}
  Printed(const std::string& text) : Printed(std::string_view(text)) {}
  Printed(const char* text) : Printed(std::string_view(text)) {}
  Printed(Quoted quoted) : kind_(Kind::kQuoted), text_(quoted.text) {}
  Printed(std::same_as<bool> auto value) : Printed(std::string_view(value ? "true" : "false")) {}
  Printed(double value) : kind_(Kind::kThree), real_(value) {}
  Printed(Nine nine) : kind_(Kind::kNine), real_(nine.value) {}
  template <std::integral T>
  requires(!std::same_as<T, bool>) Printed(T value)
      : kind_(std::signed_integral<T> ? Kind::kSigned : Kind::kUnsigned), number_(static_cast<uint64_t>(value)) {}
  Printed(Grid grid) : kind_(Kind::kGrid), counts_(grid.counts) {}
  Printed(Hash hash) : kind_(Kind::kHash), words_(hash.words) {}

  void append_to(Text& out) const;

 private:
  enum class Kind : uint8_t { kText, kQuoted, kThree, kNine, kSigned, kUnsigned, kGrid, kHash };
  Kind kind_;
  union {
    std::string_view text_;
    double real_;
    uint64_t number_;
    const uint32_t* counts_;
    const uint64_t* words_;
  };
};

/// Appends one value.
inline void append_value(Text& out, const Printed& value) { value.append_to(out); }

/// Appends `pattern`, each `%` in it replaced by the next of `values`.
void print_values(Text& out, std::string_view pattern, std::span<const Printed> values);

template <typename... Values>
void print(Text& out, std::string_view pattern, const Values&... values) {
  const Printed all[] = {values..., Printed(uint64_t{0})};
  print_values(out, pattern, std::span(all, sizeof...(values)));
}

}  // namespace ireereplay::profile
