// Where the events of a kind stand in the file, so that any of them is read again when it is asked for: only what
// windows and statistics need is kept of each.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "profile/bundle.h"
#include "profile/layout.h"
#include "profile/own_records.h"
#include "profile/replay_chunks.h"

namespace ireereplay::profile::timeline {

/// The kinds of events that slices are of: those of chunks with a layout, and of this engine's own (replay_chunks.h).
inline constexpr ChunkKind kWorkerShares = ChunkKind::kUnknown;
inline constexpr auto kScopeRuns = static_cast<ChunkKind>(kChunkKinds + 1);
inline constexpr size_t kEventKinds = kChunkKinds + 2;

/// Bytes of an event's fields.
inline size_t size_of_fields(ChunkKind kind) {
  return kind == kWorkerShares ? sizeof(format::WorkerShare)
         : kind == kScopeRuns  ? sizeof(format::ScopeRun)
                               : layout_of(kind).size;
}
inline bool has_layout(ChunkKind kind) { return kind < ChunkKind::kUnknown; }

class EventRows {
 public:
  void begin_chunk(uint32_t place) { parts_.push_back({size_, place, static_cast<uint32_t>(offsets_.size())}); }
  /// Counts the next record, at `offset` of the file, and returns its row.
  uint32_t add(uint64_t offset) {
    if ((size_ - parts_.back().first_row) % kStep == 0) offsets_.push_back(offset);
    return size_++;
  }
  uint32_t size() const { return size_; }

  struct Event {
    Chunk chunk;
    uint64_t offset = 0;
    std::vector<uint8_t> fields;

    template <typename T>
    T as() const {
      return load<T>(fields);
    }
  };
  /// Reads the event of a row anew. `fields` is as long as the layout says. DATA_LOSS when the file has changed.
  Result<Event> read(const Bundle& bundle, uint32_t row, size_t length) const;

  struct Found {
    uint32_t row = 0;
    Event event;
  };
  /// The first event of a kind with a layout that `matches(chunk, fields)`; nothing where there is none. CANCELLED;
  /// else as reading fails.
  Result<std::optional<Found>> find(const Bundle& bundle, const std::function<bool(const Chunk&, Bytes)>& matches,
                                    const std::atomic<bool>& cancelled) const;

 private:
  static constexpr uint32_t kStep = 64;
  struct Part {
    uint32_t first_row = 0;
    uint32_t place = 0;
    uint32_t first_offset = 0;
  };
  std::vector<Part> parts_;
  std::vector<uint64_t> offsets_;
  uint32_t size_ = 0;
};

}  // namespace ireereplay::profile::timeline
