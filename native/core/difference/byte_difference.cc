#include "difference/byte_difference.h"

#include <algorithm>

namespace ireereplay::difference {

std::string hex_of(Bytes bytes) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string out;
  for (const uint8_t byte : bytes) {
    if (!out.empty()) out += ' ';
    out += kDigits[byte >> 4];
    out += kDigits[byte & 15];
  }
  return out;
}

void ByteComparer::take(Bytes a, Bytes b) {
  const size_t length = std::min(a.size(), b.size());
  for (size_t i = 0; i < length; ++i) {
    if (a[i] == b[i]) continue;
    if (!found_) {
      found_.emplace().first = at_ + i;
      const auto shown = [&](Bytes bytes) { return hex_of(bytes.subspan(i, std::min(kShownBytes, bytes.size() - i))); };
      found_->a = shown(a);
      found_->b = shown(b);
    }
    ++found_->differing;
  }
  at_ += length;
}

std::optional<BytesDifference> BothBytes::difference() const {
  ByteComparer comparer;
  comparer.take(a, b);
  std::optional<BytesDifference> found = comparer.found();
  if (!found) return found;
  found->begin_a = begin_a;
  found->begin_b = begin_b;
  found->length_a = a.size();
  found->length_b = b.size();
  return found;
}

}  // namespace ireereplay::difference
