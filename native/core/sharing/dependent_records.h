// Which records can stand without which others.
#pragma once

#include <atomic>
#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/seeded_hash.h"
#include "base/status.h"
#include "sharing/copied_capture.h"
#include "sharing/named_objects.h"

namespace ireereplay::sharing {

/// What may become of the order in which operations are executed.
enum class Order : uint8_t {
  kMayBeLost,  ///< Operations do without semaphores that are left out, and commands without barriers.
  kIsKept,
};

/// A capture's records, some of which are left out.
class DependentRecords {
  static constexpr size_t kNone = ~size_t{0};

 public:
  struct Record {
    RecordFrame frame;
    NamedObjects named;
    size_t mate = kNone;  ///< The other end of what the record begins or ends.
    bool is_left_out = false;
  };

  /// Reads all records.
  static Result<DependentRecords> read(const SourceCapture& capture, const std::atomic<bool>& cancelled, Order order);

  const std::vector<Record>& records() const { return records_; }
  /// Leaves out a record, and all that cannot stand without it.
  void leave_out(size_t index);
  /// Takes back barriers that were left out between commands that were not.
  void keep_barriers();
  /// Something that makes the object is left out.
  bool is_gone(uint64_t object) const { return gone_.contains(object); }

 private:
  Status add(RecordReader* reader, const RecordFrame& frame, Order order);
  Status find_mate(RecordReader* reader, size_t index);

  /// A range that is mapped, by the record that maps it.
  struct Mapping {
    uint64_t offset = 0;
    uint64_t length = 0;
    size_t record = 0;
  };

  std::vector<Record> records_;
  std::unordered_map<uint64_t, std::vector<size_t>, SeededHash> naming_;  ///< Records by an object that they name.
  std::unordered_set<uint64_t, SeededHash> gone_;
  // What is begun and not ended where records_ ends.
  std::vector<size_t> scopes_;
  std::unordered_map<uint64_t, std::vector<size_t>, SeededHash> groups_;     ///< By command buffer.
  std::unordered_map<uint64_t, std::vector<Mapping>, SeededHash> mappings_;  ///< By buffer.
};

}  // namespace ireereplay::sharing
