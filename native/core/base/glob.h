// Glob patterns for names.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace ireereplay {

/// Where the UTF-8 character after the one at `at` begins. An invalid byte counts as a character of its own.
inline size_t next_character(std::string_view text, size_t at) {
  const auto byte = [&](size_t i) { return static_cast<uint8_t>(text[i]); };
  // The first byte says how many follow: as many as it has leading ones after the first.
  const int following = std::max(std::countl_one(byte(at)) - 1, 0);
  const size_t most = std::min(text.size(), at + 1 + static_cast<size_t>(following));
  do ++at;
  while (at < most && (byte(at) & 0xC0) == 0x80);
  return at;
}

/// Whether `pattern` matches all of `text`: `*` is any text, `?` any one character, all else stands for itself. Both
/// are UTF-8; `same` says whether a byte of the pattern and one of the text agree. Only the last `*` is ever retried,
/// so the number of steps is at most the product of the lengths.
template <typename Same>
bool matches_glob(std::string_view pattern, std::string_view text, Same same) {
  size_t p = 0, t = 0, star = std::string_view::npos, resume = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      resume = t;
    } else if (p < pattern.size() && pattern[p] == '?') {
      ++p;
      t = next_character(text, t);
    } else if (p < pattern.size() && same(pattern[p], text[t])) {
      ++p;
      ++t;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      t = resume = next_character(text, resume);
    } else {
      return false;
    }
  }
  return p == pattern.size() || pattern.find_first_not_of('*', p) == std::string_view::npos;
}

inline bool matches_glob(std::string_view pattern, std::string_view text) {
  return matches_glob(pattern, text, [](char a, char b) { return a == b; });
}

/// Whether `pattern` has wildcards.
inline bool is_glob(std::string_view pattern) { return pattern.find_first_of("*?") != std::string_view::npos; }

}  // namespace ireereplay
