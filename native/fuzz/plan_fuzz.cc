// From an arbitrary capture to a plan: decoding, preflight, schedule, memory, levels. Captures without executables are
// replayed too, on both devices; code from a capture is never run here. The corpus starts from the fixtures' damaged
// captures and from small ones with each kind of operation.
#include <cstdlib>

#include "memory_file.h"
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

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const MemoryFile memory(data, size);
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
