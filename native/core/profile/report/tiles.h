// Which tiles a thread did, as JSON.
#pragma once

#include <span>

#include "profile/report/print.h"
#include "profile/share_tiles.h"

namespace ireereplay::profile {

/// `,"tiles":[[first, count], ...]`; nothing where they are not known, or all of the execution's.
inline void print_tiles(Text& out, std::span<const format::TileRun> runs) {
  if (runs.empty()) return;
  out.append(",\"tiles\":[");
  for (const format::TileRun& run : runs) {
    if (&run != runs.data()) out.append(',');
    print(out, "[%,%]", run.first_tile, run.tile_count);
  }
  out.append(']');
}

}  // namespace ireereplay::profile
