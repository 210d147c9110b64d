#include <algorithm>
#include <thread>

#include "replay/element_bytes.h"
#include "replays.h"

namespace ireereplay::replay {
namespace {

struct Expected {
  const char* capture;
  int devices;
  std::vector<std::pair<uint64_t, const char*>> outputs;  // Buffer that the host read, file that it must equal.
};

// From models/outputs.tsv of the captures.
const Expected kModels[] = {
    {"models/mm256/mm256.sync.ireereplay", 1, {{12, "models/mm256/c.npy"}}},
    {"models/block/block.sync.ireereplay", 1, {{18, "models/block/y.npy"}}},
    {"models/mixed/mixed.task.ireereplay",
     1,
     {{14, "models/mixed/o0.npy"},
      {15, "models/mixed/o1.npy"},
      {16, "models/mixed/o2.npy"},
      {17, "models/mixed/o3.bf16.bin"},
      {18, "models/mixed/o4.npy"}}},
    {"models/dynamic/dynamic.task.ireereplay", 1, {{15, "models/dynamic/y.npy"}}},
    {"models/two/two.task-sync.ireereplay", 2, {{36, "models/two/z.npy"}, {37, "models/two/sum.npy"}}},
};

class Models : public testing::TestWithParam<const char*> {};

TEST_P(Models, GiveTheRecordedApplicationsOutputsByteForByteAndAgainWhenRepeated) {
  for (const Expected& expected : kModels) {
    SCOPED_TRACE(expected.capture);
    ReplayOptions options;
    options.devices.assign(expected.devices, GetParam());
    options.task_worker_count = 2;
    for (const std::optional<uint32_t> placement : {std::optional<uint32_t>(), std::optional<uint32_t>(7)}) {
      options.placement = placement;
      auto session = Session::prepare(fixture(expected.capture), options);
      ASSERT_TRUE(session.ok()) << session.status().to_string();
      for (int repetition = 0; repetition < 3; ++repetition) {
        KeptOutputs kept;
        auto result = (*session)->run({.outputs = &kept});
        ASSERT_TRUE(result.ok()) << result.status().to_string();
        EXPECT_EQ(result->outputs.size(), expected.outputs.size());
        for (const auto& [buffer, file] : expected.outputs) {
          const std::vector<uint8_t>* bytes = kept.of_buffer(buffer);
          ASSERT_NE(bytes, nullptr) << buffer;
          EXPECT_TRUE(*bytes == read_array(fixture(file))) << file;
        }
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Devices, Models, testing::Values("local-sync", "local-task"), [](const auto& info) {
  return info.param == std::string("local-sync") ? "LocalSync" : "LocalTask";
});

TEST(Session, ReplaysEveryKindOfOperationOfTheSmallCapture) {
  for (const char* device : {"local-sync", "local-task"}) {
    for (const char* name : {"small.ireereplay", "small-task-debug-group.ireereplay", "damaged/length-zero.ireereplay",
                             "damaged/minor-version-9.ireereplay", "damaged/trailing-garbage.ireereplay"}) {
      SCOPED_TRACE(std::string(device) + " " + name);
      ReplayOptions options;
      options.devices = {device};
      KeptOutputs kept;
      auto session = Session::prepare(fixture(name), options);
      ASSERT_TRUE(session.ok()) << session.status().to_string();
      auto result = (*session)->run({.outputs = &kept});
      ASSERT_TRUE(result.ok()) << result.status().to_string();
      ASSERT_EQ(kept.outputs.size(), 2u);
      EXPECT_EQ(floats(kept.outputs[0].bytes), (std::vector<float>{1, 4, 9, 16}));
      EXPECT_EQ(floats(kept.outputs[1].bytes), (std::vector<float>{1, 4, 9, 16}));
      EXPECT_EQ(kept.outputs[1].range.offset, 32u);
      EXPECT_LT(kept.outputs[0].range.record, kept.outputs[1].range.record);
    }
  }
}

TEST(Session, SaysWhatRan) {
  auto session = Session::prepare(fixture("small.ireereplay"), {});
  ASSERT_TRUE(session.ok());
  auto result = (*session)->run();
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result->dispatches, 4u);
  EXPECT_EQ(result->workgroups, 4u);
  EXPECT_EQ(result->operations_skipped, 0u);
  ASSERT_EQ(result->scopes.size(), 3u);
  EXPECT_EQ(result->scopes[0].name, "init");
  EXPECT_EQ(result->scopes[1].name, "execute");
  EXPECT_EQ(result->scopes[2].name, "deinit");
  EXPECT_LE(result->scopes[1].duration_ns, result->execute_ns);
  EXPECT_EQ(result->devices, std::vector<std::string>{"local-sync"});
  EXPECT_EQ(result->peak_bytes, preflight(fixture("small.ireereplay"), {}).peak_bytes);
  EXPECT_GE(result->peak_bytes, 3u * 256 + 1024);
}

TEST(Session, SkipsAndCountsOperationsRecordedAsFailed) {
  auto session = Session::prepare(fixture("models/block/block.sync.ireereplay"), {});
  ASSERT_TRUE(session.ok());
  KeptOutputs kept;
  auto result = (*session)->run({.outputs = &kept});
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result->operations_skipped, 1u);
  ASSERT_NE(kept.of_buffer(18), nullptr);
  EXPECT_TRUE(*kept.of_buffer(18) == read_array(fixture("models/block/y.npy")));
}

struct Pattern {
  const char* capture;
  uint64_t operations, dispatches, bytes;
  uint64_t result;           // Buffer that holds it.
  std::vector<float> holds;  // At its start.
};

// Each multiplies what the host wrote, 1, 2, 3, ..., by itself, except the last, which only allocates.
const Pattern kPatterns[] = {
    {"command-buffers-1k.ireereplay", 2058, 1000, 512, 8, {1, 4, 9, 16, 0, 0, 0, 0}},
    {"queue-dispatches-1k.ireereplay", 1018, 1000, 512, 8, {1, 4, 9, 16, 0, 0, 0, 0}},
    {"queue-mixed-1k.ireereplay", 1018, 250, 144512, 8, {1, 4, 9, 16}},
    {"reused-command-buffer-100k.ireereplay", 1221, 100000, 512, 8, {1, 4, 9, 16, 0, 0, 0, 0}},
    {"unbalanced-scope.ireereplay", 21, 1, 512, 8, {1, 4, 9, 16, 0, 0, 0, 0}},
    {"queue-alloca-1k.ireereplay", 2018, 0, 512, 7, {1, 2, 3, 4, 5, 6, 7, 8}},
};

TEST(Session, GivesEveryBundledPatternsResultOnBothDevicesEachTime) {
  for (const char* device : {"local-sync", "local-task"}) {
    for (const Pattern& pattern : kPatterns) {
      SCOPED_TRACE(std::string(device) + " " + pattern.capture);
      ReplayOptions options;
      options.devices = {device};
      options.task_worker_count = 2;
      auto session = Session::prepare(fixture(pattern.capture), options);
      ASSERT_TRUE(session.ok()) << session.status().to_string();
      for (int i = 0; i < 3; ++i) {
        auto result = (*session)->run();
        ASSERT_TRUE(result.ok()) << result.status().to_string();
        EXPECT_EQ(result->operations_executed, pattern.operations);
        EXPECT_EQ(result->dispatches, pattern.dispatches);
        EXPECT_EQ(result->workgroups, pattern.dispatches);
        EXPECT_EQ(result->bytes_transferred, pattern.bytes);
        EXPECT_EQ(result->worker_count, device == std::string("local-task") ? 2u : 1u);
        auto bytes = (*session)->read_buffer(pattern.result, 0, pattern.holds.size() * 4);
        ASSERT_TRUE(bytes.ok()) << bytes.status().to_string();
        EXPECT_EQ(floats(*bytes), pattern.holds);
        // What the next run starts with is not what it must leave.
        ASSERT_TRUE((*session)->write_buffer(pattern.result, 0, std::vector<uint8_t>(16, 0xEE)).ok());
      }
    }
  }
}

TEST(Session, ReadsTheSameFileBytesWhicheverWayTheyWereRecorded) {
  const std::vector<uint8_t> weights = read_all(fixture("weights.bin"));
  ReplayOptions options;
  options.file_remaps = {{"/mnt/capture/params", "/nowhere"},
                         {"/mnt/capture/params/", std::string(IR_FIXTURES_DIR) + "/"}};
  for (const char* name : {"file-all.ireereplay", "file-ranges.ireereplay", "file-digest.ireereplay"}) {
    SCOPED_TRACE(name);
    auto session = Session::prepare(fixture(name), options);
    ASSERT_TRUE(session.ok()) << session.status().to_string();
    ASSERT_TRUE((*session)->run().ok());
    // Sixteen reads of 4 KiB go to the same place: the last one stays.
    auto bytes = (*session)->read_buffer(10, 0, 4096);
    ASSERT_TRUE(bytes.ok()) << bytes.status().to_string();
    EXPECT_TRUE(std::equal(bytes->begin(), bytes->end(), weights.end() - 4096));
  }
}

TEST(Session, GivesTheTimeOfFileReadsSeparately) {
  ReplayOptions options;
  options.file_remaps = {{"/mnt/capture/params", IR_FIXTURES_DIR}};
  options.task_worker_count = 2;
  for (const char* device : {"local-sync", "local-task"}) {
    SCOPED_TRACE(device);
    options.devices = {device};
    auto session = Session::prepare(fixture("file-digest.ireereplay"), options);
    ASSERT_TRUE(session.ok()) << session.status().to_string();
    for (int repetition = 0; repetition < 2; ++repetition) {
      auto result = (*session)->run();
      ASSERT_TRUE(result.ok()) << result.status().to_string();
      EXPECT_GT(result->file_read_ns, 0u);
      EXPECT_LT(result->file_read_ns, result->execute_ns * 2);
    }
  }
  auto session = Session::prepare(fixture("small.ireereplay"), {});
  ASSERT_TRUE(session.ok()) << session.status().to_string();
  auto result = (*session)->run();
  ASSERT_TRUE(result.ok()) << result.status().to_string();
  EXPECT_EQ(result->file_read_ns, 0u);
  for (const ScopeTime& scope : result->scopes) EXPECT_EQ(scope.file_read_ns, 0u);
}

TEST(Session, FreesQueueAllocationsAfterTheirLastUse) {
  PreflightReport report = preflight(fixture("queue-alloca-1k.ireereplay"), {});
  ASSERT_TRUE(report.can_run());
  EXPECT_LT(report.peak_bytes, report.total_buffer_bytes / 10);
}

TEST(Session, StopsBeforeARecordAndShowsWhatBuffersHoldThere) {
  ReplayOptions options;
  options.stop_before_record = 25;  // After the fill of buffer 8, before everything that overwrites it.
  auto session = Session::prepare(fixture("small.ireereplay"), options);
  ASSERT_TRUE(session.ok()) << session.status().to_string();
  ASSERT_TRUE((*session)->run().ok());
  auto bytes = (*session)->read_buffer(8, 0, 256);
  ASSERT_TRUE(bytes.ok()) << bytes.status().to_string();
  EXPECT_TRUE(std::equal(bytes->begin() + 4, bytes->end(), bytes->begin()));
  EXPECT_FALSE((*session)->read_buffer(8, 0, 257).ok());
  EXPECT_FALSE((*session)->read_buffer(4, 0, 1).ok());
}

TEST(Session, StopsInsideACommandBuffer) {
  for (const char* device : {"local-sync", "local-task"}) {
    // Record 43 executes the command buffer of records 33 (fill), 35 (update), 37 (copy), 39 (dispatch), 41 (copy).
    ReplayOptions options;
    options.devices = {device};
    options.stop_before_record = 43;
    options.stop_before_command = 35;
    auto session = Session::prepare(fixture("small.ireereplay"), options);
    ASSERT_TRUE(session.ok()) << session.status().to_string();
    auto result = (*session)->run();
    ASSERT_TRUE(result.ok());
    EXPECT_EQ(result->dispatches, 1u);
    auto filled = (*session)->read_buffer(9, 0, 1024);
    ASSERT_TRUE(filled.ok()) << filled.status().to_string();
    EXPECT_TRUE(std::equal(filled->begin() + 4, filled->end(), filled->begin()));
    options.stop_before_command = 37;
    session = Session::prepare(fixture("small.ireereplay"), options);
    ASSERT_TRUE((*session)->run().ok());
    auto updated = (*session)->read_buffer(9, 0, 1024);
    ASSERT_TRUE(updated.ok());
    EXPECT_FALSE(*updated == *filled);
    EXPECT_TRUE(std::equal(updated->begin() + 64, updated->end(), filled->begin() + 64));
  }
}

#if defined(__x86_64__)
// 100,000 dispatches of about a millisecond each: if it ends during the test, it was stopped.
std::unique_ptr<Session> endless(const char* device) {
  ReplayOptions options;
  options.devices = {device};
  options.task_worker_count = 2;
  // mov ecx,4000000; dec ecx; jnz back; xor eax,eax; ret
  options.substitutions.push_back(
      {false, "", 4, "", with_kernel({0xB9, 0x00, 0x09, 0x3D, 0x00, 0xFF, 0xC9, 0x75, 0xFC, 0x31, 0xC0, 0xC3}),
       "slow"});
  auto session = Session::prepare(fixture("reused-command-buffer-100k.ireereplay"), options);
  EXPECT_TRUE(session.ok()) << session.status().to_string();
  return session.ok() ? *std::move(session) : nullptr;
}

TEST(Session, EndsWhenItsTimeIsUp) {
  for (const char* device : {"local-sync", "local-task"}) {
    const auto session = endless(device);
    ASSERT_NE(session, nullptr);
    const auto result = session->run({.timeout_ns = 20000000});
    EXPECT_EQ(result.status().code(), StatusCode::kDeadlineExceeded);
    EXPECT_NE(result.status().record(), kNoPlace);
  }
}

TEST(Session, EndsWhenItIsCancelledWhileItRuns) {
  for (const char* device : {"local-sync", "local-task"}) {
    const auto session = endless(device);
    ASSERT_NE(session, nullptr);
    std::atomic<bool> cancel{false};
    std::thread canceller([&] {
      while (session->progress().function.empty()) std::this_thread::yield();
      cancel = true;
    });
    EXPECT_EQ(session->run({.cancel = &cancel}).status().code(), StatusCode::kCancelled);
    canceller.join();
  }
}
#endif

TEST(Session, TimesItsKernelsByCallingNothingElse) {
  auto session = Session::prepare(fixture("queue-mixed-1k.ireereplay"), {});
  ASSERT_TRUE(session.ok()) << session.status().to_string();
  ASSERT_TRUE((*session)->run().ok());
  const std::vector<uint8_t> other(256, 0xEE);
  ASSERT_TRUE((*session)->write_buffer(8, 0, other).ok());
  EXPECT_GT((*session)->time_kernels(), 0u);
  auto bytes = (*session)->read_buffer(8, 0, 256);
  ASSERT_TRUE(bytes.ok()) << bytes.status().to_string();
  EXPECT_EQ(floats({bytes->begin(), bytes->begin() + 16}), (std::vector<float>{1, 4, 9, 16}));
  // The capture's fills would have overwritten the rest.
  EXPECT_TRUE(std::equal(bytes->begin() + 16, bytes->end(), other.begin() + 16));
}

#if defined(__x86_64__)
/// small.ireereplay, whose four dispatches call this code.
Result<std::unique_ptr<Session>> small_with(const std::vector<uint8_t>& code) {
  ReplayOptions options;
  options.substitutions.push_back({false, "", 4, "", with_kernel(code), "code"});
  return Session::prepare(fixture("small.ireereplay"), options);
}

TEST(Session, TimesKernelsByWhatTheyTake) {
  // mov ecx,4000000; dec ecx; jnz back; xor eax,eax; ret. No processor does more than one such round per cycle, or ten
  // cycles per nanosecond.
  auto session = small_with({0xB9, 0x00, 0x09, 0x3D, 0x00, 0xFF, 0xC9, 0x75, 0xFC, 0x31, 0xC0, 0xC3});
  ASSERT_TRUE(session.ok()) << session.status().to_string();
  EXPECT_GT((*session)->time_kernels(), 4u * 400000);
}

TEST(Session, EndsWithTheFailureOfAKernelWhichHasNoTime) {
  // mov eax,3; ret
  auto session = small_with({0xB8, 0x03, 0x00, 0x00, 0x00, 0xC3});
  ASSERT_TRUE(session.ok()) << session.status().to_string();
  const Status status = (*session)->run().status();
  EXPECT_EQ(status.code(), StatusCode::kInternal);
  EXPECT_EQ(status.record(), 27u);
  EXPECT_EQ(status.message(), "executable entry point returned catastrophic error 3");
  EXPECT_EQ((*session)->time_kernels(), 0u);
}
#endif

// IR_REPETITIONS=10000 for more.
TEST(Session, GivesOneResultHoweverOftenItIsRepeatedOnSeveralThreads) {
  const char* wanted = std::getenv("IR_REPETITIONS");
  const int repetitions = wanted != nullptr ? std::atoi(wanted) : 200;
  for (const char* capture : {"small-task-debug-group.ireereplay", "models/block/block.sync.ireereplay"}) {
    for (const uint32_t share_after_ns : {0u, 2000u}) {
      ReplayOptions options;
      options.devices = {"local-task"};
      options.task_worker_count = 2;
      options.task_share_after_ns = share_after_ns;
      auto session = Session::prepare(fixture(capture), options);
      ASSERT_TRUE(session.ok()) << session.status().to_string();
      std::vector<uint8_t> first;
      for (int i = 0; i < repetitions; ++i) {
        KeptOutputs kept;
        ASSERT_TRUE((*session)->run({.outputs = &kept}).ok());
        std::vector<uint8_t> all;
        for (const auto& output : kept.outputs) all.insert(all.end(), output.bytes.begin(), output.bytes.end());
        if (i == 0) first = all;
        ASSERT_FALSE(all.empty());
        ASSERT_TRUE(all == first) << capture << ", repetition " << i << ", shared after " << share_after_ns << " ns";
      }
    }
  }
}

TEST(Session, FinishesWithinItsTimeLimit) {
  auto session = Session::prepare(fixture("models/block/block.sync.ireereplay"), {});
  ASSERT_TRUE(session.ok());
  KeptOutputs kept;
  ASSERT_TRUE((*session)->run({.outputs = &kept, .timeout_ns = 600ull * 1000000000ull}).ok());
  ASSERT_NE(kept.of_buffer(18), nullptr);
  EXPECT_TRUE(*kept.of_buffer(18) == read_array(fixture("models/block/y.npy")));
}

TEST(Session, CanRunAgainAfterItWasCancelled) {
  for (const char* device : {"local-sync", "local-task"}) {
    ReplayOptions options;
    options.devices = {device};
    auto session = Session::prepare(fixture("reused-command-buffer-100k.ireereplay"), options);
    ASSERT_TRUE(session.ok());
    std::atomic<bool> cancel{true};
    EXPECT_EQ((*session)->run({.cancel = &cancel}).status().code(), StatusCode::kCancelled);
    const auto product = [&] { return floats(*(*session)->read_buffer(8, 0, 16)); };
    EXPECT_EQ(product(), (std::vector<float>(4)));
    cancel = false;
    auto result = (*session)->run({.cancel = &cancel});
    ASSERT_TRUE(result.ok()) << result.status().to_string();
    EXPECT_EQ(result->dispatches, 100000u);
    EXPECT_EQ(product(), (std::vector<float>{1, 4, 9, 16}));
  }
}

TEST(Session, ReportsProgressToOtherThreads) {
  auto session = Session::prepare(fixture("models/block/block.sync.ireereplay"), {});
  ASSERT_TRUE(session.ok());
  std::atomic<bool> done{false};
  std::atomic<bool> seen{false};
  std::thread watcher([&] {
    while (!done) {
      const Progress progress = (*session)->progress();
      EXPECT_EQ(progress.record_count, 99u);
      if (progress.scope == "execute" && !progress.function.empty()) seen = true;
    }
  });
  for (int i = 0; i < 50 && !seen; ++i) EXPECT_TRUE((*session)->run().ok());
  done = true;
  watcher.join();
  EXPECT_TRUE(seen);
}

TEST(Session, GuardsAndPoisonDoNotChangeResults) {
  for (const char* device : {"local-sync", "local-task"}) {
    ReplayOptions options;
    options.devices = {device};
    options.guard_buffers = true;
    options.poison = 0xA5;
    KeptOutputs kept;
    auto session = Session::prepare(fixture("models/mm256/mm256.sync.ireereplay"), options);
    ASSERT_TRUE(session.ok()) << session.status().to_string();
    ASSERT_TRUE((*session)->run({.outputs = &kept}).ok());
    ASSERT_NE(kept.of_buffer(12), nullptr);
    EXPECT_TRUE(*kept.of_buffer(12) == read_array(fixture("models/mm256/c.npy")));
  }
}

TEST(Session, PoisonsWhatNothingWritesInEveryRun) {
  for (const char* device : {"local-sync", "local-task"}) {
    ReplayOptions options;
    options.devices = {device};
    options.poison = 0xA5;
    auto session = Session::prepare(fixture("queue-dispatches-1k.ireereplay"), options);
    ASSERT_TRUE(session.ok()) << session.status().to_string();
    for (int i = 0; i < 2; ++i) {
      ASSERT_TRUE((*session)->run().ok());
      auto bytes = (*session)->read_buffer(8, 0, 256);
      ASSERT_TRUE(bytes.ok()) << bytes.status().to_string();
      EXPECT_EQ(floats({bytes->begin(), bytes->begin() + 16}), (std::vector<float>{1, 4, 9, 16}));
      EXPECT_EQ(std::count(bytes->begin() + 16, bytes->end(), 0xA5), 240);
      ASSERT_TRUE((*session)->write_buffer(8, 0, std::vector<uint8_t>(256, 1)).ok());
    }
  }
}

TEST(Session, RunsASubstituteInPlaceOfWhatWasCaptured) {
  for (const char* device : {"local-sync", "local-task"}) {
    ReplayOptions options;
    options.devices = {device};
    options.substitutions.push_back(
        {false, "", 4, "", read_all(fixture("kernels/elementwise_add.so")), "elementwise_add.so"});
    auto session = Session::prepare(fixture("small.ireereplay"), options);
    ASSERT_TRUE(session.ok()) << session.status().to_string();
    for (int i = 0; i < 2; ++i) {
      KeptOutputs kept;
      ASSERT_TRUE((*session)->run({.outputs = &kept}).ok());
      ASSERT_EQ(kept.outputs.size(), 2u);
      for (const auto& output : kept.outputs) EXPECT_EQ(floats(output.bytes), (std::vector<float>{2, 4, 6, 8}));
    }
  }
}

TEST(Session, RefusesASubstituteThatIsDamagedOrMatchesNothing) {
  ReplayOptions options;
  options.substitutions.push_back({false, "", 4, "embedded-elf-x86_64", {1, 2, 3}, "broken.so"});
  const Status broken = Session::prepare(fixture("small.ireereplay"), options).status();
  EXPECT_EQ(broken.record(), 7u) << broken.to_string();
  EXPECT_NE(broken.message().find("executable 4"), std::string::npos) << broken.message();
  options.substitutions = {{false, "", 5, "", captured_executable(fixture("small.ireereplay")), "same.so"}};
  PreflightReport report;
  EXPECT_FALSE(Session::prepare(fixture("small.ireereplay"), options, &report).ok());
  ASSERT_FALSE(report.problems.empty());
  EXPECT_EQ(report.problems[0].code, problem_code::kSelectorUnmatched);
}

}  // namespace
}  // namespace ireereplay::replay
