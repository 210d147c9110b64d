// Whether a packed row is well-formed: the page reads it without checking bounds.
#pragma once

#include <cstdint>
#include <string_view>

#include "present/packed_rows.h"

namespace ireereplay {

class PackedCheck {
 public:
  /// True when `packed` is one row and nothing else, its texts UTF-8.
  static bool is_row(const PackedRows& packed) {
    PackedCheck check(packed);
    return check.row() && check.number_ == packed.numbers.size() && check.wide_ == packed.wides.size() &&
           check.texts_.empty();
  }

 private:
  explicit PackedCheck(const PackedRows& packed) : packed_(packed), texts_(packed.texts.view()) {}

  bool number(uint32_t* value) {
    if (number_ == packed_.numbers.size()) return false;
    *value = packed_.numbers[number_++];
    return true;
  }
  /// Takes as many characters as the next number says in UTF-16 units: two for each that takes four bytes in UTF-8.
  bool text() {
    uint32_t units = 0;
    if (!number(&units)) return false;
    while (units > 0 && !texts_.empty()) {
      const auto lead = static_cast<uint8_t>(texts_[0]);
      const uint32_t bytes = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
      const uint32_t taken = bytes == 4 ? 2 : 1;
      if (lead > 0xF4 || (lead >= 0x80 && lead < 0xC2) || bytes > texts_.size() || taken > units) return false;
      for (uint32_t i = 1; i < bytes; ++i) {
        if ((static_cast<uint8_t>(texts_[i]) & 0xC0) != 0x80) return false;
      }
      texts_.remove_prefix(bytes);
      units -= taken;
    }
    return units == 0;
  }
  bool wide() { return wide_++ < packed_.wides.size(); }

  bool spans() {
    uint32_t count = 0, flags = 0, record = 0;
    if (!number(&count)) return false;
    for (uint32_t i = 0; i < count; ++i) {
      if (!number(&flags) || flags > 7 || !text() || ((flags & 2) != 0 && !wide())) return false;
      if ((flags & 4) != 0 && !number(&record)) return false;
    }
    return true;
  }
  bool row() {
    uint32_t flags = 0, depth = 0, children = 0, record = 0;
    if (!number(&flags) || !text() || !number(&depth) || !number(&children)) return false;
    if ((flags & 1u << 10) != 0 && !number(&record)) return false;
    if ((flags & 1u << 13) != 0 && (!number(&record) || !number(&record))) return false;
    if ((flags & 1u << 14) != 0 && !number(&record)) return false;
    if (!text() || !spans() || !spans() || ((flags & 1u << 11) != 0 && !wide())) return false;
    return (flags & 1u << 12) == 0 || text();
  }

  const PackedRows& packed_;
  std::string_view texts_;
  size_t number_ = 0;
  size_t wide_ = 0;
};

}  // namespace ireereplay
