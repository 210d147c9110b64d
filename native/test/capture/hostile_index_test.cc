// Indexing hostile captures.
#include <gtest/gtest.h>

#include "capture/index_builder.h"
#include "failing_file.h"
#include "present/summary.h"
#include "recording.h"

namespace ireereplay {
namespace {

using format::Operation;
using format::PayloadType;

std::string summary_of(const test::Opened& opened) {
  Text text;
  append_summary(*opened.file, opened.header, *opened.index, 0, text);
  return text.take();
}

TEST(HostileIndex, KeepsTheFrontOfANameTooLongForAnyMemory) {
  for (const uint64_t length : {uint64_t{1} << 31, uint64_t{1} << 40}) {
    test::Recording recording;
    recording.operation(Operation::kDeviceQueueFlush, 1);
    recording.scope(true, "front", length);
    recording.operation(Operation::kDeviceQueueFlush, 1);
    recording.scope(false, "front", length);
    recording.operation(Operation::kDeviceQueueFlush, 1);
    const auto opened = recording.open();
    EXPECT_TRUE(opened.index->end().ok());
    ASSERT_EQ(opened.index->size(), 5u);
    EXPECT_EQ(opened.index->parent(2), 1u);
    EXPECT_EQ(opened.index->parent(4), kNoRecord);
    EXPECT_EQ(opened.index->scope_name(1).substr(0, 5), "front");
    EXPECT_EQ(opened.index->scope_name(1).size(), IndexLimits().text_bytes);
    EXPECT_EQ(opened.index->shortage().code(), StatusCode::kResourceExhausted);
    EXPECT_EQ(opened.index->shortage().record(), 1u);
    EXPECT_NE(summary_of(opened).find("its name has " + std::to_string(length + 5) + " bytes"), std::string::npos);
  }
}

TEST(HostileIndex, LeavesOutTextsAndTablesTooLongForAnyMemory) {
  test::Recording recording;
  format::FileObject file = {};
  file.reference_type = format::FileReferenceType::kExternalPath;
  file.reference_length = 1ull << 40;
  recording.object(format::ObjectType::kFile, 2, PayloadType::kFileObject, {test::bytes_of(file)}, 1ull << 40);
  format::ExecutablePrepare prepare = {};
  prepare.executable_format_length = 0xFFFFFFFF;
  prepare.executable_data_length = 1ull << 40;
  recording.operation(Operation::kExecutableCachePrepareExecutable, 3, 4, PayloadType::kExecutablePrepare,
                      {test::bytes_of(prepare)}, (1ull << 40) + 0xFFFFFFFF);
  prepare = {};
  prepare.executable_metadata_length = 32 + 32 * (1u << 26);
  format::ExecutableMetadataHeader metadata = {};
  metadata.function_count = 1u << 26;
  recording.operation(Operation::kExecutableCachePrepareExecutable, 3, 5, PayloadType::kExecutablePrepare,
                      {test::bytes_of(prepare), test::bytes_of(metadata)}, 32 * (1ull << 26));
  recording.operation(Operation::kDeviceQueueFlush, 1);
  const auto opened = recording.open();
  EXPECT_TRUE(opened.index->end().ok());
  EXPECT_EQ(opened.index->size(), 4u);
  EXPECT_EQ(opened.index->files()[0].path.size(), IndexLimits().text_bytes);
  EXPECT_EQ(opened.index->find_executable(4)->format.size(), IndexLimits().text_bytes);
  EXPECT_EQ(opened.index->find_executable(4)->bytes, 1ull << 40);
  EXPECT_TRUE(opened.index->find_executable(5)->functions.empty());
}

TEST(HostileIndex, EndsAtTheRecordWhereItsMemoryIsSpent) {
  const auto opened = test::open_fixture("command-buffers-1k.ireereplay");
  IndexLimits limits;
  limits.bytes = 10000;
  const std::atomic<bool> never = false;
  const auto index = build_index(opened.file, opened.header, never, {}, limits);
  ASSERT_TRUE(index.ok());
  EXPECT_EQ((*index)->end().code(), StatusCode::kResourceExhausted);
  EXPECT_GT((*index)->size(), 100u);
  EXPECT_LT((*index)->size(), opened.index->size());
  EXPECT_EQ((*index)->end().record(), (*index)->size());
  EXPECT_EQ((*index)->end().offset(), opened.index->offset((*index)->size()));
}

// Each of these once took quadratic time; at this size that is hours.

TEST(HostileIndex, EndsScopesThatAreNotOpenInLinearTime) {
  test::Recording recording;
  recording.scope(true, "known");
  recording.scope(false, "known");
  constexpr uint32_t kCount = 200000;
  for (uint32_t i = 0; i < kCount; ++i) recording.scope(true, "open");
  for (uint32_t i = 0; i < kCount; ++i) recording.scope(false, "known");
  const auto opened = recording.open();
  EXPECT_EQ(opened.index->size(), 2 * kCount + 2);
  EXPECT_EQ(opened.index->scopes()[1].begins.size(), kCount);
}

TEST(HostileIndex, FindsManyScopesAndExecutablesByName) {
  test::Recording recording;
  constexpr uint32_t kCount = 100000;
  for (uint32_t i = 0; i < kCount; ++i) recording.scope(true, "scope " + std::to_string(i));
  const format::ExecutablePrepare prepare = {};
  for (uint32_t i = 0; i < kCount; ++i) {
    recording.operation(Operation::kExecutableCachePrepareExecutable, 1, 1000 + i, PayloadType::kExecutablePrepare,
                        {test::bytes_of(prepare)});
  }
  const auto opened = recording.open();
  for (uint32_t i = 0; i < kCount; ++i) {
    ASSERT_EQ(opened.index->scope_name(i), "scope " + std::to_string(i));
    ASSERT_EQ(opened.index->find_executable(1000 + i)->record, kCount + i);
  }
  EXPECT_EQ(opened.index->scope_name(kCount), "");
  EXPECT_EQ(opened.index->find_executable(5), nullptr);
}

TEST(HostileIndex, AcceptsObjectIdsThatCollideByDesign) {
  test::Recording recording;
  constexpr uint64_t kCount = 200000;
  // The standard library's bucket counts around this size: multiples of all of them fall into one bucket of each.
  for (const uint64_t prime : {62233ull, 126271ull, 256279ull, 520241ull}) {
    for (uint64_t i = kCount / 4; i-- > 0;) {
      recording.operation(Operation::kDeviceCreateCommandBuffer, 1, prime * (i + 1) * 1000003);
    }
  }
  const auto opened = recording.open();
  EXPECT_EQ(opened.index->size(), kCount);
  EXPECT_NE(opened.index->find_object(62233ull * 1000003), nullptr);
}

TEST(HostileIndex, NestsAMillionDebugGroupsInOneCommandBuffer) {
  test::Recording recording;
  recording.command_buffer(7, 1);
  constexpr uint32_t kCount = 1000000;
  for (uint32_t i = 0; i < kCount; ++i) recording.operation(Operation::kCommandBufferBeginDebugGroup, 7);
  for (uint32_t i = 0; i < kCount; ++i) recording.operation(Operation::kCommandBufferEndDebugGroup, 7);
  recording.operation(Operation::kCommandBufferSignalEvent, 7);
  const auto opened = recording.open();
  EXPECT_EQ(opened.index->size(), 2 * kCount + 4);
  EXPECT_EQ(opened.index->parent(opened.index->size() - 1), 0u);
  uint32_t depth = 0;
  for (uint32_t at = kCount; at != kNoRecord; at = opened.index->parent(at)) ++depth;
  EXPECT_EQ(depth, 65u);
}

TEST(HostileIndex, StopsWhereTheDiskFailsAndContinuesWhenItWorksAgain) {
  const auto opened = test::open_fixture("small.ireereplay");
  const auto file = std::make_shared<test::FailingFile>(opened.file);
  const std::atomic<bool> never = false;
  // In the header of record 40, and in the name of the scope that record 23 begins.
  for (const auto& [record, at] : {std::pair{40u, opened.index->offset(40) + 10},
                                   std::pair{23u, opened.index->offset(23) + sizeof(format::RecordHeader) + 26}}) {
    file->bad_begin = at;
    file->bad_end = at + 1;
    const auto index = build_index(file, opened.header, never);
    ASSERT_TRUE(index.ok());
    EXPECT_EQ((*index)->size(), record);
    EXPECT_EQ((*index)->end().code(), StatusCode::kUnavailable);
    EXPECT_EQ((*index)->end().record(), record);
    EXPECT_EQ((*index)->end().offset(), at);
    file->bad_end = 0;
    const auto again = build_index(file, opened.header, never);
    ASSERT_TRUE(again.ok());
    EXPECT_TRUE((*again)->end().ok());
    EXPECT_EQ((*again)->size(), opened.index->size());
    EXPECT_EQ((*again)->scopes().size(), 3u);
  }
}

TEST(HostileIndex, FindsRecordsBeyondFourGibibytes) {
  test::Recording recording;
  format::QueueUpdate update = {};
  update.data_length = 5ull << 30;
  recording.operation(Operation::kDeviceQueueUpdate, 1, 0, PayloadType::kDeviceQueueUpdate, {test::bytes_of(update)},
                      update.data_length);
  recording.scope(true, "beyond");
  const auto opened = recording.open();
  ASSERT_EQ(opened.index->size(), 2u);
  EXPECT_EQ(opened.index->offset(1), 24 + 96 + sizeof(update) + (5ull << 30));
  EXPECT_EQ(opened.index->scope_name(1), "beyond");
}

}  // namespace
}  // namespace ireereplay
