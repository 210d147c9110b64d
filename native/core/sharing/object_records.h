// Which records make the objects that others name.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <set>
#include <unordered_map>
#include <vector>

#include "base/file.h"
#include "base/seeded_hash.h"
#include "base/status.h"
#include "capture/record_reader.h"

namespace ireereplay::sharing {

/// The records of a capture by what they say of objects, up to a record.
class ObjectRecords {
 public:
  ObjectRecords(std::shared_ptr<const File> file, const CaptureHeader& header) : reader_(std::move(file), header) {}

  /// Reads the capture; records from `end` on are only counted.
  Status read(uint64_t end, const std::atomic<bool>& cancelled);

  /// Notes that the object is needed, and all that its records name; 0 is none.
  Status need(uint64_t id);
  /// Notes that all is needed that the record names.
  Status need_of(const RecordFrame& frame);
  bool is_needed(uint64_t id) const { return needed_.contains(id); }

  /// The records before `end`.
  const std::vector<RecordFrame>& frames() const { return frames_; }
  /// The record makes an object that is needed, describes it, or belongs to its recording.
  bool is_wanted(const RecordFrame& frame) const;
  /// All records of the capture.
  uint64_t record_count() const { return record_count_; }
  /// The highest id in any record.
  uint64_t highest_id() const { return highest_id_; }

 private:
  /// The objects that a record names; 0 is none.
  Result<std::vector<uint64_t>> ids_of(const RecordFrame& frame);

  RecordReader reader_;
  std::vector<RecordFrame> frames_;
  /// Places in frames_ of records that make an object, describe it or, for a command buffer, belong to its recording.
  std::unordered_map<uint64_t, std::vector<size_t>, SeededHash> records_;
  std::set<uint64_t> needed_;
  uint64_t highest_id_ = 0;
  uint64_t record_count_ = 0;
};

}  // namespace ireereplay::sharing
