#include "profile/timeline/words.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>

namespace ireereplay::profile::timeline {

namespace {

/// With at most `digits` after the point, and no zeros at its end.
std::string number_words(double value, int digits) {
  char text[400];
  const auto end = std::to_chars(text, std::end(text), value, std::chars_format::fixed, digits).ptr;
  std::string words(text, end);
  if (words.find('.') == std::string::npos) return words;
  while (words.back() == '0') words.pop_back();
  if (words.back() == '.') words.pop_back();
  return words;
}

/// The words of a list's first numbers, and how many there are where those are not all.
template <typename T, typename Words>
std::string list_words(const std::vector<T>& numbers, const Words& words) {
  constexpr size_t kMost = 16;
  std::string list;
  for (size_t i = 0; i < std::min(numbers.size(), kMost); ++i) list += (i == 0 ? "" : ", ") + words(numbers[i]);
  return numbers.size() <= kMost ? list : list + ", … (" + grouped(numbers.size()) + ")";
}

}  // namespace

std::string length_words(uint64_t bytes) {
  static constexpr const char* kUnits[] = {" bytes", " KiB", " MiB", " GiB", " TiB", " PiB", " EiB"};
  size_t unit = 0;
  for (; bytes != 0 && bytes % 1024 == 0 && unit + 1 < std::size(kUnits); ++unit) bytes /= 1024;
  return grouped(bytes) + kUnits[unit];
}

std::string constants_words(const std::vector<uint32_t>& constants) {
  return list_words(constants, [](uint32_t constant) { return std::to_string(constant); });
}

std::string lengths_words(const std::vector<uint64_t>& lengths) { return list_words(lengths, length_words); }

std::string time_words(double ns) {
  const double size = std::abs(ns);
  if (size < 999.5) return number_words(ns, 0) + " ns";
  if (size < 999'999.5) return number_words(ns / 1e3, 3) + " µs";
  if (size < 999'999'500.0) return number_words(ns / 1e6, 3) + " ms";
  return number_words(ns / 1e9, 3) + " s";
}

std::string grouped(uint64_t number) {
  std::string digits = std::to_string(number);
  for (size_t at = digits.size(); at > 3;) digits.insert(at -= 3, ",");
  return digits;
}

std::string bytes_words(double bytes) {
  static constexpr const char* kUnits[] = {" bytes", " KiB", " MiB", " GiB", " TiB", " PiB", " EiB"};
  size_t unit = 0;
  while (std::abs(bytes) >= 1024 && unit + 1 < std::size(kUnits)) {
    bytes /= 1024;
    ++unit;
  }
  return number_words(bytes, unit == 0 ? 0 : 1) + kUnits[unit];
}

std::string percent_words(double part) { return number_words(part * 100, 1) + " %"; }

std::string times_words(double ratio) { return number_words(ratio, ratio < 10 ? 1 : 0) + " times"; }

}  // namespace ireereplay::profile::timeline
