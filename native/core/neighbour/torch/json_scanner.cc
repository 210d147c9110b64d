#include "neighbour/torch/json_scanner.h"

#include <charconv>
#include <limits>

#include "base/utf8.h"

namespace ireereplay::neighbour::torch {

namespace {

template <typename T>
std::optional<T> parsed(std::string_view text) {
  T number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// The 16 bits of the four digits behind "u".
std::optional<uint32_t> unit_at(std::string_view text, size_t at) {
  if (at + 4 > text.size()) return std::nullopt;
  uint32_t unit = 0;
  const char* const begin = text.data() + at;
  if (std::from_chars(begin, begin + 4, unit, 16).ptr != begin + 4) return std::nullopt;
  return unit;
}

}  // namespace

std::optional<int64_t> whole_number(std::string_view text) { return parsed<int64_t>(text); }

std::optional<uint64_t> natural_number(std::string_view text) { return parsed<uint64_t>(text); }

std::optional<int64_t> nanoseconds(std::string_view text) {
  size_t at = 0;
  const bool is_negative = !text.empty() && text[0] == '-';
  if (is_negative) ++at;
  // The digits as one number, and how many nanoseconds its last digit is of, as a power of ten.
  constexpr uint64_t kMost = static_cast<uint64_t>(std::numeric_limits<int64_t>::max());
  uint64_t number = 0;
  int scale = 3;
  bool has_digits = false;
  bool is_fraction = false;
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '.' && !is_fraction) {
      is_fraction = true;
      continue;
    }
    if (!is_digit(c)) break;
    has_digits = true;
    if (number > (kMost - 9) / 10) {
      // More digits than 64 bits hold: of a fraction, they no longer matter.
      if (!is_fraction) return std::nullopt;
      continue;
    }
    number = number * 10 + static_cast<uint64_t>(c - '0');
    if (is_fraction) --scale;
  }
  if (!has_digits) return std::nullopt;
  if (at < text.size()) {
    if (text[at] != 'e' && text[at] != 'E') return std::nullopt;
    ++at;
    if (at < text.size() && text[at] == '+') ++at;
    const auto exponent = parsed<int32_t>(text.substr(at));
    if (!exponent || *exponent < -400 || *exponent > 400) return std::nullopt;
    scale += *exponent;
  }
  for (; scale > 0 && number != 0; --scale) {
    if (number > kMost / 10) return std::nullopt;
    number *= 10;
  }
  for (; scale < -1 && number != 0; ++scale) number /= 10;
  if (scale == -1) number = number / 10 + (number % 10 >= 5 ? 1 : 0);
  return is_negative ? -static_cast<int64_t>(number) : static_cast<int64_t>(number);
}

bool unescaped(JsonString string, std::string* out) {
  static constexpr std::string_view kEscapes = "\"\\/bfnrt";
  static constexpr std::string_view kMeant = "\"\\/\b\f\n\r\t";
  constexpr uint32_t kReplacement = 0xfffd;
  const std::string_view text = string.text;
  out->clear();
  for (size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '\\') {
      out->push_back(text[at]);
      continue;
    }
    if (++at == text.size()) return false;
    if (const size_t place = kEscapes.find(text[at]); place != std::string_view::npos) {
      out->push_back(kMeant[place]);
      continue;
    }
    const auto unit = text[at] == 'u' ? unit_at(text, at + 1) : std::nullopt;
    if (!unit) return false;
    at += 4;
    if (*unit < 0xd800 || *unit >= 0xe000) {
      append_character(*unit, out);
      continue;
    }
    const bool has_other = *unit < 0xdc00 && text.substr(at + 1, 2) == "\\u";
    const auto low = has_other ? unit_at(text, at + 3) : std::nullopt;
    if (low && *low >= 0xdc00 && *low < 0xe000) {
      at += 6;
      append_character(0x10000 + ((*unit - 0xd800) << 10) + (*low - 0xdc00), out);
    } else {
      append_character(kReplacement, out);
    }
  }
  return true;
}

}  // namespace ireereplay::neighbour::torch
