// What two records say differently, whatever their numbers and the ids of their objects are.
#pragma once

#include <atomic>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "capture/payload.h"
#include "difference/byte_difference.h"
#include "difference/compared_capture.h"

namespace ireereplay::difference {

/// Which object of one capture takes the part of which of the other: one of one, from where records first name them.
class ObjectPairs {
 public:
  /// Whether the two are the same object. Ids that are both new are taken as that.
  bool are_same(uint64_t a, uint64_t b);
  /// All ids are the same on both sides.
  bool is_identity() const { return is_identity_; }

 private:
  std::unordered_map<uint64_t, uint64_t, SeededHash> of_a_, of_b_;
  bool is_identity_ = true;
};

/// One thing that differs, in the words of a dump: "workgroup_count[0]", "bindings[2].offset", "data".
struct FieldDifference {
  std::string field;
  std::string a;
  std::string b;
  std::optional<BytesDifference> bytes;  ///< Where it stands in the payloads; nothing of what the record's header says.
};

/// Compares records of two captures, in order: ids are told by what came before.
class RecordComparer {
 public:
  RecordComparer(const ComparedCapture& a, const ComparedCapture& b, const std::atomic<bool>& cancelled)
      : a_(a), b_(b), in_a_(a.file, a.header), in_b_(b.file, b.header), cancelled_(cancelled) {}

  /// What differs; empty where all bytes are the same but ids that name the same objects, numbers of records, threads
  /// that recorded them, padding, and of a file that is not recognised by them, its inode and time.
  Result<std::vector<FieldDifference>> compare(uint32_t record_a, uint32_t record_b);

  // Of the records that were compared last, and their readers.
  const RecordFrame& frame_a() const { return frame_a_; }
  const RecordFrame& frame_b() const { return frame_b_; }
  RecordReader& in_a() { return in_a_; }
  RecordReader& in_b() { return in_b_; }

  /// A payload was compared without knowing which of its bytes are ids.
  bool has_opaque() const { return has_opaque_; }
  const ObjectPairs& objects() const { return objects_; }

 private:
  void compare_headers();
  Status compare_payloads();
  /// Whether the payloads, laid out alike, are the same.
  Result<bool> is_same(const PayloadLayout& layout);
  Result<bool> has_same_bytes(uint64_t offset, uint64_t length);
  void compare_fields(const BothBytes& head);
  Status compare_part(const PartRange& a, const PartRange& b);
  Status compare_elements(const PartRange& a, const PartRange& b, std::string_view name);
  Status compare_bytes(std::string_view name, const PartRange& a, const PartRange& b);
  Status note_texts(std::string_view name, const PartRange& a, const PartRange& b);
  /// The difference of two parts of the payloads; nothing where they are the same.
  Result<std::optional<BytesDifference>> difference_of(const PartRange& a, const PartRange& b);
  void compare_refs(const std::string& name, const BothBytes& at);
  void note(std::string field, std::string a, std::string b, std::optional<BytesDifference> bytes = {}) {
    found_.push_back({std::move(field), std::move(a), std::move(b), std::move(bytes)});
  }
  /// Of headers of records.
  void compare_number(const std::string& field, uint64_t a, uint64_t b) {
    if (a != b) note(field, std::to_string(a), std::to_string(b));
  }
  void compare_id(const std::string& field, uint64_t a, uint64_t b, std::optional<BytesDifference> bytes = {}) {
    if (!objects_.are_same(a, b))
      note(field, "object " + std::to_string(a), "object " + std::to_string(b), std::move(bytes));
  }
  // Of payloads.
  template <typename T>
  void compare_number(const std::string& field, const BothBytes& at, uint64_t offset = 0) {
    const BothBytes here = at.part(offset, sizeof(T));
    const T a = load<T>(here.a), b = load<T>(here.b);
    if (a != b) note(field, std::to_string(a), std::to_string(b), here.difference());
  }
  void compare_id(const std::string& field, const BothBytes& at, uint64_t offset = 0) {
    const BothBytes here = at.part(offset, sizeof(uint64_t));
    compare_id(field, load<uint64_t>(here.a), load<uint64_t>(here.b), here.difference());
  }

  const ComparedCapture& a_;
  const ComparedCapture& b_;
  RecordReader in_a_, in_b_;
  const std::atomic<bool>& cancelled_;
  ObjectPairs objects_;
  RecordFrame frame_a_, frame_b_;
  std::vector<FieldDifference> found_;
  bool has_opaque_ = false;
};

}  // namespace ireereplay::difference
