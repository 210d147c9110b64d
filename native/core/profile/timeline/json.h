// Parts of a timeline as the protocol's types in JSON (protocol/profile/profile.ts).
#pragma once

#include <string>

#include "base/json_writer.h"
#include "profile/timeline/timeline.h"

namespace ireereplay::profile::timeline {

/// ProfileSummary, but for `fileName` and `capture`; "replay" is what our recorder says of the replay, as a text.
std::string summary_json(const Timeline& timeline);
/// TrackInfo[].
std::string tracks_json(const Timeline& timeline);
/// SliceName[].
std::string names_json(const Timeline& timeline);

/// A time as the protocol has it: from the first moment, in digits.
inline void write_time(const Timeline& timeline, int64_t time, JsonWriter& json) {
  const int64_t from_origin =
      static_cast<int64_t>(static_cast<uint64_t>(time) - static_cast<uint64_t>(timeline.origin));
  json.string(std::to_string(from_origin));
}
inline void write_id(const SliceId& id, JsonWriter& json) {
  json.key("track").number(id.track);
  json.key("index").number(id.index);
}
/// SliceId & { start, end }; `undefined` where there is none is "null" here.
std::string place_json(const Timeline& timeline, const Track* track, uint32_t index);

}  // namespace ireereplay::profile::timeline
