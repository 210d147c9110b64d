#include "profile/timeline/timeline.h"

namespace ireereplay::profile::timeline {

WindowItems window_of(const Timeline& timeline, const Track& track, const Pixels& pixels, const MatchBits* matches) {
  WindowItems items;
  items.track = track.id;
  if (track.kind == TrackKind::kCounter) {
    track.samples.window(pixels, &items);
  } else if (track.has_slices()) {
    track.slices.window(pixels, matches, &items);
    for (uint32_t& name : items.names) name = timeline.whats[name].name;
  }
  return items;
}

}  // namespace ireereplay::profile::timeline
