#include "profile/record_times.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "profile/capture_records.h"
#include "profile/clock_fit.h"
#include "profile/each_record.h"
#include "profile/own_records.h"
#include "profile/replay_description.h"

namespace ireereplay::profile {

namespace {

using format::HostExecutionEvent;
using format::WorkerShare;

/// Threads of an execution, by its event.
using Workers = std::unordered_map<uint64_t, uint16_t>;

Result<Workers> read_workers(const Bundle& bundle, const std::atomic<bool>& cancelled) {
  Workers workers;
  const auto count = [&](const WorkerShare& share) {
    uint16_t& threads = workers[share.event_id];
    if (threads != std::numeric_limits<uint16_t>::max()) ++threads;
    return Status();
  };
  IR_RETURN_IF_ERROR(each_own_record<WorkerShare>(bundle, format::kWorkerSharesContentType, cancelled, count).status());
  return workers;
}

/// What of an execution is kept before it is put in order.
struct Execution {
  uint32_t via;
  uint32_t record;
  int64_t start;
  int64_t duration;
  uint16_t workers;
};

/// As much as fits.
int64_t added(int64_t sum, int64_t duration) {
  return __builtin_add_overflow(sum, duration, &sum) ? std::numeric_limits<int64_t>::max() : sum;
}

class Reading {
 public:
  Reading(const Bundle& bundle, const std::atomic<bool>& cancelled, const CaptureRecords& records,
          const Workers& workers)
      : bundle_(bundle), cancelled_(cancelled), records_(records), workers_(workers) {}

  Status read() {
    const auto enter = [](const Chunk&) { return Status(); };
    const auto visit = [&](const Chunk&, const Record& record) {
      add(record.as<HostExecutionEvent>());
      return Status();
    };
    return each_record(bundle_, {ChunkKind::kHostExecutionEvents}, cancelled_, enter, visit);
  }

  Result<RecordTimes> finish() {
    if (executions_.size() >= RecordTimes::kNone) {
      return Status(StatusCode::kResourceExhausted, "the profile has too many executions to list them by record");
    }
    std::sort(executions_.begin(), executions_.end(), [](const Execution& a, const Execution& b) {
      return std::tie(a.via, a.record, a.start) < std::tie(b.via, b.record, b.start);
    });
    RecordTimes times;
    const size_t count = executions_.size();
    times.vias.reserve(count);
    times.records.reserve(count);
    times.starts.reserve(count);
    times.durations.reserve(count);
    times.workers.reserve(count);
    times.sums.reserve(count + 1);
    times.sums.push_back(0);
    for (const Execution& one : executions_) {
      times.vias.push_back(one.via);
      times.records.push_back(one.record);
      times.starts.push_back(one.start - first_);  // Neither is negative.
      times.durations.push_back(one.duration);
      times.workers.push_back(one.workers);
      times.longest = std::max(times.longest, one.duration);
      times.sums.push_back(added(times.sums.back(), one.duration));
    }
    times.by_record.resize(count);
    std::iota(times.by_record.begin(), times.by_record.end(), 0u);
    std::sort(times.by_record.begin(), times.by_record.end(), [&](uint32_t a, uint32_t b) {
      return std::tie(executions_[a].record, executions_[a].start, a) <
             std::tie(executions_[b].record, executions_[b].start, b);
    });
    times.sums_by_record.reserve(count + 1);
    times.sums_by_record.push_back(0);
    for (const uint32_t at : times.by_record)
      times.sums_by_record.push_back(added(times.sums_by_record.back(), times.durations[at]));
    times.left_out = left_out_;
    return times;
  }

 private:
  void add(const HostExecutionEvent& event) {
    const uint64_t record = records_.of_execution(event);
    const bool is_command = event.command_index != format::kNone32;
    const uint64_t via = is_command ? records_.of_submission(event.submission_id) : kNoRecord;
    const bool is_placed = record < RecordTimes::kNone && (!is_command || via < RecordTimes::kNone);
    if (!is_placed || !are_valid_times(event.start_host_time_ns, event.end_host_time_ns)) {
      ++left_out_;
      return;
    }
    const auto threads = workers_.find(event.event_id);
    first_ = executions_.empty() ? event.start_host_time_ns : std::min(first_, event.start_host_time_ns);
    executions_.push_back({is_command ? static_cast<uint32_t>(via) : RecordTimes::kNone, static_cast<uint32_t>(record),
                           event.start_host_time_ns, event.end_host_time_ns - event.start_host_time_ns,
                           threads == workers_.end() ? uint16_t{0} : threads->second});
  }

  const Bundle& bundle_;
  const std::atomic<bool>& cancelled_;
  const CaptureRecords& records_;
  const Workers& workers_;
  std::vector<Execution> executions_;
  int64_t first_ = 0;
  uint64_t left_out_ = 0;
};

}  // namespace

Result<RecordTimes> read_record_times(const Bundle& bundle, const std::atomic<bool>& cancelled) {
  IR_ASSIGN_OR_RETURN(const CaptureRecords records, CaptureRecords::read(bundle, cancelled));
  IR_ASSIGN_OR_RETURN(const Workers workers, read_workers(bundle, cancelled));
  Reading reading(bundle, cancelled, records, workers);
  IR_RETURN_IF_ERROR(reading.read());
  IR_ASSIGN_OR_RETURN(RecordTimes times, reading.finish());
  IR_ASSIGN_OR_RETURN(times.replay, replay_description(bundle));
  return times;
}

}  // namespace ireereplay::profile
