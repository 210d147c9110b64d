#include "base/query_words.h"

#include <algorithm>
#include <charconv>

#include "base/ascii.h"
#include "base/glob.h"

namespace ireereplay {

Comparison take_comparison(std::string_view& text) {
  if (text.starts_with(">=")) return text.remove_prefix(2), Comparison::kGreaterEqual;
  if (text.starts_with("<=")) return text.remove_prefix(2), Comparison::kLessEqual;
  if (text.starts_with(">")) return text.remove_prefix(1), Comparison::kGreater;
  if (text.starts_with("<")) return text.remove_prefix(1), Comparison::kLess;
  if (text.starts_with("=")) return text.remove_prefix(1), Comparison::kEqual;
  return Comparison::kEqual;
}

bool holds(Comparison comparison, uint64_t value, uint64_t bound) {
  switch (comparison) {
    case Comparison::kEqual:
      return value == bound;
    case Comparison::kLess:
      return value < bound;
    case Comparison::kLessEqual:
      return value <= bound;
    case Comparison::kGreater:
      return value > bound;
    case Comparison::kGreaterEqual:
      return value >= bound;
  }
  return false;
}

std::string lower_case(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = lower_case(c);
  return result;
}

bool next_query_word(std::string_view text, size_t& at, std::string* word, size_t* begin) {
  while (at < text.size() && text[at] == ' ') ++at;
  if (at == text.size()) return false;
  *begin = at;
  word->clear();
  bool quoted = false;
  for (; at < text.size() && (quoted || text[at] != ' '); ++at) {
    if (text[at] == '"') {
      quoted = !quoted;
    } else {
      word->push_back(text[at]);
    }
  }
  return true;
}

bool parse_query_number(std::string_view text, uint64_t* out) {
  if (!text.empty() && text[0] == '#') text.remove_prefix(1);
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), *out);
  return error == std::errc() && end == text.data() + text.size() && !text.empty();
}

bool matches_pattern(std::string_view pattern, std::string_view text) {
  if (!is_glob(pattern)) {
    return std::search(text.begin(), text.end(), pattern.begin(), pattern.end(),
                       [](char a, char b) { return lower_case(a) == b; }) != text.end();
  }
  return matches_glob(pattern, text, [](char a, char b) { return a == lower_case(b); });
}

}  // namespace ireereplay
