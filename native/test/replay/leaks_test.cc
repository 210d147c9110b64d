// What a session takes from the process, it gives back: maps, descriptors and threads, over a thousand sessions.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "gunzip.h"
#include "replays.h"

namespace ireereplay::replay {
namespace {

struct Held {
  size_t maps = 0, descriptors = 0, threads = 0;
};

/// Whether a line of /proc/self/maps counts. A sanitizer keeps memory mapped that was freed, and maps some of its own:
/// beside it only code, files and guards do. Other memory that is not freed, it finds itself.
bool counts([[maybe_unused]] const std::string& line) {
#if defined(IR_SANITIZED)
  const size_t permissions = line.find(' ') + 1;
  return line.compare(permissions, 3, "---") == 0 || line[permissions + 2] == 'x' || line.find('/') != line.npos;
#else
  return true;
#endif
}

Held held() {
  std::ifstream maps("/proc/self/maps");
  size_t counted = 0;
  for (std::string line; std::getline(maps, line);) counted += counts(line) ? 1 : 0;
  const auto entries = [](const char* folder) {
    return static_cast<size_t>(std::distance(std::filesystem::directory_iterator(folder), {}));
  };
  return {counted, entries("/proc/self/fd"), entries("/proc/self/task")};
}

std::vector<uint8_t> all_outputs(const KeptOutputs& kept) {
  std::vector<uint8_t> all;
  for (const auto& output : kept.outputs) all.insert(all.end(), output.bytes.begin(), output.bytes.end());
  return all;
}

/// A kind of session, and what the host reads back from it.
struct SessionKind {
  const char* name;
  std::string capture;
  ReplayOptions options;
  std::vector<uint8_t> outputs;
};

class Leaks : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    const std::string system = test::gunzip(fixture("models/mm256/mm256-system.task.ireereplay.gz"));
    system_ = testing::TempDir() + "leaks-" + std::to_string(::getpid()) + ".ireereplay";
    std::ofstream(system_, std::ios::binary).write(system.data(), std::ssize(system));
  }
  void TearDown() override { std::filesystem::remove(system_); }

  std::vector<SessionKind> kinds() const {
    ReplayOptions plain;
    plain.devices = {GetParam()};
    plain.task_worker_count = 3;
    ReplayOptions guarded = plain, remapped = plain;
    guarded.guard_buffers = true;
    remapped.file_remaps = {{"/mnt/capture/params", IR_FIXTURES_DIR}};
    const float squares[] = {1, 4, 9, 16, 1, 4, 9, 16};
    const auto* bytes = reinterpret_cast<const uint8_t*>(squares);
    const std::vector<uint8_t> small(bytes, bytes + sizeof(squares)),
        product = read_array(fixture("models/mm256/c.npy"));
    return {{"small", fixture("small.ireereplay"), plain, small},
            {"guarded", fixture("small.ireereplay"), guarded, small},
            {"reading a file", fixture("file-digest.ireereplay"), remapped, {}},
            {"with a system library", system_, plain, product}};
  }

  /// Prepares, runs and closes; every fourth run is cancelled.
  static void open_and_close(const SessionKind& kind, int number) {
    auto session = Session::prepare(kind.capture, kind.options);
    ASSERT_TRUE(session.ok()) << session.status().to_string();
    KeptOutputs kept;
    std::atomic<bool> cancel{number % 4 == 3};
    auto result = (*session)->run({.outputs = &kept, .cancel = &cancel});
    if (cancel) {
      ASSERT_EQ(result.status().code(), StatusCode::kCancelled);
    } else {
      ASSERT_TRUE(result.ok()) << result.status().to_string();
      ASSERT_TRUE(all_outputs(kept) == kind.outputs);
    }
  }

  /// Runs `once` a few times, until everything kept for good exists, then `times` times, and compares.
  template <typename Once>
  static void expect_all_given_back(int times, Once once) {
    constexpr int kFirst = 24;
    for (int i = 0; i < kFirst; ++i) once(i);
    if (HasFatalFailure()) return;
    const Held before = held();
    for (int i = 0; i < times && !HasFatalFailure(); ++i) once(i);
    // A thread that has been joined may be listed a moment longer.
    for (int i = 0; i < 1000 && held().threads > before.threads; ++i) ::usleep(1000);
    const Held after = held();
    EXPECT_EQ(after.descriptors, before.descriptors);
    EXPECT_EQ(after.threads, before.threads);
    // The allocator's own maps come and go.
    EXPECT_LE(after.maps, before.maps + static_cast<size_t>(times) / 8);
  }

  std::string system_;
};

constexpr int kSessions = 125;  // Of four kinds on two devices: a thousand.

TEST_P(Leaks, SessionsGiveBackTheirMapsDescriptorsAndThreads) {
  for (const SessionKind& kind : kinds()) {
    SCOPED_TRACE(kind.name);
    expect_all_given_back(kSessions, [&](int number) { open_and_close(kind, number); });
  }
}

TEST_P(Leaks, SimultaneousSessionsGiveThemBack) {
  const std::vector<SessionKind> all = kinds();
  expect_all_given_back(kSessions, [&](int) {
    std::vector<std::unique_ptr<Session>> sessions;
    for (const SessionKind& kind : all) {
      auto session = Session::prepare(kind.capture, kind.options);
      ASSERT_TRUE(session.ok()) << kind.name << ": " << session.status().to_string();
      sessions.push_back(*std::move(session));
    }
    // Each runs while the others are open, and they are closed in a different order.
    for (size_t i = 0; i < all.size(); ++i) {
      KeptOutputs kept;
      ASSERT_TRUE(sessions[i]->run({.outputs = &kept}).ok());
      ASSERT_TRUE(all_outputs(kept) == all[i].outputs) << all[i].name;
    }
    std::swap(sessions[0], sessions[2]);
  });
}

TEST_P(Leaks, SessionsThatCannotBePreparedGiveThemBack) {
  SessionKind damaged = kinds()[0];
  damaged.options.substitutions.push_back({false, "", 4, "embedded-elf-x86_64", {1, 2, 3}, "broken.so"});
  // An entirely different library, and a system one without such a function.
  SessionKind other = kinds()[0], unlike = kinds()[3];
  other.options.substitutions.push_back(
      {false, "", 4, "", read_all(fixture("kernels/elementwise_two_bindings.so")), "two_bindings.so"});
  unlike.options.substitutions.push_back(
      {true, "", 0, "system-elf-x86_64", read_all(fixture("kernels/elementwise_mul.so")), "elementwise.so"});
  SessionKind missing = kinds()[2];
  missing.options.file_remaps = {{"/mnt/capture/params", "/nowhere"}};
  for (const SessionKind& kind : {damaged, other, unlike, missing}) {
    SCOPED_TRACE(kind.name);
    expect_all_given_back(kSessions, [&](int) { ASSERT_FALSE(Session::prepare(kind.capture, kind.options).ok()); });
  }
}

INSTANTIATE_TEST_SUITE_P(Devices, Leaks, testing::Values("local-sync", "local-task"), [](const auto& info) {
  return info.param == std::string("local-sync") ? "LocalSync" : "LocalTask";
});

}  // namespace
}  // namespace ireereplay::replay
