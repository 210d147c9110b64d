#include "neighbour/torch/tables.h"

#include <algorithm>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace ireereplay::neighbour::torch {

namespace {

/// What is known of each operation before it is put into rows; by the trace's events.
struct OperationTimes {
  std::vector<uint64_t> self_ns;
  std::vector<uint64_t> calls_ns;
  std::vector<uint64_t> device_self_ns;
  std::vector<uint64_t> device_total_ns;
  std::vector<uint32_t> device_count;
};

/// How much of an event is in the operation around it.
uint64_t inside(const Trace& trace, uint32_t event, uint32_t operation) {
  return static_cast<uint64_t>(std::min(trace.end_of(event), trace.end_of(operation)) - trace.begin(event));
}

OperationTimes times_of(const Trace& trace, const Nesting& nesting, const Launches& launches) {
  const size_t count = trace.events.size();
  OperationTimes times;
  times.self_ns.assign(count, 0);
  times.calls_ns.assign(count, 0);
  times.device_self_ns.assign(count, 0);
  times.device_count.assign(count, 0);
  for (const uint32_t event : nesting.order) {
    const EventKind kind = trace.kind(event);
    if (kind == EventKind::kOperation) times.self_ns[event] = static_cast<uint64_t>(trace.duration(event));
    const uint32_t operation = nesting.operation[event];
    if (operation == kNoRow) continue;
    const uint64_t part = inside(trace, event, operation);
    // Where two overlap by rounding, no more than there is.
    if (kind == EventKind::kOperation) times.self_ns[operation] -= std::min(times.self_ns[operation], part);
    // A call in a call, of the driver in one of the runtime, is in it already.
    const uint32_t parent = nesting.parent[event];
    if (is_call(kind) && !is_call(trace.kind(parent))) times.calls_ns[operation] += part;
  }
  for (size_t i = 0; i < trace.work.event.size(); ++i) {
    const uint32_t operation = launches.operation[i];
    if (operation == kNoRow) continue;
    times.device_self_ns[operation] += static_cast<uint64_t>(trace.duration(trace.work.event[i]));
    ++times.device_count[operation];
  }
  times.device_total_ns = times.device_self_ns;
  // What is inside comes after what contains it.
  for (auto event = nesting.order.rbegin(); event != nesting.order.rend(); ++event) {
    const uint32_t operation = nesting.operation[*event];
    if (operation != kNoRow && trace.kind(*event) == EventKind::kOperation)
      times.device_total_ns[operation] += times.device_total_ns[*event];
  }
  return times;
}

/// Rows of operations; `key` numbers the row of each.
template <typename Key>
std::vector<OperationRow> rows_of(const Trace& trace, const Nesting& nesting, const OperationTimes& times,
                                  const std::vector<Pair>& pairs, Key key) {
  std::vector<OperationRow> rows;
  std::unordered_map<uint64_t, uint32_t, SeededHash> numbers;
  // The operations around the next one, with their rows; and how many of them each row has.
  std::vector<std::pair<uint32_t, uint32_t>> open;
  std::vector<uint32_t> open_of;
  for (const uint32_t event : nesting.order) {
    if (trace.kind(event) != EventKind::kOperation) continue;
    const OperationRow fresh = key(event);
    const uint64_t both = (static_cast<uint64_t>(fresh.name) << 32) | fresh.shape;
    const auto [found, is_new] = numbers.try_emplace(both, static_cast<uint32_t>(rows.size()));
    if (is_new) {
      rows.push_back(fresh);
      open_of.push_back(0);
    }
    const uint32_t number = found->second;
    OperationRow& row = rows[number];
    ++row.count;
    row.self_ns += times.self_ns[event];
    row.calls_ns += std::min(times.calls_ns[event], times.self_ns[event]);
    row.device_self_ns += times.device_self_ns[event];
    row.device_count += times.device_count[event];
    while (!open.empty() && open.back().first != nesting.operation[event]) {
      --open_of[open.back().second];
      open.pop_back();
    }
    open.emplace_back(event, number);
    if (open_of[number]++ > 0) continue;
    row.total_ns += static_cast<uint64_t>(trace.duration(event));
    row.device_total_ns += times.device_total_ns[event];
  }
  for (const Pair& pair : pairs) {
    const OperationRow wanted = key(pair.forward);
    OperationRow& row = rows[numbers.at((static_cast<uint64_t>(wanted.name) << 32) | wanted.shape)];
    ++row.backward_count;
    row.backward_ns += static_cast<uint64_t>(trace.duration(pair.backward));
    row.backward_device_ns += times.device_total_ns[pair.backward];
  }
  std::stable_sort(rows.begin(), rows.end(), [](const OperationRow& a, const OperationRow& b) {
    return std::tuple(a.device_self_ns, a.self_ns) > std::tuple(b.device_self_ns, b.self_ns);
  });
  return rows;
}

std::vector<KernelRow> kernels_of(const Trace& trace) {
  std::vector<KernelRow> rows;
  std::unordered_map<uint64_t, uint32_t, SeededHash> numbers;
  const DeviceWork& work = trace.work;
  for (size_t i = 0; i < work.event.size(); ++i) {
    const uint32_t event = work.event[i];
    const EventKind kind = trace.kind(event);
    const uint64_t key = (static_cast<uint64_t>(trace.events.name[event]) << 8) | static_cast<uint8_t>(kind);
    const auto [found, is_new] = numbers.try_emplace(key, static_cast<uint32_t>(rows.size()));
    const auto duration = static_cast<uint64_t>(trace.duration(event));
    if (is_new) rows.push_back({.name = trace.events.name[event], .kind = kind, .least_ns = duration});
    KernelRow& row = rows[found->second];
    ++row.count;
    row.total_ns += duration;
    row.least_ns = std::min(row.least_ns, duration);
    row.most_ns = std::max(row.most_ns, duration);
    if (work.bytes[i] != kAbsent && work.bytes[i] > 0) row.bytes += static_cast<uint64_t>(work.bytes[i]);
  }
  std::stable_sort(rows.begin(), rows.end(),
                   [](const KernelRow& a, const KernelRow& b) { return a.total_ns > b.total_ns; });
  return rows;
}

}  // namespace

Tables make_tables(const Trace& trace, const Nesting& nesting, const Launches& launches,
                   const std::vector<Pair>& pairs) {
  const OperationTimes times = times_of(trace, nesting, launches);
  Tables tables;
  tables.by_operation = rows_of(trace, nesting, times, pairs,
                                [&](uint32_t event) { return OperationRow{.name = trace.events.name[event]}; });
  tables.by_shape = rows_of(trace, nesting, times, pairs, [&](uint32_t event) {
    const uint32_t shape = trace.operations.shape[trace.events.row[event]];
    return OperationRow{.name = trace.events.name[event], .shape = shape};
  });
  tables.by_kernel = kernels_of(trace);
  return tables;
}

}  // namespace ireereplay::neighbour::torch
