// Characters as UTF-8.
#pragma once

#include <cstdint>
#include <string>

namespace ireereplay {

/// Appends the character with that number of Unicode, below 0x110000.
inline void append_character(uint32_t code, std::string* text) {
  const auto tail = [&](int shift) { text->push_back(static_cast<char>(0x80 | ((code >> shift) & 0x3f))); };
  if (code < 0x80) {
    text->push_back(static_cast<char>(code));
  } else if (code < 0x800) {
    text->push_back(static_cast<char>(0xc0 | (code >> 6)));
    tail(0);
  } else if (code < 0x10000) {
    text->push_back(static_cast<char>(0xe0 | (code >> 12)));
    tail(6);
    tail(0);
  } else {
    text->push_back(static_cast<char>(0xf0 | (code >> 18)));
    tail(12);
    tail(6);
    tail(0);
  }
}

}  // namespace ireereplay
