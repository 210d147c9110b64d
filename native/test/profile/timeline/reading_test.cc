#include "profile/timeline/reading.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstring>
#include <limits>
#include <random>

#include "profile/timeline/causes.h"
#include "profile/timeline/details.h"
#include "profile/timeline/document.h"
#include "profile/timeline/flame.h"
#include "profile/timeline/flows.h"
#include "profile/timeline/json.h"
#include "profile/timeline/places.h"
#include "profile/timeline/read_timeline.h"
#include "profile/timeline/search.h"
#include "profile/timeline/statistics.h"

namespace ireereplay::profile::timeline {
namespace {

using test::ReadTimeline;
using test::TimelineBundle;

/// Asks everything of a profile; nothing may fail that is there.
void ask_everything(const std::string& path) {
  const std::atomic<bool> never = false;
  const auto document = Document::open(path, never);
  if (!document.ok()) {
    EXPECT_FALSE(document.status().message().empty());
    return;
  }
  ASSERT_TRUE((*document)->load(never, nullptr).ok());
  const auto timeline = (*document)->timeline();
  EXPECT_FALSE(summary_json(*timeline).empty() || tracks_json(*timeline).empty() || names_json(*timeline).empty());
  const Range whole = {timeline->origin, timeline->end};
  EXPECT_TRUE(statistics_json(*timeline, whole, never).ok());
  EXPECT_TRUE(causes_json(*timeline, never).ok());
  EXPECT_TRUE(flame_json(*timeline, whole, true, never).ok());
  EXPECT_TRUE(flame_json(*timeline, whole, false, never).ok());
  EXPECT_TRUE((*document)->search("e dur:>=0", never).ok());
  const auto graph = (*document)->graph(never);
  EXPECT_TRUE(critical_steps(*timeline, graph, never).ok());
  Pixels pixels;
  pixels.from = timeline->origin;
  pixels.to = timeline->end;
  pixels.count = 100;
  for (const auto& track : timeline->tracks) {
    const WindowItems items =
        window_of(*timeline, *track, pixels, (*document)->matches() ? (*document)->matches()->on(track->id) : nullptr);
    EXPECT_EQ(items.starts.size(), items.counts.size());
    for (uint32_t i = 0; i < std::min(track->size(), 3u); ++i) {
      const SliceId slice = {track->id, i};
      EXPECT_TRUE(details_json(*timeline, slice, never).ok());
      EXPECT_TRUE(flows_json(*timeline, graph.ok() ? graph->get() : nullptr, slice).ok());
    }
  }
}

TEST(Timeline, ShowsEachKindOfEventOnItsTrack) {
  const auto timeline = ReadTimeline::read(test::fixture("profiles/every-kind.ireeprof"));
  std::vector<TrackClass> classes;
  for (const auto& track : timeline->tracks) classes.push_back(track->track_class);
  for (const TrackClass wanted :
       {TrackClass::kDevice, TrackClass::kQueue, TrackClass::kMemory, TrackClass::kCounters, TrackClass::kMetrics,
        TrackClass::kSubmissions, TrackClass::kCommandBuffers, TrackClass::kDispatches, TrackClass::kTransfers,
        TrackClass::kQueueDevice, TrackClass::kRegions, TrackClass::kTraces, TrackClass::kLiveBytes,
        TrackClass::kCounter, TrackClass::kMetric, TrackClass::kMemoryEvents}) {
    EXPECT_NE(std::find(classes.begin(), classes.end(), wanted), classes.end()) << static_cast<int>(wanted);
  }
  // A group comes before what is in it, and names count every slice.
  std::vector<uint32_t> seen = {0};
  for (const auto& track : timeline->tracks) {
    EXPECT_NE(std::find(seen.begin(), seen.end(), track->parent), seen.end());
    seen.push_back(track->id);
  }
}

TEST(Timeline, HasNoTrackForWhatIsNotThere) {
  TimelineBundle bundle;
  bundle.add_dispatch(100, 200, 0, 1);
  EXPECT_EQ(ReadTimeline(bundle).track(TrackClass::kSubmissions), nullptr);
  // Without a time there is nothing on it, and it says so.
  bundle.add_submission(1, 0, 0, 0);
  const ReadTimeline untimed(bundle);
  ASSERT_NE(untimed.track(TrackClass::kSubmissions), nullptr);
  EXPECT_FALSE(untimed.track(TrackClass::kSubmissions)->note.empty());
}

TEST(Timeline, PutsScopesOnATrackAndAroundWhatRanInThem) {
  TimelineBundle bundle;
  bundle.add_dispatch(100, 200, 0, 1);
  bundle.add_dispatch(300, 400, 1, 1);
  bundle.add_dispatch(500, 600, 1, 1);
  // In the order in which they ended.
  bundle.add_scope("inner", 290, 410, 7, 1);
  bundle.add_scope("outer", 90, 450, 3, 0);
  const ReadTimeline read(bundle);
  const Track* track = read.track(TrackClass::kScopes);
  ASSERT_NE(track, nullptr);
  ASSERT_EQ(track->slices.size(), 2u);
  EXPECT_NE(tracks_json(*read.timeline).find(R"("class":"scopes")"), std::string::npos);
  EXPECT_EQ(track->slices.start(0), 90);
  EXPECT_EQ(track->slices.end(0), 450);
  EXPECT_EQ(track->slices.record(0), 3u);
  EXPECT_EQ(read.timeline->names[read.timeline->whats[track->slices.what(1)].name].text, "inner");
  const std::atomic<bool> never = false;
  const auto details = details_json(*read.timeline, {track->id, 1}, never);
  ASSERT_TRUE(details.ok()) << details.status().to_string();
  EXPECT_NE(details->find("record #7"), std::string::npos) << *details;
  EXPECT_NE(details->find("record #17"), std::string::npos) << *details;
  const auto flame = flame_json(*read.timeline, {0, 1000}, false, never);
  ASSERT_TRUE(flame.ok());
  std::vector<std::string> frames;
  for (size_t at = 0; (at = flame->find("\"name\":\"", at)) != std::string::npos; ++at) {
    const size_t name = at + 8, depth = flame->find("\"depth\":", at) + 8;
    frames.push_back(flame->substr(depth, 1) + " " + flame->substr(name, flame->find('"', name) - name));
  }
  EXPECT_EQ(frames, (std::vector<std::string>{"0 outer", "1 f0", "1 inner", "2 f1", "0 f1"})) << *flame;
}

TEST(Timeline, SaysOfAScopeWhoseNameDoesNotFit) {
  TimelineBundle bundle;
  bundle.add_dispatch(100, 200, 0, 1);
  bundle.add_scope("outer", 90, 450, 3, 0);
  const uint32_t length = 1000;
  std::memcpy(bundle.scopes.data() + offsetof(profile::format::ScopeRun, name_length), &length, sizeof(length));
  const ReadTimeline read(bundle);
  EXPECT_EQ(read.timeline->damage.code(), StatusCode::kDataLoss);
  EXPECT_NE(read.timeline->damage.message().find("the name of a scope"), std::string::npos);
  EXPECT_EQ(read.track(TrackClass::kDispatches)->slices.size(), 1u);
}

TEST(Timeline, AnswersEverythingOfRealProfiles) {
  for (const char* name : {"every-kind", "small.run-task", "block-vulkan.run.all"})
    ask_everything(test::fixture(std::string("profiles/") + name + ".ireeprof"));
}

TEST(Timeline, EndsASubmissionWithItsLastExecution) {
  TimelineBundle bundle;
  bundle.add_submission(1, 100, 150, 1);
  bundle.add_submission(2, 120, 0, 0);
  bundle.add_submission(3, 130, 140, 0);
  bundle.add_dispatch(200, 300, 0, 8, 1);
  bundle.add_dispatch(310, 420, 1, 8, 1);
  bundle.add_dispatch(500, 600, 1, 8, 3);
  const ReadTimeline read(bundle);
  const Track* submissions = read.track(TrackClass::kSubmissions);
  ASSERT_NE(submissions, nullptr);
  const SliceTrack& slices = submissions->slices;
  ASSERT_EQ(slices.size(), 3u);
  EXPECT_EQ(std::tuple(slices.start(0), slices.ready(0), slices.end(0)), std::tuple(100, 200, 420));
  // Nothing is known of when it was executed.
  EXPECT_EQ(std::tuple(slices.start(1), slices.ready(1), slices.end(1)), std::tuple(120, 120, 120));
  EXPECT_EQ(std::tuple(slices.start(2), slices.ready(2), slices.end(2)), std::tuple(130, 500, 600));
  EXPECT_EQ(read.timeline->origin, 100);
  EXPECT_EQ(read.timeline->span(), 500u);
  EXPECT_EQ(read.timeline->totals.dispatches, 3u);
  EXPECT_EQ(read.timeline->totals.dispatch_active_ns, 310u);
  EXPECT_EQ(submission_slice(*read.timeline, 0, 0, 3), (SliceId{submissions->id, 2}));
}

TEST(Timeline, CountsEventsWithoutATime) {
  TimelineBundle bundle;
  bundle.add_dispatch(200, 300, 0, 8);
  bundle.add_dispatch(500, 400, 0, 8);
  bundle.add_dispatch(0, 0, 0, 8);
  bundle.add_submission(1, 0, 0, 0);
  // Ticks without a clock.
  bundle.dispatches.push_back({.event_id = 1, .executable_id = 5, .start_tick = 10, .end_tick = 20});
  const ReadTimeline read(bundle);
  std::vector<std::string> notes;
  for (const auto& track : read.timeline->tracks)
    if (!track->note.empty()) notes.push_back(track->note);
  ASSERT_EQ(notes.size(), 3u);
  EXPECT_EQ(std::count(notes.begin(), notes.end(), "2 events have no time that can be aligned with the others."), 1);
  // They do not take the host's place.
  EXPECT_EQ(read.timeline->totals.dispatches, 1u);
}

TEST(Timeline, PrefersDispatchesThatTheDeviceTimed) {
  TimelineBundle bundle;
  bundle.add_dispatch(40000, 50000, 0, 8);
  for (uint64_t i = 0; i < 2; ++i) {
    bundle.clocks.push_back(
        {.flags = format::kClockDeviceTick | format::kClockHostCpuTimestamp | format::kClockHostTimeBracket,
         .sample_id = i + 1,
         .device_tick = 1000 + 1000 * i,
         .host_cpu_timestamp_ns = 77 + 10000 * i,
         .host_time_begin_ns = static_cast<int64_t>(39990 + 10000 * i),
         .host_time_end_ns = static_cast<int64_t>(40010 + 10000 * i)});
  }
  bundle.dispatches.push_back({.event_id = 1,
                               .submission_id = 1,
                               .executable_id = 5,
                               .command_index = format::kNone32,
                               .start_tick = 1100,
                               .end_tick = 1500});
  const ReadTimeline read(bundle);
  EXPECT_EQ(read.timeline->totals.dispatches, 1u);
  EXPECT_EQ(read.timeline->totals.dispatch_active_ns, 4000u);
  for (const auto& track : read.timeline->tracks) {
    if (track->track_class != TrackClass::kDispatches) continue;
    EXPECT_EQ(track->is_secondary, track->source == ChunkKind::kHostExecutionEvents);
    // On the host's clock, which is another than the driver's.
    if (!track->is_secondary) {
      EXPECT_EQ(track->slices.start(0), 41000);
    }
  }
}

TEST(Timeline, TakesExtremesOfEveryNumber) {
  constexpr int64_t kMost = std::numeric_limits<int64_t>::max();
  TimelineBundle bundle;
  bundle.add_dispatch(0, kMost, 0, ~0u, ~0ull);
  bundle.add_dispatch(kMost, kMost, ~0u - 1, ~0u, ~0ull - 1);
  bundle.add_dispatch(-5, 5, 0, 1);
  bundle.add_submission(~0ull, kMost, -1, ~0u);
  bundle.add_submission(1, std::numeric_limits<int64_t>::min(), kMost, 0);
  bundle.memory.push_back({.type = format::MemoryEventType::kQueueAlloca, .host_time_ns = kMost, .length = ~0ull});
  bundle.memory.push_back({.type = format::MemoryEventType::kBufferAllocate, .host_time_ns = 1, .length = 1ull << 62});
  bundle.memory.push_back({.type = format::MemoryEventType::kBufferAllocate,
                           .host_time_ns = 2,
                           .allocation_id = 1,
                           .length = (1ull << 62) + 5});
  bundle.memory.push_back(
      {.type = format::MemoryEventType::kBufferAllocate, .host_time_ns = 3, .allocation_id = 2, .length = 1ull << 62});
  const ReadTimeline read(bundle);
  EXPECT_EQ(read.timeline->origin, 0);
  EXPECT_EQ(read.timeline->span(), static_cast<uint64_t>(kMost));
  ask_everything(read.file.path());
}

TEST(Timeline, TellsLiveBytesAndTheirHighWater) {
  TimelineBundle bundle;
  using format::MemoryEventType;
  const auto add = [&](MemoryEventType type, int64_t time, uint64_t id, uint64_t length) {
    bundle.memory.push_back({.type = type, .host_time_ns = time, .allocation_id = id, .length = length});
  };
  add(MemoryEventType::kQueueDealloca, 5, 9, 1000);  // Allocated before the recording began.
  add(MemoryEventType::kQueueAlloca, 10, 1, 100);
  add(MemoryEventType::kBufferAllocate, 20, 2, 50);
  add(MemoryEventType::kQueueDealloca, 30, 1, 0);
  add(MemoryEventType::kBufferFree, 40, 2, 50);
  const ReadTimeline read(bundle);
  EXPECT_EQ(read.timeline->totals.high_water, 150u);
  EXPECT_EQ(read.timeline->totals.high_water_at, 20);
  const Track* live = read.track(TrackClass::kLiveBytes);
  ASSERT_NE(live, nullptr);
  ASSERT_EQ(live->samples.size(), 2u);
  EXPECT_EQ(live->samples.value(0), 100);
  EXPECT_EQ(live->samples.value(1), 0);
  EXPECT_EQ(live->samples.end(1), 40);
}

TEST(Timeline, ReadsTornFilesUpToTheLastWholeChunk) {
  const auto whole = test::read_file(test::fixture("profiles/every-kind.ireeprof"));
  std::mt19937 random(3);
  for (int i = 0; i < 60; ++i) {
    const size_t length = 24 + random() % (whole.size() - 24);
    const test::TemporaryFile file({whole.begin(), whole.begin() + static_cast<ptrdiff_t>(length)});
    ask_everything(file.path());
    EXPECT_NE(summary_json(*ReadTimeline::read(file.path())).find("\"torn\":{"), std::string::npos) << length;
  }
}

TEST(Timeline, LivesThroughFlippedBits) {
  for (const char* name : {"every-kind", "small.run-task"}) {
    const auto whole = test::read_file(test::fixture(std::string("profiles/") + name + ".ireeprof"));
    std::mt19937 random(4);
    for (int i = 0; i < 150; ++i) {
      auto damaged = whole;
      for (int flips = 0; flips < 4; ++flips)
        damaged[random() % damaged.size()] ^= static_cast<uint8_t>(1u << random() % 8);
      const test::TemporaryFile file(damaged);
      ask_everything(file.path());
    }
  }
}

TEST(Timeline, CanBeAskedWhileItIsRead) {
  TimelineBundle bundle;
  for (int64_t i = 0; i < 200'000; ++i)
    bundle.add_dispatch(1000 + 10 * i, 1006 + 10 * i, static_cast<uint32_t>(i % 4), 8);
  const test::TemporaryFile file;
  ASSERT_TRUE(bundle.write(file.path()).ok());
  const std::atomic<bool> never = false;
  const auto document = *Document::open(file.path(), never);
  EXPECT_EQ(document->timeline()->tracks.size(), 0u);
  std::atomic<bool> stop = false;
  // Cancelled from within, unless all was read by then.
  const StatusCode code = document->load(stop, [&](double, bool) { stop = true; }).code();
  EXPECT_TRUE(code == StatusCode::kOk || (code == StatusCode::kCancelled && stop));
  ASSERT_TRUE(document->load(never, nullptr).ok());
  EXPECT_EQ(document->timeline()->totals.dispatches, 200'000u);
  EXPECT_TRUE(document->timeline()->totals.is_complete);
}

}  // namespace
}  // namespace ireereplay::profile::timeline
