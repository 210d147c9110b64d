#include "profile/timeline/events.h"

#include <gtest/gtest.h>

#include "cancellation.h"
#include "profile/timeline/details.h"
#include "profile/timeline/read_timeline.h"

namespace ireereplay::profile::timeline {
namespace {

using test::ReadTimeline;
using test::TimelineBundle;

EventPlace place_of(const Timeline& timeline, const std::string& kind,
                    std::vector<std::pair<std::string, uint64_t>> fields) {
  const auto place = place_of_event(timeline, {kind, std::move(fields)}, kNotCancelled);
  EXPECT_TRUE(place.ok()) << place.status().to_string();
  return place.ok() ? *place : EventPlace();
}

TEST(TimelineEvents, LeadToWhatIsDrawnOfThem) {
  TimelineBundle bundle;
  // On the timeline they are in another order than in the file.
  bundle.add_dispatch(300, 400, 1, 1, 2).command_buffer_id = 17;
  bundle.executions.back().command_index = 3;
  bundle.add_dispatch(100, 200, 0, 1, 1);
  bundle.add_dispatch(-5, -5, 0, 1, 1);
  bundle.add_submission(1, 90, 100, 0);
  bundle.add_submission(2, 80, 300, 1);
  bundle.memory.push_back({.type = profile::format::MemoryEventType::kBufferAllocate,
                           .event_id = 9,
                           .host_time_ns = 50,
                           .allocation_id = 77,
                           .length = 10});
  const ReadTimeline read(bundle);
  const Track* dispatches = read.track(TrackClass::kDispatches);
  const Track* submissions = read.track(TrackClass::kSubmissions);
  const Track* memory = read.track(TrackClass::kMemoryEvents);
  ASSERT_TRUE(dispatches != nullptr && submissions != nullptr && memory != nullptr);
  const Timeline& timeline = *read.timeline;
  const SliceId late = {dispatches->id, 1}, early = {dispatches->id, 0};
  EXPECT_EQ(place_of(timeline, "host_execution_event", {{"event_id", 1}}).slice, late);
  EXPECT_EQ(place_of(timeline, "host_execution_event", {{"event_id", 2}}).slice, early);
  EXPECT_EQ(place_of(timeline, "host_execution_event", {{"command_buffer_id", 17}, {"command_index", 3}}).slice, late);
  EXPECT_EQ(place_of(timeline, "queue_event", {{"submission_id", 2}, {"queue_ordinal", 0}}).slice,
            (SliceId{submissions->id, 0}));
  EXPECT_EQ(place_of(timeline, "memory_event", {{"allocation_id", 77}}).slice, (SliceId{memory->id, 0}));
  // Without a time it is nowhere; what there is none of, neither.
  EXPECT_FALSE(place_of(timeline, "host_execution_event", {{"event_id", 3}}).slice);
  EXPECT_FALSE(place_of(timeline, "host_execution_event", {{"event_id", 4}}).slice);
  EXPECT_FALSE(place_of(timeline, "host_execution_event", {{"pool_id", 0}}).slice);
  EXPECT_FALSE(place_of(timeline, "scope_run", {{"event_id", 1}}).slice);
  const std::atomic<bool> cancelled = true;
  EXPECT_EQ(place_of_event(timeline, {"memory_event", {{"event_id", 1}}}, cancelled).status().code(),
            StatusCode::kCancelled);
}

TEST(TimelineEvents, OfADeviceAreToldApartByWhatTheirChunkSays) {
  const auto timeline = ReadTimeline::read(test::fixture("profiles/several-devices.ireeprof"));
  std::vector<uint32_t> devices;
  for (const uint64_t device : {0, 1}) {
    const auto place = place_of(*timeline, "dispatch_event", {{"physical_device_ordinal", device}});
    ASSERT_TRUE(place.slice);
    devices.push_back(timeline->track(place.slice->track)->device);
  }
  EXPECT_EQ(devices, (std::vector<uint32_t>{0, 1}));
}

TEST(TimelineEvents, OfSlicesLeadBackToThem) {
  const auto timeline = ReadTimeline::read(test::fixture("profiles/every-kind.ireeprof"));
  size_t checked = 0;
  for (const auto& track : timeline->tracks) {
    if (!track->has_slices() || event_name(track->source).empty()) continue;
    for (uint32_t i = 0; i < track->size(); ++i) {
      const auto event = timeline->rows_of(track->source)
                             .read(*timeline->context->bundle, track->slices.row(i), size_of_fields(track->source));
      ASSERT_TRUE(event.ok());
      Text text;
      JsonWriter json(text);
      write_event(*event, json);
      const std::string written = text.take();
      const auto details = details_json(*timeline, {track->id, i}, kNotCancelled);
      ASSERT_TRUE(details.ok());
      EXPECT_NE(details->find("\"event\":" + written), std::string::npos) << *details;
      EventNumbers numbers = {std::string(event_name(track->source)), {}};
      for (size_t at = written.find("\"fields\":{") + 10; written[at] == '"' || written[at] == ',';) {
        at += written[at] == ',';
        const size_t colon = written.find("\":\"", at), end = written.find('"', colon + 3);
        numbers.fields.emplace_back(written.substr(at + 1, colon - at - 1),
                                    std::stoull(written.substr(colon + 3, end - colon - 3)));
        at = end + 1;
      }
      const auto place = place_of_event(*timeline, numbers, kNotCancelled);
      ASSERT_TRUE(place.ok());
      EXPECT_EQ(place->slice, (SliceId{track->id, i})) << written;
      ++checked;
    }
  }
  EXPECT_GT(checked, 5u);
}

}  // namespace
}  // namespace ireereplay::profile::timeline
