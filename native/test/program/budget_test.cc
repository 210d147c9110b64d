// Small files that stand for a lot: what they would take is reported, with a record, and not allocated.
#include "made_capture.h"

namespace ireereplay::replay {
namespace {

using format::ObjectType;
using format::Operation;
using format::PayloadType;

/// A command buffer of fills of binding slot 0, executed with a different table each time.
void command_buffer_with_many_tables(MadeCapture* made, uint32_t commands, uint32_t executions) {
  const uint64_t buffer = made->buffer(1 << 20), id = made->new_id();
  made->operation(Operation::kDeviceCreateCommandBuffer, PayloadType::kCommandBufferObject, ObjectType::kDevice,
                  MadeCapture::kDevice, id,
                  {MadeCapture::bytes(format::CommandBufferObject{0, 3, MadeCapture::kAnyQueue, 1})});
  const auto command = [&](Operation operation, PayloadType type, std::initializer_list<Bytes> parts) {
    made->operation(operation, type, ObjectType::kCommandBuffer, id, 0, parts);
  };
  command(Operation::kCommandBufferBegin, PayloadType::kNone, {});
  const std::vector<uint8_t> pattern = {1};
  for (uint32_t i = 0; i < commands; ++i) {
    format::FillBuffer fill = {};
    fill.target_ref = {0, 0, 1, 0, 0};
    fill.pattern_length = 1;
    command(Operation::kCommandBufferFillBuffer, PayloadType::kCommandBufferFillBuffer,
            {MadeCapture::bytes(fill), MadeCapture::bytes(pattern)});
  }
  command(Operation::kCommandBufferEnd, PayloadType::kNone, {});
  for (uint32_t i = 0; i < executions; ++i) {
    format::QueueExecute execute = {};
    execute.command_buffer_id = id;
    execute.queue_affinity = MadeCapture::kAnyQueue;
    execute.binding_count = 1;
    const format::BufferRef table = {buffer, i, 64, 0, 0};
    made->operation(Operation::kDeviceQueueExecute, PayloadType::kDeviceQueueExecute, ObjectType::kDevice,
                    MadeCapture::kDevice, 0, {MadeCapture::bytes(execute), MadeCapture::bytes(table)});
  }
}

TEST(Budget, CommandBuffersTimesBindingTablesAreRefusedBeforeTheyTakeMemory) {
  MadeCapture made;
  command_buffer_with_many_tables(&made, 5000, 5000);  // 2 MB of file, 2 GB of commands.
  ReplayOptions options;
  options.table_budget = 32 << 20;
  const PreflightReport report = preflight(made.path(), options);
  EXPECT_FALSE(report.can_run());
  const Status error = report.first_error();
  EXPECT_EQ(error.code(), StatusCode::kResourceExhausted);
  EXPECT_NE(error.record(), kNoPlace);
  EXPECT_NE(error.message().find("33554432 bytes of tables"), std::string::npos) << error.message();
  EXPECT_EQ(report.error_count(), 1u);
  // What fits is replayed.
  MadeCapture small;
  command_buffer_with_many_tables(&small, 50, 50);
  EXPECT_TRUE(Session::prepare(small.path(), options).ok());
}

TEST(Budget, AHundredThousandScopeEndsTakeLinearTime) {
  MadeCapture made;
  for (int i = 0; i < 100000; ++i) made.scope("scope" + std::to_string(i), true);
  for (int i = 0; i < 100000; ++i) made.scope("stray" + std::to_string(i), false);
  for (int i = 0; i < 100000; ++i) made.scope("scope" + std::to_string(i), false);
  auto session = Session::prepare(made.path(), {});
  ASSERT_TRUE(session.ok()) << session.status().to_string();
  EXPECT_EQ((*session)->report().problems_left_out + (*session)->report().problems.size(), 100000u);
  auto result = (*session)->run();
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result->scopes.size(), 100000u);
  EXPECT_EQ(result->scopes.front().name, "scope0");
  EXPECT_EQ(result->scopes.back().depth, 99999u);
}

TEST(Budget, AnIdFarAheadOfItsRecordTakesNoMemoryForLowerIds) {
  MadeCapture made;
  // The file is as long as its ids are large: 2^34 bytes, nearly all of them a hole.
  const uint64_t far = 100000000;
  made.operation(
      Operation::kAllocatorAllocateBuffer, PayloadType::kAllocatorAllocateBuffer, ObjectType::kAllocator,
      MadeCapture::kAllocator, far,
      {MadeCapture::bytes(format::AllocateBuffer{64, MadeCapture::kAnyQueue, 0, 0x09000D03, 0x56, 7, 0, 0})});
  made.read_back(far, 0, 64);
  made.path();
  ASSERT_EQ(::truncate(made.path().c_str(), off_t{1} << 34), 0);
  ReplayOptions options;
  options.table_budget = 1 << 20;
  const PreflightReport report = preflight(made.path(), options);
  EXPECT_TRUE(report.can_run()) << report.first_error().to_string();
}

TEST(Budget, IdsThatNothingCreatesTakeLinearTime) {
  MadeCapture made;
  for (uint64_t i = 0; i < 100000; ++i) made.read_back(1000000 + i * 107897, 0, 4);
  const PreflightReport report = preflight(made.path(), {});
  EXPECT_FALSE(report.can_run());
  EXPECT_LE(report.problems.size(), 2 * PreflightReport::kMaxProblems);
}

TEST(Budget, AnImplausibleScopeNameIsRefused) {
  MadeCapture made;
  const uint64_t record = made.next_record();
  made.scope(std::string(1 << 17, 'x'), true);
  const PreflightReport report = preflight(made.path(), {});
  EXPECT_EQ(report.first_error().code(), StatusCode::kResourceExhausted);
  EXPECT_EQ(report.first_error().record(), record);
}

}  // namespace
}  // namespace ireereplay::replay
