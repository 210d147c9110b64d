#include "base/text.h"

namespace ireereplay {

namespace {

bool is_plain(char c) { return static_cast<uint8_t>(c) >= 0x20 && c != '"' && c != '\\'; }

void append_escaped(std::string& out, char c) {
  switch (c) {
    case '"':
    case '\\':
      out.push_back('\\');
      out.push_back(c);
      return;
    case '\b':
      out += "\\b";
      return;
    case '\f':
      out += "\\f";
      return;
    case '\n':
      out += "\\n";
      return;
    case '\r':
      out += "\\r";
      return;
    case '\t':
      out += "\\t";
      return;
    default: {
      static constexpr char kDigits[] = "0123456789abcdef";
      const uint8_t byte = static_cast<uint8_t>(c);
      out += "\\u00";
      out.push_back(kDigits[byte >> 4]);
      out.push_back(kDigits[byte & 15]);
    }
  }
}

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";  // U+FFFD

/// Bytes of the well-formed UTF-8 sequence at the front (Unicode 15, table 3-7); 0 when there is none.
size_t utf8_sequence(std::string_view text) {
  const auto at = [&](size_t i) { return i < text.size() ? static_cast<uint8_t>(text[i]) : uint8_t{0}; };
  const auto tail = [&](size_t i) { return (at(i) & 0xC0) == 0x80; };
  const uint8_t lead = at(0);
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead <= 0xDF) return tail(1) ? 2 : 0;
  if (lead >= 0xE0 && lead <= 0xEF) {
    const bool second = tail(1) && (lead != 0xE0 || at(1) >= 0xA0) && (lead != 0xED || at(1) <= 0x9F);
    return second && tail(2) ? 3 : 0;
  }
  if (lead >= 0xF0 && lead <= 0xF4) {
    const bool second = tail(1) && (lead != 0xF0 || at(1) >= 0x90) && (lead != 0xF4 || at(1) <= 0x8F);
    return second && tail(2) && tail(3) ? 4 : 0;
  }
  return 0;
}

}  // namespace

void Text::append_json(std::string_view text) {
  out_.push_back('"');
  for (char c : text) {
    if (is_plain(c)) {
      out_.push_back(c);
    } else {
      append_escaped(out_, c);
    }
  }
  out_.push_back('"');
}

void Text::append_json_utf8(std::string_view text) {
  out_.push_back('"');
  while (!text.empty()) {
    const size_t length = utf8_sequence(text);
    if (length == 0) {
      out_ += kReplacement;
    } else if (length == 1 && !is_plain(text[0])) {
      append_escaped(out_, text[0]);
    } else {
      out_.append(text.substr(0, length));
    }
    text.remove_prefix(length == 0 ? 1 : length);
  }
  out_.push_back('"');
}

uint32_t Text::append_utf8(std::string_view text) {
  uint32_t units = 0;
  while (!text.empty()) {
    const size_t length = utf8_sequence(text);
    if (length == 0) {
      out_ += kReplacement;
    } else {
      out_.append(text.substr(0, length));
    }
    units += length == 4 ? 2 : 1;
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return units;
}

std::string valid_utf8(std::string_view text) {
  Text valid;
  valid.append_utf8(text);
  return valid.take();
}

}  // namespace ireereplay
