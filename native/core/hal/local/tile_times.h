// Predicts what tiles will take from what they took: dispatches recorded alike cost alike.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "hal/local/plan.h"
#include "hal/local/tiles.h"

namespace ireereplay::replay {

class TileTimes {
 public:
  explicit TileTimes(const Plan& plan) : plan_(plan), tile_ns_(plan.dispatches.size(), -1.0f) {}

  struct Estimate {
    float ns = 0;
    bool known = true;
  };
  /// What one thread will take for all of `ranges`.
  Estimate estimate(std::span<const TileRange> ranges) const;
  /// One thread took `ns` for `tiles` of `ranges`.
  void learn(std::span<const TileRange> ranges, uint64_t ns, uint64_t tiles);

 private:
  const Plan& plan_;
  std::vector<float> tile_ns_;  // Per dispatch of the plan; negative until known.
};

}  // namespace ireereplay::replay
