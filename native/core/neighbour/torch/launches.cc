#include "neighbour/torch/launches.h"

#include <unordered_map>

namespace ireereplay::neighbour::torch {

namespace {

using RowsByNumber = std::unordered_map<uint64_t, uint32_t, SeededHash>;

/// The first event with each number. PyTorch writes 0 where it knows none.
RowsByNumber first_with(const std::vector<int64_t>& numbers, const std::vector<uint32_t>& events) {
  RowsByNumber rows;
  rows.reserve(numbers.size());
  for (size_t i = 0; i < numbers.size(); ++i) {
    if (numbers[i] != kAbsent && numbers[i] != 0) rows.try_emplace(static_cast<uint64_t>(numbers[i]), events[i]);
  }
  return rows;
}

uint32_t found(const RowsByNumber& rows, int64_t number) {
  const auto row = rows.find(static_cast<uint64_t>(number));
  return row == rows.end() ? kNoRow : row->second;
}

}  // namespace

Launches find_launches(const Trace& trace, const Nesting& nesting) {
  const RowsByNumber calls = first_with(trace.calls.correlation, trace.calls.event);
  const RowsByNumber operations = first_with(trace.operations.external_id, trace.operations.event);
  const DeviceWork& work = trace.work;
  Launches launches;
  launches.call.reserve(work.event.size());
  launches.operation.reserve(work.event.size());
  for (size_t i = 0; i < work.event.size(); ++i) {
    const uint32_t call = found(calls, work.correlation[i]);
    const uint32_t around = call == kNoRow ? kNoRow : nesting.operation[call];
    launches.call.push_back(call);
    launches.operation.push_back(around == kNoRow ? found(operations, work.external_id[i]) : around);
  }
  return launches;
}

}  // namespace ireereplay::neighbour::torch
