// Numbers and texts as DWARF has them.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

#include "base/bytes.h"

namespace ireereplay {

/// Reads forward; past the end everything is zero, and ok() false.
class DwarfCursor {
 public:
  explicit DwarfCursor(Bytes bytes) : bytes_(bytes) {}

  bool ok() const { return ok_; }
  bool at_end() const { return !ok_ || at_ == bytes_.size(); }
  size_t place() const { return at_; }
  void skip(uint64_t length) { (void)take(length); }

  Bytes take(uint64_t length) {
    if (length > bytes_.size() - at_) {
      ok_ = false;
      at_ = bytes_.size();
      return Bytes();
    }
    const Bytes taken = bytes_.subspan(at_, length);
    at_ += length;
    return taken;
  }
  template <typename T>
  T number() {
    const Bytes taken = take(sizeof(T));
    return taken.empty() ? T() : load<T>(taken);
  }
  uint64_t offset(bool is_64_bit) { return is_64_bit ? number<uint64_t>() : number<uint32_t>(); }
  uint64_t uleb() {
    uint64_t value = 0;
    for (unsigned shift = 0;; shift += 7) {
      const auto byte = number<uint8_t>();
      if (shift < 64) value |= uint64_t{byte & 0x7Fu} << shift;
      if (byte < 0x80) return value;
    }
  }
  int64_t sleb() {
    uint64_t value = 0;
    for (unsigned shift = 0;;) {
      const auto byte = number<uint8_t>();
      if (shift < 64) value |= uint64_t{byte & 0x7Fu} << shift;
      shift += 7;
      if (byte >= 0x80) continue;
      if (shift < 64 && (byte & 0x40) != 0) value |= ~0ull << shift;
      return static_cast<int64_t>(value);
    }
  }
  std::string_view text() {
    const Bytes rest = bytes_.subspan(at_);
    const size_t length = rest.empty() ? 0 : ::strnlen(reinterpret_cast<const char*>(rest.data()), rest.size());
    const Bytes taken = take(length + 1);
    return taken.empty() ? std::string_view() : std::string_view(reinterpret_cast<const char*>(taken.data()), length);
  }

 private:
  Bytes bytes_;
  size_t at_ = 0;
  bool ok_ = true;
};

}  // namespace ireereplay
