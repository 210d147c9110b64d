#include "profile/writer.h"

#include <gtest/gtest.h>

#include <set>

#include "fixtures.h"
#include "profile/bundle.h"
#include "profile/made_profile.h"
#include "profile/one_dispatch_profile.h"

namespace ireereplay::profile {
namespace {

std::shared_ptr<const Bundle> opened_bundle(const std::string& path) {
  const std::atomic<bool> never = false;
  auto bundle = Bundle::open(*File::open(path), never);
  EXPECT_TRUE(bundle.ok()) << bundle.status().to_string();
  return *bundle;
}

/// A value for each byte of a field, another for each field and record.
std::vector<uint8_t> record_of(const Layout& layout, uint8_t seed) {
  std::vector<uint8_t> record(layout.size);
  for (const Field& field : layout.fields) {
    for (size_t i = 0; i < field_size(field.kind); ++i) {
      record[field.offset + i] = static_cast<uint8_t>(seed + field.offset * 3 + i * 7 + 1);
    }
  }
  return record;
}

TEST(BundleWriter, WritesEveryFieldOfEveryKindAsItIsReadBack) {
  for (size_t k = 0; k < kChunkKinds; ++k) {
    const Layout& layout = layout_of(static_cast<ChunkKind>(k));
    const std::vector<std::vector<uint8_t>> parts = {std::vector<uint8_t>(24, 0xA1), std::vector<uint8_t>(48, 0xB2),
                                                     std::vector<uint8_t>(0)};
    const size_t records = layout.follows_record ? 1 : 3;
    ChunkBuilder builder(layout.kind);
    for (size_t r = 0; r < records; ++r) {
      const auto record = record_of(layout, static_cast<uint8_t>(r * 50));
      Status status;
      switch (layout.trailing.size()) {
        case 0:
          status = builder.append_bytes(record, {});
          break;
        case 1:
          status = builder.append_bytes(record, {parts[0]});
          break;
        case 2:
          status = builder.append_bytes(record, {parts[0], parts[1]});
          break;
        default:
          status = builder.append_bytes(record, {parts[0], parts[1], parts[2]});
      }
      ASSERT_TRUE(status.ok()) << status.to_string();
    }
    const test::TemporaryFile file;
    auto writer = BundleWriter::create(file.path());
    ASSERT_TRUE(writer.ok());
    ASSERT_TRUE(writer
                    ->write({.session_id = 1,
                             .stream_id = 2,
                             .event_id = 3,
                             .executable_id = 4,
                             .command_buffer_id = 5,
                             .physical_device_ordinal = 6,
                             .queue_ordinal = 7,
                             .dropped_records = 8,
                             .name = "name"},
                            builder)
                    .ok());
    ASSERT_TRUE(writer->close().ok());

    const auto opened = File::open(file.path());
    const auto header = read_bundle_header(**opened);
    ASSERT_TRUE(header.ok());
    EXPECT_TRUE(header->notice.ok() && header->defect.ok());
    ChunkReader reader(*opened, *header);
    Chunk chunk;
    ASSERT_TRUE(reader.next(&chunk).ok());
    EXPECT_TRUE(reader.at_end());
    EXPECT_EQ(chunk.kind, layout.kind);
    EXPECT_EQ(chunk.name, "name");
    EXPECT_EQ(chunk.header.session_id, 1u);
    EXPECT_EQ(chunk.header.stream_id, 2u);
    EXPECT_EQ(chunk.header.event_id, 3u);
    EXPECT_EQ(chunk.header.executable_id, 4u);
    EXPECT_EQ(chunk.header.command_buffer_id, 5u);
    EXPECT_EQ(chunk.header.physical_device_ordinal, 6u);
    EXPECT_EQ(chunk.header.queue_ordinal, 7u);
    EXPECT_EQ(chunk.header.dropped_record_count, 8u);
    EXPECT_TRUE(chunk.is_truncated());
    RecordWalk walk(reader.window(), chunk);
    for (size_t r = 0; r < records; ++r) {
      Record record;
      const Status status = walk.next(&record);
      ASSERT_TRUE(status.ok()) << layout.suffix << ": " << status.to_string();
      const auto expected = record_of(layout, static_cast<uint8_t>(r * 50));
      std::set<uint16_t> counts;
      for (const Trailing& trailing : layout.trailing) counts.insert(trailing.count_offset);
      for (const Field& field : layout.fields) {
        if (counts.contains(field.offset)) continue;
        const auto read = record.fields.subspan(field.offset, field_size(field.kind));
        EXPECT_TRUE(std::equal(read.begin(), read.end(), expected.begin() + field.offset))
            << layout.suffix << field.name;
      }
      for (size_t p = 0; p < layout.trailing.size(); ++p) {
        if (layout.trailing[p].kind == TrailingKind::kData) {
          EXPECT_EQ(record.after_length, parts[p].size());
          continue;
        }
        const Bytes part = trailing_part(layout, record, p);
        EXPECT_TRUE(std::equal(part.begin(), part.end(), parts[p].begin(), parts[p].end())) << layout.suffix << p;
      }
    }
    EXPECT_TRUE(walk.at_end());
  }
}

TEST(BundleWriter, RefusesWhatTheFormatDoesNotHold) {
  ChunkBuilder queues(ChunkKind::kQueues);
  EXPECT_EQ(queues.append(format::Device{}).code(), StatusCode::kInvalidArgument);
  ChunkBuilder functions(ChunkKind::kFunctions);
  EXPECT_EQ(functions.append(format::Function{}).code(), StatusCode::kInvalidArgument);
  ChunkBuilder samples(ChunkKind::kCounterSamples);
  const std::vector<uint8_t> nine(9);
  EXPECT_EQ(samples.append(format::CounterSample{}, {nine}).code(), StatusCode::kInvalidArgument);
  ChunkBuilder traces(ChunkKind::kExecutableTraces);
  EXPECT_TRUE(traces.append(format::ExecutableTrace{}, {nine}).ok());
  EXPECT_EQ(traces.append(format::ExecutableTrace{}, {nine}).code(), StatusCode::kInvalidArgument);
  EXPECT_EQ(BundleWriter::create("/nowhere/at/all").status().code(), StatusCode::kUnavailable);
}

TEST(BundleWriter, MakesOneThatIsNotClosedReadAsASessionThatDidNotEnd) {
  const test::TemporaryFile file;
  {
    auto writer = BundleWriter::create(file.path());
    ASSERT_TRUE(writer.ok());
    ASSERT_TRUE(writer->begin_session({}).ok());
  }
  const auto bundle = opened_bundle(file.path());
  EXPECT_EQ(bundle->header().notice.message(), "the session was not ended: the profile may be incomplete");
  EXPECT_EQ(bundle->chunks().size(), 1u);
  EXPECT_TRUE(bundle->end().ok());
}

TEST(BundleWriter, MakesAProfileWithEveryKindOfChunk) {
  const test::TemporaryFile file;
  ASSERT_TRUE(test::write_made_profile(file.path()).ok());
  EXPECT_TRUE(test::read_file(file.path()) == test::read_file(test::fixture("profiles/every-kind.ireeprof")))
      << "made_profile writes the fixture again";
  const auto bundle = opened_bundle(file.path());
  EXPECT_TRUE(bundle->end().ok());
  std::set<ChunkKind> kinds;
  for (const ChunkPlace& chunk : bundle->chunks()) {
    if (chunk.type == format::RecordType::kChunk) kinds.insert(chunk.kind);
  }
  EXPECT_EQ(kinds.size(), kChunkKinds);
  EXPECT_FALSE(kinds.contains(ChunkKind::kUnknown));
}

TEST(BundleWriter, MakesTheProfilesOfOneDispatch) {
  using test::DispatchTimes;
  for (const auto& [name, times] : {std::pair("one-dispatch", DispatchTimes::kByDeviceAndHost),
                                    std::pair("one-dispatch-by-host", DispatchTimes::kByHost)}) {
    const test::TemporaryFile file;
    ASSERT_TRUE(test::write_one_dispatch_profile(file.path(), times).ok());
    EXPECT_TRUE(test::read_file(file.path()) ==
                test::read_file(test::fixture(std::string("profiles/") + name + ".ireeprof")))
        << "made_profile writes " << name << " again";
  }
}

}  // namespace
}  // namespace ireereplay::profile
