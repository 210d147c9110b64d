#include "profile/report/print.h"

#include <charconv>

namespace ireereplay::profile {

void append_fixed(double value, int digits, Text& out) {
  char text[400];
  const auto end = std::to_chars(text, text + sizeof(text), value, std::chars_format::fixed, digits).ptr;
  out.append({text, static_cast<size_t>(end - text)});
}

void Printed::append_to(Text& out) const {
  static constexpr char kDigits[] = "0123456789abcdef";
  switch (kind_) {
    case Kind::kText:
      return out.append(text_);
    case Kind::kQuoted:
      return out.append_json(text_);
    case Kind::kThree:
      return append_fixed(real_, 3, out);
    case Kind::kNine:
      return append_fixed(real_, 9, out);
    case Kind::kSigned:
      if (static_cast<int64_t>(number_) < 0) {
        out.append('-');
        return out.append_dec(0 - number_);
      }
      return out.append_dec(number_);
    case Kind::kUnsigned:
      return out.append_dec(number_);
    case Kind::kGrid:
      for (int i = 0; i < 3; ++i) {
        if (i != 0) out.append(',');
        out.append_dec(counts_[i]);
      }
      return;
    case Kind::kHash:
      for (int word = 0; word < 2; ++word) {
        for (int shift = 60; shift >= 0; shift -= 4) out.append(kDigits[(words_[word] >> shift) & 15]);
      }
      return;
  }
}

void print_values(Text& out, std::string_view pattern, std::span<const Printed> values) {
  for (const Printed& value : values) {
    const size_t at = pattern.find('%');
    out.append(pattern.substr(0, at));
    pattern.remove_prefix(at + 1);
    value.append_to(out);
  }
  out.append(pattern);
}

}  // namespace ireereplay::profile
