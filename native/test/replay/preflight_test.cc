#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "replays.h"

namespace ireereplay::replay {
namespace {

const Problem* find(const PreflightReport& report, std::string_view code) {
  const auto found =
      std::find_if(report.problems.begin(), report.problems.end(), [&](const Problem& p) { return p.code == code; });
  return found == report.problems.end() ? nullptr : &*found;
}

struct Refused {
  const char* capture;
  std::string_view code;
  StatusCode status;
  uint64_t record;
};

TEST(Preflight, NamesWhatIsWrongWithEachDamagedCaptureAndWhere) {
  const Refused kDamaged[] = {
      {"dispatch-binding-count-overflow", problem_code::kDamagedRecord, StatusCode::kOutOfRange, 27},
      {"dispatch-function-out-of-range", problem_code::kFunctionRange, StatusCode::kOutOfRange, 27},
      {"dispatch-workgroup-count-huge", problem_code::kImpossibleSize, StatusCode::kOutOfRange, 27},
      {"object-id-huge", problem_code::kDamagedRecord, StatusCode::kDataLoss, 2},
      {"record-type-unknown-optional", problem_code::kUnsupportedRecord, StatusCode::kUnimplemented, 5},
      {"record-type-unknown-required", problem_code::kUnreadable, StatusCode::kUnimplemented, 5},
      {"killed-recorder", problem_code::kUnreadable, StatusCode::kDataLoss, 7},
      {"sequence-gap", problem_code::kUnreadable, StatusCode::kDataLoss, 5},
      {"magic", problem_code::kUnreadable, StatusCode::kInvalidArgument, kNoPlace},
      {"major-version-9", problem_code::kUnsupportedVersion, StatusCode::kInvalidArgument, kNoPlace},
      {"truncated-0", problem_code::kUnreadable, StatusCode::kDataLoss, kNoPlace},
  };
  for (const Refused& refused : kDamaged) {
    SCOPED_TRACE(refused.capture);
    const PreflightReport report = preflight(fixture(std::string("damaged/") + refused.capture + ".ireereplay"), {});
    EXPECT_FALSE(report.can_run());
    const Problem* problem = find(report, refused.code);
    ASSERT_NE(problem, nullptr);
    EXPECT_EQ(problem->status, refused.status);
    EXPECT_EQ(problem->record, refused.record);
    EXPECT_FALSE(problem->message.empty());
    EXPECT_FALSE(Session::prepare(fixture(std::string("damaged/") + refused.capture + ".ireereplay"), {}).ok());
  }
}

TEST(Preflight, FindsAWaitThatOnlyTheHostSignaled) {
  const PreflightReport report = preflight(fixture("host-signal.ireereplay"), {});
  ASSERT_FALSE(report.can_run());
  const Problem* problem = find(report, problem_code::kWaitNeverSignaled);
  ASSERT_NE(problem, nullptr);
  EXPECT_EQ(problem->record, 24u);
  EXPECT_NE(problem->message.find("semaphore 5 to reach 1"), std::string::npos) << problem->message;
  EXPECT_NE(problem->remedy.find("--assume_host_signals"), std::string::npos);

  ReplayOptions options;
  options.assume_host_signals = true;
  auto session = Session::prepare(fixture("host-signal.ireereplay"), options);
  ASSERT_TRUE(session.ok()) << session.status().to_string();
  auto result = (*session)->run();
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result->assumed_signals, 1u);
}

TEST(Preflight, RefusesHostCallsByRecord) {
  const PreflightReport report = preflight(fixture("host-call.ireereplay"), {});
  ASSERT_FALSE(report.can_run());
  EXPECT_EQ(report.problems[0].code, problem_code::kUnsupportedRecord);
  EXPECT_EQ(report.problems[0].record, 24u);
}

TEST(Preflight, WarnsAboutScopesThatNeverEnd) {
  const PreflightReport report = preflight(fixture("unbalanced-scope.ireereplay"), {});
  EXPECT_TRUE(report.can_run());
  EXPECT_NE(find(report, problem_code::kScopeUnbalanced), nullptr);
}

TEST(Preflight, SaysWhichEngineRunsOtherFormats) {
  const PreflightReport report = preflight(fixture("models/mm256/mm256-vulkan.ireereplay"), {});
  ASSERT_FALSE(report.can_run());
  const Problem* problem = find(report, problem_code::kExecutableFormat);
  ASSERT_NE(problem, nullptr);
  EXPECT_NE(problem->message.find("vulkan-spirv-fb"), std::string::npos);
  EXPECT_NE(problem->remedy.find("iree-run-replay"), std::string::npos);
}

TEST(Preflight, ComparesTheDevicesGivenWithThoseRecorded) {
  const std::string two = fixture("models/two/two.task-sync.ireereplay");
  EXPECT_TRUE(preflight(two, {}).can_run());
  ReplayOptions options;
  options.devices = {"local-sync"};
  EXPECT_NE(find(preflight(two, options), problem_code::kDeviceCount), nullptr);
  options.devices = {"local-sync", "local-task", "local-sync"};
  EXPECT_NE(find(preflight(two, options), problem_code::kDeviceCount), nullptr);
  options.devices = {"local-sync", "vulkan"};
  EXPECT_NE(find(preflight(two, options), problem_code::kUnknownDevice), nullptr);
}

TEST(Preflight, ChecksExternalFilesAndUsesTheLongestRemap) {
  const PreflightReport missing = preflight(fixture("file-digest.ireereplay"), {});
  ASSERT_NE(find(missing, problem_code::kFileMissing), nullptr);
  EXPECT_EQ(find(missing, problem_code::kFileMissing)->record, 24u);

  ReplayOptions options;
  options.file_remaps = {{"/mnt", "/elsewhere"}, {"/mnt/capture/params", IR_FIXTURES_DIR}};
  EXPECT_TRUE(preflight(fixture("file-digest.ireereplay"), options).can_run());
  const PreflightReport changed = preflight(fixture("file-reference.ireereplay"), options);
  ASSERT_NE(find(changed, problem_code::kFileChanged), nullptr);
  EXPECT_NE(find(changed, problem_code::kFileChanged)->message.find("expected (dev="), std::string::npos);

  options.check_files = false;
  EXPECT_TRUE(preflight(fixture("file-reference.ireereplay"), options).can_run());
}

TEST(Preflight, SaysWhatToDoAboutEachError) {
  size_t captures = 0, refused = 0;
  for (const auto& entry : std::filesystem::directory_iterator(fixture("damaged"))) {
    if (entry.path().extension() != ".ireereplay") continue;
    ++captures;
    const PreflightReport report = preflight(entry.path(), {});
    refused += !report.can_run();
    for (const Problem& problem : report.problems) {
      EXPECT_FALSE(problem.message.empty()) << entry.path();
      EXPECT_TRUE(problem.severity == Severity::kWarning || !problem.remedy.empty()) << problem.message;
    }
  }
  EXPECT_EQ(captures, 22u);
  EXPECT_GE(refused, 15u);
}

/// Preflight of small with `value` at byte `place` of each payload of `operation`.
PreflightReport preflight_with(format::Operation operation, size_t place, uint64_t value) {
  const std::string path = testing::TempDir() + "changed-" + std::to_string(::getpid()) + ".ireereplay";
  std::vector<uint8_t> bytes = read_all(fixture("small.ireereplay"));
  auto file = File::open(fixture("small.ireereplay"));
  auto header = read_capture_header(**file);
  RecordReader reader(*file, *header);
  RecordFrame frame;
  while (!reader.at_end() && reader.next(&frame).ok()) {
    if (frame.header.operation_code == operation)
      std::memcpy(bytes.data() + frame.payload_offset() + place, &value, sizeof(value));
  }
  std::FILE* out = std::fopen(path.c_str(), "wb");
  std::fwrite(bytes.data(), 1, bytes.size(), out);
  std::fclose(out);
  PreflightReport report = preflight(path, {});
  std::remove(path.c_str());
  return report;
}

TEST(Preflight, RefusesASlotBeyondTheDeclaredBindings) {
  const PreflightReport report = preflight_with(format::Operation::kDeviceCreateCommandBuffer,
                                                offsetof(format::CommandBufferObject, binding_capacity), 2);
  const Problem* problem = find(report, problem_code::kBindingRange);
  ASSERT_NE(problem, nullptr);
  EXPECT_EQ(problem->status, StatusCode::kOutOfRange);
  EXPECT_NE(problem->message.find("slot 2"), std::string::npos) << problem->message;
  EXPECT_NE(problem->message.find("created for 2 bindings"), std::string::npos) << problem->message;
}

TEST(Preflight, RefusesWhatNeedsMoreMemoryThanTheMachineHas) {
  // Larger than any machine's memory, and smaller than what is impossible.
  const PreflightReport report = preflight_with(
      format::Operation::kDeviceQueueAlloca,
      offsetof(format::QueueAlloca, allocation) + offsetof(format::AllocateBuffer, allocation_size), 1ull << 45);
  const Problem* problem = find(report, problem_code::kMemory);
  ASSERT_NE(problem, nullptr);
  EXPECT_EQ(problem->status, StatusCode::kResourceExhausted);
  EXPECT_NE(problem->message.find("3518437208"), std::string::npos) << problem->message;  // A little over 2^45.
  EXPECT_NE(problem->message.find("this machine has "), std::string::npos) << problem->message;
}

TEST(Preflight, ReportsThatItWasCancelled) {
  const std::atomic<bool> cancel = true;
  const PreflightReport report = preflight(fixture("small.ireereplay"), {}, &cancel);
  ASSERT_EQ(report.problems.size(), 1u);
  EXPECT_EQ(report.problems[0].status, StatusCode::kCancelled);
  EXPECT_EQ(Session::prepare(fixture("small.ireereplay"), {}, nullptr, &cancel).status().code(),
            StatusCode::kCancelled);
}

TEST(Preflight, CountsBeforeAnythingRuns) {
  const PreflightReport report = preflight(fixture("small.ireereplay"), {});
  EXPECT_TRUE(report.problems.empty());
  EXPECT_EQ(report.record_count, 61u);
  EXPECT_EQ(report.operation_count, 49u);
  EXPECT_EQ(report.dispatch_count, 4u);
  EXPECT_EQ(report.device_count, 1u);
  EXPECT_EQ(report.executable_formats, std::vector<std::string>{"embedded-elf-x86_64"});
}

}  // namespace
}  // namespace ireereplay::replay
