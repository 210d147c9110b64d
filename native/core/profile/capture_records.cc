#include "profile/capture_records.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "profile/own_records.h"

namespace ireereplay::profile {

namespace {

using format::EndpointType;
using format::RecordRun;

template <typename First>
uint64_t find(const std::vector<RecordRun>& runs, uint64_t wanted, const First& first) {
  const auto after =
      std::partition_point(runs.begin(), runs.end(), [&](const RecordRun& run) { return first(run) <= wanted; });
  if (after == runs.begin()) return kNoRecord;
  const RecordRun& run = *std::prev(after);
  const uint64_t distance = wanted - first(run);
  return distance < run.count ? run.record + distance : kNoRecord;
}

}  // namespace

Result<CaptureRecords> CaptureRecords::read(const Bundle& bundle, const std::atomic<bool>& cancelled) {
  CaptureRecords records;
  const auto add = [&](const RecordRun& run) {
    if (run.type == EndpointType::kQueueEvent) records.submissions_.push_back(run);
    if (run.type == EndpointType::kMemoryEvent) records.memory_.push_back(run);
    if (run.type == EndpointType::kCommandOperation) records.commands_[run.id].push_back(run);
    return Status();
  };
  IR_RETURN_IF_ERROR(each_own_record<RecordRun>(bundle, format::kRecordsContentType, cancelled, add).status());
  for (std::vector<RecordRun>* runs : {&records.submissions_, &records.memory_})
    std::sort(runs->begin(), runs->end(), [](const RecordRun& a, const RecordRun& b) { return a.id < b.id; });
  for (auto& [id, runs] : records.commands_) {
    std::sort(runs.begin(), runs.end(),
              [](const RecordRun& a, const RecordRun& b) { return a.command_index < b.command_index; });
  }
  return records;
}

uint64_t CaptureRecords::of_submission(uint64_t id) const {
  return find(submissions_, id, [](const RecordRun& run) { return run.id; });
}

uint64_t CaptureRecords::of_memory(uint64_t event) const {
  return find(memory_, event, [](const RecordRun& run) { return run.id; });
}

uint64_t CaptureRecords::of_command(uint64_t command_buffer, uint32_t index) const {
  const auto runs = commands_.find(command_buffer);
  if (runs == commands_.end()) return kNoRecord;
  return find(runs->second, index, [](const RecordRun& run) -> uint64_t { return run.command_index; });
}

}  // namespace ireereplay::profile
