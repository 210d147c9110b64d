// Builds the index of a capture in one pass over its record headers.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>

#include "base/file.h"
#include "base/status.h"
#include "capture/index.h"
#include "capture/record_reader.h"

namespace ireereplay {

/// An index without records.
std::shared_ptr<const CaptureIndex> empty_index();

/// Progress of indexing.
struct IndexProgress {
  uint64_t bytes;
  uint32_t records;
};

struct IndexCallbacks {
  /// About every 16 MiB of the file.
  std::function<void(const IndexProgress&)> progress;
  /// Called once, early, with an index of the first records, if there are more than `first_rows`.
  std::function<void(std::shared_ptr<const CaptureIndex>)> first;
  uint32_t first_rows = 1000;
};

/// What an index may cost, whatever a capture claims.
struct IndexLimits {
  /// Memory of all tables: enough for thirty million records.
  uint64_t bytes = 1ull << 30;
  /// For a name, a path, a format; longer ones are cut.
  uint64_t text_bytes = 64 << 10;
  /// For the metadata of one executable's functions; longer metadata is not kept.
  uint64_t metadata_bytes = 16 << 20;
};

/// Indexes a capture. If it is damaged, becomes unreadable or exceeds the limits, the index holds the records before
/// that place, and end() says why it stops there. Fails only when `cancelled` becomes true (CANCELLED).
Result<std::shared_ptr<const CaptureIndex>> build_index(std::shared_ptr<const File> file, const CaptureHeader& header,
                                                        const std::atomic<bool>& cancelled,
                                                        const IndexCallbacks& callbacks = {},
                                                        const IndexLimits& limits = {});

}  // namespace ireereplay
