#include "replay/inspection.h"

#include "replay/element_bytes.h"
#include "replays.h"

namespace ireereplay::replay {
namespace {

/// Records of a capture's dispatches, and of its first queue_execute.
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
  const Places places = places_of(path);
  ASSERT_EQ(places.queue_dispatches, std::vector<uint64_t>{27});
  auto inspection = inspect(path, options, 27, kNoPlace);
  ASSERT_TRUE(inspection.ok()) << inspection.status().to_string();
  EXPECT_EQ(inspection->record, 27u);
  EXPECT_EQ(inspection->via, kNoPlace);
  EXPECT_EQ(inspection->function, "elementwise_mul");
  ASSERT_EQ(inspection->ranges.size(), 3u);
  for (uint32_t i = 0; i < 3; ++i) {
    const InspectedRange& range = inspection->ranges[i];
    EXPECT_EQ(range.role, RangeRole::kBinding);
    EXPECT_EQ(range.ordinal, i);
    EXPECT_EQ(range.buffer, 6u + i);
    EXPECT_EQ(range.offset, 0u);
    ASSERT_EQ(range.before.size(), 16u);
    ASSERT_EQ(range.after.size(), 16u);
  }
  for (uint32_t i = 0; i < 2; ++i) EXPECT_EQ(inspection->ranges[i].before, inspection->ranges[i].after);
  EXPECT_EQ(floats(inspection->ranges[0].before), (std::vector<float>{1, 2, 3, 4}));
  EXPECT_EQ(floats(inspection->ranges[1].before), (std::vector<float>{1, 2, 3, 4}));
  EXPECT_EQ(floats(inspection->ranges[2].before), (std::vector<float>{1, 1, 1, 1}));
  EXPECT_EQ(floats(inspection->ranges[2].after), (std::vector<float>{1, 4, 9, 16}));
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
  // Including the last of a command buffer and the first of the next.
  for (const size_t i : {0u, 57u, 98u, 99u}) {
    auto one = inspect(path, options, places.commands[i], kNoPlace);
    auto next = inspect(path, options, places.commands[i + 1], kNoPlace);
    ASSERT_TRUE(one.ok() && next.ok()) << one.status().to_string() << next.status().to_string();
    ASSERT_EQ(one->ranges.size(), 3u);
    ASSERT_EQ(next->ranges.size(), 3u);
    for (size_t range = 0; range < 3; ++range) {
      const InspectedRange &left = one->ranges[range], &found = next->ranges[range];
      EXPECT_EQ(left.buffer, 6 + range);
      EXPECT_EQ(found.buffer, left.buffer);
      EXPECT_EQ(found.offset, left.offset);
      ASSERT_FALSE(left.after.empty());
      EXPECT_EQ(floats(left.after), floats(found.before)) << "command " << i;
    }
    // The first finds the memory as it was; all leave the product.
    const auto first = [](const std::vector<uint8_t>& bytes) { return floats({bytes.begin(), bytes.begin() + 16}); };
    const std::vector<float> product = {1, 4, 9, 16};
    EXPECT_EQ(first(one->ranges[2].before), i == 0 ? std::vector<float>(4) : product);
    EXPECT_EQ(first(one->ranges[2].after), product);
  }
}

TEST_P(Inspect, UsesTheExecutionThatItIsGiven) {
  const std::string path = fixture("models/mm256/mm256.sync.ireereplay");
  const Places places = places_of(path);
  ReplayOptions options;
  options.devices = {GetParam()};
  EXPECT_EQ(inspect(path, options, places.commands[0], places.executes[0])->via, places.executes[0]);
  EXPECT_EQ(inspect(path, options, places.commands[0], places.executes[0] + 1).status().code(), StatusCode::kNotFound);
}

TEST_P(Inspect, ReadsARangeAtAnyOtherOperation) {
  const std::string path = fixture("models/block/block.sync.ireereplay");
  ReplayOptions options;
  options.devices = {GetParam()};
  auto inspection = inspect(path, options, 46, kNoPlace);
  ASSERT_TRUE(inspection.ok());
  const InspectedRange& range = inspection->ranges[1];
  const BufferMoment moment = {.record = 46, .buffer = range.buffer, .length = range.after.size()};
  EXPECT_TRUE(*read_buffer_at(path, options, moment) == range.after);
  BufferMoment earlier = moment;
  earlier.after = false;
  EXPECT_TRUE(*read_buffer_at(path, options, earlier) == range.before);
  // The operation before it left what it finds.
  earlier = moment;
  earlier.record = 43;
  EXPECT_TRUE(*read_buffer_at(path, options, earlier) == range.before);
  BufferMoment beyond = moment;
  beyond.offset = 1;
  EXPECT_EQ(read_buffer_at(path, options, beyond).status().code(), StatusCode::kOutOfRange);
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
