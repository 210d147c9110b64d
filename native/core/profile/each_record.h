// Walks the records of some kinds through a whole bundle.
#pragma once

#include <algorithm>
#include <atomic>
#include <initializer_list>
#include <utility>

#include "profile/bundle.h"

namespace ireereplay::profile {

/// Calls `visit(chunk, record)` for every record of the kinds, in file order, and before those of a chunk
/// `enter(chunk)`. Stops at the first failure, which is given the record's place; CANCELLED within 1,024 records.
/// What follows a record's fields is read `with_trailing` alone.
template <typename Enter, typename Visit>
Status each_record(const Bundle& bundle, std::initializer_list<ChunkKind> kinds, const std::atomic<bool>& cancelled,
                   const Enter& enter, const Visit& visit, bool with_trailing = false) {
  ChunkReader reader(bundle.file(), bundle.header());
  Chunk chunk;
  const auto is_wanted = [&](const ChunkPlace& place) {
    return std::find(kinds.begin(), kinds.end(), place.kind) != kinds.end();
  };
  uint64_t wanted = 0;
  for (const ChunkPlace& place : bundle.chunks()) wanted += is_wanted(place) ? place.payload_length : 0;
  // Else it would mostly read what nobody asks for.
  bool reads_ahead = wanted >= bundle.file()->size() / 2;
  for (const ChunkPlace& place : bundle.chunks()) {
    if (!is_wanted(place)) continue;
    reader.seek(place.offset, place.index);
    if (std::exchange(reads_ahead, false)) reader.read_ahead();
    IR_RETURN_IF_ERROR(reader.next(&chunk));
    IR_RETURN_IF_ERROR(enter(chunk));
    RecordWalk walk(reader.window(), chunk, with_trailing);
    Record record;
    for (uint32_t count = 0; !walk.at_end(); ++count) {
      if (count % 1024 == 0 && cancelled.load(std::memory_order_relaxed)) {
        return Status(StatusCode::kCancelled, "cancelled");
      }
      IR_RETURN_IF_ERROR(walk.next(&record));
      IR_RETURN_IF_ERROR(visit(chunk, record).at(chunk.index, record.offset));
    }
  }
  return Status();
}

}  // namespace ireereplay::profile
