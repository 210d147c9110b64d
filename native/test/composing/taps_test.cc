#include "composing/taps.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "../made_capture.h"
#include "cancellation.h"
#include "composing/host_reads.h"
#include "composing/operations.h"
#include "replay/inspection.h"
#include "sharing/copied_capture.h"

namespace ireereplay::composing {
namespace {

using replay::KeptOutputs;
using replay::MadeCapture;
using replay::ReplayOptions;
using replay::Session;
using test::fixture;
using test::TemporaryFile;

/// A file of zeros, for a tap.
std::unique_ptr<TemporaryFile> empty_file(uint64_t length) {
  return std::make_unique<TemporaryFile>(std::vector<uint8_t>(length));
}

KeptOutputs outputs_of(const std::string& path, const ReplayOptions& options) {
  KeptOutputs kept;
  const auto session = Session::prepare(path, options);
  EXPECT_TRUE(session.ok()) << session.status().to_string();
  if (!session.ok()) return kept;
  const auto result = (*session)->run({.outputs = &kept});
  EXPECT_TRUE(result.ok()) << result.status().to_string();
  return kept;
}

/// How a composed copy is replayed by our engine.
ReplayOptions writing(ReplayOptions options, size_t devices) {
  options.devices.assign(devices, "local-sync");
  options.allow_file_writes = true;
  return options;
}

void expect_failure(const Status& status, StatusCode code, const std::string& words) {
  EXPECT_EQ(status.code(), code) << status.to_string();
  EXPECT_NE(status.to_string().find(words), std::string::npos) << status.to_string();
}

/// Why a tap cannot be.
Status failure_of(const std::string& capture, const Tap& tap) {
  const TemporaryFile copy;
  const auto written = write_taps(capture, copy.path(), {tap}, kNotCancelled);
  EXPECT_FALSE(written.ok());
  return written.status();
}

class EachFixture : public testing::TestWithParam<const char*> {};

TEST_P(EachFixture, TapsWriteWhatAReplayGives) {
  const std::string source = fixture(GetParam());
  ReplayOptions options;
  options.file_remaps = {{"/mnt/capture/params/weights.bin", fixture("weights.bin")}};
  const auto reads = find_host_reads(source, kNotCancelled);
  ASSERT_TRUE(reads.ok()) << reads.status().to_string();
  const KeptOutputs expected = outputs_of(source, options);
  ASSERT_EQ(reads->ranges.size(), expected.outputs.size());
  std::vector<Tap> taps;
  std::vector<std::unique_ptr<TemporaryFile>> files;
  for (const replay::OutputRange& range : reads->ranges) {
    files.push_back(empty_file(range.length));
    taps.push_back({range.record, range.buffer, range.offset, range.length, files.back()->path()});
  }
  const TemporaryFile copy;
  const auto bytes = write_taps(source, copy.path(), taps, kNotCancelled);
  ASSERT_TRUE(bytes.ok()) << bytes.status().to_string();
  EXPECT_EQ(*bytes, std::filesystem::file_size(copy.path()));
  EXPECT_TRUE(test::open(copy.path()).index->end().ok());
  const KeptOutputs again = outputs_of(copy.path(), writing(options, reads->device_count + 1));
  ASSERT_EQ(again.outputs.size(), expected.outputs.size());
  for (size_t i = 0; i < expected.outputs.size(); ++i) {
    EXPECT_EQ(reads->ranges[i].record, expected.outputs[i].range.record);
    EXPECT_EQ(reads->ranges[i].buffer, expected.outputs[i].range.buffer);
    EXPECT_EQ(again.outputs[i].bytes, expected.outputs[i].bytes);
    EXPECT_EQ(test::read_file(files[i]->path()), expected.outputs[i].bytes);
  }
}

INSTANTIATE_TEST_SUITE_P(Taps, EachFixture,
                         testing::Values("small.ireereplay", "queue-mixed-1k.ireereplay", "queue-alloca-1k.ireereplay",
                                         "file-all.ireereplay", "file-ranges.ireereplay", "file-digest.ireereplay",
                                         "models/mixed/mixed.task.ireereplay", "models/two/two.task-sync.ireereplay"));

/// Half of them cannot be mapped by the host: those are copied.
TEST(Taps, CopyMemoryThatTheHostCannotRead) {
  constexpr uint32_t kDeviceLocal = 0x30, kTransfer = 3;
  MadeCapture capture;
  const auto device_local = [&](uint64_t size, uint32_t usage) {
    const uint64_t id = capture.new_id();
    capture.operation(format::Operation::kAllocatorAllocateBuffer, format::PayloadType::kAllocatorAllocateBuffer,
                      format::ObjectType::kAllocator, MadeCapture::kAllocator, id,
                      {MadeCapture::bytes(format::AllocateBuffer{size, ~0ull, 0, usage, kDeviceLocal, 7, 0, 0})});
    return id;
  };
  const auto fill = [&](uint64_t buffer, uint64_t size, uint8_t pattern) {
    const format::QueueFill payload = {{buffer, 0, size, 0, 0}, ~0ull, 0, 0, 0, 1};
    capture.operation(format::Operation::kDeviceQueueFill, format::PayloadType::kDeviceQueueFill,
                      format::ObjectType::kDevice, MadeCapture::kDevice, buffer,
                      {MadeCapture::bytes(payload), MadeCapture::bytes(pattern)});
    return capture.next_record() - 1;
  };
  const uint64_t mapped = capture.buffer(64), small = device_local(64, kTransfer),
                 large = device_local(4096, kTransfer), sealed = device_local(64, 0);
  const uint64_t first = fill(small, 64, 1);
  fill(mapped, 64, 2);
  const uint64_t second = fill(large, 4096, 3);
  const uint64_t third = fill(small, 64, 4);
  const uint64_t last = fill(sealed, 64, 5);

  const auto once = empty_file(16), twice = empty_file(16), other = empty_file(4000), direct = empty_file(64);
  // In any order.
  const std::vector<Tap> taps = {{third, small, 0, 16, twice->path()},
                                 {first, small, 48, 16, once->path()},
                                 {second, large, 96, 4000, other->path()},
                                 {second, mapped, 0, 64, direct->path()},
                                 {second, mapped, 64, 0, "/nowhere"}};
  const TemporaryFile copy;
  const auto written = write_taps(capture.path(), copy.path(), taps, kNotCancelled);
  ASSERT_TRUE(written.ok()) << written.status().to_string();
  outputs_of(copy.path(), writing({}, 2));
  EXPECT_EQ(test::read_file(once->path()), std::vector<uint8_t>(16, 1));
  EXPECT_EQ(test::read_file(twice->path()), std::vector<uint8_t>(16, 4));
  EXPECT_EQ(test::read_file(other->path()), std::vector<uint8_t>(4000, 3));
  EXPECT_EQ(test::read_file(direct->path()), std::vector<uint8_t>(64, 2));
  // One place for all copies.
  EXPECT_EQ(replay::preflight(copy.path(), writing({}, 2)).total_buffer_bytes, 64u + 64 + 4096 + 64 + 4000);

  expect_failure(failure_of(capture.path(), {last, sealed, 0, 8, "/f"}), StatusCode::kFailedPrecondition,
                 "neither mapping by the host nor copying");
  expect_failure(failure_of(capture.path(), {last + 1, small, 0, 8, "/f"}), StatusCode::kOutOfRange, "no such record");
  expect_failure(failure_of(capture.path(), {3, small, 0, 8, "/f"}), StatusCode::kOutOfRange, "no such record");
  expect_failure(failure_of(capture.path(), {last, small, 60, 8, "/f"}), StatusCode::kOutOfRange,
                 "[60, +8) lies outside of buffer");
  expect_failure(failure_of(capture.path(), {last, small, 60, ~0ull, "/f"}), StatusCode::kOutOfRange, "lies outside");
  expect_failure(failure_of(capture.path(), {last, 999, 0, 8, "/f"}), StatusCode::kNotFound, "no buffer 999");
  expect_failure(failure_of(capture.path(), {last, small, 0, 8, "f"}), StatusCode::kInvalidArgument,
                 "not an absolute path");
}

/// A command buffer that fills a slot of its binding table and buffers, and its executions.
class Commands {
 public:
  explicit Commands(MadeCapture* capture, uint32_t mode) : capture_(*capture), id_(capture->new_id()) {
    const format::CommandBufferObject object = {mode, 3, MadeCapture::kAnyQueue, 2};
    capture_.operation(format::Operation::kDeviceCreateCommandBuffer, format::PayloadType::kCommandBufferObject,
                       format::ObjectType::kDevice, MadeCapture::kDevice, id_, {MadeCapture::bytes(object)});
    command(format::Operation::kCommandBufferBegin);
  }

  uint64_t command(format::Operation operation, format::PayloadType payload = format::PayloadType::kNone,
                   std::initializer_list<Bytes> parts = {}) {
    capture_.operation(operation, payload, format::ObjectType::kCommandBuffer, id_, 0, parts);
    return capture_.next_record() - 1;
  }
  uint64_t fill(const format::BufferRef& target, uint8_t pattern) {
    const format::FillBuffer payload = {target, 0, 0, 1};
    return command(format::Operation::kCommandBufferFillBuffer, format::PayloadType::kCommandBufferFillBuffer,
                   {MadeCapture::bytes(payload), MadeCapture::bytes(pattern)});
  }
  uint64_t barrier() {
    return command(format::Operation::kCommandBufferExecutionBarrier,
                   format::PayloadType::kCommandBufferExecutionBarrier,
                   {MadeCapture::bytes(format::ExecutionBarrier{1, 1, 0, 0, 0})});
  }
  void end() { command(format::Operation::kCommandBufferEnd); }
  uint64_t execute(const std::vector<format::BufferRef>& table, const std::vector<format::SemaphoreTimepoint>& waits,
                   const std::vector<format::SemaphoreTimepoint>& signals) {
    const format::QueueExecute payload = {id_, MadeCapture::kAnyQueue, 0, waits.size(), signals.size(), table.size()};
    capture_.operation(format::Operation::kDeviceQueueExecute, format::PayloadType::kDeviceQueueExecute,
                       format::ObjectType::kDevice, MadeCapture::kDevice, id_,
                       {MadeCapture::bytes(payload), MadeCapture::bytes(waits), MadeCapture::bytes(signals),
                        MadeCapture::bytes(table)});
    return capture_.next_record() - 1;
  }

 private:
  MadeCapture& capture_;
  uint64_t id_;
};

/// Each execution has its own buffers, and taps of its own.
TEST(Taps, StandBetweenTheCommandsOfAnExecution) {
  MadeCapture capture;
  const uint64_t one = capture.buffer(64), other = capture.buffer(64), same = capture.buffer(64),
                 semaphore = capture.semaphore();
  const format::BufferRef slot = {0, 0, 16, 1, 0}, direct = {same, 0, 16, 0, 0};
  Commands commands(&capture, 0);
  commands.command(format::Operation::kCommandBufferBeginDebugGroup);
  const uint64_t first = commands.fill(slot, 1);
  const uint64_t barrier = commands.barrier();
  const uint64_t second = commands.fill(direct, 2);
  commands.barrier();
  const uint64_t third = commands.fill(slot, 3);
  commands.command(format::Operation::kCommandBufferEndDebugGroup);
  commands.barrier();
  commands.end();
  const std::vector<format::BufferRef> tables[] = {{{}, {one, 0, 64, 0, 0}}, {{}, {other, 16, 48, 0, 0}}};
  const uint64_t a = commands.execute(tables[0], {}, {{semaphore, 1}});
  const uint64_t b = commands.execute(tables[1], {{semaphore, 1}}, {{semaphore, 2}});
  const uint64_t c = commands.execute(tables[0], {{semaphore, 2}}, {{semaphore, 3}});
  capture.read_back(one, 0, 16);

  struct Expected {
    uint64_t execution, command, buffer, offset;
    bool before;
    uint8_t value;
  };
  // In no order, some of them of one place.
  const Expected all[] = {
      {b, third, other, 16, false, 3}, {b, third, other, 16, true, 1}, {b, first, other, 16, true, 0},
      {b, first, other, 16, false, 1}, {b, second, one, 0, true, 3},   {b, first, same, 0, true, 2},
      {a, second, same, 0, true, 0},   {a, second, same, 0, false, 2}, {a, kNoPlace, one, 0, true, 0},
      {a, kNoPlace, one, 0, false, 3}, {c, first, one, 0, false, 1},   {c, third, one, 0, false, 3},
  };
  const auto file = empty_file(16 * std::size(all));
  std::vector<Tap> taps;
  for (size_t i = 0; i < std::size(all); ++i) {
    const Expected& tap = all[i];
    taps.push_back({tap.execution, tap.buffer, tap.offset, 16, file->path(), 16 * i, tap.command, tap.before});
  }
  for (const CopyUntil until : {CopyUntil::kEnd, CopyUntil::kLastTap}) {
    const TemporaryFile copy;
    const auto written = write_taps(capture.path(), copy.path(), taps, kNotCancelled, until);
    ASSERT_TRUE(written.ok()) << written.status().to_string();
    EXPECT_TRUE(test::open(copy.path()).index->end().ok());
    std::filesystem::resize_file(file->path(), 0);
    std::filesystem::resize_file(file->path(), 16 * std::size(all));
    EXPECT_EQ(outputs_of(copy.path(), writing({}, 2)).outputs.size(), until == CopyUntil::kEnd ? 1u : 0u);
    const std::vector<uint8_t> read = test::read_file(file->path());
    for (size_t i = 0; i < std::size(all); ++i) {
      SCOPED_TRACE(i);
      EXPECT_EQ(std::vector<uint8_t>(read.begin() + 16 * i, read.begin() + 16 * (i + 1)),
                std::vector<uint8_t>(16, all[i].value));
    }
  }
  const auto of_command = [&](uint64_t record, uint64_t command) {
    return failure_of(capture.path(), {record, one, 0, 16, "/f", 0, command});
  };
  expect_failure(of_command(b, barrier), StatusCode::kNotFound, "is not an operation that the replay executes");
  expect_failure(of_command(b, second + 100), StatusCode::kNotFound, "is not an operation that the replay executes");
  expect_failure(of_command(c + 1, second), StatusCode::kNotFound, "is not an operation that the replay executes");
  expect_failure(failure_of(capture.path(), {c, one, 0, 16, "/f", ~0ull}), StatusCode::kOutOfRange,
                 "past the largest offset");
}

/// What may be executed while it is recorded would be executed too early.
TEST(Taps, HaveNothingExecutedWhileItIsRecorded) {
  MadeCapture capture;
  const uint64_t buffer = capture.buffer(64);
  Commands commands(&capture, 17);
  const uint64_t fill = commands.fill({buffer, 0, 16, 0, 0}, 1);
  commands.end();
  const uint64_t execution = commands.execute({}, {}, {});
  const auto file = empty_file(16);
  const TemporaryFile copy;
  ASSERT_TRUE(
      write_taps(capture.path(), copy.path(), {{execution, buffer, 0, 16, file->path(), 0, fill, true}}, kNotCancelled)
          .ok());
  const auto source = sharing::SourceCapture::open(copy.path());
  ASSERT_TRUE(source.ok());
  size_t made = 0;
  const auto look = [&](RecordReader& reader, const RecordFrame& frame) -> Status {
    if (frame.header.operation_code != format::Operation::kDeviceCreateCommandBuffer) return Status();
    ++made;
    IR_ASSIGN_OR_RETURN(const Bytes payload, reader.payload(frame));
    EXPECT_EQ(load<format::CommandBufferObject>(payload).mode, 1u);
    return Status();
  };
  ASSERT_TRUE(sharing::each_record(*source, kNotCancelled, look).ok());
  EXPECT_EQ(made, 2u);
  outputs_of(copy.path(), writing({}, 2));
  EXPECT_EQ(test::read_file(file->path()), std::vector<uint8_t>(16, 0));
}

TEST(Taps, EndScopesThatAreOpenWhereACopyEnds) {
  MadeCapture capture;
  const uint64_t buffer = capture.buffer(64);
  capture.scope("outer", true);
  capture.scope("inner", true);
  capture.read_back(buffer, 0, 16);
  const uint64_t record = capture.next_record() - 1;
  capture.scope("inner", false);
  capture.scope("later", true);
  capture.read_back(buffer, 0, 16);
  capture.scope("later", false);
  capture.scope("outer", false);
  const auto file = empty_file(16);
  const TemporaryFile copy;
  ASSERT_TRUE(write_taps(capture.path(), copy.path(), {{record, buffer, 0, 16, file->path()}}, kNotCancelled,
                         CopyUntil::kLastTap)
                  .ok());
  const auto report = replay::preflight(copy.path(), writing({}, 2));
  EXPECT_TRUE(report.can_run());
  for (const replay::Problem& problem : report.problems)
    EXPECT_EQ(problem.message.find("scope"), std::string::npos) << problem.message;
  EXPECT_EQ(outputs_of(copy.path(), writing({}, 2)).outputs.size(), 1u);
}

TEST(Taps, AreNotOfMemoryThatHasBeenGivenBack) {
  const std::string source = fixture("queue-alloca-1k.ireereplay");
  // Where a buffer is made and given back there.
  constexpr uint64_t kBuffer = 9, kMade = 24, kGivenBack = 26;
  const auto tap = [](uint64_t record, bool before) {
    return Tap{record, kBuffer, 0, 4096, "/f", 0, kNoPlace, before};
  };
  for (const Tap& there : {tap(kMade, false), tap(kGivenBack, true)}) {
    const TemporaryFile copy;
    const auto written = write_taps(source, copy.path(), {there}, kNotCancelled);
    EXPECT_TRUE(written.ok()) << written.status().to_string();
  }
  expect_failure(failure_of(source, tap(kMade, true)), StatusCode::kOutOfRange, "no such record");
  for (const uint64_t record : {kGivenBack, kGivenBack + 40})
    expect_failure(failure_of(source, tap(record, false)), StatusCode::kFailedPrecondition,
                   "its memory has been freed");
}

TEST(NamedOperations, AreThoseOfInspection) {
  const std::string source = fixture("models/mixed/mixed.task.ireereplay");
  const auto all = find_operations(source, kNoPlace, kNoPlace, kNotCancelled);
  ASSERT_TRUE(all.ok()) << all.status().to_string();
  size_t commands = 0;
  for (const NamedOperation& operation : all->all) {
    SCOPED_TRACE(operation.record);
    commands += operation.via == kNoPlace ? 0 : 1;
    const auto one = find_operations(source, operation.record, operation.via, kNotCancelled);
    ASSERT_TRUE(one.ok()) << one.status().to_string();
    ASSERT_EQ(one->all.size(), 1u);
    const auto inspection = replay::inspect(source, {}, operation.record, operation.via);
    ASSERT_TRUE(inspection.ok()) << inspection.status().to_string();
    EXPECT_EQ(inspection->function, operation.function);
    ASSERT_EQ(inspection->ranges.size(), operation.ranges.size());
    for (size_t i = 0; i < operation.ranges.size(); ++i) {
      EXPECT_EQ(inspection->ranges[i].buffer, operation.ranges[i].buffer);
      EXPECT_EQ(inspection->ranges[i].offset, operation.ranges[i].offset);
      EXPECT_EQ(inspection->ranges[i].before.size(), operation.ranges[i].length);
      EXPECT_EQ(inspection->ranges[i].role, operation.ranges[i].role);
    }
  }
  EXPECT_GT(commands, 2u);
  expect_failure(find_operations(source, 0, kNoPlace, kNotCancelled).status(), StatusCode::kNotFound,
                 "record #0 is not an operation");
}

TEST(Taps, AreNotPutIntoWhatWritesFiles) {
  MadeCapture capture;
  const uint64_t buffer = capture.buffer(64);
  capture.read_back(buffer, 0, 64);
  const uint64_t record = capture.next_record() - 1;
  const auto file = empty_file(64);
  const TemporaryFile copy;
  ASSERT_TRUE(write_taps(capture.path(), copy.path(), {{record, buffer, 0, 64, file->path()}}, kNotCancelled).ok());
  expect_failure(failure_of(copy.path(), {record, buffer, 0, 64, file->path()}), StatusCode::kPermissionDenied,
                 "the capture writes to '" + file->path() + "'");
  expect_failure(find_host_reads(copy.path(), kNotCancelled).status(), StatusCode::kPermissionDenied, "writes to");
}

TEST(Taps, AreNotPutIntoWhatNoDeviceReplays) {
  for (const auto& [name, code] : {std::pair("host-signal.ireereplay", StatusCode::kDeadlineExceeded),
                                   std::pair("host-call.ireereplay", StatusCode::kUnimplemented),
                                   std::pair("damaged/truncated-5000.ireereplay", StatusCode::kDataLoss)}) {
    SCOPED_TRACE(name);
    const Status status = find_host_reads(fixture(name), kNotCancelled).status();
    EXPECT_EQ(status.code(), code) << status.to_string();
    EXPECT_EQ(failure_of(fixture(name), {40, 5, 0, 4, "/f"}).code(), code);
  }
}

/// Ours executes it in another order; IREE's tools wait after each operation.
TEST(Taps, AreNotPutIntoWhatWaitsForLaterOperations) {
  MadeCapture capture;
  const uint64_t buffer = capture.buffer(64), semaphore = capture.semaphore();
  const auto fill = [&](uint64_t waits, uint64_t signals) {
    const format::QueueFill payload = {{buffer, 0, 64, 0, 0}, ~0ull, 0, waits, signals, 1};
    const format::SemaphoreTimepoint timepoint = {semaphore, 1};
    capture.operation(format::Operation::kDeviceQueueFill, format::PayloadType::kDeviceQueueFill,
                      format::ObjectType::kDevice, MadeCapture::kDevice, buffer,
                      {MadeCapture::bytes(payload), MadeCapture::bytes(timepoint), MadeCapture::bytes(uint8_t{7})});
    return capture.next_record() - 1;
  };
  const uint64_t waiting = fill(1, 0), signaling = fill(0, 1);
  EXPECT_TRUE(replay::preflight(capture.path(), {}).can_run());
  const Status status = find_host_reads(capture.path(), kNotCancelled).status();
  expect_failure(status, StatusCode::kFailedPrecondition, "which comes later: IREE's tools");
  EXPECT_NE(status.message().find("#" + std::to_string(signaling)), std::string::npos);
  EXPECT_EQ(status.record(), waiting);
}

TEST(Taps, NeedADevice) {
  const TemporaryFile path;
  {
    auto writer = CaptureWriter::create(path.path());
    ASSERT_TRUE(writer.ok());
    format::RecordHeader session = {};
    session.record_type = format::RecordType::kSession;
    ASSERT_TRUE(writer->append(session, {}).ok());
    ASSERT_TRUE(writer->close().ok());
  }
  const TemporaryFile copy;
  expect_failure(write_taps(path.path(), copy.path(), {}, kNotCancelled).status(), StatusCode::kFailedPrecondition,
                 "no device");
}

}  // namespace
}  // namespace ireereplay::composing
