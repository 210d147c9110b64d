// Letters of ASCII, whatever the locale.
#pragma once

namespace ireereplay {

/// A capital letter as its small one; any other character as it is.
constexpr char lower_case(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

}  // namespace ireereplay
