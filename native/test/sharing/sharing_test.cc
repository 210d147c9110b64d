#include <gtest/gtest.h>

#include <atomic>
#include <cstring>
#include <filesystem>

#include "../fixtures.h"
#include "cancellation.h"
#include "replay/preflight.h"
#include "sharing/extract.h"
#include "sharing/pack.h"
#include "sharing/repair.h"

namespace ireereplay::sharing {
namespace {

using replay::preflight;
using test::fixture;
using test::TemporaryFile;

std::vector<uint8_t> bytes_of(const std::string& path) { return test::read_file(path); }

/// A folder that is removed in the end.
class TemporaryFolder {
 public:
  TemporaryFolder() : path_(name_.path() + "-folder") {}
  ~TemporaryFolder() { std::filesystem::remove_all(path_); }
  const std::string& path() const { return path_; }

 private:
  TemporaryFile name_;
  std::string path_;
};

const std::vector<replay::FileRemap> kRemapped = {{"/mnt/capture/params/weights.bin", fixture("weights.bin")}};

void expect_whole(const std::string& path, uint64_t records) {
  const auto opened = test::open(path);
  EXPECT_TRUE(opened.header.defect.ok());
  EXPECT_TRUE(opened.index->end().ok()) << opened.index->end().message();
  EXPECT_EQ(opened.index->size(), records);
}

/// The bytes of a capture, without the padding in its records' headers, which IREE's recorder leaves as it finds it.
std::vector<uint8_t> meaning_of(const std::string& path) {
  std::vector<uint8_t> bytes = bytes_of(path);
  const auto opened = test::open(path);
  constexpr size_t kPadding = offsetof(format::RecordHeader, reserved0) + sizeof(format::RecordHeader::reserved0);
  for (uint32_t record = 0; record < opened.index->size(); ++record) {
    for (size_t at = kPadding; at < offsetof(format::RecordHeader, reserved1); ++at)
      bytes[opened.index->offset(record) + at] = 0;
  }
  return bytes;
}

TEST(Repair, KeepsTheWholeRecordsOfACaptureCutAnywhere) {
  const std::vector<uint8_t> whole = bytes_of(fixture("small.ireereplay"));
  const auto opened = test::open_fixture("small.ireereplay");
  for (size_t length = 24 + 96; length < whole.size(); length += 501) {
    SCOPED_TRACE(length);
    const TemporaryFile cut(std::vector<uint8_t>(whole.begin(), whole.begin() + static_cast<ptrdiff_t>(length)));
    const TemporaryFile target;
    const auto repaired = repair(cut.path(), target.path(), kNotCancelled);
    ASSERT_TRUE(repaired.ok()) << repaired.status().message();
    EXPECT_FALSE(repaired->end.ok());
    uint32_t records = 0;
    uint64_t end = 24;
    while (records < opened.index->size()) {
      const uint64_t next = records + 1 < opened.index->size() ? opened.index->offset(records + 1) : whole.size();
      if (next > length) break;
      end = next;
      ++records;
    }
    EXPECT_EQ(repaired->records, records);
    EXPECT_EQ(repaired->bytes_lost, length - end);
    EXPECT_EQ(repaired->bytes, end);
    expect_whole(target.path(), records);
    const std::vector<uint8_t> kept = bytes_of(target.path());
    ASSERT_EQ(kept.size(), end);
    EXPECT_TRUE(std::equal(kept.begin() + 24, kept.end(), whole.begin() + 24));
  }
}

TEST(Repair, WritesWholeCapturesOfDamagedOnesOrNothing) {
  int written = 0, refused = 0;
  for (const auto& entry : std::filesystem::directory_iterator(fixture("damaged"))) {
    if (entry.path().extension() != ".ireereplay") continue;
    SCOPED_TRACE(entry.path().filename());
    const TemporaryFile target({7});
    const auto repaired = repair(entry.path().string(), target.path(), kNotCancelled);
    if (repaired.ok()) {
      ++written;
      expect_whole(target.path(), repaired->records);
    } else {
      ++refused;
      EXPECT_EQ(bytes_of(target.path()), std::vector<uint8_t>{7});
    }
  }
  EXPECT_GT(written, 10);
  EXPECT_GT(refused, 3);
}

TEST(Repair, CopiesWhatIsWhole) {
  const TemporaryFile target;
  const auto repaired = repair(fixture("small.ireereplay"), target.path(), kNotCancelled);
  ASSERT_TRUE(repaired.ok());
  EXPECT_TRUE(repaired->end.ok());
  EXPECT_EQ(repaired->bytes_lost, 0u);
  EXPECT_EQ(bytes_of(target.path()), bytes_of(fixture("small.ireereplay")));
}

TEST(Repair, NeverWritesOverTheCaptureItself) {
  const std::vector<uint8_t> before = bytes_of(fixture("damaged/killed-recorder.ireereplay"));
  const TemporaryFile capture(before);
  const auto repaired = repair(capture.path(), capture.path(), kNotCancelled);
  EXPECT_EQ(repaired.status().code(), StatusCode::kInvalidArgument);
  EXPECT_EQ(bytes_of(capture.path()), before);
}

TEST(Pack, HoldsWhatTheFileHeld) {
  for (const PackedBytes what : {PackedBytes::kRanges, PackedBytes::kAll}) {
    const TemporaryFile target;
    const auto packed = pack(fixture("file-digest.ireereplay"), target.path(), what, kRemapped, kNotCancelled);
    ASSERT_TRUE(packed.ok()) << packed.status().message();
    ASSERT_EQ(packed->files.size(), 1u);
    EXPECT_EQ(packed->files[0].bytes, 65536u);
    EXPECT_EQ(packed->files[0].left, "");
    // What IREE records with that policy.
    const char* recorded = what == PackedBytes::kAll ? "file-all.ireereplay" : "file-ranges.ireereplay";
    EXPECT_EQ(meaning_of(target.path()), meaning_of(fixture(recorded)));
    EXPECT_EQ(packed->bytes, bytes_of(target.path()).size());
    expect_whole(target.path(), 47);
    EXPECT_TRUE(preflight(target.path(), {}).can_run());
  }
}

TEST(Pack, RefusesAnotherFileThanTheOneRecorded) {
  const TemporaryFile target({7});
  const auto packed =
      pack(fixture("file-reference.ireereplay"), target.path(), PackedBytes::kRanges, kRemapped, kNotCancelled);
  EXPECT_EQ(packed.status().code(), StatusCode::kFailedPrecondition);
  EXPECT_EQ(bytes_of(target.path()), std::vector<uint8_t>{7});
}

TEST(Pack, RefusesAFileThatIsNotWhatWasRecorded) {
  std::vector<uint8_t> changed = bytes_of(fixture("weights.bin"));
  changed[100] ^= 1;
  const TemporaryFile weights(changed), target({7});
  const auto packed = pack(fixture("file-digest.ireereplay"), target.path(), PackedBytes::kAll,
                           {{"/mnt/capture/params/weights.bin", weights.path()}}, kNotCancelled);
  EXPECT_EQ(packed.status().code(), StatusCode::kFailedPrecondition);
  EXPECT_NE(packed.status().message().find("digest"), std::string::npos);
  EXPECT_EQ(bytes_of(target.path()), std::vector<uint8_t>{7});
}

TEST(Unpack, PutsTheBytesBesideTheCaptureAndPackTakesThemBack) {
  for (const char* name : {"file-all.ireereplay", "file-ranges.ireereplay"}) {
    SCOPED_TRACE(name);
    const TemporaryFolder folder;
    const auto unpacked = unpack(fixture(name), folder.path(), "small.ireereplay", kNotCancelled);
    ASSERT_TRUE(unpacked.ok()) << unpacked.status().message();
    ASSERT_EQ(unpacked->files.size(), 1u);
    EXPECT_EQ(bytes_of(unpacked->files[0].path), bytes_of(fixture("weights.bin")));
    const std::string capture = folder.path() + "/small.ireereplay";
    EXPECT_TRUE(preflight(capture, {}).can_run());
    const TemporaryFile again;
    ASSERT_TRUE(pack(capture, again.path(), PackedBytes::kAll, {}, kNotCancelled).ok());
    if (std::string_view(name) == "file-all.ireereplay") {
      EXPECT_EQ(bytes_of(again.path()), bytes_of(fixture(name)));
    }
    std::filesystem::remove(unpacked->files[0].path);
    EXPECT_FALSE(preflight(capture, {}).can_run());
    EXPECT_TRUE(preflight(again.path(), {}).can_run());
  }
}

TEST(Unpack, NeverWritesOverAFileThatIsThere) {
  const TemporaryFolder folder;
  ASSERT_TRUE(unpack(fixture("file-all.ireereplay"), folder.path(), "a.ireereplay", kNotCancelled).ok());
  const auto again = unpack(fixture("file-all.ireereplay"), folder.path(), "b.ireereplay", kNotCancelled);
  EXPECT_EQ(again.status().code(), StatusCode::kUnavailable);
  EXPECT_FALSE(std::filesystem::exists(folder.path() + "/b.ireereplay"));
}

/// Extracts from small.ireereplay, and expects that it replays as the piece does.
Extracted expect_extracted(const PieceRequest& request) {
  const TemporaryFile target;
  const auto extracted = extract(fixture("small.ireereplay"), target.path(), request, {}, {});
  EXPECT_TRUE(extracted.ok()) << extracted.status().message();
  if (!extracted.ok()) return {};
  EXPECT_FALSE(extracted->is_unsteady);
  EXPECT_EQ(extracted->of_records, 61u);
  expect_whole(target.path(), extracted->records);
  EXPECT_TRUE(preflight(target.path(), {}).can_run());
  return *extracted;
}

TEST(Extract, TakesAScopeADispatchAndRecords) {
  EXPECT_EQ(expect_extracted({.scope = "execute"}).name, "execute");
  for (const PieceRequest& dispatch :
       {PieceRequest{.dispatch = 27}, PieceRequest{.dispatch = 39}, PieceRequest{.dispatch = 47, .via = 50}}) {
    const Extracted extracted = expect_extracted(dispatch);
    EXPECT_EQ(extracted.name, "elementwise_mul");
    EXPECT_EQ(extracted.executables, 1u);
    EXPECT_EQ(extracted.buffers, 3u);
    EXPECT_EQ(extracted.input_bytes, 48u);
  }
  expect_extracted({.begin_record = 24, .end_record = 28});
  // A command buffer whose buffers were allocated and filled before it is executed.
  EXPECT_EQ(expect_extracted({.begin_record = 43, .end_record = 44}).buffers, 4u);
}

TEST(Extract, SaysWhatItDoesNotFind) {
  const TemporaryFile target({7});
  const auto code = [&](const char* name, const PieceRequest& request) {
    return extract(fixture(name), target.path(), request, {}, {}).status().code();
  };
  EXPECT_EQ(code("small.ireereplay", {.scope = "nowhere"}), StatusCode::kNotFound);
  EXPECT_EQ(code("small.ireereplay", {.dispatch = 26}), StatusCode::kInvalidArgument);  // A copy.
  EXPECT_EQ(code("small.ireereplay", {.dispatch = 27, .via = 43}), StatusCode::kNotFound);
  EXPECT_EQ(code("small.ireereplay", {.begin_record = 1, .end_record = 3}), StatusCode::kInvalidArgument);
  EXPECT_EQ(code("small.ireereplay", {.begin_record = 61, .end_record = 99}), StatusCode::kNotFound);
  EXPECT_EQ(code("unbalanced-scope.ireereplay", {.scope = "never_closed"}), StatusCode::kFailedPrecondition);
  EXPECT_EQ(code("host-signal.ireereplay", {.scope = "execute"}), StatusCode::kDeadlineExceeded);
  EXPECT_EQ(bytes_of(target.path()), std::vector<uint8_t>{7});
}

/// small.ireereplay, whose record `record` is of a call that could not be recorded.
TemporaryFile with_unsupported(uint32_t record) {
  std::vector<uint8_t> bytes = bytes_of(fixture("small.ireereplay"));
  const auto opened = test::open_fixture("small.ireereplay");
  const auto unsupported = format::RecordType::kUnsupported;
  std::memcpy(bytes.data() + opened.index->offset(record) + offsetof(format::RecordHeader, record_type), &unsupported,
              sizeof(unsupported));
  return TemporaryFile(bytes);
}

TEST(Extract, WhatStandsAgainstAReplayBehindThePieceDoesNotMatter) {
  constexpr uint32_t kUnsupported = 49;
  const TemporaryFile source = with_unsupported(kUnsupported);
  ASSERT_EQ(preflight(source.path(), {}).first_error().record(), kUnsupported);
  const TemporaryFile target, whole;
  const auto extracted = [&](const std::string& from, const TemporaryFile& to, const PieceRequest& request) {
    const auto result = extract(from, to.path(), request, {}, {});
    EXPECT_TRUE(result.ok() || result.status().record() == kUnsupported) << result.status().message();
    return result.ok();
  };
  for (const PieceRequest& before : {PieceRequest{.dispatch = 27}, PieceRequest{.dispatch = 39},
                                     PieceRequest{.begin_record = 24, .end_record = kUnsupported}}) {
    EXPECT_TRUE(extracted(source.path(), target, before));
    // The same as of the capture without it.
    EXPECT_TRUE(extracted(fixture("small.ireereplay"), whole, before));
    EXPECT_EQ(meaning_of(target.path()), meaning_of(whole.path()));
  }
  for (const PieceRequest& reaching :
       {PieceRequest{.scope = "execute"}, PieceRequest{.dispatch = 47, .via = 50}, PieceRequest{.dispatch = 47},
        PieceRequest{.begin_record = 24, .end_record = kUnsupported + 1},
        PieceRequest{.begin_record = 50, .end_record = 51}})
    EXPECT_FALSE(extracted(source.path(), target, reaching));
}

TEST(Extract, StopsWhenItIsCancelled) {
  const std::atomic<bool> cancelled = true;
  const TemporaryFile target({7});
  const auto extracted =
      extract(fixture("small.ireereplay"), target.path(), {.scope = "execute"}, {}, {.cancel = &cancelled});
  EXPECT_EQ(extracted.status().code(), StatusCode::kCancelled);
  EXPECT_EQ(bytes_of(target.path()), std::vector<uint8_t>{7});
}

}  // namespace
}  // namespace ireereplay::sharing
