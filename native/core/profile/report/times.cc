// What each function took, time by time, and where the profile knows it each record of the capture: what two profiles
// are compared by.
#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "profile/capture_records.h"
#include "profile/names.h"
#include "profile/replay_description.h"
#include "profile/report/output.h"
#include "profile/report/time_samples.h"

namespace ireereplay::profile {

namespace {

using format::DispatchEvent;
using format::HostExecutionEvent;
using format::QueueEventType;

class TimesReport {
 public:
  TimesReport(Reporting& reporting, const Metadata& metadata, const CaptureRecords& records)
      : r_(reporting), out_(reporting.text), metadata_(metadata), records_(records) {}

  Status make() {
    IR_RETURN_IF_ERROR(read());
    IR_ASSIGN_OR_RETURN(const std::string replay, replay_description(r_.bundle));
    print(out_, R"({"type":"times_summary","executions":%,"untimed":%)", executions_, untimed_);
    if (!replay.empty()) {
      out_.append(",\"replay\":");
      out_.append_json_utf8(replay);
    }
    out_.append("}\n");
    for (const auto& [key, samples] : by_function_) IR_RETURN_IF_ERROR(print_row(key, kNoRecord, samples));
    for (const auto& [place, samples] : by_record_) IR_RETURN_IF_ERROR(print_row(place.second, place.first, samples));
    return Status();
  }

 private:
  Status read() {
    bool has_dispatch_events = false;
    IR_RETURN_IF_ERROR(
        r_.each_record({ChunkKind::kDispatchEvents}, [&](const Chunk& chunk, const Record& record) -> Status {
          has_dispatch_events = true;
          const auto event = record.as<DispatchEvent>();
          const uint32_t device = chunk.header.physical_device_ordinal;
          IR_ASSIGN_OR_RETURN(const std::string key,
                              metadata_.dispatch_key(device, event.executable_id, event.function_ordinal));
          const DeviceTime time = device_time(metadata_.clock_fit(device), event.start_tick, event.end_tick);
          add(key, kNoRecord, time.valid && time.fit ? time.fit->duration_ns(time.ticks) : std::nullopt);
          return Status();
        }));
    return r_.each_record({ChunkKind::kHostExecutionEvents}, [&](const Chunk&, const Record& record) -> Status {
      const auto event = record.as<HostExecutionEvent>();
      if (event.type == QueueEventType::kExecute) return Status();
      std::string key(kQueueEventNames.of(event.type));
      if (event.function_ordinal != format::kNone32) {
        // A device's own times are better than those of the host around them.
        if (has_dispatch_events) return Status();
        IR_ASSIGN_OR_RETURN(
            key, metadata_.dispatch_key(event.physical_device_ordinal, event.executable_id, event.function_ordinal));
      }
      const bool is_timed = are_valid_times(event.start_host_time_ns, event.end_host_time_ns);
      add(key, records_.of_execution(event),
          is_timed ? std::optional(event.end_host_time_ns - event.start_host_time_ns) : std::nullopt);
      return Status();
    });
  }

  void add(const std::string& key, uint64_t record, std::optional<int64_t> ns) {
    ++executions_;
    if (!ns) {
      ++untimed_;
      return;
    }
    by_function_[key].add(*ns);
    if (record != kNoRecord) by_record_[{record, key}].add(*ns);
  }

  Status print_row(const std::string& key, uint64_t record, const TimeSamples& samples) {
    out_.append("{\"type\":\"times\",\"key\":");
    out_.append_json_utf8(key);
    if (record != kNoRecord) print(out_, R"(,"record":%)", record);
    out_.append(",");
    samples.print_to(out_);
    out_.append("}\n");
    return r_.drain();
  }

  Reporting& r_;
  Text& out_;
  const Metadata& metadata_;
  const CaptureRecords& records_;
  uint64_t executions_ = 0;
  uint64_t untimed_ = 0;
  std::map<std::string, TimeSamples> by_function_;
  std::map<std::pair<uint64_t, std::string>, TimeSamples> by_record_;
};

}  // namespace

Status report_times(Reporting& r) {
  IR_ASSIGN_OR_RETURN(const Metadata metadata, Metadata::read(r.bundle, r.cancelled()));
  IR_ASSIGN_OR_RETURN(const CaptureRecords records, CaptureRecords::read(r.bundle, r.cancelled()));
  return TimesReport(r, metadata, records).make();
}

}  // namespace ireereplay::profile
