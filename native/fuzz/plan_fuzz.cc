// From an arbitrary capture to a plan: decoding, preflight, schedule, memory, levels. Captures without executables are
// replayed too, on both devices; code from a capture is never run here. The corpus starts from the fixtures' damaged
// captures and from small ones with each kind of operation. What IREE's tools are given to replay in its place is
// composed of it, too.
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "composing/host_reads.h"
#include "composing/operations.h"
#include "composing/taps.h"
#include "memory_file.h"
#include "program/decoder.h"
#include "replay/preflight.h"
#include "replay/session.h"

using namespace ireereplay;
using namespace ireereplay::replay;

namespace {

class CheckedOutputs : public OutputSink {
 public:
  Status write(const OutputRange& range, Bytes bytes) override {
    if (bytes.size() != range.length) std::abort();
    for (const uint8_t byte : bytes) sum_ += byte;
    return Status();
  }

 private:
  unsigned sum_ = 0;
};

void check(const PreflightReport& report) {
  if (report.can_run() != report.first_error().ok()) std::abort();
  for (const Problem& problem : report.problems) {
    if (problem.message.empty() || problem.code.empty()) std::abort();
    if (problem.severity == Severity::kError && problem.remedy.empty()) std::abort();
  }
}

/// A copy with taps writes the files of the taps, and nothing else.
void check_copy(const std::string& path, const std::vector<composing::Tap>& taps, ReplayOptions options,
                uint32_t device_count, composing::CopyUntil until) {
  static const std::atomic<bool> never = false;
  static const std::string copy =
      (std::filesystem::temp_directory_path() / ("ireereplay-fuzz-" + std::to_string(::getpid()))).string();
  if (!composing::write_taps(path, copy, taps, never, until).ok()) return;
  size_t files = 0;
  for (const composing::Tap& tap : taps) files += tap.length != 0 ? 1 : 0;
  options.allow_file_writes = true;
  Program program;
  PreflightReport report;
  Decoder(options, &program, &report).decode(copy, &never);
  std::filesystem::remove(copy);
  for (const StepInfo& step : program.steps) {
    if (step.command.op != Op::kWriteFile) continue;
    const FileInfo& file = program.files[program.transfers[step.command.index].file];
    if (!file.path.starts_with("/tap/") || files-- == 0) std::abort();
  }
  if (!report.can_run() || files != 0 || program.device_count != device_count + 1) std::abort();
}

/// Copies with a tap for each read, and with taps around operations and the commands of command buffers.
void check_taps(const std::string& path) {
  static const std::atomic<bool> never = false;
  constexpr uint64_t kMostBytes = 1 << 20;  // Of a sparse file all would be copied.
  if (std::filesystem::file_size(path) > kMostBytes) return;
  ReplayOptions options;
  options.for_other_engine = true;
  options.table_budget = 64 << 20;
  options.check_files = false;
  const uint32_t device_count = preflight(path, options).device_count;
  if (device_count == 0 || device_count > 64) return;
  options.devices.assign(device_count, "local-sync");
  if (!preflight(path, options).can_run()) return;
  const auto reads = composing::find_host_reads(path, never);
  if (!reads.ok()) return;
  std::vector<composing::Tap> taps;
  for (const OutputRange& range : reads->ranges)
    taps.push_back({range.record, range.buffer, range.offset, range.length, "/tap/" + std::to_string(range.record)});
  check_copy(path, taps, options, device_count, composing::CopyUntil::kEnd);
  const auto operations = composing::find_operations(path, kNoPlace, kNoPlace, never);
  if (!operations.ok()) std::abort();
  constexpr size_t kMostTaps = 64;
  std::vector<composing::Tap> around;
  for (const composing::NamedOperation& operation : operations->all) {
    for (const composing::NamedRange& range : operation.ranges) {
      if (around.size() == kMostTaps) break;
      const bool is_command = operation.via != kNoPlace;
      around.push_back({is_command ? operation.via : operation.record, range.buffer, range.offset, range.length,
                        "/tap/all", 0, is_command ? operation.record : kNoPlace, around.size() % 2 == 0});
    }
  }
  for (const auto until : {composing::CopyUntil::kEnd, composing::CopyUntil::kLastTap})
    check_copy(path, around, options, device_count, until);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const MemoryFile memory(data, size);
  check_taps(memory.path());
  for (const char* device : {"local-sync", "local-task"}) {
    ReplayOptions options;
    options.task_worker_count = 2;
    options.check_files = false;
    options.table_budget = 64 << 20;
    options.assume_host_signals = size % 2 == 0;
    options.guard_buffers = size % 3 == 0;
    if (size % 5 == 0) options.poison = 0xA5;
    if (size % 7 == 0) options.stop_before_record = size % 64;
    if (size % 14 == 0) options.stop_before_command = size % 48;
    const uint32_t device_count = preflight(memory.path(), options).device_count;
    if (device_count > 64) continue;
    options.devices.assign(device_count, device);
    const PreflightReport report = preflight(memory.path(), options);
    check(report);
    constexpr uint64_t kSmall = 4 << 20;
    if (!report.can_run() || report.executable_count != 0 || report.peak_bytes > kSmall) continue;
    auto session = Session::prepare(memory.path(), options);
    if (!session.ok()) continue;
    CheckedOutputs outputs;
    for (int repetition = 0; repetition < 2; ++repetition) {
      (void)(*session)->run({.outputs = &outputs, .timeout_ns = 2000000000}).ok();
    }
  }
  return 0;
}
