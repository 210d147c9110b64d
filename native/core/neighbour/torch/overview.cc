#include "neighbour/torch/overview.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "base/decimal.h"
#include "base/json_value.h"

namespace ireereplay::neighbour::torch {

namespace {

using Span = std::pair<int64_t, int64_t>;

/// Nanoseconds in which any of `spans` lasts.
uint64_t covered(std::vector<Span> spans) {
  std::sort(spans.begin(), spans.end());
  uint64_t covered = 0;
  int64_t until = std::numeric_limits<int64_t>::min();
  for (const auto& [begin, end] : spans) {
    const int64_t from = std::max(begin, until);
    if (end > from) covered += static_cast<uint64_t>(end) - static_cast<uint64_t>(from);
    until = std::max(until, end);
  }
  return covered;
}

std::optional<uint64_t> natural(const JsonValue* value) {
  if (value == nullptr) return std::nullopt;
  const auto integer = value->integer();
  if (!integer || integer->is_negative) return std::nullopt;
  return integer->bits;
}

std::string text_of(const JsonValue* value) { return value == nullptr ? std::string() : value->text; }

std::optional<JsonValue> member(const Trace& trace, std::string_view key) {
  for (const Member& member : trace.members) {
    if (member.key != key) continue;
    auto parsed = parse_json(member.value);
    if (parsed.ok()) return *std::move(parsed);
  }
  return std::nullopt;
}

std::optional<uint64_t> natural_member(const Trace& trace, std::string_view key) {
  const auto found = member(trace, key);
  return found ? natural(&*found) : std::nullopt;
}

void read_members(const Trace& trace, Overview* overview) {
  overview->schema_version = natural_member(trace, "schemaVersion");
  overview->base_time_ns = natural_member(trace, "baseTimeNanoseconds");
  overview->devices = devices_of(trace);
  if (const auto distributed = member(trace, "distributedInfo")) {
    overview->distributed = Distributed{text_of(distributed->find("backend")), natural(distributed->find("rank")),
                                        natural(distributed->find("world_size"))};
  }
}

void count_events(const Trace& trace, Overview* overview) {
  std::vector<CategoryUse> categories(trace.categories.size());
  std::vector<ThreadUse> threads(trace.threads.size());
  std::vector<std::vector<Span>> spans(trace.threads.size());
  for (uint32_t event = 0; event < trace.events.size(); ++event) {
    const uint16_t category = trace.events.category[event];
    const uint32_t thread = trace.events.thread[event];
    const int64_t begin = trace.begin(event);
    const int64_t end = trace.end_of(event);
    ++categories[category].events;
    categories[category].stretch.add(begin, end);
    ++threads[thread].events;
    threads[thread].stretch.add(begin, end);
    if (is_device_work(trace.kind(event))) ++threads[thread].device_work;
    // What the profiler did is no event of the program.
    if (trace.kind(event) != EventKind::kSpan && trace.kind(event) != EventKind::kOther)
      overview->stretch.add(begin, end);
    // Annotations of a stream last from its first kernel to its last.
    if (end > begin && trace.kind(event) != EventKind::kDeviceAnnotation) spans[thread].emplace_back(begin, end);
  }
  for (size_t i = 0; i < categories.size(); ++i) {
    categories[i].category = static_cast<uint16_t>(i);
    if (categories[i].events > 0) overview->categories.push_back(categories[i]);
  }
  std::stable_sort(overview->categories.begin(), overview->categories.end(),
                   [](const CategoryUse& a, const CategoryUse& b) { return a.events > b.events; });
  for (size_t i = 0; i < threads.size(); ++i) {
    threads[i].thread = static_cast<uint32_t>(i);
    threads[i].busy_ns = covered(std::move(spans[i]));
    if (threads[i].events > 0) overview->threads.push_back(threads[i]);
  }
}

void count_devices(const Trace& trace, const Launches& launches, Overview* overview) {
  // Rows of Trace::work in the order in which they began.
  std::vector<uint32_t> rows(trace.work.event.size());
  for (uint32_t row = 0; row < rows.size(); ++row) rows[row] = row;
  const auto event = [&](uint32_t row) { return trace.work.event[row]; };
  std::stable_sort(rows.begin(), rows.end(),
                   [&](uint32_t a, uint32_t b) { return trace.begin(event(a)) < trace.begin(event(b)); });
  std::vector<DeviceUse> uses(trace.processes.size());
  for (const uint32_t row : rows) {
    const int64_t begin = trace.begin(event(row));
    const int64_t end = trace.end_of(event(row));
    const uint32_t process = trace.threads[trace.events.thread[event(row)]].process;
    DeviceUse& use = uses[process];
    use.process = process;
    const int64_t until = use.work++ == 0 ? begin : use.stretch.end_ns;
    use.stretch.add(begin, end);
    if (end > until) use.busy_ns += static_cast<uint64_t>(end) - static_cast<uint64_t>(std::max(begin, until));
    const uint32_t call = launches.call[row];
    if (begin <= until || call == kNoRow) continue;
    const int64_t called = std::clamp(trace.begin(call), until, begin);
    use.idle_until_call_ns += static_cast<uint64_t>(called) - static_cast<uint64_t>(until);
    use.idle_from_call_ns += static_cast<uint64_t>(begin) - static_cast<uint64_t>(called);
  }
  for (const DeviceUse& use : uses) {
    if (use.work > 0) overview->uses.push_back(use);
  }
}

void count_launches(const Trace& trace, const Launches& launches, LaunchUse* use) {
  std::vector<uint32_t> calls;
  std::vector<uint64_t> delays;
  for (size_t i = 0; i < trace.work.event.size(); ++i) {
    if (launches.operation[i] == kNoRow) ++use->without_operation;
    const uint32_t call = launches.call[i];
    if (call == kNoRow) continue;
    calls.push_back(call);
    const int64_t begin = trace.begin(trace.work.event[i]);
    // Clocks of devices may be behind the host's by a little.
    delays.push_back(
        begin < trace.begin(call) ? 0 : static_cast<uint64_t>(begin) - static_cast<uint64_t>(trace.begin(call)));
  }
  use->work = delays.size();
  std::sort(calls.begin(), calls.end());
  calls.erase(std::unique(calls.begin(), calls.end()), calls.end());
  use->calls = calls.size();
  for (const uint32_t call : calls) use->calls_ns += static_cast<uint64_t>(trace.duration(call));
  if (delays.empty()) return;
  std::sort(delays.begin(), delays.end());
  use->median_delay_ns = delays[delays.size() / 2];
  use->most_delay_ns = delays.back();
}

void count_flows(const Trace& trace, Overview* overview) {
  // By category and id: a bit for each of begin and end.
  std::vector<FlowUse> uses(trace.categories.size());
  std::vector<std::unordered_map<uint64_t, uint8_t, SeededHash>> ids(trace.categories.size());
  for (size_t i = 0; i < trace.flows.id.size(); ++i) {
    const uint16_t category = trace.flows.category[i];
    const char phase = trace.flows.phase[i];
    if (phase == 's') ++uses[category].begins;
    if (phase == 'f') ++uses[category].ends;
    uint8_t& seen = ids[category][static_cast<uint64_t>(trace.flows.id[i])];
    const uint8_t before = seen;
    seen |= phase == 's' ? 1 : phase == 'f' ? 2 : 0;
    if (seen == 3 && before != 3) ++uses[category].whole;
  }
  for (size_t i = 0; i < uses.size(); ++i) {
    uses[i].category = static_cast<uint16_t>(i);
    if (!ids[i].empty()) overview->flows.push_back(uses[i]);
  }
}

void say_what_is_missing(const Trace& trace, Overview* overview) {
  std::vector<std::string>& missing = overview->missing;
  const uint64_t operations = trace.operations.event.size();
  const uint64_t without = operations - overview->operations_with_inputs;
  const uint64_t work = trace.work.event.size();
  if (operations == 0) {
    missing.emplace_back(
        "operations: there is nothing to describe or replay. Record with ProfilerActivity.CPU among the activities");
  } else if (without == operations) {
    missing.emplace_back("shapes: no operation can be described or replayed. Record with record_shapes=True");
  } else if (without > 0) {
    missing.emplace_back("shapes of " + decimal(without) + " of " + counted(operations, "operation") +
                         ": those operations cannot be described or replayed");
  }
  if (work == 0) {
    missing.emplace_back(
        "kernels: what devices did is not known. On a machine with a device, record with that device's "
        "ProfilerActivity");
  } else if (overview->launches.without_operation > 0 && operations > 0) {
    missing.emplace_back("the operations of " + decimal(overview->launches.without_operation) + " of " + decimal(work) +
                         " kernels, copies and fills, such as those of graphs that are launched as a whole");
  }
  if (trace.python.event.empty())
    missing.emplace_back("Python functions: modules and stacks are not known. Record with with_stack=True");
  if (trace.memory.event.empty())
    missing.emplace_back("memory: allocations are not known. Record with profile_memory=True");
}

}  // namespace

std::vector<DeviceProperties> devices_of(const Trace& trace) {
  std::vector<DeviceProperties> devices;
  if (const auto all = member(trace, "deviceProperties")) {
    for (const JsonValue& device : all->items) {
      devices.push_back({text_of(device.find("id")), text_of(device.find("name")),
                         natural(device.find("totalGlobalMem")), natural(device.find("numSms"))});
    }
  }
  return devices;
}

Overview look_over(const Trace& trace, const Launches& launches) {
  Overview overview;
  read_members(trace, &overview);
  count_events(trace, &overview);
  count_devices(trace, launches, &overview);
  count_launches(trace, launches, &overview.launches);
  count_flows(trace, &overview);
  for (const OperationShape& shape : trace.shapes) {
    if (shape.has_inputs()) overview.operations_with_inputs += shape.count;
  }
  say_what_is_missing(trace, &overview);
  return overview;
}

}  // namespace ireereplay::neighbour::torch
