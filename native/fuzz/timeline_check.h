// Everything that is asked of a profile's timeline: answers are JSON, windows are no wider than their pixels, and what
// a window counts is on the track.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>

#include "json_check.h"
#include "profile/timeline/causes.h"
#include "profile/timeline/details.h"
#include "profile/timeline/events.h"
#include "profile/timeline/flame.h"
#include "profile/timeline/flows.h"
#include "profile/timeline/json.h"
#include "profile/timeline/places.h"
#include "profile/timeline/reading.h"
#include "profile/timeline/search.h"
#include "profile/timeline/statistics.h"

namespace ireereplay::profile::timeline {

class TimelineCheck {
 public:
  explicit TimelineCheck(std::shared_ptr<const Timeline> timeline) : timeline_(std::move(timeline)) {}

  void check() {
    const Timeline& timeline = *timeline_;
    json(summary_json(timeline));
    json(tracks_json(timeline));
    json(names_json(timeline));
    const Range whole = {timeline.origin, timeline.end};
    json(statistics_json(timeline, whole, never_));
    json(causes_json(timeline, never_));
    json(flame_json(timeline, whole, true, never_));
    json(flame_json(timeline, whole, false, never_));
    const auto graph = read_graph(timeline, never_);
    const auto path = critical_steps(timeline, graph, never_);
    hold(path.ok() || !path.status().message().empty(), "a failure is explained");
    const auto matches = search(timeline_, "e dur:>=0", never_);
    hold(matches.ok(), "a search ends");
    // Of many tracks and slices some are enough.
    size_t left = 64;
    for (const auto& track : timeline.tracks) {
      if (left-- == 0) break;
      check_window(*track, (*matches)->on(track->id));
      for (const uint32_t index : {0u, track->size() / 2, track->size() - 1}) {
        const SliceId slice = {track->id, index};
        const auto details = details_json(timeline, slice, never_);
        hold(details.ok() == (index < track->size()), "what is there has details");
        if (!details.ok()) continue;
        json(details);
        json(flows_json(timeline, graph.ok() ? graph->get() : nullptr, slice));
        json(place_json(timeline, track.get(), index));
        check_event(*track, index);
      }
    }
  }

 private:
  static void hold(bool holds, const char* what) {
    if (holds) return;
    std::fprintf(stderr, "does not hold: %s\n", what);
    std::abort();
  }
  static void json(const Result<std::string>& text) {
    hold(text.ok(), "what is there is answered");
    hold(JsonCheck::is_json(*text), "an answer is JSON");
  }

  /// An event that is drawn leads to what is drawn of it, unless others have the same numbers.
  void check_event(const Track& track, uint32_t index) {
    const std::string kind(event_name(track.source));
    if (kind.empty() || !track.has_slices()) return;
    const auto event = timeline_->rows_of(track.source)
                           .read(*timeline_->context->bundle, track.slices.row(index), size_of_fields(track.source));
    hold(event.ok(), "an event that is drawn is read again");
    EventNumbers numbers = {kind, {}};
    for (const Field& field : layout_of(track.source).fields) {
      if (field.kind == FieldKind::kU32)
        numbers.fields.emplace_back(field.name, load<uint32_t>(event->fields, field.offset));
      if (field.kind == FieldKind::kU64)
        numbers.fields.emplace_back(field.name, load<uint64_t>(event->fields, field.offset));
    }
    const auto place = place_of_event(*timeline_, numbers, never_);
    hold(place.ok(), "an event that is drawn is found");
    json(event_place_json(*timeline_, *place));
    if (!place->slice) return;
    const Track* found = timeline_->track(place->slice->track);
    hold(found != nullptr && place->slice->index < found->size(), "what is found is on the timeline");
    hold(found->slices.row(place->slice->index) <= track.slices.row(index), "the first of those alike is found");
  }

  void check_window(const Track& track, const MatchBits* matches) {
    Pixels pixels;
    pixels.from = timeline_->origin;
    pixels.to = timeline_->end;
    pixels.count = 37;
    const WindowItems items = window_of(*timeline_, track, pixels, matches);
    const size_t lanes = std::max<size_t>(track.slices.lane_count(), 1);
    hold(items.starts.size() <= (2 * pixels.count + 4) * lanes, "a window is no wider than its pixels");
    uint64_t counted = 0;
    for (size_t i = 0; i < items.counts.size(); ++i) {
      hold(items.indices[i] < track.size() && items.starts[i] <= items.ends[i], "an item is on its track");
      hold(i == 0 || items.starts[i - 1] <= items.starts[i], "items are in order of time");
      counted += items.counts[i];
    }
    hold(counted <= track.size(), "nothing is counted twice");
  }

  const std::shared_ptr<const Timeline> timeline_;
  const std::atomic<bool> never_ = false;
};

}  // namespace ireereplay::profile::timeline

inline void check_timeline(const std::shared_ptr<const ireereplay::profile::Bundle>& bundle) {
  const std::atomic<bool> never = false;
  const auto read = ireereplay::profile::timeline::read_timeline(bundle, never, nullptr);
  if (read.ok()) ireereplay::profile::timeline::TimelineCheck(*read).check();
}
