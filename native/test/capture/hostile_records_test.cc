// Rows, details, search and dump of hostile records.
#include <gtest/gtest.h>

#include <thread>

#include "capture/dump.h"
#include "failing_file.h"
#include "present/details.h"
#include "present/query.h"
#include "present/rows.h"
#include "present/summary.h"
#include "recording.h"

namespace ireereplay {
namespace {

using format::BufferRef;
using format::Operation;
using format::PayloadType;

constexpr uint64_t kHuge = 1ull << 40;

/// Records whose parts are too long for any memory, one of each kind of part.
void record_huge_parts(test::Recording& recording) {
  recording.scope(true, "scope", kHuge);
  format::FileObject file = {};
  file.reference_type = format::FileReferenceType::kExternalPath;
  file.reference_length = kHuge;
  recording.object(format::ObjectType::kFile, 2, PayloadType::kFileObject, {test::bytes_of(file)}, kHuge);
  const format::ExecutableCacheObject cache = {kHuge, 0};
  recording.object(format::ObjectType::kExecutableCache, 3, PayloadType::kExecutableCacheObject,
                   {test::bytes_of(cache)}, kHuge);
  format::Dispatch dispatch = {};
  dispatch.binding_count = kHuge / sizeof(BufferRef);
  recording.operation(Operation::kDeviceQueueDispatch, 1, 0, PayloadType::kDispatch, {test::bytes_of(dispatch)}, kHuge);
  dispatch = {};
  dispatch.wait_semaphore_count = kHuge / sizeof(format::SemaphoreTimepoint);
  recording.operation(Operation::kDeviceQueueDispatch, 1, 0, PayloadType::kDispatch, {test::bytes_of(dispatch)}, kHuge);
  dispatch = {};
  dispatch.constants_length = kHuge;
  recording.operation(Operation::kDeviceQueueDispatch, 1, 0, PayloadType::kDispatch, {test::bytes_of(dispatch)}, kHuge);
  format::QueueExecute execute = {};
  execute.binding_count = kHuge / sizeof(BufferRef);
  recording.operation(Operation::kDeviceQueueExecute, 1, 0, PayloadType::kDeviceQueueExecute, {test::bytes_of(execute)},
                      kHuge);
  format::WaitEvents wait = {};
  wait.event_count = kHuge / 8;
  recording.operation(Operation::kCommandBufferWaitEvents, 1, 0, PayloadType::kCommandBufferWaitEvents,
                      {test::bytes_of(wait)}, kHuge);
  format::ExecutionBarrier barrier = {};
  barrier.memory_barrier_count = kHuge / sizeof(format::MemoryBarrier);
  recording.operation(Operation::kCommandBufferExecutionBarrier, 1, 0, PayloadType::kCommandBufferExecutionBarrier,
                      {test::bytes_of(barrier)}, kHuge);
  format::QueueFill fill = {};
  fill.pattern_length = kHuge;
  recording.operation(Operation::kDeviceQueueFill, 1, 0, PayloadType::kDeviceQueueFill, {test::bytes_of(fill)}, kHuge);
  format::ExecutablePrepare prepare = {};
  prepare.executable_format_length = 0xFFFFFFFF;
  recording.operation(Operation::kExecutableCachePrepareExecutable, 3, 4, PayloadType::kExecutablePrepare,
                      {test::bytes_of(prepare)}, 0xFFFFFFFF);
}

TEST(HostileRecords, ShowAsMuchAsFitsInARow) {
  test::Recording recording;
  record_huge_parts(recording);
  const auto opened = recording.open();
  EXPECT_TRUE(opened.index->end().ok());
  CaptureView view(opened.index);
  view.set_mode(ViewMode::kFlat);
  RecordReader reader(opened.file, opened.header);
  for (uint32_t row = 0; row < view.row_count(); ++row) {
    PackedRows packed;
    append_row(*opened.index, 2, plan_row(view, row), reader, packed);
    EXPECT_LT(packed.texts.size() + 4 * packed.numbers.size(), 64u << 10) << row;
  }
  Text summary;
  append_summary(*opened.file, opened.header, *opened.index, 0, summary);
  EXPECT_LT(summary.size(), 1u << 20);
}

TEST(HostileRecords, HaveDetailsThatSayWhatIsLeftOut) {
  test::Recording recording;
  record_huge_parts(recording);
  const auto opened = recording.open();
  uint32_t left_out = 0, shortened = 0;
  for (uint32_t record = 0; record < opened.index->size(); ++record) {
    Text text;
    ASSERT_TRUE(
        append_details({*opened.index, opened.header, opened.file}, Node{Node::Kind::kRecord, 0, record}, text).ok());
    EXPECT_LT(text.size(), 8u << 20) << record;
    if (text.view().find("RESOURCE_EXHAUSTED") != std::string_view::npos) ++left_out;
    if (text.view().find("first 256 of ") != std::string_view::npos) ++shortened;
  }
  // Their lines in the dump: the scope with its name, the dispatch with its timepoints.
  EXPECT_EQ(left_out, 2u);
  // Tables: bindings, waits, constants, binding table, events, memory barriers.
  EXPECT_EQ(shortened, 6u);
}

TEST(HostileRecords, EndADumpThatWouldNotFitInMemory) {
  for (const DumpFormat dump_format : {DumpFormat::kText, DumpFormat::kJsonl}) {
    test::Recording recording;
    recording.operation(Operation::kDeviceQueueFlush, 1);
    recording.scope(true, "name", kHuge);
    const std::atomic<bool> never = false;
    std::string text;
    const Status status = dump(*File::open(recording.finish()), dump_format, 2, never, [&](std::string_view piece) {
      text.append(piece);
      return Status();
    });
    EXPECT_EQ(status.code(), StatusCode::kResourceExhausted);
    EXPECT_EQ(status.record(), 1u);
    EXPECT_NE(text.find("device.queue_flush"), std::string::npos);
  }
}

TEST(HostileRecords, AreSearchedUntilTheSearchIsCancelled) {
  test::Recording recording;
  record_huge_parts(recording);
  const auto opened = recording.open();
  Query query;
  QueryMistake mistake;
  ASSERT_TRUE(parse_query("obj:77", &query, &mistake));
  RecordReader reader(opened.file, opened.header);
  std::atomic<bool> cancelled = false;
  // The thread is searching a terabyte of zeros when this is set.
  std::thread canceller([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    cancelled = true;
  });
  uint32_t count = 0;
  EXPECT_EQ(search_records(*opened.index, query, reader, cancelled, &count, {}).status().code(),
            StatusCode::kCancelled);
  canceller.join();
  ASSERT_TRUE(parse_query("nothing like this", &query, &mistake));
  cancelled = false;
  EXPECT_TRUE(search_records(*opened.index, query, reader, cancelled, &count, {}).ok());
  EXPECT_EQ(count, 0u);
}

TEST(HostileRecords, AreFoundByABindingFarDownATable) {
  test::Recording recording;
  std::vector<BufferRef> refs(100000);
  refs.back().buffer_id = 77;
  format::Dispatch dispatch = {};
  dispatch.binding_count = refs.size();
  recording.operation(Operation::kDeviceQueueDispatch, 1, 0, PayloadType::kDispatch,
                      {test::bytes_of(dispatch),
                       Bytes(reinterpret_cast<const uint8_t*>(refs.data()), refs.size() * sizeof(BufferRef))});
  const auto opened = recording.open();
  Query query;
  QueryMistake mistake;
  ASSERT_TRUE(parse_query("obj:77", &query, &mistake));
  RecordReader reader(opened.file, opened.header);
  const std::atomic<bool> never = false;
  uint32_t count = 0;
  ASSERT_TRUE(search_records(*opened.index, query, reader, never, &count, {}).ok());
  EXPECT_EQ(count, 1u);
}

TEST(HostileRecords, AreDescribedWithTheSlotsOfALongBindingTable) {
  test::Recording recording;
  recording.operation(Operation::kDeviceCreateCommandBuffer, 1, 9);
  BufferRef ref = {};
  ref.buffer_slot = 1000000;
  format::Dispatch dispatch = {};
  dispatch.binding_count = 1;
  recording.operation(Operation::kCommandBufferDispatch, 9, 0, PayloadType::kDispatch,
                      {test::bytes_of(dispatch), test::bytes_of(ref)});
  format::QueueExecute execute = {};
  execute.command_buffer_id = 9;
  execute.binding_count = kHuge / sizeof(BufferRef);
  recording.operation(Operation::kDeviceQueueExecute, 1, 9, PayloadType::kDeviceQueueExecute, {test::bytes_of(execute)},
                      kHuge);
  const auto opened = recording.open();
  Text text;
  ASSERT_TRUE(
      append_details({*opened.index, opened.header, opened.file}, Node{Node::Kind::kRecord, 0, 1, 2}, text).ok());
  EXPECT_NE(text.view().find("as bound by #2"), std::string_view::npos);
  // Zeros bind no buffer.
  EXPECT_NE(text.view().find("slot 1000000"), std::string_view::npos);
}

TEST(HostileRecords, AreReportedWhenUnreadableAndReadLater) {
  const auto opened = test::open_fixture("small.ireereplay");
  const auto file = std::make_shared<test::FailingFile>(opened.file);
  const uint64_t payload = opened.index->offset(27) + sizeof(format::RecordHeader);
  file->bad_begin = payload + 8;
  file->bad_end = payload + 9;
  const auto row_of = [&] {
    CaptureView view(opened.index);
    view.set_mode(ViewMode::kFlat);
    RecordReader reader(file, opened.header);
    PackedRows packed;
    append_row(*opened.index, 2, plan_row(view, 27), reader, packed);
    return packed.texts.take();
  };
  const auto details_of = [&] {
    Text text;
    EXPECT_TRUE(append_details({*opened.index, opened.header, file}, Node{Node::Kind::kRecord, 0, 27}, text).ok());
    return text.take();
  };
  Query query;
  QueryMistake mistake;
  ASSERT_TRUE(parse_query("fn:elementwise_mul", &query, &mistake));
  RecordReader reader(file, opened.header);
  const std::atomic<bool> never = false;
  uint32_t count = 0;
  const Status searched = search_records(*opened.index, query, reader, never, &count, {}).status();
  EXPECT_EQ(searched.code(), StatusCode::kUnavailable);
  EXPECT_EQ(searched.record(), 27u);
  EXPECT_EQ(searched.offset(), payload + 8);
  EXPECT_NE(row_of().find("UNAVAILABLE; record #27 at byte " + std::to_string(payload + 8)), std::string::npos);
  EXPECT_NE(details_of().find("\"code\":\"UNAVAILABLE\""), std::string::npos);
  EXPECT_NE(details_of().find("\"offset\":\"" + std::to_string(payload + 8) + "\"}"), std::string::npos);
  file->bad_end = 0;
  // The same reader: nothing of the failure remains in its window.
  EXPECT_TRUE(search_records(*opened.index, query, reader, never, &count, {}).ok());
  EXPECT_EQ(count, 3u);
  EXPECT_NE(row_of().find("elementwise_mul"), std::string::npos);
  EXPECT_EQ(details_of().find("problem"), std::string::npos);
}

TEST(HostileRecords, AreReportedWhenCutOffWhileTheFileIsOpen) {
  const auto bytes = test::read_file(test::fixture("small.ireereplay"));
  const test::TemporaryFile temporary(bytes);
  const auto opened = test::open(temporary.path());
  const auto details_of = [&](uint32_t record, Text* out) {
    return append_details({*opened.index, opened.header, opened.file}, Node{Node::Kind::kRecord, 0, record}, *out);
  };
  const uint64_t cut = opened.index->offset(40) + 100;
  std::filesystem::resize_file(temporary.path(), cut);
  Text text;
  EXPECT_TRUE(details_of(39, &text).ok());
  EXPECT_EQ(text.view().find("problem"), std::string_view::npos);
  // Record 40's header is there, its payload is not, and nothing of record 41 is.
  EXPECT_TRUE(details_of(40, &text).ok());
  EXPECT_NE(text.view().find("has shrunk"), std::string_view::npos);
  const Status gone = details_of(41, &text);
  EXPECT_EQ(gone.code(), StatusCode::kDataLoss);
  EXPECT_EQ(gone.record(), 41u);
  EXPECT_EQ(gone.offset(), opened.index->offset(41));
  std::ofstream(temporary.path(), std::ios::binary)
      .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  text.clear();
  EXPECT_TRUE(details_of(41, &text).ok());
  EXPECT_EQ(text.view().find("problem"), std::string_view::npos);
}

}  // namespace
}  // namespace ireereplay
