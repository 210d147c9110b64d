// Ids and names that the standard library's hash puts into a single bucket: a map that used it would look at every one
// of them for each. All that is done with such a capture takes no longer than with other ids and names.
#include <algorithm>
#include <array>
#include <unordered_set>

#include "fixtures.h"
#include "made_capture.h"
#include "present/query.h"
#include "present/view.h"
#include "thread_time.h"

namespace ireereplay::replay {
namespace {

using format::ObjectType;
using format::Operation;
using format::PayloadType;

constexpr uint32_t kCount = 10000;

/// What the objects and scopes of a capture are called.
struct Called {
  std::vector<uint64_t> ids;
  std::vector<std::string> names;
};

/// libstdc++'s bucket count for `count`.
uint64_t buckets_of(uint64_t count) {
  std::unordered_set<uint64_t> probe;
  for (uint64_t i = 0; i < count; ++i) probe.insert(i);
  return probe.bucket_count();
}

/// Two for each scope, all multiples of the bucket count for all of them, and of that for half of them.
std::vector<uint64_t> colliding_ids() {
  const uint64_t step = buckets_of(kCount) * buckets_of(2 * kCount);
  std::vector<uint64_t> ids;
  for (uint64_t i = 1; i <= 2 * kCount; ++i) ids.push_back(1000 + i * step);
  return ids;
}

uint64_t loaded(const std::string& text, size_t at) {
  return load<uint64_t>(Bytes(reinterpret_cast<const uint8_t*>(text.data()), text.size()), at);
}

/// Names of 16 bytes to which libstdc++ gives one hash (MurmurHash64A with a known seed): whatever state the first
/// eight bytes lead to, the other eight make the same of it.
std::vector<std::string> colliding_names() {
  constexpr uint64_t kFactor = 0xC6A4A7935BD1E995ull;
  uint64_t inverse = kFactor;  // Of the factor, modulo 2^64: each step doubles the correct bits.
  for (int i = 0; i < 6; ++i) inverse *= 2 - kFactor * inverse;
  const auto shift = [](uint64_t value) { return value ^ value >> 47; };
  std::vector<std::string> names;
  for (uint64_t i = 0; i < kCount; ++i) {
    std::string name = std::to_string(10000000 + i);
    const uint64_t first = (0xC70F6907ull ^ 16 * kFactor ^ shift(loaded(name, 0) * kFactor) * kFactor) * kFactor;
    const uint64_t second = shift(first * inverse) * inverse;
    name.append(reinterpret_cast<const char*>(&second), sizeof(second));
    names.push_back(name);
  }
  return names;
}

/// As far apart, but otherwise ordinary.
std::vector<uint64_t> ordinary_ids() {
  std::vector<uint64_t> ids = colliding_ids();
  for (uint64_t i = 0; i < ids.size(); ++i) ids[i] += 7919 * i;
  return ids;
}

std::vector<std::string> ordinary_names() {
  std::vector<std::string> names;
  for (uint64_t i = 0; i < kCount; ++i) names.push_back("ordinary " + std::to_string(1000000 + i));
  return names;
}

/// As the recorder numbers them.
std::vector<uint64_t> recorded_ids() {
  std::vector<uint64_t> ids;
  for (uint64_t i = 0; i < 2 * kCount; ++i) ids.push_back(3 + i);
  return ids;
}

/// Buffers, each filled in its own scope by its own command buffer. Ids decrease: none is where it is looked for first.
void write(const Called& called, MadeCapture* made) {
  std::vector<uint64_t> ids = called.ids;
  std::reverse(ids.begin(), ids.end());
  for (uint32_t i = 0; i < kCount; ++i) {
    const uint64_t buffer = ids[2 * i], commands = ids[2 * i + 1];
    made->operation(
        Operation::kAllocatorAllocateBuffer, PayloadType::kAllocatorAllocateBuffer, ObjectType::kAllocator,
        MadeCapture::kAllocator, buffer,
        {MadeCapture::bytes(format::AllocateBuffer{64, MadeCapture::kAnyQueue, 0, 0x09000D03, 0x56, 7, 0, 0})});
    made->operation(Operation::kDeviceCreateCommandBuffer, PayloadType::kCommandBufferObject, ObjectType::kDevice,
                    MadeCapture::kDevice, commands,
                    {MadeCapture::bytes(format::CommandBufferObject{0, 3, MadeCapture::kAnyQueue, 0})});
    made->operation(Operation::kCommandBufferBegin, PayloadType::kNone, ObjectType::kCommandBuffer, commands, 0, {});
    format::FillBuffer fill = {};
    fill.target_ref = {buffer, 0, 64, 0, 0};
    fill.pattern_length = 1;
    made->operation(Operation::kCommandBufferFillBuffer, PayloadType::kCommandBufferFillBuffer,
                    ObjectType::kCommandBuffer, commands, 0,
                    {MadeCapture::bytes(fill), MadeCapture::bytes(std::vector<uint8_t>{1})});
    made->operation(Operation::kCommandBufferEnd, PayloadType::kNone, ObjectType::kCommandBuffer, commands, 0, {});
    made->scope(called.names[i], true);
    format::QueueExecute execute = {};
    execute.command_buffer_id = commands;
    execute.queue_affinity = MadeCapture::kAnyQueue;
    made->operation(Operation::kDeviceQueueExecute, PayloadType::kDeviceQueueExecute, ObjectType::kDevice,
                    MadeCapture::kDevice, commands, {MadeCapture::bytes(execute)});
    made->scope(called.names[i], false);
  }
}

constexpr const char* kSteps[] = {"index", "view", "search", "preflight"};

/// How long each step takes for a capture with these names.
std::array<double, 4> times(const Called& called) {
  MadeCapture made;
  write(called, &made);
  const test::Opened opened = test::open(made.path());
  EXPECT_EQ(opened.index->scopes().size(), kCount);
  EXPECT_EQ(opened.index->end().code(), StatusCode::kOk);
  return {
      test::thread_seconds([&] { test::open(made.path()); }),
      test::thread_seconds([&] {
        for (const ViewMode mode : {ViewMode::kTree, ViewMode::kObjects}) {
          CaptureView view(opened.index);
          view.set_mode(mode);
          std::vector<Node> rows;
          for (uint32_t row = 0; row < view.row_count(); ++row) rows.push_back(view.row(row));
          view.set_expanded(rows, true, true);
          EXPECT_GT(view.row_count(), kCount);
        }
      }),
      test::thread_seconds([&] {
        Query query;
        QueryMistake mistake;
        EXPECT_TRUE(parse_query("obj:" + std::to_string(called.ids[kCount]), &query, &mistake));
        RecordReader reader(opened.file, opened.header);
        const std::atomic<bool> never = false;
        uint32_t count = 0;
        EXPECT_TRUE(search_records(*opened.index, query, reader, never, &count, {}).ok());
        EXPECT_GT(count, 0u);
      }),
      test::thread_seconds([&] {
        const PreflightReport report = preflight(made.path(), {});
        // No recorder uses ids above 32 bits: that is reported, and the rest examined.
        const bool is_too_high = *std::max_element(called.ids.begin(), called.ids.end()) > 0xFFFFFFFF;
        EXPECT_EQ(report.first_error().code(), is_too_high ? StatusCode::kDataLoss : StatusCode::kOk);
      }),
  };
}

/// Comparing each with all takes a hundred times as long.
void expect_like(const std::array<double, 4>& hostile, const std::array<double, 4>& usual) {
  for (size_t i = 0; i < usual.size(); ++i) EXPECT_LT(hostile[i], 5 * usual[i]) << kSteps[i];
}

TEST(Collisions, OfIdsTakeLinearTime) {
  const Called colliding = {colliding_ids(), ordinary_names()};
#if defined(__GLIBCXX__)
  std::unordered_set<uint64_t> set;
  set.rehash(buckets_of(colliding.ids.size()));
  for (const uint64_t id : colliding.ids) ASSERT_EQ(set.bucket(id), set.bucket(colliding.ids[0]));
#endif
  expect_like(times(colliding), times({ordinary_ids(), ordinary_names()}));
}

TEST(Collisions, OfNamesTakeLinearTime) {
  const Called colliding = {recorded_ids(), colliding_names()};
#if defined(__GLIBCXX__)
  const std::hash<std::string> hash;
  for (const std::string& name : colliding.names) ASSERT_EQ(hash(name), hash(colliding.names[0]));
#endif
  expect_like(times(colliding), times({recorded_ids(), ordinary_names()}));
}

}  // namespace
}  // namespace ireereplay::replay
