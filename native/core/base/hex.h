// Numbers as hexadecimal text.
#pragma once

#include <string>

#include "base/bytes.h"
#include "base/text.h"

namespace ireereplay {

/// "0x" and at least `width` hexadecimal digits.
inline std::string hex(uint64_t value, int width = 1) {
  Text text;
  text.append_hex(value, width);
  return text.take();
}

/// Two digits for each byte, in order, without a prefix.
inline std::string hex_digits(Bytes bytes) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string digits;
  for (const uint8_t byte : bytes) {
    digits += kDigits[byte >> 4];
    digits += kDigits[byte & 15];
  }
  return digits;
}

}  // namespace ireereplay
