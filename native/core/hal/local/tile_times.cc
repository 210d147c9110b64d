#include "hal/local/tile_times.h"

namespace ireereplay::replay {

namespace {

// Roughly what a processor copies; it need only be right within a factor.
constexpr float kBytesPerNs = 8;

}  // namespace

TileTimes::Estimate TileTimes::estimate(std::span<const TileRange> ranges) const {
  Estimate estimate;
  for (const TileRange& range : ranges) {
    if (range.dispatch == nullptr) {
      estimate.ns += static_cast<float>(static_cast<const Transfer*>(range.command->what)->length) / kBytesPerNs;
      continue;
    }
    const float tile = tile_ns_[static_cast<size_t>(range.dispatch - plan_.dispatches.data())];
    if (tile < 0) {
      estimate.known = false;
    } else {
      estimate.ns += tile * static_cast<float>(range.count);
    }
  }
  return estimate;
}

void TileTimes::learn(std::span<const TileRange> ranges, uint64_t ns, uint64_t tiles) {
  const float tile = static_cast<float>(ns) / static_cast<float>(tiles);
  for (const TileRange& range : ranges) {
    if (range.dispatch == nullptr) continue;
    float& known = tile_ns_[static_cast<size_t>(range.dispatch - plan_.dispatches.data())];
    // In a group, each counts as average until it has been seen alone.
    if (known < 0 || ranges.size() == 1) known = tile;
  }
}

}  // namespace ireereplay::replay
