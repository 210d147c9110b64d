#include "profile/share_tiles.h"

#include <algorithm>
#include <tuple>

#include "profile/own_records.h"

namespace ireereplay::profile {

using format::TileRun;

namespace {

bool is_before(const TileRun& a, const TileRun& b) {
  return std::tie(a.event_id, a.worker) < std::tie(b.event_id, b.worker);
}

}  // namespace

Result<ShareTiles> ShareTiles::read(const Bundle& bundle, const std::atomic<bool>& cancelled) {
  ShareTiles tiles;
  IR_RETURN_IF_ERROR(each_own_record<TileRun>(bundle, format::kTileRunsContentType, cancelled, [&](const TileRun& run) {
                       tiles.runs_.push_back(run);
                       return Status();
                     }).status());
  // As the recorder writes them, they are so.
  if (!std::is_sorted(tiles.runs_.begin(), tiles.runs_.end(), is_before))
    std::stable_sort(tiles.runs_.begin(), tiles.runs_.end(), is_before);
  return tiles;
}

std::span<const TileRun> ShareTiles::of(uint64_t event_id, uint32_t worker) const {
  TileRun wanted;
  wanted.event_id = event_id;
  wanted.worker = worker;
  const auto [begin, end] = std::equal_range(runs_.begin(), runs_.end(), wanted, is_before);
  return {begin, end};
}

}  // namespace ireereplay::profile
