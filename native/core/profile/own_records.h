// Walks records of this engine's own chunks (replay_chunks.h), which have no layout: each is as long as it says, and a
// newer version may have added to it.
#pragma once

#include <atomic>
#include <string>
#include <string_view>

#include "profile/bundle.h"

namespace ireereplay::profile {

/// Calls `visit(reader, chunk)` for every chunk with that content type, in file order, until it fails.
template <typename Visit>
Status each_own_chunk(const Bundle& bundle, std::string_view content_type, const Visit& visit) {
  ChunkReader reader(bundle.file(), bundle.header());
  Chunk chunk;
  for (const ChunkPlace& place : bundle.chunks()) {
    if (place.kind != ChunkKind::kUnknown || place.type != format::RecordType::kChunk) continue;
    reader.seek(place.offset, place.index);
    IR_RETURN_IF_ERROR(reader.next(&chunk));
    if (chunk.content_type == content_type) IR_RETURN_IF_ERROR(visit(reader, chunk));
  }
  return Status();
}

/// The record at `at` in a chunk of them. DATA_LOSS, with its place, for one that is shorter than T or longer than its
/// chunk.
template <typename T>
Result<T> own_record(ChunkReader& reader, const Chunk& chunk, uint64_t at) {
  const uint64_t end = chunk.payload_offset() + chunk.header.payload_length;
  const auto wrong = [&] {
    return Status(StatusCode::kDataLoss, "a record of " + chunk.content_type + " has an invalid length")
        .at(chunk.index, at);
  };
  if (end - at < sizeof(T)) return wrong();
  IR_ASSIGN_OR_RETURN(const Bytes bytes, reader.window().view(at, sizeof(T)));
  const auto record = load<T>(bytes);
  if (record.record_length < sizeof(T) || record.record_length > end - at) return wrong();
  return record;
}

/// Calls `visit(const T&)` for every record of the chunks with that content type, in file order, until it fails.
/// Returns how many there were. DATA_LOSS as own_record(), and CANCELLED.
template <typename T, typename Visit>
Result<uint64_t> each_own_record(const Bundle& bundle, std::string_view content_type,
                                 const std::atomic<bool>& cancelled, const Visit& visit) {
  uint64_t count = 0;
  const auto walk = [&](ChunkReader& reader, const Chunk& chunk) -> Status {
    const uint64_t end = chunk.payload_offset() + chunk.header.payload_length;
    for (uint64_t at = chunk.payload_offset(); at != end; ++count) {
      if (count % 1024 == 0 && cancelled.load(std::memory_order_relaxed)) {
        return Status(StatusCode::kCancelled, "cancelled");
      }
      IR_ASSIGN_OR_RETURN(const T record, own_record<T>(reader, chunk, at));
      IR_RETURN_IF_ERROR(visit(record));
      at += record.record_length;
    }
    return Status();
  };
  IR_RETURN_IF_ERROR(each_own_chunk(bundle, content_type, walk));
  return count;
}

}  // namespace ireereplay::profile
