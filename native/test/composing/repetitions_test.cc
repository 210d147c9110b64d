#include "composing/repetitions.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <map>

#include "../made_capture.h"
#include "cancellation.h"
#include "composing/operations.h"
#include "replay/inspection.h"

namespace ireereplay::composing {
namespace {

using replay::MadeCapture;
using replay::ReplayOptions;
using replay::Session;
using test::fixture;
using test::TemporaryFile;

/// In memory that nothing has written there is always the same.
ReplayOptions poisoned() {
  ReplayOptions options;
  options.poison = 0;
  return options;
}

/// Replays a copy by our engine, which has a device more where the copy writes a file.
Status replay_copy(const std::string& path, bool writes) {
  ReplayOptions options = poisoned();
  options.devices.assign(writes ? 2 : 1, "local-sync");
  options.allow_file_writes = writes;
  IR_ASSIGN_OR_RETURN(const auto session, Session::prepare(path, options));
  return session->run({}).status();
}

uint64_t size_of(const std::vector<BoundRange>& bound) {
  uint64_t size = 0;
  for (const BoundRange& range : bound) size += range.length;
  return size;
}

/// What a range holds in one part of the file.
std::vector<uint8_t> part_of(const std::vector<uint8_t>& file, const std::vector<BoundRange>& bound, size_t part,
                             const BoundRange& range) {
  size_t at = part * size_of(bound);
  for (const BoundRange& one : bound) {
    if (one.buffer == range.buffer && one.offset <= range.offset &&
        range.offset + range.length <= one.offset + one.length) {
      const auto begin = file.begin() + static_cast<ptrdiff_t>(at + range.offset - one.offset);
      return {begin, begin + static_cast<ptrdiff_t>(range.length)};
    }
    at += one.length;
  }
  ADD_FAILURE() << "buffer " << range.buffer << " is not bound there";
  return {};
}

/// The copy, replayed; gives what is in the file.
std::vector<uint8_t> written_by(const std::string& source, RepeatedDispatch repeated, std::vector<BoundRange>* bound) {
  const TemporaryFile copy, taps;
  repeated.path = taps.path();
  auto written = write_repetitions(source, copy.path(), repeated, kNotCancelled);
  EXPECT_TRUE(written.ok()) << written.status().to_string();
  if (!written.ok()) return {};
  EXPECT_TRUE(test::open(copy.path()).index->end().ok());
  *bound = *std::move(written);
  const auto tapped = std::count_if(repeated.repetitions.begin(), repeated.repetitions.end(),
                                    [](const Repetition& one) { return one.is_tapped; });
  std::filesystem::resize_file(taps.path(), size_of(*bound) * static_cast<uint64_t>(1 + tapped));
  const Status replayed = replay_copy(copy.path(), true);
  EXPECT_TRUE(replayed.ok()) << replayed.to_string();
  return test::read_file(taps.path());
}

class EachCapture : public testing::TestWithParam<const char*> {};

TEST_P(EachCapture, RepetitionsBeginWithTheSameAndLeaveWhatTheDispatchLeaves) {
  const std::string source = fixture(GetParam());
  const auto operations = find_operations(source, kNoPlace, kNoPlace, kNotCancelled);
  ASSERT_TRUE(operations.ok()) << operations.status().to_string();
  size_t seen = 0;
  for (const NamedOperation& operation : operations->all) {
    if (operation.op != replay::Op::kDispatch || ++seen > 4) continue;
    SCOPED_TRACE(operation.record);
    const auto inspection = replay::inspect(source, poisoned(), operation.record, operation.via);
    ASSERT_TRUE(inspection.ok()) << inspection.status().to_string();
    RepeatedDispatch repeated;
    repeated.record = operation.record;
    repeated.via = operation.via;
    repeated.executables.resize(2);
    repeated.repetitions = {{1, 0, true}, {0, 0, false}, {0, 0, true}, {1, 0, true}};
    std::vector<BoundRange> bound;
    const std::vector<uint8_t> file = written_by(source, repeated, &bound);
    ASSERT_EQ(file.size(), 4 * size_of(bound));
    for (const auto& range : inspection->ranges) {
      if (range.before.empty()) continue;
      const BoundRange place = {range.buffer, range.offset, range.before.size()};
      EXPECT_EQ(part_of(file, bound, 0, place), range.before);
      for (const size_t part : {1, 2, 3}) EXPECT_EQ(part_of(file, bound, part, place), range.after);
    }
  }
  EXPECT_GT(seen, 0u);
}

INSTANTIATE_TEST_SUITE_P(Repetitions, EachCapture,
                         testing::Values("small.ireereplay", "models/mixed/mixed.task.ireereplay",
                                         "models/dynamic/dynamic.task.ireereplay",
                                         "reused-command-buffer-100k.ireereplay", "queue-dispatches-1k.ireereplay"));

/// Where small.ireereplay multiplies numbers one by one.
NamedOperation product() {
  const auto operations = find_operations(fixture("small.ireereplay"), kNoPlace, kNoPlace, kNotCancelled);
  EXPECT_TRUE(operations.ok());
  for (const NamedOperation& operation : operations->all) {
    if (operation.op == replay::Op::kDispatch) return operation;
  }
  return {};
}

TEST(Repetitions, AreExecutedByWhatTheyName) {
  const std::string source = fixture("small.ireereplay");
  const NamedOperation operation = product();
  RepeatedDispatch repeated;
  repeated.record = operation.record;
  repeated.via = operation.via;
  repeated.executables = {{}, {replay::read_all(fixture("kernels/elementwise_add.so")), ""}};
  repeated.repetitions = {{0, 0, true}, {1, 0, true}, {0, 0, true}};
  std::vector<BoundRange> bound;
  const std::vector<uint8_t> file = written_by(source, repeated, &bound);
  std::map<uint32_t, std::vector<float>> before, multiplied, added, again;
  for (const NamedRange& range : operation.ranges) {
    const BoundRange place = {range.buffer, range.offset, range.length};
    size_t part = 0;
    for (auto* state : {&before, &multiplied, &added, &again}) {
      const std::vector<uint8_t> bytes = part_of(file, bound, part++, place);
      std::vector<float>& numbers = (*state)[range.ordinal];
      numbers.resize(bytes.size() / sizeof(float));
      std::memcpy(numbers.data(), bytes.data(), numbers.size() * sizeof(float));
    }
  }
  ASSERT_FALSE(before[0].empty());
  EXPECT_EQ(multiplied, again);
  for (size_t i = 0; i < before[0].size(); ++i) {
    EXPECT_EQ(multiplied[2][i], before[0][i] * before[1][i]);
    EXPECT_EQ(added[2][i], before[0][i] + before[1][i]);
  }
}

TEST(Repetitions, FindInMemoryWhatTheyAreToldTo) {
  MadeCapture capture;
  const uint64_t executable = capture.executable();
  const uint64_t a = capture.buffer(64), b = capture.buffer(64), out = capture.buffer(64);
  capture.dispatch(executable, 0, {{a, 0, 16, 0, 0}, {b, 0, 16, 0, 0}, {out, 16, 16, 0, 0}});
  RepeatedDispatch repeated;
  repeated.record = capture.next_record() - 1;
  repeated.executables.resize(1);
  // Nothing writes the inputs: what they are filled with is what is multiplied.
  repeated.overwritten = {{a, 4, 8}};
  repeated.repetitions = {{0, 0x40000000, true}, {0, 0x40400000, true}};
  std::vector<BoundRange> bound;
  const std::vector<uint8_t> file = written_by(capture.path(), repeated, &bound);
  const auto number_at = [&](size_t part, size_t index) {
    return load<float>(part_of(file, bound, part, {a, 0, 16}), index * sizeof(float));
  };
  EXPECT_EQ(number_at(0, 1), 0.0f);
  EXPECT_EQ(number_at(1, 1), 2.0f);
  EXPECT_EQ(number_at(2, 2), 3.0f);
  EXPECT_EQ(number_at(2, 3), 0.0f);
}

TEST(Repetitions, OfACopyWithoutAFileNeedNoDeviceMore) {
  const NamedOperation operation = product();
  RepeatedDispatch repeated;
  repeated.record = operation.record;
  repeated.via = operation.via;
  repeated.executables.resize(3);
  repeated.repetitions = {{2, 0, false}, {1, 0, false}, {0, 0, false}};
  const TemporaryFile copy;
  const auto bound = write_repetitions(fixture("small.ireereplay"), copy.path(), repeated, kNotCancelled);
  ASSERT_TRUE(bound.ok()) << bound.status().to_string();
  const Status replayed = replay_copy(copy.path(), false);
  EXPECT_TRUE(replayed.ok()) << replayed.to_string();
}

TEST(Repetitions, AreOfADispatchOnly) {
  const std::string source = fixture("small.ireereplay");
  const NamedOperation operation = product();
  const auto failure = [&](const RepeatedDispatch& repeated) {
    const TemporaryFile copy;
    return write_repetitions(source, copy.path(), repeated, kNotCancelled).status();
  };
  RepeatedDispatch other;
  other.record = operation.record + 1;
  other.via = operation.via;
  EXPECT_EQ(failure(other).code(), StatusCode::kNotFound);
  other.record = operation.record;
  other.via = operation.via == kNoPlace ? 1 : kNoPlace;
  EXPECT_EQ(failure(other).code(), StatusCode::kNotFound);
  RepeatedDispatch wrong;
  wrong.record = operation.record;
  wrong.via = operation.via;
  wrong.repetitions = {{0, 0, false}};
  EXPECT_EQ(failure(wrong).code(), StatusCode::kInvalidArgument);
  wrong.executables.resize(1);
  wrong.overwritten = {{operation.ranges[0].buffer, operation.ranges[0].offset + 1, 4}};
  EXPECT_EQ(failure(wrong).code(), StatusCode::kInvalidArgument);
  wrong.overwritten = {{9999, 0, 4}};
  EXPECT_EQ(failure(wrong).code(), StatusCode::kInvalidArgument);
}

/// Its device cannot copy from it and to it.
TEST(Repetitions, AreNotOfMemoryThatCannotBePutBack) {
  MadeCapture capture;
  const uint64_t executable = capture.executable();
  const uint64_t sealed = capture.new_id();
  constexpr uint32_t kMapped = 0x09000C00, kHostVisible = 0x56;
  capture.operation(
      format::Operation::kAllocatorAllocateBuffer, format::PayloadType::kAllocatorAllocateBuffer,
      format::ObjectType::kAllocator, MadeCapture::kAllocator, sealed,
      {MadeCapture::bytes(format::AllocateBuffer{64, MadeCapture::kAnyQueue, 0, kMapped, kHostVisible, 7, 0, 0})});
  const format::BufferRef range = {sealed, 0, 16, 0, 0};
  capture.dispatch(executable, 0, {range, range, range});
  RepeatedDispatch repeated;
  repeated.record = capture.next_record() - 1;
  const TemporaryFile copy;
  const Status status = write_repetitions(capture.path(), copy.path(), repeated, kNotCancelled).status();
  EXPECT_EQ(status.code(), StatusCode::kFailedPrecondition);
  EXPECT_NE(status.message().find("cannot be restored"), std::string::npos) << status.to_string();
}

}  // namespace
}  // namespace ireereplay::composing
