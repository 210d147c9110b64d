#include "replay/provenance.h"

#include "replays.h"

namespace ireereplay::replay {
namespace {

ReplayOptions on(const char* device) {
  ReplayOptions options;
  options.devices = {device};
  return options;
}

/// A slow machine, or a sanitizer, is given the time that it takes.
constexpr TraceTimes kPatient = {.look_ns = 1ull << 50, .narrow_ns = 1ull << 50, .ahead_ns = 1ull << 50};

class Provenances : public testing::TestWithParam<const char*> {};

TEST_P(Provenances, SeesWhoWroteWhatTheSoftmaxOfABlockReadsAndWhoReadsWhatItLeaves) {
  auto provenance =
      trace_buffers(fixture("models/block/block.sync.ireereplay"), on(GetParam()), 46, kNoPlace, {}, kPatient);
  ASSERT_TRUE(provenance.ok()) << provenance.status().to_string();
  std::vector<TracedSpan> read;
  for (const TracedSpan& span : provenance->found) {
    EXPECT_EQ(span.buffer, 15u);
    if (span.reading == Reading::kSeen) read.push_back(span);
  }
  ASSERT_EQ(read.size(), 1u);
  EXPECT_EQ(read[0].offset, 163840u);
  EXPECT_EQ(read[0].length, 65536u);
  EXPECT_EQ(read[0].read_offset, 163840u);
  EXPECT_EQ(read[0].read_length, 65536u);
  ASSERT_TRUE(read[0].writer.has_value());
  EXPECT_EQ(read[0].writer->record, 43u);
  EXPECT_EQ(read[0].writer->via, 82u);
  EXPECT_NE(read[0].writer->function.find("batch_matmul_4x64x64x32"), std::string::npos);
  EXPECT_EQ(read[0].next, Reading::kNotSeen);  // Overwritten, and never read again.
  ASSERT_EQ(provenance->left.size(), 1u);
  const TracedSpan& left = provenance->left[0];
  EXPECT_EQ(left.buffer, 15u);
  EXPECT_EQ(left.offset, 65536u);
  EXPECT_EQ(left.length, 65536u);
  ASSERT_TRUE(left.writer.has_value());
  EXPECT_EQ(left.writer->record, 46u);
  EXPECT_EQ(left.next, Reading::kSeen);
  ASSERT_TRUE(left.reader.has_value());
  EXPECT_EQ(left.reader->record, 49u);
  EXPECT_EQ(left.reader->via, 82u);
}

TEST_P(Provenances, LooksPastDispatchesThatBindABufferAndReadOtherTensorsOfIt) {
  // What #34 leaves lies in the buffer that every dispatch up to #43 binds, and #43 is the first that reads it.
  auto provenance =
      trace_buffers(fixture("models/block/block.sync.ireereplay"), on(GetParam()), 34, kNoPlace, {}, kPatient);
  ASSERT_TRUE(provenance.ok()) << provenance.status().to_string();
  ASSERT_EQ(provenance->left.size(), 1u);
  EXPECT_EQ(provenance->left[0].offset, 65536u);
  EXPECT_EQ(provenance->left[0].length, 32768u);
  ASSERT_TRUE(provenance->left[0].reader.has_value());
  EXPECT_EQ(provenance->left[0].reader->record, 43u);
}

TEST_P(Provenances, FindsTheWeightsThatAProductReadsInABufferOfAllOfThem) {
  auto provenance =
      trace_buffers(fixture("models/block/block.sync.ireereplay"), on(GetParam()), 31, kNoPlace, {}, kPatient);
  ASSERT_TRUE(provenance.ok()) << provenance.status().to_string();
  const auto weights = std::find_if(provenance->found.begin(), provenance->found.end(),
                                    [](const TracedSpan& span) { return span.buffer == 6; });
  ASSERT_NE(weights, provenance->found.end());
  EXPECT_EQ(weights->length, 793088u);
  EXPECT_EQ(weights->reading, Reading::kSeen);
  EXPECT_EQ(weights->read_length, 128u * 128 * 4);
  EXPECT_EQ(weights->next, Reading::kNotSeen);  // Others read other weights of it.
}

TEST_P(Provenances, TellsWeightsAndBiasApart) {
  // x + attention(...) * w + b: both lie in the buffer of all weights, with others between them.
  auto provenance =
      trace_buffers(fixture("models/block/block.sync.ireereplay"), on(GetParam()), 52, kNoPlace, {}, kPatient);
  ASSERT_TRUE(provenance.ok()) << provenance.status().to_string();
  std::vector<uint64_t> lengths;
  for (const TracedSpan& span : provenance->found) {
    if (span.buffer == 6 && span.reading == Reading::kSeen) lengths.push_back(span.length);
  }
  EXPECT_EQ(lengths, (std::vector<uint64_t>{128 * 128 * 4, 128 * 4}));
}

TEST_P(Provenances, SeesThatACopyToTheHostReadsAResult) {
  auto provenance =
      trace_buffers(fixture("models/mm256/mm256.sync.ireereplay"), on(GetParam()), 17, kNoPlace, {}, kPatient);
  ASSERT_TRUE(provenance.ok()) << provenance.status().to_string();
  ASSERT_EQ(provenance->left.size(), 1u);
  EXPECT_EQ(provenance->left[0].length, 262144u);
  EXPECT_EQ(provenance->left[0].next, Reading::kSeen);
  ASSERT_TRUE(provenance->left[0].reader.has_value());
  EXPECT_TRUE(provenance->left[0].reader->function.empty());
  for (const TracedSpan& span : provenance->found) {
    const bool is_result = span.buffer == provenance->left[0].buffer;
    EXPECT_EQ(span.reading == Reading::kSeen, !is_result) << "buffer " << span.buffer;
  }
}

TEST_P(Provenances, ClaimsNothingOfWhatACaptureDoesNotHold) {
  EXPECT_EQ(trace_buffers(fixture("small.ireereplay"), on(GetParam()), 0, kNoPlace, {}, kPatient).status().code(),
            StatusCode::kNotFound);
  std::atomic<bool> cancel = true;
  EXPECT_EQ(
      trace_buffers(fixture("small.ireereplay"), on(GetParam()), 27, kNoPlace, {.cancel = &cancel}).status().code(),
      StatusCode::kCancelled);
}

TEST_P(Provenances, LeavesEveryReplayAsItIs) {
  // Trying what is read executes dispatches on other bytes: what they find is there again afterwards.
  for (const uint64_t record : {25u, 31u, 43u, 62u}) {
    const std::string path = fixture("models/block/block.sync.ireereplay");
    auto provenance = trace_buffers(path, on(GetParam()), record, kNoPlace, {}, kPatient);
    ASSERT_TRUE(provenance.ok()) << provenance.status().to_string();
    for (const TracedSpan& left : provenance->left) {
      EXPECT_GE(left.length, 32768u) << record;
      EXPECT_EQ(left.next, Reading::kSeen) << record;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Devices, Provenances, testing::Values("local-sync", "local-task"), [](const auto& info) {
  return info.param == std::string("local-sync") ? "LocalSync" : "LocalTask";
});

}  // namespace
}  // namespace ireereplay::replay
