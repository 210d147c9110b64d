// Reading FlatBuffers by hand: the tables that IREE's GPU executables are made of, and no more. Every offset is checked
// against the buffer before it is followed, and what is looked at is counted, so that damaged ones are read as far as
// they make sense. Layout: FlatBuffers' internals, https://flatbuffers.dev/internals/.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "base/bytes.h"

namespace ireereplay {

/// A buffer, and how much of it may still be looked at: references may lead to one place many times.
class FlatBuffer {
 public:
  FlatBuffer(Bytes bytes, uint64_t budget) : bytes_(bytes), budget_(budget) {}

  Bytes at(uint64_t offset, uint64_t length) const {
    const bool fits = offset <= bytes_.size() && length <= bytes_.size() - offset;
    return fits ? bytes_.subspan(offset, length) : Bytes();
  }
  template <typename T>
  std::optional<T> number(uint64_t offset) const {
    const Bytes found = at(offset, sizeof(T));
    return found.empty() ? std::nullopt : std::optional(load<T>(found));
  }
  /// Where the offset at `offset` leads: forward, by a number of 32 bits.
  std::optional<uint64_t> follow(uint64_t offset) const {
    const auto distance = number<uint32_t>(offset);
    return distance && *distance != 0 && *distance < bytes_.size() - offset ? std::optional(offset + *distance)
                                                                            : std::nullopt;
  }
  bool spend(uint64_t amount) {
    if (amount > budget_) {
      budget_ = 0;
      return false;
    }
    budget_ -= amount;
    return true;
  }

 private:
  Bytes bytes_;
  uint64_t budget_;
};

/// A table: its fields by their number in the schema. What is absent, or damaged, has its default or is empty.
class FlatTable {
 public:
  /// The root of `buffer`, which must outlive the table.
  static FlatTable root(FlatBuffer& buffer) {
    const auto at = buffer.follow(0);
    return FlatTable(buffer, at.value_or(0), at.has_value());
  }

  explicit operator bool() const { return valid_; }

  template <typename T>
  T number(uint16_t field, T otherwise = 0) const {
    const auto at = place(field);
    return at ? buffer_->number<T>(*at).value_or(otherwise) : otherwise;
  }
  FlatTable table(uint16_t field) const {
    const auto at = target(field);
    return FlatTable(*buffer_, at.value_or(0), at.has_value());
  }
  /// Where in the buffer the offset of a string, a vector or a table is; 0 where it is absent.
  uint64_t reference(uint16_t field) const { return place(field).value_or(0); }
  /// A string, or a vector of bytes.
  Bytes bytes(uint16_t field) const { return elements(field, 1); }
  std::string_view text(uint16_t field) const {
    const Bytes found = bytes(field);
    return {reinterpret_cast<const char*>(found.data()), found.size()};
  }
  /// The contents of a vector whose elements have `size` bytes; also of one of structs.
  Bytes elements(uint16_t field, uint32_t size) const {
    const auto at = target(field);
    const auto count = at ? buffer_->number<uint32_t>(*at) : std::nullopt;
    if (!count || !buffer_->spend(1)) return {};
    return buffer_->at(*at + sizeof(uint32_t), uint64_t{*count} * size);
  }
  /// A struct that lies in the table.
  Bytes inline_struct(uint16_t field, uint32_t size) const {
    const auto at = place(field);
    return at ? buffer_->at(*at, size) : Bytes();
  }
  /// Calls `each` with every table of a vector of tables until one is damaged.
  template <typename Each>
  void for_each(uint16_t field, Each each) const {
    const auto at = target(field);
    const Bytes offsets = elements(field, sizeof(uint32_t));
    for (uint64_t i = 0; i < offsets.size() / sizeof(uint32_t); ++i) {
      const auto place = buffer_->follow(*at + sizeof(uint32_t) * (1 + i));
      const FlatTable table(*buffer_, place.value_or(0), place.has_value());
      if (!table) return;
      each(table);
    }
  }

 private:
  FlatTable(FlatBuffer& buffer, uint64_t at, bool found) : buffer_(&buffer), at_(at) {
    if (!found || !buffer.spend(1)) return;
    // The table begins with how far before it, or after it, its list of fields is; that, with its own length.
    const auto distance = buffer.number<int32_t>(at);
    if (!distance) return;
    const int64_t fields = static_cast<int64_t>(at) - *distance;
    if (fields < 0) return;
    const auto length = buffer.number<uint16_t>(static_cast<uint64_t>(fields));
    if (!length || *length < 2 * sizeof(uint16_t)) return;
    fields_ = static_cast<uint64_t>(fields);
    fields_length_ = *length;
    valid_ = buffer.at(fields_, fields_length_).size() == fields_length_;
  }

  std::optional<uint64_t> place(uint16_t field) const {
    const uint64_t entry = 2 * sizeof(uint16_t) + sizeof(uint16_t) * uint64_t{field};
    if (!valid_ || entry + sizeof(uint16_t) > fields_length_) return std::nullopt;
    const auto offset = buffer_->number<uint16_t>(fields_ + entry);
    return offset && *offset != 0 ? std::optional(at_ + *offset) : std::nullopt;
  }
  std::optional<uint64_t> target(uint16_t field) const {
    const auto at = place(field);
    return at ? buffer_->follow(*at) : std::nullopt;
  }

  FlatBuffer* buffer_;
  uint64_t at_;
  uint64_t fields_ = 0;
  uint16_t fields_length_ = 0;
  bool valid_ = false;
};

}  // namespace ireereplay
