// What dispatches were launched with beside their grid, as this engine's recorder says: constants, and how long what is
// bound to them is.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/seeded_hash.h"
#include "base/status.h"
#include "profile/bundle.h"
#include "profile/replay_chunks.h"

namespace ireereplay::profile {

class LaunchShapes {
 public:
  struct Shape {
    std::vector<uint32_t> constants;
    std::vector<uint64_t> binding_lengths;  ///< In bytes.
  };

  /// Reads what a bundle says; nothing is known of a bundle that another engine recorded. CANCELLED, DATA_LOSS.
  static Result<LaunchShapes> read(const Bundle& bundle, const std::atomic<bool>& cancelled);

  const std::vector<Shape>& shapes() const { return shapes_; }
  /// That of a dispatch, by its place among shapes(); kNone32 where none is known.
  uint32_t of_execution(const format::HostExecutionEvent& event) const;

 private:
  struct List {
    uint64_t first = 0;
    std::vector<uint32_t> shapes;
  };
  using Lists = std::vector<List>;
  static uint32_t find(const Lists& lists, uint64_t place);
  static Status add_shapes(ChunkReader& reader, const Chunk& chunk, const std::atomic<bool>& cancelled,
                           LaunchShapes* out);
  static Status add_lists(ChunkReader& reader, const Chunk& chunk, const std::atomic<bool>& cancelled,
                          LaunchShapes* out);

  std::vector<Shape> shapes_;
  Lists submissions_;
  std::unordered_map<uint64_t, Lists, SeededHash> commands_;
  /// Of command buffers that a submission executed with others than mostly, by the submission first.
  std::map<std::pair<uint64_t, uint64_t>, Lists> exceptions_;
};

}  // namespace ireereplay::profile
