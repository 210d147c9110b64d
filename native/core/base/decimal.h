// Numbers as decimal text, alone and with what they count.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace ireereplay {

inline std::string decimal(uint64_t value) { return std::to_string(value); }

/// "1 binding", "3 bindings".
inline std::string counted(uint64_t count, std::string_view noun) {
  return decimal(count) + " " + std::string(noun) + (count == 1 ? "" : "s");
}

}  // namespace ireereplay
