// What a query has found, and what leads to it: what is left of the record tree when all else is hidden.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "capture/index.h"
#include "present/node.h"
#include "present/query.h"

namespace ireereplay {

/// Marks of all records and objects of one index; made in time linear in the number of records.
class MatchFilter {
 public:
  MatchFilter(const CaptureIndex& index, RecordSet matches);

  bool matches(uint32_t record) const { return matches_.contains(record); }
  /// It matches, or stands above a match; a submission also when it executes one.
  bool keeps(uint32_t record) const { return kept_.contains(record); }
  /// A match names the object with this ordinal in its header.
  bool keeps_object(uint32_t ordinal) const { return kept_objects_[ordinal]; }
  /// A match names an object of this type.
  bool keeps_object_type(uint32_t type) const { return type < kObjectTypes && kept_types_[type]; }
  /// Children of a container that are kept.
  std::span<const uint32_t> children(uint32_t container) const;
  /// Of these, how many are no objects.
  uint32_t operation_children(uint32_t container) const { return kept_operations_[container]; }

 private:
  void mark(const CaptureIndex& index);
  void list(const CaptureIndex& index);

  RecordSet matches_;
  /// Matches and everything above them.
  RecordSet kept_;
  /// The same for objects, by ordinal.
  std::vector<bool> kept_objects_;
  /// And for types of objects: those that the record tree groups by, as a file may claim any number.
  std::array<bool, kObjectTypes> kept_types_ = {};
  /// The children of each container that are kept: those of container i begin at kept_begins_[i].
  std::vector<uint32_t> kept_children_;
  std::vector<uint32_t> kept_begins_;
  /// Of these, those that are no objects.
  std::vector<uint32_t> kept_operations_;
};

}  // namespace ireereplay
