// What is asked of any timeline, of a profile's or of another tool's trace: windows, places, and what is searched.
#pragma once

#include <napi.h>

#include <memory>
#include <string>

#include "profile/timeline/searched_timeline.h"

namespace ireereplay::addon {

using SharedTimeline = std::shared_ptr<profile::timeline::SearchedTimeline>;
/// Each answers with a promise, on a pool thread.
using TimelineQuestion = Napi::Value (*)(const Napi::CallbackInfo& info, SharedTimeline timeline);

/// tracks(): the protocol's TrackInfo[] as JSON.
Napi::Value timeline_tracks(const Napi::CallbackInfo& info, SharedTimeline timeline);
/// names(): SliceName[] as JSON.
Napi::Value timeline_names(const Napi::CallbackInfo& info, SharedTimeline timeline);
/// windows(trackIds: Uint32Array, from, to, pixels, cancel): TrackWindow[].
Napi::Value timeline_windows(const Napi::CallbackInfo& info, SharedTimeline timeline);
/// neighbour(track, index, by, toTrack), and sliceAt(track, lane, time): a slice with its times as JSON, or null.
Napi::Value timeline_neighbour(const Napi::CallbackInfo& info, SharedTimeline timeline);
Napi::Value timeline_slice_at(const Napi::CallbackInfo& info, SharedTimeline timeline);
/// search(query, cancel): ProfileSearch as JSON.
Napi::Value timeline_search(const Napi::CallbackInfo& info, SharedTimeline timeline);
/// nextMatch(tracks: Uint32Array, fromTrack, fromIndex, time, isForward): the slice with its ordinal as JSON, or null;
/// fromTrack 0 is none.
Napi::Value timeline_next_match(const Napi::CallbackInfo& info, SharedTimeline timeline);

/// A time from the first moment, in digits; one that is none is the first.
int64_t time_of(const profile::timeline::Timeline& timeline, const std::string& digits);
profile::timeline::SliceId slice_of(const Napi::Value& track, const Napi::Value& index);
std::vector<uint32_t> ids_of(const Napi::Value& value);

}  // namespace ireereplay::addon
