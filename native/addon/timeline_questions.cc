#include "timeline_questions.h"

#include <algorithm>
#include <charconv>
#include <functional>
#include <utility>
#include <vector>

#include "cancel.h"
#include "profile/timeline/json.h"
#include "profile/timeline/places.h"
#include "promise.h"

namespace ireereplay::addon {

namespace {

using profile::timeline::Pixels;
using profile::timeline::SearchedTimeline;
using profile::timeline::SliceId;
using profile::timeline::Timeline;
using profile::timeline::WindowItems;

/// No more is drawn: a page's width in device pixels, three of them wide.
constexpr uint32_t kMostPixels = 1 << 16;

/// The protocol's TrackWindow.
Napi::Value to_window(Napi::Env env, const WindowItems& items) {
  auto object = Napi::Object::New(env);
  object.Set("track", items.track);
  object.Set("starts", copy_array<Napi::BigInt64Array>(env, items.starts));
  object.Set("ends", copy_array<Napi::BigInt64Array>(env, items.ends));
  object.Set("readies", copy_array<Napi::BigInt64Array>(env, items.readies));
  object.Set("indices", copy_array<Napi::Uint32Array>(env, items.indices));
  object.Set("counts", copy_array<Napi::Uint32Array>(env, items.counts));
  object.Set("matches", copy_array<Napi::Uint32Array>(env, items.matches));
  object.Set("names", copy_array<Napi::Uint32Array>(env, items.names));
  object.Set("lanes", copy_array<Napi::Uint8Array>(env, items.lanes));
  object.Set("covered", copy_array<Napi::Float32Array>(env, items.covered));
  object.Set("least", copy_array<Napi::Float64Array>(env, items.least));
  object.Set("most", copy_array<Napi::Float64Array>(env, items.most));
  object.Set("last", copy_array<Napi::Float64Array>(env, items.last));
  return object;
}

/// Asks what is there for a text, on a pool thread.
Napi::Value ask_timeline(Napi::Env env, SharedTimeline timeline,
                         std::function<Result<std::string>(SearchedTimeline&, const Timeline&)> work) {
  return PromiseWorker<std::string>::run(
      env,
      [timeline = std::move(timeline), work = std::move(work)]() -> Result<std::string> {
        return work(*timeline, *timeline->timeline());
      },
      to_string_value);
}

std::string place_text(const Timeline& timeline, const std::optional<SliceId>& found) {
  return found ? place_json(timeline, timeline.track(found->track), found->index) : "null";
}

}  // namespace

int64_t time_of(const Timeline& timeline, const std::string& digits) {
  int64_t time = 0;
  (void)std::from_chars(digits.data(), digits.data() + digits.size(), time);
  return static_cast<int64_t>(static_cast<uint64_t>(timeline.origin) + static_cast<uint64_t>(time));
}

SliceId slice_of(const Napi::Value& track, const Napi::Value& index) {
  return {track.ToNumber().Uint32Value(), index.ToNumber().Uint32Value()};
}

std::vector<uint32_t> ids_of(const Napi::Value& value) {
  if (!value.IsTypedArray()) return {};
  const auto given = value.As<Napi::Uint32Array>();
  return {given.Data(), given.Data() + given.ElementLength()};
}

Napi::Value timeline_tracks(const Napi::CallbackInfo& info, SharedTimeline timeline) {
  return ask_timeline(info.Env(), std::move(timeline),
                      [](SearchedTimeline&, const Timeline& there) { return tracks_json(there); });
}

Napi::Value timeline_names(const Napi::CallbackInfo& info, SharedTimeline timeline) {
  return ask_timeline(info.Env(), std::move(timeline),
                      [](SearchedTimeline&, const Timeline& there) { return names_json(there); });
}

Napi::Value timeline_windows(const Napi::CallbackInfo& info, SharedTimeline shared) {
  return PromiseWorker<std::vector<WindowItems>>::run(
      info.Env(),
      [shared = std::move(shared), tracks = ids_of(info[0]), from = info[1].ToString().Utf8Value(),
       to = info[2].ToString().Utf8Value(), pixels = info[3].ToNumber().Uint32Value(),
       cancel = cancel_flag(info[4])]() -> Result<std::vector<WindowItems>> {
        const auto matches = shared->matches();
        // Matches are of what was there when they were found.
        const auto timeline = matches == nullptr ? shared->timeline() : matches->timeline;
        Pixels window;
        window.from = time_of(*timeline, from);
        window.to = time_of(*timeline, to);
        window.count = std::clamp<uint32_t>(pixels, 1, kMostPixels);
        std::vector<WindowItems> made;
        for (const uint32_t id : tracks) {
          if (cancel->load(std::memory_order_relaxed)) return Status(StatusCode::kCancelled, "cancelled");
          if (const auto* track = timeline->track(id))
            made.push_back(window_of(*timeline, *track, window, matches == nullptr ? nullptr : matches->on(id)));
        }
        for (WindowItems& items : made) {
          for (auto* times : {&items.starts, &items.ends, &items.readies})
            for (int64_t& time : *times)
              time = static_cast<int64_t>(static_cast<uint64_t>(time) - static_cast<uint64_t>(timeline->origin));
        }
        return made;
      },
      [](Napi::Env env, std::vector<WindowItems>& made) -> Napi::Value {
        auto array = Napi::Array::New(env, made.size());
        for (uint32_t i = 0; i < made.size(); ++i) array.Set(i, to_window(env, made[i]));
        return array;
      });
}

Napi::Value timeline_neighbour(const Napi::CallbackInfo& info, SharedTimeline timeline) {
  return ask_timeline(
      info.Env(), std::move(timeline),
      [slice = slice_of(info[0], info[1]), by = info[2].ToNumber().Int64Value(),
       to_track = info[3].ToNumber().Uint32Value()](SearchedTimeline&, const Timeline& there) -> Result<std::string> {
        return place_text(there, profile::timeline::neighbour(there, slice, by, to_track));
      });
}

Napi::Value timeline_slice_at(const Napi::CallbackInfo& info, SharedTimeline timeline) {
  return ask_timeline(
      info.Env(), std::move(timeline),
      [track = info[0].ToNumber().Uint32Value(), lane = info[1].ToNumber().Uint32Value(),
       time = info[2].ToString().Utf8Value()](SearchedTimeline&, const Timeline& there) -> Result<std::string> {
        return place_text(there, profile::timeline::slice_at(there, track, lane, time_of(there, time)));
      });
}

Napi::Value timeline_search(const Napi::CallbackInfo& info, SharedTimeline timeline) {
  return ask_timeline(info.Env(), std::move(timeline),
                      [query = info[0].ToString().Utf8Value(), cancel = cancel_flag(info[1])](
                          SearchedTimeline& all, const Timeline&) -> Result<std::string> {
                        IR_ASSIGN_OR_RETURN(const auto found, all.search(query, *cancel));
                        Text text;
                        JsonWriter json(text);
                        json.begin_object();
                        json.key("query").string(query);
                        json.key("matches").wide(found->count);
                        if (found->mistake) {
                          json.key("error").begin_object();
                          json.key("message").string(found->mistake->message);
                          json.key("start").number(found->mistake->begin);
                          json.key("end").number(found->mistake->end);
                          json.end_object();
                        }
                        json.end_object();
                        return text.take();
                      });
}

Napi::Value timeline_next_match(const Napi::CallbackInfo& info, SharedTimeline timeline) {
  return ask_timeline(
      info.Env(), std::move(timeline),
      [tracks = ids_of(info[0]), slice = slice_of(info[1], info[2]), time = info[3].ToString().Utf8Value(),
       is_forward = info[4].ToBoolean().Value()](SearchedTimeline& all, const Timeline&) -> Result<std::string> {
        const auto matches = all.matches();
        if (matches == nullptr) return std::string("null");
        const Timeline& there = *matches->timeline;
        const auto from = slice.track == 0 ? std::nullopt : std::optional(slice);
        const auto found = profile::timeline::next_match(*matches, tracks, from, time_of(there, time), is_forward);
        if (!found) return std::string("null");
        std::string text = place_text(there, found->slice);
        // Its ordinal is a field more.
        text.insert(text.size() - 1, ",\"ordinal\":\"" + std::to_string(found->ordinal) + "\"");
        return text;
      });
}

}  // namespace ireereplay::addon
