// Fields of the JSON that the addon hands to JavaScript. A key is given with all that stands before its value, as in
// `,"key":`.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "base/element.h"
#include "base/text.h"

namespace ireereplay::addon {

inline void append_number(Text& out, std::string_view key, uint64_t value) {
  out.append(key);
  out.append_dec(value);
}

/// The protocol's U64: digits in quotes, since a JavaScript number is exact only to 2^53.
inline void append_wide(Text& out, std::string_view key, uint64_t value) {
  out.append(key);
  out.append('"');
  out.append_dec(value);
  out.append('"');
}

inline void append_double_field(Text& out, std::string_view key, double value) {
  out.append(key);
  append_double(value, out);
}

/// A double in quotes, which keeps NaN and the infinities.
inline void append_quoted(Text& out, std::string_view key, double value) {
  out.append(key);
  out.append('"');
  append_double(value, out);
  out.append('"');
}

/// `[1,2,3]`.
template <typename Integer, size_t kExtent>
void append_counts(Text& out, std::string_view key, std::span<const Integer, kExtent> counts) {
  out.append(key);
  out.append('[');
  for (size_t i = 0; i < counts.size(); ++i) {
    if (i > 0) out.append(',');
    out.append_dec(counts[i]);
  }
  out.append(']');
}

}  // namespace ireereplay::addon
