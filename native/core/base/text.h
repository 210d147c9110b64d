// Text built fast: dumps and row labels consist of numbers and constants, and a formatted write for each is what makes
// the reference dumper slow.
#pragma once

#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>

namespace ireereplay {

/// A growing text. Not a stream: no locale, no state, no virtual call.
class Text {
 public:
  void append(std::string_view text) { out_.append(text); }
  void append(char c) { out_.push_back(c); }
  void append_dec(uint64_t value) {
    char digits[20];
    const auto end = std::to_chars(digits, digits + sizeof(digits), value).ptr;
    out_.append(digits, static_cast<size_t>(end - digits));
  }
  /// "0x" and at least `width` hexadecimal digits.
  void append_hex(uint64_t value, int width) {
    static constexpr char kDigits[] = "0123456789abcdef";
    char digits[18];
    int at = 18;
    do {
      digits[--at] = kDigits[value & 15];
      value >>= 4;
    } while (value != 0 || 18 - at < width);
    out_.append("0x");
    out_.append(digits + at, static_cast<size_t>(18 - at));
  }
  /// `text` as a JSON string with IREE's escapes: bytes from 0x80 up are passed through as they are.
  void append_json(std::string_view text);
  /// The same, with invalid UTF-8 replaced by U+FFFD: for consumers that decode it, such as JSON.parse.
  void append_json_utf8(std::string_view text);

  /// `text` with invalid UTF-8 replaced by U+FFFD. Returns its length in UTF-16 units.
  uint32_t append_utf8(std::string_view text);

  size_t size() const { return out_.size(); }
  std::string_view view() const { return out_; }
  std::string take() { return std::move(out_); }
  void clear() { out_.clear(); }
  /// Drops everything from byte `size` on.
  void truncate(size_t size) { out_.resize(size); }
  void reserve(size_t bytes) { out_.reserve(bytes); }

 private:
  std::string out_;
};

/// `text` with invalid UTF-8 replaced by U+FFFD, for consumers that decode it.
std::string valid_utf8(std::string_view text);

}  // namespace ireereplay
