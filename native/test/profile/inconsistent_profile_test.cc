// Profiles whose records are whole but do not agree with each other: what IREE's tests of its model and its queries
// (runtime/src/iree/tooling/profile/{model,queue_query}_test.cc) expect to be refused, and what they expect to be
// taken.
#include <gtest/gtest.h>

#include <functional>

#include "fixtures.h"
#include "profile/asking.h"
#include "profile/trailing_bytes.h"
#include "profile/writer.h"

namespace ireereplay::profile {
namespace {

using namespace format;

/// Chunks of one record each.
class Chunks {
 public:
  explicit Chunks(BundleWriter& writer) : writer_(writer) {}

  template <typename T>
  void add(ChunkKind kind, const T& record, std::initializer_list<Bytes> parts = {}) {
    ChunkBuilder chunk(kind);
    ASSERT_TRUE(chunk.append(record, parts).ok());
    ASSERT_TRUE(writer_.write({.physical_device_ordinal = 0, .queue_ordinal = 0}, chunk).ok());
  }

 private:
  BundleWriter& writer_;
};

/// Asks of a bundle with these chunks.
Result<std::string> ask(const ReportOptions& options, const std::function<void(Chunks&)>& add_chunks) {
  const test::TemporaryFile file;
  IR_ASSIGN_OR_RETURN(BundleWriter writer, BundleWriter::create(file.path()));
  Chunks chunks(writer);
  add_chunks(chunks);
  IR_RETURN_IF_ERROR(writer.close());
  return test::ask(file.path(), options);
}

void expect_refused(const Result<std::string>& answer, const std::string& sentence) {
  EXPECT_EQ(answer.status().code(), StatusCode::kDataLoss);
  EXPECT_EQ(answer.status().message(), sentence);
}

TEST(InconsistentProfile, HasAFunctionOfNoExecutable) {
  const ReportOptions executable = {.question = Question::kExecutable};
  const auto add = [](bool with_executable) {
    return [with_executable](Chunks& chunks) {
      if (with_executable) chunks.add(ChunkKind::kExecutables, Executable{.executable_id = 5, .function_count = 1});
      chunks.add(ChunkKind::kFunctions, Function{.executable_id = 5}, {test::text("rows")});
    };
  };
  EXPECT_TRUE(ask(executable, add(true)).ok());
  expect_refused(ask(executable, add(false)),
                 "executable function references missing executable metadata executable=5 function=0");
}

TEST(InconsistentProfile, HasACommandThatSaysTwoThingsAboutItsBlock) {
  const auto ask_with = [](uint32_t flags, uint32_t block, uint32_t place) {
    return ask({.question = Question::kCommand}, [&](Chunks& chunks) {
      chunks.add(ChunkKind::kCommandBuffers, CommandBuffer{.command_buffer_id = 8});
      chunks.add(ChunkKind::kCommandOperations, CommandOperation{.type = CommandOperationType::kBarrier,
                                                                 .flags = flags,
                                                                 .command_index = 4,
                                                                 .command_buffer_id = 8,
                                                                 .block_ordinal = block,
                                                                 .block_command_ordinal = place,
                                                                 .target_block_ordinal = kNone32,
                                                                 .alternate_block_ordinal = kNone32});
    });
  };
  EXPECT_TRUE(ask_with(0, kNone32, kNone32).ok());
  EXPECT_TRUE(ask_with(kOperationBlockStructure, 2, 3).ok());
  expect_refused(
      ask_with(0, 2, 3),
      "command operation carries block coordinates without the block structure flag command_buffer=8 command_index=4");
  expect_refused(
      ask_with(kOperationBlockStructure, kNone32, kNone32),
      "command operation declares block structure without block coordinates command_buffer=8 command_index=4");
}

TEST(InconsistentProfile, HasAnEventOfNoQueueAndIsRefusedOnlyWhereThatIsAskedFor) {
  const auto add = [](Chunks& chunks) {
    chunks.add(ChunkKind::kQueueEvents,
               QueueEvent{.type = QueueEventType::kDispatch, .event_id = 10, .submission_id = 20, .stream_id = 4});
  };
  expect_refused(ask({.question = Question::kQueue}, add),
                 "queue event references missing queue metadata device=0 queue=0 stream=4 submission=20");
  EXPECT_FALSE(ask({.question = Question::kQueue, .filter = "dispatch", .id = 20}, add).ok());
  EXPECT_TRUE(ask({.question = Question::kQueue, .filter = "copy"}, add).ok());
  EXPECT_TRUE(ask({.question = Question::kQueue, .id = 21}, add).ok());
}

TEST(InconsistentProfile, HasAMetricsValueThatNothingDescribes) {
  const auto ask_with = [](uint64_t described) {
    return ask({.question = Question::kExport, .jsonl = true}, [&](Chunks& chunks) {
      const std::vector<DeviceMetricValue> values = {{.metric_id = 2, .value_bits = 7}};
      chunks.add(ChunkKind::kDeviceMetricSources, DeviceMetricSource{.source_id = 1, .metric_count = 1},
                 {test::text("board")});
      chunks.add(ChunkKind::kDeviceMetricDescriptors, DeviceMetricDescriptor{.source_id = 1, .metric_id = described},
                 {test::text("clock"), test::text("")});
      chunks.add(ChunkKind::kDeviceMetricSamples, DeviceMetricSample{.sample_id = 1, .source_id = 1},
                 {test::bytes_of(values)});
    });
  };
  EXPECT_TRUE(ask_with(2).ok());
  expect_refused(ask_with(3), "device metric sample references missing descriptor source=1 metric=2");
}

}  // namespace
}  // namespace ireereplay::profile
