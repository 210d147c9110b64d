// Whatever the bytes are, preflight returns; and a replay of what it accepts ends, or dies in a named kernel.
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <random>

#include "hal/local/crash_report.h"
#include "replays.h"

namespace ireereplay::replay {
namespace {

/// A capture, and where its records begin.
struct Original {
  std::vector<uint8_t> bytes;
  std::vector<uint64_t> records;
};

Original read_original(const std::string& name) {
  Original original{read_all(fixture(name)), {}};
  auto file = File::open(fixture(name));
  auto header = read_capture_header(**file);
  RecordReader reader(*file, *header);
  RecordFrame frame;
  while (!reader.at_end() && reader.next(&frame).ok()) original.records.push_back(frame.offset);
  return original;
}

// Changes up to four places: most of them where records say what they are, some anywhere.
std::vector<uint8_t> mutate(const Original& original, std::mt19937_64& random) {
  std::vector<uint8_t> bytes = original.bytes;
  const int changes = 1 + static_cast<int>(random() % 4);
  for (int i = 0; i < changes; ++i) {
    uint64_t at = random() % (bytes.size() - 8);
    if (random() % 4 != 0) {
      at = original.records[random() % original.records.size()] + random() % 224;
      at = std::min<uint64_t>(at, bytes.size() - 8);
    }
    switch (random() % 5) {
      case 0:
        bytes[at] ^= static_cast<uint8_t>(1u << random() % 8);
        break;
      case 1:
        bytes[at] = static_cast<uint8_t>(random());
        break;
      case 2: {
        const uint64_t value = random() % 2 == 0 ? ~0ull : 1ull << (random() % 64);
        std::memcpy(bytes.data() + (at & ~7ull), &value, 8);
        break;
      }
      case 3: {
        // A small number in place of another: an id, a slot, a count, an offset.
        const uint32_t value = static_cast<uint32_t>(random() % 64);
        std::memcpy(bytes.data() + (at & ~3ull), &value, 4);
        break;
      }
      default:
        if (random() % 8 == 0) bytes.resize(std::max<size_t>(32, bytes.size() - random() % 64));
        break;
    }
  }
  return bytes;
}

/// One file, for one capture after another.
class Scratch {
 public:
  Scratch() : path_(testing::TempDir() + "mutated-" + std::to_string(::getpid()) + ".ireereplay") {}
  ~Scratch() { std::remove(path_.c_str()); }
  const std::string& path() const { return path_; }
  void write(const std::vector<uint8_t>& bytes) const {
    std::FILE* file = std::fopen(path_.c_str(), "wb");
    ASSERT_NE(file, nullptr);
    EXPECT_EQ(std::fwrite(bytes.data(), 1, bytes.size(), file), bytes.size());
    std::fclose(file);
  }

 private:
  std::string path_;
};

TEST(Preflight, SurvivesMutatedCaptures) {
  const Original original = read_original("small.ireereplay");
  const Scratch scratch;
  std::mt19937_64 random(20261121);
  int refused = 0;
  for (int round = 0; round < 2000; ++round) {
    scratch.write(mutate(original, random));
    if (!preflight(scratch.path(), {}).can_run()) ++refused;
  }
  EXPECT_GT(refused, 100);
}

struct End {
  bool finished = false;  ///< It ended by itself, with any status.
  int signal = 0;
  int exit_code = -1;
  std::string report;
};

// In a process of its own, as the engine is.
End replay_in_child(const std::string& path, const ReplayOptions& options) {
  int pipe[2];
  EXPECT_EQ(::pipe2(pipe, O_CLOEXEC), 0);
  const pid_t child = ::fork();
  if (child == 0) {
    // The sanitizers' own handlers are not under test; their reports end in an abort all the same.
    for (int signal : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGSYS}) std::signal(signal, SIG_DFL);
    const rlimit no_core = {0, 0};
    ::setrlimit(RLIMIT_CORE, &no_core);
    install_crash_report(pipe[1]);
    ::alarm(60);  // Ends what the watchdog does not, and fails the test.
    {
      auto session = Session::prepare(path, options);
      KeptOutputs kept;
      if (session.ok()) (void)(*session)->run({.outputs = &kept, .timeout_ns = 300000000});
    }
    ::_exit(77);
  }
  ::close(pipe[1]);
  End end;
  char buffer[4096];
  for (ssize_t count; (count = ::read(pipe[0], buffer, sizeof(buffer))) > 0;) end.report.append(buffer, count);
  ::close(pipe[0]);
  int status = 0;
  ::waitpid(child, &status, 0);
  if (WIFSIGNALED(status)) end.signal = WTERMSIG(status);
  if (WIFEXITED(status)) end.exit_code = WEXITSTATUS(status);
  end.finished = end.exit_code == 77;
  return end;
}

/// One round in so many is of a part, a test of its own: several run at once.
constexpr uint64_t kParts = 4;
class MutatedCaptures : public testing::TestWithParam<uint64_t> {};
INSTANTIATE_TEST_SUITE_P(Parts, MutatedCaptures, testing::Range<uint64_t>(0, kParts));

// To rerun a failing round alone: IR_MUTATION_ROUND=n; for more than a thousand: IR_MUTATION_ROUNDS=n.
TEST_P(MutatedCaptures, EndOrNameTheKernelTheirReplayDiesIn) {
  const char* const kCaptures[] = {"small.ireereplay",
                                   "small-task-debug-group.ireereplay",
                                   "queue-mixed-1k.ireereplay",
                                   "file-ranges.ireereplay",
                                   "models/dynamic/dynamic.task.ireereplay",
                                   "models/mixed/mixed.task.ireereplay",
                                   "models/two/two.task-sync.ireereplay"};
  std::vector<Original> originals;
  for (const char* name : kCaptures) originals.push_back(read_original(name));
  const char* only = std::getenv("IR_MUTATION_ROUND");
  const char* rounds = std::getenv("IR_MUTATION_ROUNDS");
  const uint64_t first = only != nullptr ? std::strtoull(only, nullptr, 10) : 0;
  const uint64_t last = only != nullptr ? first + 1 : rounds != nullptr ? std::strtoull(rounds, nullptr, 10) : 1000;
  const Scratch scratch;
  int refused = 0, finished = 0, died = 0;
  for (uint64_t round = first; round < last; ++round) {
    if (round % kParts != GetParam()) continue;
    std::mt19937_64 random(round * 0x9E3779B97F4A7C15ull + 1);
    const size_t which = round % originals.size();
    scratch.write(mutate(originals[which], random));
    ReplayOptions options;
    options.task_worker_count = 2;
    options.task_share_after_ns = 0;
    options.guard_buffers = round % 2 == 0;
    const PreflightReport report = preflight(scratch.path(), options);
    if (!report.can_run()) {
      ++refused;
      continue;
    }
    for (const char* device : {"local-sync", "local-task"}) {
      SCOPED_TRACE(std::string(kCaptures[which]) + ", round " + std::to_string(round) + ", " + device);
      options.devices.assign(std::max(report.device_count, 1u), device);
      const End end = replay_in_child(scratch.path(), options);
      if (end.finished) {
        ++finished;
        continue;
      }
      ++died;
      const bool named = end.report.find("\"function\":") != std::string::npos ||
                         end.report.find("\"loading\":true") != std::string::npos;
      EXPECT_TRUE(named) << "signal " << end.signal << ", exit " << end.exit_code << ": " << end.report;
      EXPECT_TRUE(end.signal != 0 || end.exit_code == 124 || end.exit_code == 125) << end.exit_code;
    }
    if (testing::Test::HasFailure()) break;
  }
  std::printf("%d refused, %d replays finished, %d died in a kernel\n", refused, finished, died);
  EXPECT_TRUE(only != nullptr || finished > 100 / static_cast<int>(kParts));
}

}  // namespace
}  // namespace ireereplay::replay
