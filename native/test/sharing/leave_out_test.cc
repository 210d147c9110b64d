#include "sharing/leave_out.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <random>

#include "../fixtures.h"
#include "cancellation.h"
#include "replay/preflight.h"

namespace ireereplay::sharing {
namespace {

using test::fixture;
using test::TemporaryFile;

uint64_t count(const Kept& kept) {
  uint64_t records = 0;
  for (const RecordRange& range : kept.records) records += range.end - range.begin;
  return records;
}

bool keeps(const Kept& kept, uint64_t record) {
  for (const RecordRange& range : kept.records) {
    if (record >= range.begin && record < range.end) return true;
  }
  return false;
}

/// By code, with a sentence.
std::map<std::string, std::string> problems_of(const std::string& path) {
  std::map<std::string, std::string> problems;
  for (const replay::Problem& problem : replay::preflight(path, replay::ReplayOptions{}).problems)
    problems.emplace(problem.code, "#" + std::to_string(problem.record) + ": " + problem.message);
  return problems;
}

format::RecordHeader header_of(const test::Opened& opened, uint32_t record) {
  RecordReader reader(opened.file, opened.header, opened.index->offset(record), record);
  RecordFrame frame;
  EXPECT_TRUE(reader.next(&frame).ok());
  return frame.header;
}

/// The first record from `from` on of an operation.
uint32_t find(const test::Opened& opened, format::Operation operation, uint32_t from = 0) {
  uint32_t record = from;
  while (record < opened.index->size() && header_of(opened, record).operation_code != operation) ++record;
  return record;
}

Kept left_out(const std::string& source, const std::string& target, std::vector<RecordRange> ranges,
              Order order = Order::kMayBeLost) {
  const auto kept = leave_out(source, target, ranges, kNotCancelled, order);
  EXPECT_TRUE(kept.ok()) << kept.status().message();
  return kept.ok() ? *kept : Kept{};
}

TEST(LeaveOut, CopiesTheCaptureWhereNothingIsLeftOut) {
  const TemporaryFile target;
  const std::string source = fixture("queue-mixed-1k.ireereplay");
  EXPECT_EQ(left_out(source, target.path(), {}).records.size(), 1u);
  EXPECT_EQ(test::open(target.path()).index->size(), test::open(source).index->size());
}

TEST(LeaveOut, LeavesOutWhatNamesAnObjectThatIsNotMade) {
  const auto opened = test::open_fixture("small.ireereplay");
  const uint32_t executable = find(opened, format::Operation::kExecutableCachePrepareExecutable);
  const uint32_t dispatch = find(opened, format::Operation::kCommandBufferDispatch);
  const uint32_t execute = find(opened, format::Operation::kDeviceQueueExecute);
  const TemporaryFile target;
  const Kept kept = left_out(fixture("small.ireereplay"), target.path(), {{executable, executable + 1}});
  EXPECT_FALSE(keeps(kept, executable));
  EXPECT_FALSE(keeps(kept, executable + 1)) << "the object of it";
  EXPECT_FALSE(keeps(kept, dispatch));
  EXPECT_TRUE(keeps(kept, execute)) << "of a command buffer that lacks a command";
  EXPECT_TRUE(problems_of(target.path()).empty());
}

TEST(LeaveOut, LeavesOutARecordingOfWhichTheEndIsLeftOut) {
  const auto opened = test::open_fixture("small.ireereplay");
  const uint32_t end = find(opened, format::Operation::kCommandBufferEnd);
  const TemporaryFile target;
  const Kept kept = left_out(fixture("small.ireereplay"), target.path(), {{end, end + 1}});
  EXPECT_FALSE(keeps(kept, find(opened, format::Operation::kDeviceCreateCommandBuffer)));
  EXPECT_FALSE(keeps(kept, find(opened, format::Operation::kCommandBufferDispatch)));
  EXPECT_FALSE(keeps(kept, find(opened, format::Operation::kDeviceQueueExecute)));
  EXPECT_TRUE(problems_of(target.path()).empty());
}

TEST(LeaveOut, LeavesOutBothEndsOfAScopeAndOfAMapping) {
  const auto opened = test::open_fixture("small.ireereplay");
  const uint32_t begin = find(opened, format::Operation::kReplayScopeBegin);
  const uint32_t unmap = find(opened, format::Operation::kBufferUnmapRange);
  const TemporaryFile target;
  const Kept kept = left_out(fixture("small.ireereplay"), target.path(), {{begin, begin + 1}, {unmap, unmap + 1}});
  EXPECT_FALSE(keeps(kept, find(opened, format::Operation::kReplayScopeEnd, begin)));
  EXPECT_FALSE(keeps(kept, find(opened, format::Operation::kBufferMapRange)));
  EXPECT_EQ(count(kept), opened.index->size() - 4);
}

TEST(LeaveOut, DropsWaitsThatNobodySatisfiesAndSemaphoresThatAreNotMade) {
  const auto opened = test::open_fixture("queue-dispatches-1k.ireereplay");
  const uint32_t first = find(opened, format::Operation::kDeviceQueueDispatch);
  const uint32_t semaphore = find(opened, format::Operation::kDeviceCreateSemaphore);
  const TemporaryFile target;
  // Each waits for the one before it.
  Kept kept = left_out(fixture("queue-dispatches-1k.ireereplay"), target.path(), {{first, first + 500}});
  EXPECT_EQ(count(kept), opened.index->size() - 500);
  EXPECT_TRUE(problems_of(target.path()).empty());
  kept = left_out(fixture("queue-dispatches-1k.ireereplay"), target.path(), {{semaphore, semaphore + 1}});
  EXPECT_TRUE(keeps(kept, first));
  EXPECT_TRUE(problems_of(target.path()).empty());
}

TEST(LeaveOut, LeavesOutWhatNamesASemaphoreWhereOrderIsKept) {
  const auto opened = test::open_fixture("queue-dispatches-1k.ireereplay");
  const uint32_t semaphore = find(opened, format::Operation::kDeviceCreateSemaphore);
  const TemporaryFile target;
  const Kept kept =
      left_out(fixture("queue-dispatches-1k.ireereplay"), target.path(), {{semaphore, semaphore + 1}}, Order::kIsKept);
  EXPECT_FALSE(keeps(kept, find(opened, format::Operation::kDeviceQueueDispatch)));
  EXPECT_TRUE(problems_of(target.path()).empty());
}

TEST(LeaveOut, KeepsBarriersBetweenCommandsWhereOrderIsKept) {
  const std::string source = fixture("command-buffers-1k.ireereplay");
  const auto opened = test::open(source);
  const uint32_t barrier = find(opened, format::Operation::kCommandBufferExecutionBarrier);
  const uint32_t before = find(opened, format::Operation::kCommandBufferDispatch);
  const uint32_t behind = find(opened, format::Operation::kCommandBufferDispatch, barrier);
  ASSERT_LT(before, barrier);
  ASSERT_EQ(header_of(opened, before).object_id, header_of(opened, behind).object_id);
  const TemporaryFile target;
  const RecordRange alone{barrier, barrier + 1};
  EXPECT_FALSE(keeps(left_out(source, target.path(), {alone}), barrier));
  EXPECT_TRUE(keeps(left_out(source, target.path(), {alone}, Order::kIsKept), barrier));
  // There is nothing left that it keeps apart from something.
  EXPECT_FALSE(keeps(left_out(source, target.path(), {{before, barrier + 1}}, Order::kIsKept), barrier));
}

TEST(LeaveOut, KeepsTheSession) {
  const TemporaryFile target;
  const Kept kept = left_out(fixture("small.ireereplay"), target.path(), {{0, ~0ull}});
  EXPECT_EQ(count(kept), 1u);
  EXPECT_EQ(test::open(target.path()).index->size(), 1u);
}

TEST(LeaveOut, WritesNothingOfWhatIsTorn) {
  std::vector<uint8_t> bytes = test::read_file(fixture("small.ireereplay"));
  bytes.resize(bytes.size() - 1);
  const TemporaryFile torn(bytes), target({7});
  EXPECT_FALSE(leave_out(torn.path(), target.path(), {}, kNotCancelled).ok());
  EXPECT_EQ(test::read_file(target.path()), std::vector<uint8_t>({7}));
}

class LeaveOutOf : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Captures, LeaveOutOf,
                         testing::Values("small.ireereplay", "queue-mixed-1k.ireereplay", "queue-alloca-1k.ireereplay",
                                         "small-task-debug-group.ireereplay", "file-all.ireereplay",
                                         "command-buffers-1k.ireereplay"));

/// Whatever is left out, what is left is a capture of which nothing more has to go, with no problem that it had not.
TEST_P(LeaveOutOf, LeavesWhatStandsByItself) {
  const char* name = GetParam();
  std::mt19937 random(1);
  const std::map<std::string, std::string> problems = problems_of(fixture(name));
  const uint32_t size = test::open_fixture(name).index->size();
  for (int round = 0; round < 40; ++round) {
    std::vector<RecordRange> ranges;
    for (uint32_t i = 0; i <= random() % 4; ++i) {
      const uint64_t begin = random() % size;
      ranges.push_back({begin, begin + 1 + random() % (1 + (round % 2 == 0 ? size / 3 : 3))});
    }
    const TemporaryFile target, again;
    const Kept kept = left_out(fixture(name), target.path(), ranges);
    for (const RecordRange& range : ranges) {
      for (uint64_t record = std::max<uint64_t>(range.begin, 1); record < range.end; ++record)
        EXPECT_FALSE(keeps(kept, record)) << record;
    }
    const auto opened = test::open(target.path());
    EXPECT_TRUE(opened.index->end().ok()) << opened.index->end().message();
    EXPECT_EQ(opened.index->size(), count(kept));
    EXPECT_EQ(count(left_out(target.path(), again.path(), {})), count(kept));
    EXPECT_EQ(test::read_file(again.path()), test::read_file(target.path()));
    for (const auto& [code, message] : problems_of(target.path())) EXPECT_TRUE(problems.contains(code)) << message;
  }
}

}  // namespace
}  // namespace ireereplay::sharing
