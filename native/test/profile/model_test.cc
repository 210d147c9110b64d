#include "profile/model.h"

#include <gtest/gtest.h>

#include <random>

#include "fixtures.h"
#include "profile/made_profile.h"

namespace ireereplay::profile {
namespace {

std::shared_ptr<const Bundle> open_bundle(std::shared_ptr<const File> file) {
  const std::atomic<bool> never = false;
  auto bundle = Bundle::open(std::move(file), never);
  EXPECT_TRUE(bundle.ok()) << bundle.status().to_string();
  return *bundle;
}

TEST(PackedColumn, GivesBackWhatWasPut) {
  std::mt19937_64 random(3);
  const auto check = [](const std::vector<uint64_t>& values, size_t most_bytes) {
    PackedColumn column;
    for (size_t i = 0; i < values.size(); ++i) {
      column.push_back(values[i]);
      ASSERT_EQ(column.size(), i + 1);
      ASSERT_EQ(column[i], values[i]);
    }
    column.finish();
    for (size_t i = 0; i < values.size(); ++i) ASSERT_EQ(column[i], values[i]) << i;
    EXPECT_LE(column.bytes(), most_bytes);
  };
  std::vector<uint64_t> ids, times, any, extremes, few;
  uint64_t now = 1ull << 60;
  for (uint64_t i = 0; i < 10 * PackedColumn::kBlock + 77; ++i) {
    ids.push_back(1000 + i);
    times.push_back(now += 500 + random() % 3000);
    any.push_back(random());
    extremes.push_back(i % 3 == 0 ? 0 : i % 3 == 1 ? ~0ull : 1ull << 63);
    few.push_back(random() % 5);
  }
  check(ids, 2000);
  check(times, 65536 + 2000);
  check(any, ids.size() * 8 + 65536 + 4000);
  check(extremes, ids.size() * 8 + 65536 + 4000);
  check(few, 65536 + 2000);
  check({}, 64);
  check({~0ull}, 64);
}

TEST(ProfileModel, ReadsEveryFieldOfEveryKind) {
  const auto bundle = open_bundle(*File::open(test::fixture("profiles/every-kind.ireeprof")));
  const std::atomic<bool> never = false;
  for (size_t k = 0; k < kChunkKinds; ++k) {
    const Layout& layout = layout_of(static_cast<ChunkKind>(k));
    std::vector<std::string_view> fields = {"chunk.queue_ordinal", "chunk.stream_id"};
    for (const Field& field : layout.fields) fields.push_back(field.name);
    EventTable table;
    const Status status = ProfileModel(bundle).load(layout.kind, fields, never, {}, &table);
    ASSERT_TRUE(status.ok()) << status.to_string();
    ASSERT_GT(table.size(), 0u) << layout.suffix;
    // Record after record, as the reader has them.
    ChunkReader reader(bundle->file(), bundle->header());
    size_t row = 0;
    for (const ChunkPlace& place : bundle->chunks()) {
      if (place.kind != layout.kind) continue;
      reader.seek(place.offset, place.index);
      Chunk chunk;
      ASSERT_TRUE(reader.next(&chunk).ok());
      RecordWalk walk(reader.window(), chunk);
      Record record;
      for (; !walk.at_end(); ++row) {
        ASSERT_TRUE(walk.next(&record).ok());
        EXPECT_EQ((*table.column("chunk.stream_id"))[row], chunk.header.stream_id);
        for (const Field& field : layout.fields) {
          const std::string name = field.name;
          switch (field.kind) {
            case FieldKind::kU32:
              EXPECT_EQ((*table.column(name))[row], load<uint32_t>(record.fields, field.offset)) << name;
              break;
            case FieldKind::kI32:
              EXPECT_EQ(static_cast<int64_t>((*table.column(name))[row]), load<int32_t>(record.fields, field.offset));
              break;
            case FieldKind::kU32x3:
            case FieldKind::kU32x8:
              EXPECT_EQ((*table.column(name + ".2"))[row], load<uint32_t>(record.fields, field.offset + 8)) << name;
              break;
            case FieldKind::kHash:
            case FieldKind::kUuid:
              EXPECT_EQ((*table.column(name + ".1"))[row], load<uint64_t>(record.fields, field.offset + 8)) << name;
              break;
            default:
              EXPECT_EQ((*table.column(name))[row], load<uint64_t>(record.fields, field.offset)) << name;
          }
        }
      }
    }
    EXPECT_EQ(row, table.size()) << layout.suffix;
  }
}

/// A bundle of host execution events that stands nowhere: records are made when they are read.
class MadeEvents final : public File {
 public:
  explicit MadeEvents(uint64_t events) : File("made", kBegin + events * kRecord), events_(events) {}

  static format::HostExecutionEvent event(uint64_t i) {
    // Times as they are recorded, a function of sixteen, four workers' tiles.
    format::HostExecutionEvent event = {.record_length = kRecord, .type = format::QueueEventType::kDispatch};
    event.flags = format::kHostCommandBuffer;
    event.event_id = 1 + i;
    event.submission_id = 1 + i / 100;
    event.command_buffer_id = 1 + i / 100 % 7;
    event.executable_id = 4 + i % 3;
    event.stream_id = 1;
    event.command_index = static_cast<uint32_t>(i % 100);
    event.function_ordinal = static_cast<uint32_t>(i * 7 % 16);
    for (uint32_t& count : event.workgroup_count) count = 1 + static_cast<uint32_t>(i % 9);
    event.start_host_time_ns = static_cast<int64_t>((1ull << 60) + i * 2500 + i * 7919 % 1700);
    event.end_host_time_ns = event.start_host_time_ns + 300 + static_cast<int64_t>(i * 104729 % 20000);
    event.tile_count = 4;
    event.tile_duration_sum_ns = static_cast<int64_t>(i * 31 % 70000);
    event.operation_count = 1;
    return event;
  }

  Status read(uint64_t offset, std::span<uint8_t> target) const override {
    for (size_t done = 0; done < target.size();) {
      const uint64_t at = offset + done;
      size_t length;
      if (at < kBegin) {
        length = std::min<size_t>(target.size() - done, kBegin - at);
        std::memcpy(target.data() + done, head().data() + at, length);
      } else {
        const auto made = event((at - kBegin) / kRecord);
        const uint64_t inside = (at - kBegin) % kRecord;
        length = std::min<size_t>(target.size() - done, kRecord - inside);
        std::memcpy(target.data() + done, reinterpret_cast<const uint8_t*>(&made) + inside, length);
      }
      done += length;
    }
    return Status();
  }

 private:
  static constexpr std::string_view kType = "application/vnd.iree.hal.profile.host-execution-events";
  static constexpr uint64_t kRecord = sizeof(format::HostExecutionEvent);
  static constexpr uint64_t kBegin = sizeof(FileHeader) + sizeof(format::RecordHeader) + kType.size();

  std::vector<uint8_t> head() const {
    const FileHeader file = {format::kMagic, 1, 6, sizeof(FileHeader), 0, size()};
    format::RecordHeader record = {.record_length = size() - sizeof(file), .payload_length = events_ * kRecord};
    record.header_length = sizeof(record);
    record.content_type_length = kType.size();
    record.record_type = format::RecordType::kChunk;
    std::vector<uint8_t> bytes(kBegin);
    std::memcpy(bytes.data(), &file, sizeof(file));
    std::memcpy(bytes.data() + sizeof(file), &record, sizeof(record));
    std::memcpy(bytes.data() + sizeof(file) + sizeof(record), kType.data(), kType.size());
    return bytes;
  }

  uint64_t events_;
};

TEST(ProfileModel, HoldsAnEventWithAllItsFieldsInSixtyBytes) {
  constexpr uint64_t kEvents = 200000;
  const auto bundle = open_bundle(std::make_shared<MadeEvents>(kEvents));
  std::vector<std::string_view> fields;
  for (const Field& field : layout_of(ChunkKind::kHostExecutionEvents).fields) fields.push_back(field.name);
  const std::atomic<bool> never = false;
  EventTable table;
  double last = 0;
  size_t pieces = 0;
  const Status status = ProfileModel(bundle).load(
      ChunkKind::kHostExecutionEvents, fields, never,
      [&](const LoadProgress& progress) {
        EXPECT_GE(progress.fraction, last);
        EXPECT_LE(progress.fraction, 1.0);
        last = progress.fraction;
        // What is there can be used.
        const size_t newest = progress.table->size() - 1;
        EXPECT_EQ((*progress.table->column("event_id"))[newest], newest + 1);
        ++pieces;
      },
      &table);
  ASSERT_TRUE(status.ok()) << status.to_string();
  EXPECT_EQ(table.size(), kEvents);
  EXPECT_EQ(last, 1.0);
  EXPECT_GT(pieces, 40u);
  EXPECT_LE(table.bytes(), kEvents * 60) << double(table.bytes()) / kEvents << " bytes an event";
  for (const uint64_t i : {uint64_t{0}, uint64_t{1023}, uint64_t{1024}, kEvents / 2, kEvents - 1}) {
    const auto event = MadeEvents::event(i);
    EXPECT_EQ(static_cast<int64_t>((*table.column("end_host_time_ns"))[i]), event.end_host_time_ns);
    EXPECT_EQ((*table.column("function_ordinal"))[i], event.function_ordinal);
  }
}

TEST(ProfileModel, ReadsNothingBeforeItIsAskedAndStopsWhenItIsCancelled) {
  const auto bundle = open_bundle(std::make_shared<MadeEvents>(1000000));
  std::atomic<bool> cancelled = false;
  EventTable table;
  const Status status = ProfileModel(bundle).load(
      ChunkKind::kHostExecutionEvents, {"start_host_time_ns"}, cancelled,
      [&](const LoadProgress& progress) { cancelled = progress.fraction > 0.1; }, &table);
  EXPECT_EQ(status.code(), StatusCode::kCancelled);
  EXPECT_LT(table.size(), 200000u);
  EXPECT_EQ((*table.column("start_host_time_ns"))[5], static_cast<uint64_t>(MadeEvents::event(5).start_host_time_ns));
}

TEST(ProfileModel, RefusesFieldsThatAKindHasNot) {
  const auto bundle = open_bundle(*File::open(test::fixture("profiles/every-kind.ireeprof")));
  const std::atomic<bool> never = false;
  EventTable table;
  EXPECT_EQ(ProfileModel(bundle).load(ChunkKind::kQueues, {"tile_count"}, never, {}, &table).message(),
            "records of queues have no field tile_count");
  EXPECT_EQ(ProfileModel(bundle).load(ChunkKind::kUnknown, {}, never, {}, &table).code(), StatusCode::kInvalidArgument);
}

}  // namespace
}  // namespace ireereplay::profile
