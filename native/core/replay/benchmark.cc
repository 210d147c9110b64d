#include "replay/benchmark.h"

#include <algorithm>
#include <ctime>

#include "replay/find_command.h"

namespace ireereplay::replay {

namespace {

uint64_t nanoseconds(clockid_t clock) {
  timespec time;
  ::clock_gettime(clock, &time);
  return static_cast<uint64_t>(time.tv_sec) * 1000000000ull + static_cast<uint64_t>(time.tv_nsec);
}

/// Writes through more memory than caches of a processor hold, so that what was in them is in memory alone.
class CacheFlusher {
 public:
  explicit CacheFlusher(bool enabled) : memory_(enabled ? kBytes : 0) {}
  void flush() {
    for (size_t i = 0; i < memory_.size(); i += kLine) memory_[i] = static_cast<uint8_t>(memory_[i] + 1);
    std::atomic_signal_fence(std::memory_order_seq_cst);
  }

 private:
  static constexpr size_t kBytes = size_t{256} << 20, kLine = 64;
  std::vector<uint8_t> memory_;
};

/// Calls `iterate(&time)` until the limits say that it is enough.
template <typename Iterate>
Status repeat(const MeasureLimits& limits, Measurement* measurement, Iterate iterate) {
  CacheFlusher flusher(limits.cold_caches);
  measurement->times.reserve(std::min<uint64_t>(limits.iterations, 1 << 20));
  const uint64_t begin = nanoseconds(CLOCK_MONOTONIC), cpu_begin = nanoseconds(CLOCK_PROCESS_CPUTIME_ID);
  double total = 0;
  Status status;
  for (uint64_t i = 0; i < limits.iterations && total < static_cast<double>(limits.total_ns) && status.ok(); ++i) {
    flusher.flush();
    double time = 0;
    status = iterate(&time);
    if (!status.ok()) break;
    measurement->times.push_back(time);
    total += time;
  }
  measurement->cpu_ns += static_cast<double>(nanoseconds(CLOCK_PROCESS_CPUTIME_ID) - cpu_begin);
  measurement->wall_ns += static_cast<double>(nanoseconds(CLOCK_MONOTONIC) - begin);
  return status;
}

}  // namespace

Status measure(Session& session, const MeasureLimits& limits, const std::atomic<bool>* cancel,
               Measurement* measurement) {
  ReplayResult result;
  return repeat(limits, measurement, [&](double* time) {
    IR_RETURN_IF_ERROR(session.run_again({.outputs = nullptr, .cancel = cancel}, &result));
    *time = static_cast<double>(result.execute_ns);
    if (measurement->scopes.empty()) {
      for (const ScopeTime& scope : result.scopes) measurement->scopes.push_back({scope.name, scope.begin_record});
    }
    measurement->file_read_times.push_back(static_cast<double>(result.file_read_ns));
    for (const ScopeTime& scope : result.scopes) {
      measurement->scope_times.push_back(static_cast<double>(scope.duration_ns));
      measurement->scope_file_read_times.push_back(static_cast<double>(scope.file_read_ns));
    }
    return Status();
  });
}

double clock_overhead_ns() {
  constexpr int kReadings = 1001;
  std::vector<uint64_t> distances;
  for (int i = 0; i < kReadings; ++i) {
    const uint64_t begin = nanoseconds(CLOCK_MONOTONIC);
    distances.push_back(nanoseconds(CLOCK_MONOTONIC) - begin);
  }
  std::nth_element(distances.begin(), distances.begin() + kReadings / 2, distances.end());
  return static_cast<double>(distances[kReadings / 2]);
}

Result<std::unique_ptr<DispatchBenchmark>> DispatchBenchmark::prepare(const std::string& path,
                                                                      const ReplayOptions& options, uint64_t record,
                                                                      uint64_t via, const std::atomic<bool>* cancel) {
  auto result = std::unique_ptr<DispatchBenchmark>(new DispatchBenchmark);
  IR_ASSIGN_OR_RETURN(result->inspection_, inspect(path, options, record, via, {.cancel = cancel}));
  IR_ASSIGN_OR_RETURN(const FoundCommand found, find_command(path, options, record, via, cancel));
  IR_ASSIGN_OR_RETURN(result->session_, Session::prepare(path, found.stop_behind(options), nullptr, cancel));
  // Once the whole way: files are read and other buffers are filled that it may look at through these.
  IR_RETURN_IF_ERROR(result->session_->run({.cancel = cancel}).status());
  return result;
}

Status DispatchBenchmark::measure(const MeasureLimits& limits, const std::atomic<bool>* cancel,
                                  Measurement* measurement) {
  return repeat(limits, measurement, [&](double* time) {
    for (const InspectedRange& range : inspection_.ranges)
      IR_RETURN_IF_ERROR(session_->write_buffer(range.buffer, range.offset, range.before));
    IR_ASSIGN_OR_RETURN(*time, session_->time_command(inspection_.record, cancel));
    return Status();
  });
}

}  // namespace ireereplay::replay
