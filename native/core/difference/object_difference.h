// Which objects two captures have, by kind.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "capture/record_reader.h"

namespace ireereplay::difference {

/// An object that differs, or that only one of the captures has.
struct ObjectDifference {
  /// As one of the captures has it.
  struct Side {
    uint32_t record = 0;  ///< The object record.
    uint64_t id = 0;
    std::optional<uint64_t> bytes;  ///< Of a buffer, a file, or an executable's binary; nothing of others.
  };
  format::ObjectType type = format::ObjectType::kNone;
  std::optional<Side> a;
  std::optional<Side> b;
};

/// All objects of a kind.
struct ObjectKind {
  uint64_t same = 0;
  uint64_t changed = 0;  ///< Its object record differs; of an executable what prepares it, too.
  uint64_t added = 0;
  uint64_t removed = 0;
  // The sums of their sizes, as far as they have one; 2^64 - 1 for what is more than that.
  uint64_t bytes_a = 0;
  uint64_t bytes_b = 0;

  uint64_t different() const { return changed + added + removed; }
};

class ObjectComparer {
 public:
  /// Lists so many objects at most.
  explicit ObjectComparer(uint64_t most) : most_(most) {}

  // Records in order: two that are matched and have been compared, or one that only A has, or only B.
  Status take_match(RecordReader& in_a, const RecordFrame& a, RecordReader& in_b, const RecordFrame& b, bool is_same);
  Status take_removed(RecordReader& in_a, const RecordFrame& a);
  Status take_added(RecordReader& in_b, const RecordFrame& b);

  const std::map<format::ObjectType, ObjectKind>& kinds() const { return kinds_; }
  const std::vector<ObjectDifference>& listed() const { return listed_; }

 private:
  /// What was prepared last in a capture: its object record comes after that.
  struct Prepared {
    uint64_t id = format::kNoObject;
    uint64_t bytes = 0;
    bool differs = false;
  };
  /// The object that a record stands for; nothing for other records.
  static Result<std::optional<ObjectDifference::Side>> object_of(RecordReader& reader, const RecordFrame& frame,
                                                                 bool is_same, Prepared* prepared);
  void list(format::ObjectType type, std::optional<ObjectDifference::Side> a, std::optional<ObjectDifference::Side> b);

  const uint64_t most_;
  Prepared prepared_a_, prepared_b_;
  std::map<format::ObjectType, ObjectKind> kinds_;
  std::vector<ObjectDifference> listed_;
};

}  // namespace ireereplay::difference
