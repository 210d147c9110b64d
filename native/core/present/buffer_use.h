// What the application did with each buffer: made it, wrote it, read it; and how much memory buffers took.
#pragma once

#include <optional>
#include <unordered_map>
#include <vector>

#include "base/seeded_hash.h"
#include "capture/index.h"
#include "present/payload_reader.h"

namespace ireereplay {

/// Accesses of one kind to one buffer.
struct HostAccesses {
  uint64_t count = 0;
  /// Of all together; what does not fit is the largest number there is.
  uint64_t bytes = 0;
  /// Of the first access, and whether all are of the same range.
  uint64_t offset = 0;
  uint64_t length = 0;
  bool same_range = true;
  uint32_t first = kNoRecord;
  uint32_t last = kNoRecord;

  void add(uint32_t record, uint64_t access_offset, uint64_t access_length);
};

struct BufferUse {
  uint64_t id = 0;
  uint64_t size = 0;
  /// That made it.
  uint32_t record = kNoRecord;
  /// By queue_alloca: it lives as long as the queue says.
  bool transient = false;
  bool imported = false;
  /// Written by the host with bytes that were captured, mapped for reading, read from files.
  HostAccesses written;
  HostAccesses read;
  HostAccesses loaded;
  /// The file that it was first read from.
  uint64_t file = 0;
};

/// Memory of transient buffers, in the order of the records.
struct TransientMemory {
  uint64_t count = 0;
  uint64_t live = 0;
  uint64_t peak = 0;
  /// The allocation that made the peak; kNoRecord without any.
  uint32_t peak_record = kNoRecord;
};

/// Follows buffers through the records, one after the other.
class BufferUses {
 public:
  /// Operations that add() looks at.
  static bool concerns(format::Operation operation);
  /// Notes what the operation that the reader is at does.
  void add(PayloadReader& reader);

  /// In the order in which they were made.
  const std::vector<BufferUse>& buffers() const { return buffers_; }
  const TransientMemory& transients() const { return transients_; }
  /// How long a buffer is; nothing before it is made.
  std::optional<uint64_t> size_of(uint64_t id) const;

 private:
  void made(const RecordFrame& frame, uint64_t size, bool transient, bool imported);
  BufferUse& use_of(uint64_t id);

  std::vector<BufferUse> buffers_;
  std::unordered_map<uint64_t, uint32_t, SeededHash> places_;
  TransientMemory transients_;
};

}  // namespace ireereplay
