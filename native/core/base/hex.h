// Numbers as hexadecimal text.
#pragma once

#include <string>

#include "base/text.h"

namespace ireereplay {

/// "0x" and at least `width` hexadecimal digits.
inline std::string hex(uint64_t value, int width = 1) {
  Text text;
  text.append_hex(value, width);
  return text.take();
}

}  // namespace ireereplay
