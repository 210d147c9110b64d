// JSON (RFC 8259) as a tree, read strictly: for files of a few KiB that other programs write. What is large is read
// otherwise.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"

namespace ireereplay {

/// A whole number of 64 bits, of either sign: beyond 2^53, where doubles round.
struct JsonInteger {
  /// The number's bits: as two's complement where it is negative.
  uint64_t bits = 0;
  bool is_negative = false;
};

struct JsonMember;

struct JsonValue {
  enum class Kind : uint8_t { kNull, kFalse, kTrue, kNumber, kString, kArray, kObject };
  Kind kind = Kind::kNull;
  /// A string's characters in UTF-8, or a number as it is written.
  std::string text;
  /// Of an array.
  std::vector<JsonValue> items;
  /// Of an object, in its order. Keys may occur twice.
  std::vector<JsonMember> members;

  /// The member with that key, the first of several; nullptr where there is none.
  const JsonValue* find(std::string_view key) const;
  /// The value of a number without fraction or exponent that 64 bits hold, signed or not; nothing of all others.
  std::optional<JsonInteger> integer() const;
};

struct JsonMember {
  std::string key;
  JsonValue value;
};

/// The value that `text` is, without anything before or after it but white space. INVALID_ARGUMENT with the offset of
/// what is wrong: no JSON, text that is not UTF-8, or more than 32 values in each other.
Result<JsonValue> parse_json(std::string_view text);

}  // namespace ireereplay
