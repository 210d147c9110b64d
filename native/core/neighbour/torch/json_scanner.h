// JSON, token by token, over a window of a text that comes in pieces: no tree, no copies.
//
// Traces have gigabytes of small objects with the same keys, of which a fifth is kept: a reader that looks at each byte
// once and builds nothing is what makes it fast, and no library for JSON in C++ reads a document that is not in memory
// as a whole.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

namespace ireereplay::neighbour::torch {

/// A string as it is written, without its quotes.
struct JsonString {
  std::string_view text;
  /// It has escape sequences.
  bool is_escaped = false;
};

/// A place in a text. Each function leaves it where something is wrong: at_end() then tells whether the text ended, or
/// is no JSON.
class JsonScanner {
 public:
  /// Zeros that must follow the text: nothing looks further beyond its end.
  static constexpr size_t kPadding = 16;
  /// Values in each other. Deeper ones are refused.
  static constexpr int kMostDepth = 64;

  explicit JsonScanner(std::string_view text) : begin_(text.data()), at_(begin_), end_(begin_ + text.size()) {}

  size_t offset() const { return static_cast<size_t>(at_ - begin_); }
  void set_offset(size_t offset) { at_ = begin_ + offset; }
  bool at_end() const { return at_ >= end_; }

  void skip_space() {
    while (*at_ == ' ' || *at_ == '\n' || *at_ == '\r' || *at_ == '\t') ++at_;
  }
  /// The next character that is no white space; 0 at the end.
  char peek() {
    if (static_cast<unsigned char>(*at_) > ' ') return *at_;
    skip_space();
    return *at_;
  }
  bool take(char mark) {
    if (peek() != mark) return false;
    ++at_;
    return true;
  }

  bool string(JsonString* found) {
    if (!take('"')) return false;
    const char* const from = at_;
    found->is_escaped = false;
    while (true) {
      skip_plain();
      if (*at_ == '"') {
        found->text = std::string_view(from, static_cast<size_t>(at_ - from));
        ++at_;
        return true;
      }
      if (*at_ != '\\') return false;
      found->is_escaped = true;
      // Whatever is escaped, a quote as well: unescaped() says whether it can be.
      ++at_;
      if (static_cast<unsigned char>(*at_) < ' ') return false;
      ++at_;
    }
  }

  /// A number or a word, as it is written: also NaN and Infinity, which Python's json writes and reads.
  bool scalar(std::string_view* found) {
    peek();
    const char* const from = at_;
    while (is_of_scalar(*at_)) ++at_;
    *found = std::string_view(from, static_cast<size_t>(at_ - from));
    // What ends with the text may go on in its next piece.
    return at_ > from && !at_end();
  }

  /// Any value, as it is written.
  bool value(std::string_view* found) {
    peek();
    const char* const from = at_;
    if (!skip_value()) return false;
    *found = std::string_view(from, static_cast<size_t>(at_ - from));
    return true;
  }

  bool skip_value() {
    JsonString text;
    std::string_view word;
    switch (peek()) {
      case '"':
        return string(&text);
      case '{':
      case '[':
        return skip_nested();
      default:
        return scalar(&word);
    }
  }

 private:
  static bool is_of_scalar(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' || c == '+' ||
           c == '.';
  }

  /// To the next quote, backslash or control character, such as the zeros behind the text.
  void skip_plain() {
    constexpr uint64_t kOnes = 0x0101010101010101ull;
    constexpr uint64_t kHighs = 0x8080808080808080ull;
    const auto zeros = [](uint64_t bytes) { return (bytes - kOnes) & ~bytes; };
    while (true) {
      uint64_t bytes;
      std::memcpy(&bytes, at_, sizeof(bytes));
      const uint64_t control = (bytes - kOnes * ' ') & ~bytes;
      const uint64_t found = (control | zeros(bytes ^ (kOnes * '"')) | zeros(bytes ^ (kOnes * '\\'))) & kHighs;
      // The lowest mark is exact; those above it may come of a borrow.
      if (found != 0) {
        if constexpr (std::endian::native == std::endian::little) {
          at_ += std::countr_zero(found) / 8;
        } else {
          while (static_cast<unsigned char>(*at_) >= ' ' && *at_ != '"' && *at_ != '\\') ++at_;
        }
        return;
      }
      at_ += sizeof(bytes);
    }
  }

  /// An object or array. Commas and colons are looked at where they matter: between the members that are read.
  bool skip_nested() {
    uint64_t is_object = 0;
    int depth = 0;
    do {
      const char c = peek();
      switch (c) {
        case '"': {
          JsonString text;
          if (!string(&text)) return false;
          break;
        }
        case '{':
        case '[':
          if (depth == kMostDepth) return false;
          is_object = (is_object << 1) | (c == '{' ? 1 : 0);
          ++depth;
          ++at_;
          break;
        case '}':
        case ']':
          if ((is_object & 1) != (c == '}' ? 1u : 0u)) return false;
          is_object >>= 1;
          --depth;
          ++at_;
          break;
        case ',':
        case ':':
          ++at_;
          break;
        default:
          if (!is_of_scalar(c)) return false;
          while (is_of_scalar(*at_)) ++at_;
      }
    } while (depth > 0);
    return true;
  }

  const char* begin_;
  const char* at_;
  const char* end_;
};

/// A whole number in decimal of 64 bits with its sign: all of `text`.
std::optional<int64_t> whole_number(std::string_view text);
/// The same without a sign.
std::optional<uint64_t> natural_number(std::string_view text);
/// A decimal number of microseconds as nanoseconds: exact to the nanosecond, finer fractions rounded to the nearest.
/// Nothing where it is no number, or 64 bits do not hold it.
std::optional<int64_t> nanoseconds(std::string_view microseconds);
/// What a string means, into `out`. False where an escape sequence is none; half of a surrogate pair becomes U+FFFD.
bool unescaped(JsonString string, std::string* out);

}  // namespace ireereplay::neighbour::torch
