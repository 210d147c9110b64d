#include "profile/bundle.h"

#include <gtest/gtest.h>

#include <map>

#include "fixtures.h"
#include "profile/made_profile.h"

namespace ireereplay::profile {
namespace {

Result<std::shared_ptr<const Bundle>> open_bundle(const std::string& path) {
  const std::atomic<bool> never = false;
  auto file = File::open(path);
  if (!file.ok()) return file.status();
  return Bundle::open(*file, never);
}

/// Goes through all records of a bundle; how many of each kind there are.
std::map<ChunkKind, size_t> count_records(const std::shared_ptr<const Bundle>& bundle, Status* status) {
  std::map<ChunkKind, size_t> counts;
  ChunkReader reader(bundle->file(), bundle->header());
  Chunk chunk;
  for (const ChunkPlace& place : bundle->chunks()) {
    reader.seek(place.offset, place.index);
    *status = reader.next(&chunk);
    if (!status->ok()) return counts;
    if (place.kind == ChunkKind::kUnknown) continue;
    RecordWalk walk(reader.window(), chunk);
    Record record;
    while (!walk.at_end()) {
      *status = walk.next(&record);
      if (!status->ok()) return counts;
      ++counts[place.kind];
    }
  }
  return counts;
}

TEST(Bundle, ReadsWhatIreeRecorded) {
  const auto bundle = open_bundle(test::fixture("profiles/small.run-task.ireeprof"));
  ASSERT_TRUE(bundle.ok()) << bundle.status().to_string();
  EXPECT_TRUE((*bundle)->defect().ok() && (*bundle)->header().notice.ok());
  EXPECT_EQ((*bundle)->header().file.version_minor, 6);
  Status status;
  const auto counts = count_records(*bundle, &status);
  EXPECT_TRUE(status.ok()) << status.to_string();
  EXPECT_EQ(counts.at(ChunkKind::kDevices), 1u);
  EXPECT_EQ(counts.at(ChunkKind::kFunctions), 2u);
  EXPECT_GT(counts.at(ChunkKind::kHostExecutionEvents), 0u);
}

TEST(Bundle, OpensATornFileUpToItsLastWholeChunk) {
  const auto whole = test::read_file(test::fixture("profiles/small.run-task.ireeprof"));
  const auto complete = open_bundle(test::fixture("profiles/small.run-task.ireeprof"));
  ASSERT_TRUE(complete.ok());
  std::vector<uint64_t> ends;
  for (const ChunkPlace& chunk : (*complete)->chunks()) ends.push_back(chunk.offset);
  ends.push_back(whole.size());
  for (size_t length = 0; length < whole.size(); length += length < 400 ? 1 : 37) {
    const test::TemporaryFile file(std::vector<uint8_t>(whole.begin(), whole.begin() + static_cast<ptrdiff_t>(length)));
    const auto torn = open_bundle(file.path());
    if (length < sizeof(FileHeader)) {
      EXPECT_EQ(torn.status().code(), StatusCode::kDataLoss);
      continue;
    }
    ASSERT_TRUE(torn.ok()) << torn.status().to_string();
    EXPECT_EQ((*torn)->defect().code(), StatusCode::kDataLoss);
    size_t expected = 0;
    while (expected + 1 < ends.size() && ends[expected + 1] <= length) ++expected;
    EXPECT_EQ((*torn)->chunks().size(), expected) << length;
    EXPECT_EQ((*torn)->end().ok(), ends[expected] == length) << length;
    if (!(*torn)->end().ok()) {
      EXPECT_EQ((*torn)->end().offset(), ends[expected]);
    }
  }
}

TEST(Bundle, KeepsChunksThatNobodyKnows) {
  const test::TemporaryFile file;
  ASSERT_TRUE(test::write_made_profile(file.path(), true).ok());
  const auto bundle = open_bundle(file.path());
  ASSERT_TRUE(bundle.ok());
  EXPECT_TRUE((*bundle)->end().ok());
  const ChunkPlace place = (*bundle)->chunks()[(*bundle)->chunks().size() - 2];
  EXPECT_EQ(place.kind, ChunkKind::kUnknown);
  ChunkReader reader((*bundle)->file(), (*bundle)->header());
  reader.seek(place.offset, place.index);
  Chunk chunk;
  ASSERT_TRUE(reader.next(&chunk).ok());
  EXPECT_EQ(chunk.content_type, "application/vnd.iree.hal.profile.tomorrow");
  EXPECT_EQ(chunk.header.payload_length, 13u);
}

/// The small bundle with one number changed.
template <typename T>
test::TemporaryFile changed(size_t offset, T value) {
  auto bytes = test::read_file(test::fixture("profiles/small.run-task.ireeprof"));
  std::memcpy(bytes.data() + offset, &value, sizeof(value));
  return test::TemporaryFile(bytes);
}

TEST(Bundle, SaysWhatIsUnusualInAHeader) {
  const auto notice = [](const test::TemporaryFile& file) { return (*open_bundle(file.path()))->header().notice; };
  const auto defect = [](const test::TemporaryFile& file) { return (*open_bundle(file.path()))->header().defect; };
  EXPECT_EQ(notice(changed<uint16_t>(6, 7)).message(),
            "profile format 1.7 is newer than 1.6: its additions are not shown");
  for (uint16_t minor = 0; minor < 6; ++minor) EXPECT_TRUE(notice(changed(6, minor)).ok());
  EXPECT_EQ(defect(changed<uint16_t>(4, 2)).code(), StatusCode::kInvalidArgument);
  EXPECT_EQ(defect(changed<uint32_t>(12, 1)).message(), "profile file reserved flags must be zero");
  EXPECT_EQ(notice(changed<uint64_t>(16, 0)).message(), "the session was not ended: the profile may be incomplete");
  EXPECT_EQ(defect(changed<uint64_t>(16, 5)).message(), "profile file length is before the first record");
  EXPECT_EQ(open_bundle(changed<uint32_t>(0, 1).path()).status().code(), StatusCode::kInvalidArgument);
  EXPECT_EQ(open_bundle(changed<uint32_t>(8, 4).path()).status().message(), "profile file header length is too small");
  EXPECT_EQ(open_bundle(changed<uint32_t>(8, 1u << 30).path()).status().message(),
            "profile file header extends past file end");
}

TEST(Bundle, ChecksLengthsBeforeItAsksForMemory) {
  const auto end = [](const test::TemporaryFile& file) { return (*open_bundle(file.path()))->end(); };
  constexpr size_t kFirst = 24;
  EXPECT_EQ(end(changed<uint64_t>(kFirst, 1ull << 60)).message(), "profile record extends past file end");
  EXPECT_EQ(end(changed<uint64_t>(kFirst + 8, ~0ull)).message(), "profile record data lengths do not match");
  EXPECT_EQ(end(changed<uint32_t>(kFirst + 56, 1)).message(), "profile record header length is invalid");
  EXPECT_EQ(end(changed<uint32_t>(kFirst + 60, ~0u)).message(), "profile record data lengths do not match");
  EXPECT_EQ(end(changed<uint16_t>(kFirst + 102, 1)).message(), "profile record reserved flags must be zero");
}

TEST(Bundle, NamesTheRecordOfAChunkThatDoesNotHoldTogether) {
  const test::TemporaryFile file;
  ASSERT_TRUE(test::write_made_profile(file.path()).ok());
  const auto bundle = *open_bundle(file.path());
  const auto whole = test::read_file(file.path());
  for (const ChunkPlace& place : bundle->chunks()) {
    if (place.kind == ChunkKind::kUnknown) continue;
    const Layout& layout = layout_of(place.kind);
    const uint64_t payload = place.offset + sizeof(format::RecordHeader) + content_type_of(place.kind).size();
    ChunkReader reader(bundle->file(), bundle->header());
    reader.seek(place.offset, place.index);
    Chunk chunk;
    ASSERT_TRUE(reader.next(&chunk).ok());
    EXPECT_EQ(chunk.payload_offset(), payload + chunk.name.size());
    // A record of no length, one that is longer than its chunk, and one with a part of another length.
    std::vector<std::pair<uint64_t, uint32_t>> changes = {{0, 0}, {0, ~0u}};
    for (const Trailing& trailing : layout.trailing) changes.push_back({trailing.count_offset, 0x7FFFFFFF});
    for (const auto& [offset, value] : changes) {
      auto bytes = whole;
      std::memcpy(bytes.data() + chunk.payload_offset() + offset, &value, sizeof(value));
      const test::TemporaryFile damaged(bytes);
      Status status;
      (void)count_records(*open_bundle(damaged.path()), &status);
      EXPECT_EQ(status.code(), StatusCode::kDataLoss) << layout.suffix;
      EXPECT_EQ(status.record(), place.index);
      EXPECT_EQ(status.offset(), chunk.payload_offset());
      EXPECT_FALSE(status.message().empty());
    }
  }
}

TEST(Bundle, CanBeCancelled) {
  const std::atomic<bool> cancelled = true;
  const auto bundle = Bundle::open(*File::open(test::fixture("profiles/small.run-task.ireeprof")), cancelled);
  EXPECT_EQ(bundle.status().code(), StatusCode::kCancelled);
}

}  // namespace
}  // namespace ireereplay::profile
