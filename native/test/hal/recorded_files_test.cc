// What preflight reads and what it leaves alone; which files a replay writes.
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "hal/local/recorded_bytes.h"
#include "made_capture.h"

namespace ireereplay::replay {
namespace {

using format::ObjectType;
using format::Operation;
using format::PayloadType;

/// A file that is deleted with its scope.
class NamedFile {
 public:
  explicit NamedFile(const std::string& name, const std::string& contents)
      : path_(testing::TempDir() + std::to_string(::getpid()) + "-" + name) {
    std::ofstream(path_, std::ios::binary) << contents;
  }
  ~NamedFile() { std::filesystem::remove(path_); }
  NamedFile(const NamedFile&) = delete;
  NamedFile& operator=(const NamedFile&) = delete;
  const std::string& path() const { return path_; }
  std::string contents() const {
    std::ifstream stream(path_, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(stream), {});
  }

 private:
  std::string path_;
};

format::FileObject external(const std::string& path, uint64_t length, uint32_t access) {
  format::FileObject payload = {};
  payload.queue_affinity = MadeCapture::kAnyQueue;
  payload.file_length = length;
  payload.reference_length = path.size();
  payload.access = access;
  payload.reference_type = format::FileReferenceType::kExternalPath;
  payload.validation_type = format::FileValidationType::kNone;
  return payload;
}

void queue_write(MadeCapture* made, uint64_t buffer, uint64_t file, uint64_t length) {
  format::QueueWrite payload = {};
  payload.source_ref = {buffer, 0, length, 0, 0};
  payload.target_file_id = file;
  payload.queue_affinity = MadeCapture::kAnyQueue;
  made->operation(Operation::kDeviceQueueWrite, PayloadType::kDeviceQueueWrite, ObjectType::kDevice,
                  MadeCapture::kDevice, 0, {MadeCapture::bytes(payload)});
}

const Problem* find(const PreflightReport& report, std::string_view code) {
  for (const Problem& problem : report.problems) {
    if (problem.code == code) return &problem;
  }
  return nullptr;
}

constexpr uint32_t kRead = format::kMemoryAccessRead, kWrite = format::kMemoryAccessWrite;

TEST(RecordedFiles, AreNeverWrittenWhenRecordedForReading) {
  const NamedFile file("weights", "0123456789abcdef");
  MadeCapture made;
  const uint64_t buffer = made.buffer(64), record = made.next_record();
  const uint64_t id = made.file(external(file.path(), 16, kRead), MadeCapture::bytes(file.path()));
  queue_write(&made, buffer, id, 16);
  ReplayOptions options;
  options.allow_file_writes = true;
  const PreflightReport report = preflight(made.path(), options);
  EXPECT_FALSE(report.can_run());
  EXPECT_EQ(report.first_error().code(), StatusCode::kPermissionDenied);
  EXPECT_EQ(report.first_error().record(), record + 1);
  EXPECT_FALSE(Session::prepare(made.path(), options).ok());
  EXPECT_EQ(file.contents(), "0123456789abcdef");
}

TEST(RecordedFiles, AreWrittenAsCheckedEvenIfTheirNamesChangeLater) {
  const NamedFile file("result", "0123456789abcdef");
  MadeCapture made;
  const uint64_t buffer = made.buffer(64);
  const uint64_t id = made.file(external(file.path(), 16, kRead | kWrite), MadeCapture::bytes(file.path()));
  queue_write(&made, buffer, id, 16);
  EXPECT_EQ(find(preflight(made.path(), {}), problem_code::kFileWrite)->status, StatusCode::kPermissionDenied);
  ReplayOptions options;
  options.allow_file_writes = true;
  auto session = Session::prepare(made.path(), options);
  ASSERT_TRUE(session.ok()) << session.status().to_string();
  // Another file takes its name.
  const std::string moved = file.path() + ".moved";
  std::filesystem::rename(file.path(), moved);
  std::ofstream(file.path()) << "somebody else's!";
  ASSERT_TRUE((*session)->run().ok());
  EXPECT_EQ(file.contents(), "somebody else's!");
  std::filesystem::rename(moved, file.path());
  EXPECT_EQ(file.contents(), std::string(16, '\0'));
}

TEST(RecordedFiles, PipesAndDevicesAreRefusedUnopened) {
  const std::string pipe = testing::TempDir() + std::to_string(::getpid()) + "-pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  for (const std::string& path : {pipe, std::string("/dev/null"), std::string("/dev")}) {
    MadeCapture made;
    const uint64_t buffer = made.buffer(64);
    const uint64_t id = made.file(external(path, 16, kRead | kWrite), MadeCapture::bytes(path));
    queue_write(&made, buffer, id, 16);
    ReplayOptions options;
    options.allow_file_writes = true;
    const PreflightReport report = preflight(made.path(), options);
    ASSERT_NE(find(report, problem_code::kFileUnreadable), nullptr) << path;
    EXPECT_NE(find(report, problem_code::kFileUnreadable)->message.find("not a regular file"), std::string::npos);
  }
  std::filesystem::remove(pipe);
}

TEST(RecordedFiles, AreLeftAloneUnlessAskedForAndThatIsReported) {
  const std::string missing = testing::TempDir() + "there-is-no-such-file";
  MadeCapture made;
  const uint64_t record = made.next_record();
  made.file(external(missing, 16, kRead), MadeCapture::bytes(missing));
  made.file(external(missing, 16, kRead), MadeCapture::bytes(missing));
  ReplayOptions options;
  options.check_files = false;
  const PreflightReport report = preflight(made.path(), options);
  EXPECT_TRUE(report.can_run());
  ASSERT_EQ(report.problems.size(), 1u);
  EXPECT_EQ(report.problems[0].code, problem_code::kFileUnchecked);
  EXPECT_EQ(report.problems[0].record, record);
  EXPECT_NE(report.problems[0].message.find("1 more file"), std::string::npos) << report.problems[0].message;
  // A run always checks, unlike preflight.
  EXPECT_EQ(Session::prepare(made.path(), options).status().code(), StatusCode::kNotFound);
}

uint64_t memory_peak_kib() {
  std::ifstream status("/proc/self/status");
  uint64_t peak = 0;
  for (std::string word; status >> word;)
    if (word == "VmHWM:") status >> peak;
  return peak;
}

TEST(RecordedFiles, AreNotReadFromTheCaptureByPreflight) {
  MadeCapture made;
  constexpr uint64_t kLarge = 256 << 20;
  const uint64_t buffer = made.buffer(kLarge);
  {
    const std::vector<uint8_t> data(kLarge, 7);
    format::BufferRangeData range = {0, kLarge, kLarge, 0, 6, 0, 0};
    made.operation(Operation::kBufferUnmapRange, PayloadType::kBufferRangeData, ObjectType::kBuffer, buffer, 0,
                   {MadeCapture::bytes(range), MadeCapture::bytes(data)});
  }
  made.read_back(buffer, kLarge - 16, 16);
  made.path();
  // In a process with a memory peak of its own. What it had before may be taken from it meanwhile, by whoever reclaims
  // memory: only how far the peak rises says what it took.
  const pid_t child = ::fork();
  if (child == 0) {
    if (!(std::ofstream("/proc/self/clear_refs") << 5 << std::flush)) ::_exit(5);
    const uint64_t before = memory_peak_kib();
    const PreflightReport report = preflight(made.path(), {});
    ::_exit(!report.can_run() ? 3 : memory_peak_kib() - before > (32 << 10) ? 4 : 0);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 0);

  auto session = Session::prepare(made.path(), {});
  ASSERT_TRUE(session.ok()) << session.status().to_string();
  KeptOutputs kept;
  ASSERT_TRUE((*session)->run({.outputs = &kept}).ok());
  EXPECT_EQ(kept.outputs.at(0).bytes, std::vector<uint8_t>(16, 7));
}

TEST(RecordedFiles, AreReadOnceWhenInlineHoweverOftenTheyAreUsed) {
  MadeCapture made;
  constexpr uint64_t kLength = 8 << 20;
  const std::vector<uint8_t> contents(kLength, 9);
  format::FileObject payload = {};
  payload.queue_affinity = MadeCapture::kAnyQueue;
  payload.file_length = payload.reference_length = kLength;
  payload.access = kRead;
  payload.reference_type = format::FileReferenceType::kInlineBytes;
  const uint64_t file = made.file(payload, MadeCapture::bytes(contents)), buffer = made.buffer(kLength);
  for (int i = 0; i < 200; ++i) {
    format::QueueRead read = {};
    read.source_file_id = file;
    read.source_offset = static_cast<uint64_t>(i);
    read.target_ref = {buffer, 0, kLength - 200, 0, 0};
    read.queue_affinity = MadeCapture::kAnyQueue;
    made.operation(Operation::kDeviceQueueRead, PayloadType::kDeviceQueueRead, ObjectType::kDevice,
                   MadeCapture::kDevice, 0, {MadeCapture::bytes(read)});
  }
  made.read_back(buffer, 0, 64);

  auto session = Session::prepare(made.path(), {});
  ASSERT_TRUE(session.ok()) << session.status().to_string();
  KeptOutputs kept;
  ASSERT_TRUE((*session)->run({.outputs = &kept}).ok());
  EXPECT_EQ(kept.outputs.at(0).bytes, std::vector<uint8_t>(64, 9));
}

TEST(RecordedFiles, TakeMemoryOnceForBytesThatAreWantedTwice) {
  const NamedFile file("bytes", "0123456789abcdefghijklmnopqrstuvwxyz");
  RecordedBytes recorded;
  recorded.want(20, 4);
  recorded.want(2, 6);
  for (int i = 0; i < 1000; ++i) recorded.want(4, 6);
  recorded.join();
  EXPECT_EQ(recorded.size(), 128u);  // Two ranges, each a cache line.
  ASSERT_TRUE(recorded.load(**File::open(file.path()), nullptr).ok());
  EXPECT_EQ(std::string(reinterpret_cast<const char*>(recorded.at(2)), 8), "23456789");
  EXPECT_EQ(std::string(reinterpret_cast<const char*>(recorded.at(21)), 3), "lmn");
  EXPECT_EQ(recorded.at(1), nullptr);
  EXPECT_EQ(recorded.at(10), nullptr);
  EXPECT_EQ(recorded.at(24), nullptr);
}

}  // namespace
}  // namespace ireereplay::replay
