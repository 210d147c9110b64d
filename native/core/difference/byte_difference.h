// Bytes of two payloads that differ, and where.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/bytes.h"

namespace ireereplay::difference {

/// Bytes from the first that differ on that are shown of either.
inline constexpr uint64_t kShownBytes = 8;

struct BytesDifference {
  // Of the field, in the payload of either.
  uint64_t begin_a = 0;
  uint64_t length_a = 0;
  uint64_t begin_b = 0;
  uint64_t length_b = 0;
  /// The first that differs, from the begin of the field; the length of the shorter where it begins the longer.
  uint64_t first = 0;
  /// How many differ of those that both have.
  uint64_t differing = 0;
  // From the first on, at most kShownBytes, in hex.
  std::string a;
  std::string b;
};

/// Finds differences of bytes that come piece by piece.
class ByteComparer {
 public:
  /// The next bytes of both; of as many as the shorter has.
  void take(Bytes a, Bytes b);
  /// What was found, without the field's place; nothing where all were the same.
  const std::optional<BytesDifference>& found() const { return found_; }

 private:
  uint64_t at_ = 0;
  std::optional<BytesDifference> found_;
};

/// The same place of two payloads, and what lies there.
struct BothBytes {
  Bytes a;
  Bytes b;
  uint64_t begin_a = 0;
  uint64_t begin_b = 0;

  BothBytes part(uint64_t offset, uint64_t length) const {
    return {a.subspan(offset, length), b.subspan(offset, length), begin_a + offset, begin_b + offset};
  }
  /// Nothing where they are the same.
  std::optional<BytesDifference> difference() const;
};

/// "0f a0".
std::string hex_of(Bytes bytes);

}  // namespace ireereplay::difference
