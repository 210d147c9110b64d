#include "profile/timeline/words.h"

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

}  // namespace

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
