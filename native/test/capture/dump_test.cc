#include "capture/dump.h"

#include <gtest/gtest.h>

#include "fixtures.h"
#include "gunzip.h"

namespace ireereplay {
namespace {

std::string dump_to_string(const std::string& path, DumpFormat dump_format, unsigned threads, Status* status) {
  std::string text;
  const std::atomic<bool> never = false;
  auto file = File::open(path);
  if (!file.ok()) {
    *status = file.status();
    return text;
  }
  *status = dump(*file, dump_format, threads, never, [&](std::string_view piece) {
    text.append(piece);
    return Status();
  });
  return text;
}

TEST(Dump, EqualsTheReferenceByteForByte) {
  for (const std::string name :
       {"small", "small-task-debug-group", "command-buffers-1k", "queue-alloca-1k", "queue-mixed-1k", "file-all",
        "file-digest", "file-ranges", "file-reference", "host-call", "host-signal", "unbalanced-scope"}) {
    for (const auto& [dump_format, suffix] :
         {std::pair{DumpFormat::kText, ".dump.text.gz"}, std::pair{DumpFormat::kJsonl, ".dump.jsonl.gz"}}) {
      for (const unsigned threads : {1u, 4u}) {
        Status status;
        const std::string text = dump_to_string(test::fixture(name + ".ireereplay"), dump_format, threads, &status);
        EXPECT_TRUE(status.ok()) << status.to_string();
        EXPECT_TRUE(text == test::gunzip(test::fixture("golden/" + name + suffix))) << name << suffix;
      }
    }
  }
}

TEST(Dump, PrintsEveryWholeRecordOfADamagedCapture) {
  Status status;
  const std::string text =
      dump_to_string(test::fixture("damaged/killed-recorder.ireereplay"), DumpFormat::kText, 2, &status);
  EXPECT_EQ(status.code(), StatusCode::kDataLoss);
  EXPECT_EQ(status.record(), 7u);
  EXPECT_EQ(status.offset(), 770u);
  EXPECT_NE(text.find("#6 object"), std::string::npos);
  EXPECT_EQ(text.find("#7 "), std::string::npos);
}

TEST(Dump, EndsWhenTheSinkFails) {
  const std::atomic<bool> never = false;
  int calls = 0;
  const Status status =
      dump(*File::open(test::fixture("command-buffers-1k.ireereplay")), DumpFormat::kJsonl, 4, never,
           [&](std::string_view) { return ++calls == 2 ? Status(StatusCode::kUnavailable, "disk full") : Status(); });
  EXPECT_EQ(status.code(), StatusCode::kUnavailable);
  EXPECT_EQ(calls, 2);
}

TEST(Dump, CanBeCancelled) {
  const std::atomic<bool> cancelled = true;
  const Status status = dump(*File::open(test::fixture("small.ireereplay")), DumpFormat::kJsonl, 2, cancelled,
                             [](std::string_view) { return Status(); });
  EXPECT_EQ(status.code(), StatusCode::kCancelled);
}

}  // namespace
}  // namespace ireereplay
