#include "neighbour/llvm/folder.h"

#include <gtest/gtest.h>

#include "cancellation.h"
#include "neighbour/llvm/report.h"
#include "recording_folder.h"

namespace ireereplay::neighbour::llvm {
namespace {

using test::kSaxpy;
using test::kScale;
using test::lines_of;
using test::RecordingFolder;

Folder folder_at(const std::string& path) {
  auto folder = read_folder(path, std::nullopt, kNotCancelled);
  EXPECT_TRUE(folder.ok()) << folder.status().to_string();
  return folder.ok() ? *std::move(folder) : Folder();
}

TEST(LlvmFolder, ListsRecordingsByTheReport) {
  const Folder folder = folder_at(ireereplay::test::fixture("neighbours/llvm/made-second"));
  EXPECT_EQ(folder.report, "report.txt");
  EXPECT_EQ(lines_of(folder.problems), "");
  ASSERT_EQ(folder.entries.size(), 2u);
  const FolderEntry& first = folder.entries[0];
  EXPECT_EQ(first.file, std::string(kScale) + ".json");
  EXPECT_EQ(first.kernel.function, "scale(double*, int)");
  EXPECT_EQ(first.memory_bytes, 640u);
  EXPECT_EQ(first.occurrences, 1u);
  EXPECT_EQ(first.time_ns, 41984u);
  EXPECT_EQ(folder.entries[1].occurrences, 3u);
}

TEST(LlvmFolder, WithoutAReportListsByNames) {
  const Folder folder = folder_at(ireereplay::test::fixture("neighbours/llvm/llvm16-kernels"));
  EXPECT_EQ(folder.report, "");
  ASSERT_EQ(folder.entries.size(), 2u);
  EXPECT_EQ(folder.entries[0].kernel.line, 12u);
  EXPECT_EQ(folder.entries[1].kernel.line, 19u);
  EXPECT_FALSE(folder.entries[0].time_ns.has_value());
}

TEST(LlvmFolder, TellsWhatIsMissingOrDamagedAndLeavesOutOtherJson) {
  const RecordingFolder made("made-second");
  made.write("package.json", "{\"name\": \"other\"}");
  made.write("__omp_offloading_1_2_main_l3.json", "{\"Name\": ");
  made.remove(std::string(kScale) + ".record_input");
  made.remove("42_7.json");
  made.write("second.txt", made.text("report.txt"));
  const Folder folder = folder_at(made.folder());
  ASSERT_EQ(folder.entries.size(), 1u);
  EXPECT_FALSE(folder.entries[0].memory_bytes.has_value());
  const std::string lines = lines_of(folder.problems);
  EXPECT_NE(lines.find("__omp_offloading_1_2_main_l3.json cannot be read: it is not JSON"), std::string::npos) << lines;
  EXPECT_NE(lines.find(".record_input: it is missing"), std::string::npos) << lines;
  EXPECT_NE(lines.find("42_7.json: report.txt lists it, but it is not there"), std::string::npos) << lines;
  EXPECT_NE(lines.find("second.txt: it is also a report; report.txt is used instead"), std::string::npos) << lines;
  EXPECT_EQ(lines.find("package.json"), std::string::npos) << lines;
}

TEST(LlvmFolder, FailsWhereThereIsNone) {
  EXPECT_EQ(read_folder("/no/such/folder", std::nullopt, kNotCancelled).status().code(), StatusCode::kNotFound);
  const std::atomic<bool> cancelled = true;
  EXPECT_EQ(read_folder(ireereplay::test::fixture("neighbours"), std::nullopt, cancelled).status().code(),
            StatusCode::kCancelled);
}

TEST(LlvmFolder, TakesAGivenReportInPlaceOfTheOneInTheFolder) {
  const std::string path = ireereplay::test::fixture("neighbours/llvm/made-second");
  const auto given = [&](std::string text) {
    return read_folder(path, GivenReport{"the pasted text", std::move(text)}, kNotCancelled);
  };
  const std::string begin = "saxpy: 3.5\n=== Kernel Record Report ===\n";
  const auto folder =
      given(begin + "42_7.json, f, 70000, 5\n1_2.json, g, 1, 1\n=== End Kernel Record Report ===\nbye\n");
  ASSERT_TRUE(folder.ok()) << folder.status().to_string();
  EXPECT_EQ(folder->report, "the pasted text");
  EXPECT_EQ(lines_of(folder->problems),
            "error: 1_2.json: the pasted text lists it, but it is not there; copy it into the folder\n");
  ASSERT_EQ(folder->entries.size(), 2u);
  EXPECT_EQ(folder->entries[0].file, "42_7.json");
  EXPECT_EQ(folder->entries[0].time_ns, 70000u);
  EXPECT_EQ(folder->entries[0].occurrences, 5u);
  EXPECT_FALSE(folder->entries[1].time_ns.has_value());
  const auto told = [](const Result<Folder>& failed) { return failed.ok() ? "" : failed.status().message(); };
  EXPECT_EQ(told(given("saxpy: 3.5\n")),
            "the pasted text is not a report from LLVM's recorder: it has no line \"=== Kernel Record Report ===\"; "
            "copy that "
            "line and everything that the program printed after it");
  EXPECT_EQ(told(given(begin + "1_2.json, g, 1, 1\n")),
            "the pasted text lists none of this folder's recordings: open the folder that it belongs to");
}

TEST(LlvmReport, IsFoundAmongWhatAProgramPrints) {
  const Report report = parse_report(
      "2 3.5\n=== Kernel Record Report ===\r\nDirectory: /r\r\nTotal Instances: 2\r\n"
      "JSON Filename, Kernel Name, Time (ns), Occurrences:\r\n1_2.json, f, 18446744073709551615, 7\r\n"
      "3_4.json, g<a, b>, 5, 6\r\n=== End Kernel Record Report ===\r\nmore\n");
  EXPECT_TRUE(report.problems.empty());
  ASSERT_EQ(report.launches.size(), 2u);
  EXPECT_EQ(report.launches[0].file, "1_2.json");
  EXPECT_EQ(report.launches[0].time_ns, ~0ull);
  EXPECT_EQ(report.launches[0].occurrences, 7u);
  EXPECT_EQ(report.launches[1].kernel, "g<a, b>");
}

TEST(LlvmReport, SaysWhatOfItCannotBeRead) {
  EXPECT_EQ(parse_report("nothing").problems.size(), 1u);
  const Report report =
      parse_report("=== Kernel Record Report ===\nTotal Instances: 3\n1_2.json, f, many, 7\n3_4.json, g, 5, 6\n");
  EXPECT_EQ(report.launches.size(), 1u);
  // A line that is none, no end, and another number of recordings.
  EXPECT_EQ(report.problems.size(), 3u);
}

}  // namespace
}  // namespace ireereplay::neighbour::llvm
