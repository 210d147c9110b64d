// The tracks of memory: its events, and what is live.
#pragma once

#include <array>
#include <unordered_map>

#include "base/seeded_hash.h"
#include "profile/timeline/track_making.h"

namespace ireereplay::profile::timeline {

class MemoryTracks {
 public:
  explicit MemoryTracks(TrackMaking& making) : making_(making) {}

  /// Puts an event, whose number among those of its kind is `row`, on its tracks.
  void add(const format::MemoryEvent& event, uint32_t row);

 private:
  /// What was given and is not taken back yet.
  struct Open {
    uint64_t length = 0;
    uint64_t pool = 0;
    uint32_t queue = 0;
  };
  struct OpenHash {
    size_t operator()(const std::array<uint64_t, 2>& key) const { return seeded(seeded(key[0]) ^ key[1]); }
    SeededHash seeded;
  };

  /// What is live of a pool, of a queue's allocations, or of buffers.
  void add_balance(const format::MemoryEvent& event, uint32_t row, uint32_t group);

  TrackMaking& making_;
  std::unordered_map<std::array<uint64_t, 2>, Open, OpenHash> open_;
  uint32_t pools_ = 0;
};

}  // namespace ireereplay::profile::timeline
