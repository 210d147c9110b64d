// What dispatches were launched with beside their grid, as a recorded profile says.
#include <gtest/gtest.h>

#include <map>

#include "cancellation.h"
#include "profile/launch_shapes.h"
#include "profile/timeline/details.h"
#include "profile/timeline/reading.h"
#include "profile/timeline/statistics.h"
#include "random_program.h"
#include "recorded_profile.h"
#include "replays.h"

namespace ireereplay::replay {
namespace {

using profile::format::EndpointType;
using profile::format::HostExecutionEvent;
using profile::format::kNone32;
using profile::format::QueueEventType;
using test::record_profile;
using test::RecordedProfile;
using test::TemporaryFile;

ReplayOptions recording(const std::string& output, uint32_t workers) {
  ReplayOptions options;
  options.devices = {"local-task"};
  options.task_worker_count = workers;
  options.profile = ProfileRequest{output, {.queue_events = true, .host_execution = true}, {}};
  return options;
}

profile::LaunchShapes shapes_of(const std::string& path) {
  const auto bundle = profile::Bundle::open(*File::open(path), kNotCancelled);
  auto read = profile::LaunchShapes::read(**bundle, kNotCancelled);
  EXPECT_TRUE(read.ok()) << read.status().to_string();
  return read.ok() ? *std::move(read) : profile::LaunchShapes();
}

/// A dispatch as the capture has it.
struct Recorded {
  std::vector<uint32_t> constants;
  std::vector<format::BufferRef> bindings;
};

std::map<uint64_t, Recorded> dispatches_of(const std::string& path) {
  std::map<uint64_t, Recorded> dispatches;
  const test::Opened capture = test::open(path);
  RecordReader reader(capture.file, capture.header);
  for (RecordFrame frame; !reader.at_end() && reader.next(&frame).ok();) {
    if (frame.header.payload_type != format::PayloadType::kDispatch) continue;
    const auto payload = reader.payload(frame);
    const auto layout = lay_out_payload(format::PayloadType::kDispatch, *payload, payload->size());
    Recorded& recorded = dispatches[frame.index];
    const PartRange constants = layout->find(Part::kConstants), bindings = layout->find(Part::kBindings);
    for (uint64_t at = 0; at < constants.length; at += sizeof(uint32_t))
      recorded.constants.push_back(load<uint32_t>(*payload, constants.offset + at));
    for (uint64_t at = 0; at < bindings.length; at += sizeof(format::BufferRef))
      recorded.bindings.push_back(load<format::BufferRef>(*payload, bindings.offset + at));
  }
  return dispatches;
}

/// Compares what a profile says of each dispatch with its record; returns how many lengths there were to compare.
size_t expect_recorded(const std::string& capture, const std::string& output, const RecordedProfile& profile) {
  const profile::LaunchShapes shapes = shapes_of(output);
  const auto recorded = dispatches_of(capture);
  size_t compared = 0;
  for (const HostExecutionEvent& event : profile.of_type(QueueEventType::kDispatch)) {
    const uint64_t number =
        event.command_index == kNone32
            ? profile.record_of(EndpointType::kQueueEvent, event.submission_id, kNone32)
            : profile.record_of(EndpointType::kCommandOperation, event.command_buffer_id, event.command_index);
    const auto found = recorded.find(number);
    EXPECT_NE(found, recorded.end()) << number;
    if (found == recorded.end()) continue;
    const uint32_t place = shapes.of_execution(event);
    EXPECT_LT(place, shapes.shapes().size()) << number;
    if (place >= shapes.shapes().size()) continue;
    const auto& shape = shapes.shapes()[place];
    EXPECT_EQ(shape.constants, found->second.constants) << number;
    EXPECT_EQ(shape.binding_lengths.size(), found->second.bindings.size()) << number;
    for (size_t i = 0; i < std::min(shape.binding_lengths.size(), found->second.bindings.size()); ++i) {
      const format::BufferRef& binding = found->second.bindings[i];
      if (binding.length == format::kWholeBuffer) continue;
      EXPECT_EQ(shape.binding_lengths[i], binding.length) << number;
      ++compared;
    }
  }
  // Other operations have none.
  for (const HostExecutionEvent& event : profile.host_executions) {
    if (event.type == QueueEventType::kDispatch) continue;
    EXPECT_EQ(shapes.of_execution(event), kNone32);
  }
  return compared;
}

TEST(ProfileOfLaunches, SaysTheConstantsAndTheLengthsThatWereRecorded) {
  for (const char* name : {"small.ireereplay", "queue-mixed-1k.ireereplay", "models/block/block.sync.ireereplay",
                           "models/dynamic/dynamic.task.ireereplay"}) {
    for (const uint32_t workers : {1u, 2u}) {
      SCOPED_TRACE(std::string(name) + ", " + std::to_string(workers));
      const TemporaryFile output;
      const RecordedProfile profile = record_profile(fixture(name), recording(output.path(), workers));
      EXPECT_GT(expect_recorded(fixture(name), output.path(), profile), 0u);
    }
  }
}

TEST(ProfileOfLaunches, HoldOfRandomPrograms) {
  size_t compared = 0;
  for (uint64_t seed = 1; seed <= 12; ++seed) {
    SCOPED_TRACE(seed);
    const TemporaryFile capture, output;
    uint32_t devices = 0;
    RandomProgramOptions made;
    made.seed = seed;
    ASSERT_TRUE(write_random_program(capture.path(), made, &devices).ok());
    ReplayOptions options = recording(output.path(), 2);
    options.devices.assign(devices, "local-task");
    compared += expect_recorded(capture.path(), output.path(), record_profile(capture.path(), options));
  }
  EXPECT_GT(compared, 0u);
}

TEST(ProfileOfLaunches, AreGroupsOfTheTimeline) {
  const TemporaryFile output;
  record_profile(fixture("models/block/block.sync.ireereplay"), recording(output.path(), 1));
  const auto bundle = profile::Bundle::open(*File::open(output.path()), kNotCancelled);
  const auto timeline = profile::timeline::read_timeline(*bundle, kNotCancelled, nullptr);
  ASSERT_TRUE(timeline.ok());
  const auto statistics =
      profile::timeline::statistics_json(**timeline, {(*timeline)->origin, (*timeline)->end}, kNotCancelled);
  ASSERT_TRUE(statistics.ok());
  EXPECT_NE(statistics->find("; constant"), std::string::npos) << *statistics;
  EXPECT_NE(statistics->find("; bindings of "), std::string::npos) << *statistics;
  for (const auto& track : (*timeline)->tracks) {
    if (track->track_class != profile::timeline::TrackClass::kDispatches) continue;
    const auto details = profile::timeline::details_json(**timeline, {track->id, 0}, kNotCancelled);
    ASSERT_TRUE(details.ok());
    EXPECT_NE(details->find(R"({"name":"Bindings")"), std::string::npos) << *details;
  }
}

}  // namespace
}  // namespace ireereplay::replay
