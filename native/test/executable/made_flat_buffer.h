// Builds FlatBuffers from the front to the back: every table follows the one that refers to it.
#pragma once

#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace ireereplay {

struct MadeTable;

/// A field: nothing, a number or struct that lies in the table (its bytes), or what the table refers to.
struct MadeField {
  std::vector<uint8_t> inline_bytes;
  std::shared_ptr<MadeTable> table;
  std::shared_ptr<std::vector<MadeTable>> tables;
  std::shared_ptr<std::vector<uint8_t>> vector;
  uint32_t count = 0;  ///< Elements of `vector`.
};

struct MadeTable {
  std::vector<MadeField> fields;
};

template <typename T>
MadeField flat_number(T value) {
  MadeField field;
  field.inline_bytes.resize(sizeof(T));
  std::memcpy(field.inline_bytes.data(), &value, sizeof(T));
  return field;
}
inline MadeField flat_dimensions(uint32_t x, uint32_t y, uint32_t z) {
  const uint32_t all[3] = {x, y, z};
  MadeField field;
  field.inline_bytes.resize(sizeof(all));
  std::memcpy(field.inline_bytes.data(), all, sizeof(all));
  return field;
}
/// `count` elements, or as many as there are bytes.
template <typename T>
MadeField flat_vector(const std::vector<T>& elements) {
  MadeField field;
  field.vector = std::make_shared<std::vector<uint8_t>>(elements.size() * sizeof(T));
  if (!elements.empty()) std::memcpy(field.vector->data(), elements.data(), field.vector->size());
  field.count = static_cast<uint32_t>(elements.size());
  return field;
}
inline MadeField flat_text(const std::string& text) {
  MadeField field = flat_vector(std::vector<char>(text.begin(), text.end()));
  field.vector->push_back(0);
  return field;
}
inline MadeField flat_table(MadeTable table) {
  MadeField field;
  field.table = std::make_shared<MadeTable>(std::move(table));
  return field;
}
inline MadeField flat_tables(std::vector<MadeTable> tables) {
  MadeField field;
  field.tables = std::make_shared<std::vector<MadeTable>>(std::move(tables));
  return field;
}

class FlatBufferBuilder {
 public:
  /// IREE's header of 64 bytes, and a buffer with the root.
  static std::vector<uint8_t> container(const char* identifier, const MadeTable& root) {
    FlatBufferBuilder builder;
    builder.append(uint32_t{8});
    builder.bytes_.insert(builder.bytes_.end(), identifier, identifier + 4);
    (void)builder.add(root);
    std::vector<uint8_t> file(64);
    std::memcpy(file.data(), identifier, 4);
    const uint64_t size = builder.bytes_.size();
    std::memcpy(file.data() + 8, &size, sizeof(size));
    file.insert(file.end(), builder.bytes_.begin(), builder.bytes_.end());
    return file;
  }

 private:
  template <typename T>
  void append(T value) {
    const auto* bytes = reinterpret_cast<const uint8_t*>(&value);
    bytes_.insert(bytes_.end(), bytes, bytes + sizeof(T));
  }
  template <typename T>
  void put(size_t at, T value) {
    std::memcpy(bytes_.data() + at, &value, sizeof(T));
  }
  void point(size_t from, size_t to) { put(from, static_cast<uint32_t>(to - from)); }
  void align() {
    while (bytes_.size() % 8 != 0) bytes_.push_back(0);
  }

  // The table, with its list of fields behind it, and then all that it refers to.
  size_t add(const MadeTable& table) {
    align();
    const size_t begin = bytes_.size();
    append(int32_t{0});
    std::vector<size_t> places;
    for (const MadeField& field : table.fields) {
      const bool refers = field.table || field.tables || field.vector;
      if (!refers && field.inline_bytes.empty()) {
        places.push_back(0);
        continue;
      }
      while (bytes_.size() % (refers ? 4 : std::min<size_t>(field.inline_bytes.size(), 4)) != 0) bytes_.push_back(0);
      places.push_back(bytes_.size());
      if (refers) {
        append(uint32_t{0});
      } else {
        bytes_.insert(bytes_.end(), field.inline_bytes.begin(), field.inline_bytes.end());
      }
    }
    const size_t length = bytes_.size() - begin;
    align();
    put(begin, static_cast<int32_t>(begin) - static_cast<int32_t>(bytes_.size()));
    append(static_cast<uint16_t>(4 + 2 * places.size()));
    append(static_cast<uint16_t>(length));
    for (const size_t place : places) append(static_cast<uint16_t>(place == 0 ? 0 : place - begin));
    for (size_t i = 0; i < places.size(); ++i) add_target(table.fields[i], places[i]);
    return begin;
  }

  void add_target(const MadeField& field, size_t place) {
    if (field.table) point(place, add(*field.table));
    if (field.vector) {
      align();
      point(place, bytes_.size());
      append(field.count);
      bytes_.insert(bytes_.end(), field.vector->begin(), field.vector->end());
    }
    if (field.tables) {
      align();
      const size_t begin = bytes_.size();
      point(place, begin);
      append(static_cast<uint32_t>(field.tables->size()));
      bytes_.resize(bytes_.size() + 4 * field.tables->size());
      for (size_t i = 0; i < field.tables->size(); ++i) point(begin + 4 + 4 * i, add((*field.tables)[i]));
    }
  }

  std::vector<uint8_t> bytes_;
};

}  // namespace ireereplay
