#include "replay/inspection.h"

#include "fixtures.h"

namespace ireereplay::replay {
namespace {

std::vector<float> floats(const std::vector<uint8_t>& bytes) {
  std::vector<float> values(bytes.size() / 4);
  std::memcpy(values.data(), bytes.data(), values.size() * 4);
  return values;
}

/// Records of the dispatches in a capture, and of the first queue_execute.
struct Places {
  std::vector<uint64_t> commands;
  std::vector<uint64_t> queue_dispatches;
  std::vector<uint64_t> executes;
};

Places places_of(const std::string& path) {
  auto file = File::open(path);
  auto header = read_capture_header(**file);
  RecordReader reader(*file, *header);
  RecordFrame frame;
  Places places;
  while (!reader.at_end() && reader.next(&frame).ok()) {
    switch (frame.header.operation_code) {
      case format::Operation::kCommandBufferDispatch:
        places.commands.push_back(frame.index);
        break;
      case format::Operation::kDeviceQueueDispatch:
        places.queue_dispatches.push_back(frame.index);
        break;
      case format::Operation::kDeviceQueueExecute:
        places.executes.push_back(frame.index);
        break;
      default:
        break;
    }
  }
  return places;
}

class Inspect : public testing::TestWithParam<const char*> {};

TEST_P(Inspect, ShowsWhatAQueueDispatchFindsAndLeaves) {
  const std::string path = fixture("small.ireereplay");
  ReplayOptions options;
  options.devices = {GetParam()};
  for (const uint64_t record : places_of(path).queue_dispatches) {
    auto inspection = inspect(path, options, record, kNoPlace);
    ASSERT_TRUE(inspection.ok()) << inspection.status().to_string();
    EXPECT_EQ(inspection->via, kNoPlace);
    EXPECT_FALSE(inspection->function.empty());
    ASSERT_FALSE(inspection->ranges.empty());
    const InspectedRange& result = inspection->ranges.back();
    EXPECT_NE(result.before, result.after);
  }
}

TEST_P(Inspect, ShowsAMatmulsResultInsideItsCommandBuffer) {
  const std::string path = fixture("models/mm256/mm256.sync.ireereplay");
  const Places places = places_of(path);
  ASSERT_EQ(places.commands.size(), 1u);
  ReplayOptions options;
  options.devices = {GetParam()};
  auto inspection = inspect(path, options, places.commands[0], kNoPlace);
  ASSERT_TRUE(inspection.ok()) << inspection.status().to_string();
  EXPECT_EQ(inspection->via, places.executes[0]);
  ASSERT_EQ(inspection->ranges.size(), 3u);
  EXPECT_TRUE(inspection->ranges[0].after == inspection->ranges[0].before);
  EXPECT_TRUE(inspection->ranges[0].before == read_array(fixture("models/mm256/a.npy")));
  EXPECT_TRUE(inspection->ranges[2].after == read_array(fixture("models/mm256/c.npy")));
  EXPECT_FALSE(inspection->ranges[2].before == inspection->ranges[2].after);
}

TEST_P(Inspect, AgreesBetweenOneCommandAndTheNext) {
  const std::string path = fixture("command-buffers-1k.ireereplay");
  const Places places = places_of(path);
  ASSERT_GT(places.commands.size(), 100u);
  ReplayOptions options;
  options.devices = {GetParam()};
  // Among them the last of a command buffer and the first of the next.
  for (const size_t i : {0u, 57u, 98u, 99u}) {
    auto one = inspect(path, options, places.commands[i], kNoPlace);
    auto next = inspect(path, options, places.commands[i + 1], kNoPlace);
    ASSERT_TRUE(one.ok() && next.ok()) << one.status().to_string() << next.status().to_string();
    for (const InspectedRange& left : one->ranges) {
      for (const InspectedRange& found : next->ranges) {
        if (left.buffer != found.buffer || left.offset != found.offset || left.before.size() != found.before.size())
          continue;
        EXPECT_EQ(floats(left.after), floats(found.before)) << "command " << i;
      }
    }
  }
}

TEST_P(Inspect, ChoosesTheExecutionThatItIsTold) {
  const std::string path = fixture("models/mm256/mm256.sync.ireereplay");
  const Places places = places_of(path);
  ReplayOptions options;
  options.devices = {GetParam()};
  EXPECT_EQ(inspect(path, options, places.commands[0], places.executes[0])->via, places.executes[0]);
  EXPECT_EQ(inspect(path, options, places.commands[0], places.executes[0] + 1).status().code(), StatusCode::kNotFound);
}

TEST_P(Inspect, SaysThatARecordIsNoOperationOnBuffers) {
  ReplayOptions options;
  options.devices = {GetParam()};
  const Status status = inspect(fixture("small.ireereplay"), options, 0, kNoPlace).status();
  EXPECT_EQ(status.code(), StatusCode::kNotFound);
  EXPECT_NE(status.message().find("record #0"), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(Devices, Inspect, testing::Values("local-sync", "local-task"), [](const auto& info) {
  return info.param == std::string("local-sync") ? "LocalSync" : "LocalTask";
});

}  // namespace
}  // namespace ireereplay::replay
