// Rows as bytes: what pages are sent instead of text that each process on the way would parse and write again.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/text.h"

namespace ireereplay {

/// The protocol's PackedRows (packedRows.ts reads them): the parts of a row one after the other, each in the array of
/// its kind.
struct PackedRows {
  std::vector<uint32_t> numbers;
  std::vector<uint64_t> wides;
  /// UTF-8. The numbers say how long each text is, in UTF-16 units.
  Text texts;

  void append(std::string_view text) { numbers.push_back(texts.append_utf8(text)); }
};

}  // namespace ireereplay
