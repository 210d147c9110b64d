// What little query languages have in common: words, patterns, comparisons, mistakes with their place.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace ireereplay {

/// A mistake in a query: what, and the characters [begin, end) it speaks of.
struct QueryMistake {
  std::string message;
  size_t begin = 0;
  size_t end = 0;
};

enum class Comparison : uint8_t { kEqual, kLess, kLessEqual, kGreater, kGreaterEqual };

/// Takes ">=" and its like off the front of a value; without one it is kEqual.
Comparison take_comparison(std::string_view& text);
bool holds(Comparison comparison, uint64_t value, uint64_t bound);

/// In lower case (ASCII).
std::string lower_case(std::string_view text);
/// The next word of a query from `at` on, which goes after it; `begin` is where it begins. Quotes keep blanks together
/// and are taken off. False when there is none.
bool next_query_word(std::string_view text, size_t& at, std::string* word, size_t* begin);
/// "12" or "#12"; false for all else.
bool parse_query_number(std::string_view text, uint64_t* out);

/// True when `text` matches the pattern, which is in lower case, ignoring case (ASCII): a pattern without * and ?
/// matches anywhere in the text.
bool matches_pattern(std::string_view pattern, std::string_view text);

}  // namespace ireereplay
