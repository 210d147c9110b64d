#include "profile/report/dispatches.h"

#include <algorithm>

namespace ireereplay::profile {

namespace {

/// The row at `key`, made when there is none.
template <typename Rows, size_t N>
auto& row_at(LatestRow<N>& index, const Numbers<N>& key, Rows& rows) {
  if (index.place < rows.size() && are_same(index.key, key)) return rows[index.place];
  const auto [place, is_new] = index.places.try_emplace(key, rows.size());
  if (is_new) rows.emplace_back();
  index.key = key;
  index.place = place->second;
  return rows[index.place];
}

template <typename Group, typename Event>
void keep_geometry(Group& group, const Event& event) {
  std::copy(std::begin(event.workgroup_count), std::end(event.workgroup_count), group.last_count);
  std::copy(std::begin(event.workgroup_size), std::end(event.workgroup_size), group.last_size);
}

template <typename Group, typename Time>
bool add_duration(Group& group, Time duration) {
  group.shortest = std::min(group.shortest, duration);
  group.longest = std::max(group.longest, duration);
  if (!add_to(group.total, duration)) return false;
  group.spread.add(static_cast<double>(duration));
  return true;
}

template <typename Group, typename Time>
bool add_span(Group& group, Time start, Time end) {
  group.earliest = std::min(group.earliest, start);
  group.latest = std::max(group.latest, end);
  return add_to(group.total, end - start);
}

template <typename Group>
bool add_tiles(Group& group, const format::HostExecutionEvent& event) {
  return add_to(group.tile_ns, event.tile_duration_sum_ns) && add_to(group.tiles, event.tile_count);
}

}  // namespace

void TopDispatches::add(const TopDispatch& dispatch) {
  const auto is_shorter = [](const TopDispatch& a, const TopDispatch& b) { return a.duration < b.duration; };
  if (kept_.size() < kMost) {
    kept_.push_back(dispatch);
  } else {
    *std::min_element(kept_.begin(), kept_.end(), is_shorter) = dispatch;
  }
  shortest_ = std::min_element(kept_.begin(), kept_.end(), is_shorter)->duration;
}

std::vector<TopDispatch> TopDispatches::sorted() const {
  std::vector<TopDispatch> sorted = kept_;
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const TopDispatch& a, const TopDispatch& b) { return a.duration > b.duration; });
  return sorted;
}

const Dispatches::Key& Dispatches::key_of(uint32_t device, uint64_t executable, uint32_t function) {
  Key& key = row_at(key_index_, {device, executable, function}, keys_);
  if (key.is_made) return key;
  auto text = metadata_.dispatch_key(device, executable, function);
  key.is_made = true;
  key.status = text.status();
  if (text.ok()) key.text = *std::move(text);
  key.matches = text.ok() && !key.text.empty() && r_.matches(key.text);
  return key;
}

bool Dispatches::has_queue(uint32_t device, uint32_t queue, uint64_t stream) {
  const Numbers<3> numbers = {device, queue, stream};
  if (has_last_queue_ && are_same(last_queue_, numbers)) return true;
  if (!metadata_.find_queue(device, queue, stream)) return false;
  last_queue_ = numbers;
  has_last_queue_ = true;
  return true;
}

bool Dispatches::matches_id(DispatchMode mode, uint64_t event, uint64_t executable, uint64_t command_buffer,
                            uint64_t submission) const {
  switch (mode) {
    case DispatchMode::kDispatch:
      return r_.matches_id(event);
    case DispatchMode::kExecutable:
      return r_.matches_id(executable);
    case DispatchMode::kCommand:
      return r_.matches_id(command_buffer);
    case DispatchMode::kQueue:
      return r_.matches_id(submission);
  }
  return false;
}

Status Dispatches::read(const Walk& walk) {
  const auto enter = [&](const Chunk& chunk) {
    const uint32_t device = chunk.header.physical_device_ordinal;
    if (chunk.kind == ChunkKind::kDispatchEvents && device_index_.try_emplace({device}, devices.size()).second) {
      devices.push_back(device);
    }
    return Status();
  };
  return r_.each_record({ChunkKind::kDispatchEvents, ChunkKind::kHostExecutionEvents}, enter,
                        [&](const Chunk& chunk, const Record& record) {
                          if (chunk.kind == ChunkKind::kDispatchEvents) {
                            return add(walk, chunk, record.as<format::DispatchEvent>());
                          }
                          return add(walk, record.as<format::HostExecutionEvent>());
                        });
}

Status Dispatches::add(const Walk& walk, const Chunk& chunk, const format::DispatchEvent& event) {
  ++total;
  const auto& header = chunk.header;
  const uint32_t device = header.physical_device_ordinal;
  if (!matches_id(walk.mode, event.event_id, event.executable_id, event.command_buffer_id, event.submission_id)) {
    return Status();
  }
  if (!has_queue(device, header.queue_ordinal, header.stream_id)) {
    return Status(StatusCode::kDataLoss,
                  "dispatch event references missing queue metadata device=" + std::to_string(device) +
                      " queue=" + std::to_string(header.queue_ordinal) + " stream=" + std::to_string(header.stream_id) +
                      " submission=" + std::to_string(event.submission_id));
  }
  const Key& key = key_of(device, event.executable_id, event.function_ordinal);
  IR_RETURN_IF_ERROR(key.status);
  if (!key.matches) return Status();
  const bool valid = matched.add(are_valid_ticks(event.start_tick, event.end_tick));
  if (const uint64_t ticks = event.end_tick - event.start_tick; valid && top.takes(ticks)) {
    top.add({device, header.queue_ordinal, header.stream_id, ticks, event.event_id, event.submission_id,
             event.command_buffer_id, event.command_index, event.executable_id, event.function_ordinal});
  }
  if (walk.device_row) return walk.device_row(chunk, event, key.text);

  auto& group = row_at(function_index_, {device, event.executable_id, event.function_ordinal}, functions);
  group.device = device;
  group.executable = event.executable_id;
  group.function = event.function_ordinal;
  keep_geometry(group, event);
  if (group.counts.add(valid) && !add_duration(group, event.end_tick - event.start_tick)) {
    return overflow("dispatch aggregate tick total overflow device=" + std::to_string(device) + " executable=" +
                    std::to_string(event.executable_id) + " function=" + std::to_string(event.function_ordinal));
  }
  const auto submitted = [&](SubmissionGroup<uint64_t>& rows, uint64_t command_buffer) {
    rows.command_buffer = command_buffer;
    rows.submission = event.submission_id;
    rows.device = device;
    rows.queue = header.queue_ordinal;
    rows.stream = header.stream_id;
    return !rows.counts.add(valid) || add_span(rows, event.start_tick, event.end_tick);
  };
  if (walk.executions && event.command_buffer_id != 0) {
    auto& rows = row_at(execution_index_,
                        {event.command_buffer_id, event.submission_id, device, header.queue_ordinal, header.stream_id},
                        executions);
    if (!submitted(rows, event.command_buffer_id)) {
      return overflow("command aggregate tick total overflow command_buffer=" +
                      std::to_string(event.command_buffer_id));
    }
  }
  if (!walk.submissions) return Status();
  auto& rows =
      row_at(submission_index_, {device, header.queue_ordinal, header.stream_id, event.submission_id}, submissions);
  if (!submitted(rows, 0)) {
    return overflow("queue aggregate tick total overflow submission=" + std::to_string(event.submission_id));
  }
  return Status();
}

Status Dispatches::add(const Walk& walk, const format::HostExecutionEvent& event) {
  if (event.type != format::QueueEventType::kDispatch) return Status();
  ++host_total;
  const uint32_t device = event.physical_device_ordinal;
  if (!matches_id(walk.mode, event.event_id, event.executable_id, event.command_buffer_id, event.submission_id)) {
    return Status();
  }
  if (!has_queue(device, event.queue_ordinal, event.stream_id)) {
    return Status(StatusCode::kDataLoss,
                  "host dispatch event references missing queue metadata device=" + std::to_string(device) +
                      " queue=" + std::to_string(event.queue_ordinal) + " stream=" + std::to_string(event.stream_id) +
                      " submission=" + std::to_string(event.submission_id));
  }
  const Key& key = key_of(device, event.executable_id, event.function_ordinal);
  IR_RETURN_IF_ERROR(key.status);
  if (!key.matches) return Status();
  const bool valid = host_matched.add(are_valid_times(event.start_host_time_ns, event.end_host_time_ns));
  const int64_t duration = host_duration(event.start_host_time_ns, event.end_host_time_ns);
  if (valid && host_top.takes(static_cast<uint64_t>(duration))) {
    host_top.add({device, event.queue_ordinal, event.stream_id, static_cast<uint64_t>(duration), event.event_id,
                  event.submission_id, event.command_buffer_id, event.command_index, event.executable_id,
                  event.function_ordinal, event.tile_count, event.tile_duration_sum_ns});
  }
  if (walk.host_row) return walk.host_row(event, key.text);

  auto& group = row_at(host_function_index_, {device, event.executable_id, event.function_ordinal}, host_functions);
  group.device = device;
  group.executable = event.executable_id;
  group.function = event.function_ordinal;
  keep_geometry(group, event);
  if (group.counts.add(valid) && !(add_duration(group, duration) && add_tiles(group, event))) {
    return overflow("host dispatch aggregate total overflow device=" + std::to_string(device) + " executable=" +
                    std::to_string(event.executable_id) + " function=" + std::to_string(event.function_ordinal));
  }
  if (!walk.executions || event.command_buffer_id == 0) return Status();
  auto& rows = row_at(host_execution_index_,
                      {event.command_buffer_id, event.submission_id, device, event.queue_ordinal, event.stream_id},
                      host_executions);
  rows.command_buffer = event.command_buffer_id;
  rows.submission = event.submission_id;
  rows.device = device;
  rows.queue = event.queue_ordinal;
  rows.stream = event.stream_id;
  if (rows.counts.add(valid) &&
      !(add_span(rows, event.start_host_time_ns, event.end_host_time_ns) && add_tiles(rows, event))) {
    return overflow("host command aggregate total overflow command_buffer=" + std::to_string(event.command_buffer_id));
  }
  return Status();
}

double span_of(uint64_t earliest, uint64_t latest) {
  if (earliest == UINT64_MAX || latest == 0 || latest < earliest) return 0.0;
  return static_cast<double>(latest - earliest);
}

GroupTimes times_of(const Metadata& metadata, const FunctionGroup<uint64_t>& group) {
  GroupTimes times;
  times.fit = metadata.clock_fit(group.device);
  if (!times.fit) return times;
  times.ns_per_tick = times.fit->ns_per_tick();
  if (group.counts.valid == 0) return times;
  const auto minimum = times.fit->duration_ns(group.shortest), maximum = times.fit->duration_ns(group.longest);
  const auto total = times.fit->duration_ns(group.total);
  times.available = minimum && maximum && total;
  if (!times.available) return times;
  times.minimum_ns = *minimum;
  times.maximum_ns = *maximum;
  times.total_ns = *total;
  return times;
}

SubmissionTimes times_of(const Metadata& metadata, const SubmissionGroup<uint64_t>& group) {
  SubmissionTimes times;
  times.span_ticks = span_of(group.earliest, group.latest);
  times.fit = metadata.clock_fit(group.device);
  if (!times.fit) return times;
  times.ns_per_tick = times.fit->ns_per_tick();
  const auto total = group.counts.valid != 0 ? times.fit->duration_ns(group.total) : std::nullopt;
  times.available = total.has_value();
  times.total_ns = total.value_or(0);
  return times;
}

void print_dispatch_summary(const Reporting& r, const Dispatches& d, Text& out) {
  print(out, R"({"type":"dispatch_summary","mode":%,"filter":%,"total_dispatches":%,"matched_dispatches":%)",
        Quoted{r.options.dispatch_events ? "events" : "aggregate"}, Quoted{r.options.filter}, d.total, d.matched.count);
  print(out, R"(,"valid_dispatches":%,"invalid_dispatches":%,"aggregate_groups":%,"total_host_dispatches":%)",
        d.matched.valid, d.matched.invalid, d.functions.size(), d.host_total);
  print(out, R"(,"matched_host_dispatches":%,"valid_host_dispatches":%,"invalid_host_dispatches":%)",
        d.host_matched.count, d.host_matched.valid, d.host_matched.invalid);
  print(out, ",\"host_aggregate_groups\":%}\n", d.host_functions.size());
}

Status report_dispatch_events(Reporting& r, const Metadata& metadata, DispatchMode mode) {
  Dispatches dispatches(r, metadata);
  uint32_t fitted_device = format::kNone32;
  std::optional<ClockFit> fit = metadata.clock_fit(fitted_device);
  Dispatches::Walk walk;
  walk.mode = mode;
  walk.device_row = [&](const Chunk& chunk, const format::DispatchEvent& event, const std::string& key) {
    const auto& header = chunk.header;
    if (header.physical_device_ordinal != fitted_device) {
      fitted_device = header.physical_device_ordinal;
      fit = metadata.clock_fit(fitted_device);
    }
    const bool valid = are_valid_ticks(event.start_tick, event.end_tick);
    const uint64_t ticks = valid ? event.end_tick - event.start_tick : 0;
    const int64_t duration = fit && valid ? fit->duration_ns(ticks).value_or(0) : 0;
    print(r.text, R"({"type":"dispatch_event","physical_device_ordinal":%,"queue_ordinal":%,"stream_id":%)",
          header.physical_device_ordinal, header.queue_ordinal, header.stream_id);
    print(r.text, R"(,"event_id":%,"submission_id":%,"command_buffer_id":%,"command_index":%,"executable_id":%)",
          event.event_id, event.submission_id, event.command_buffer_id, event.command_index, event.executable_id);
    print(r.text, R"(,"function_ordinal":%,"key":%,"flags":%,"workgroup_count":[%],"workgroup_size":[%])",
          event.function_ordinal, Quoted{key}, event.flags, Grid{event.workgroup_count}, Grid{event.workgroup_size});
    print(r.text, R"(,"start_tick":%,"end_tick":%,"duration_ticks":%,"valid":%,"clock_fit_available":%)",
          event.start_tick, event.end_tick, ticks, valid, fit.has_value());
    print(r.text, ",\"device_tick_domain\":\"device_tick\",\"duration_time_domain\":\"device_tick_duration_ns\"");
    print(r.text, ",\"duration_ns\":%}\n", duration);
    return r.drain();
  };
  walk.host_row = [&](const format::HostExecutionEvent& event, const std::string& key) {
    r.text.append(R"({"type":"host_dispatch_event","timing_source":"host_execution_event")");
    r.text.append(R"(,"time_domain":"iree_host_time_ns","duration_time_domain":"iree_host_duration_ns")");
    print(r.text, R"(,"physical_device_ordinal":%,"queue_ordinal":%,"stream_id":%,"event_id":%,"submission_id":%)",
          event.physical_device_ordinal, event.queue_ordinal, event.stream_id, event.event_id, event.submission_id);
    print(r.text, R"(,"command_buffer_id":%,"command_index":%,"executable_id":%,"function_ordinal":%,"key":%)",
          event.command_buffer_id, event.command_index, event.executable_id, event.function_ordinal, Quoted{key});
    print(r.text, R"(,"flags":%,"status_code":%,"workgroup_count":[%],"workgroup_size":[%])", event.flags,
          event.status_code, Grid{event.workgroup_count}, Grid{event.workgroup_size});
    print(r.text, R"(,"start_host_time_ns":%,"end_host_time_ns":%,"duration_ns":%,"valid":%)", event.start_host_time_ns,
          event.end_host_time_ns, host_duration(event.start_host_time_ns, event.end_host_time_ns),
          are_valid_times(event.start_host_time_ns, event.end_host_time_ns));
    print(r.text, ",\"tile_count\":%,\"tile_duration_sum_ns\":%}\n", event.tile_count, event.tile_duration_sum_ns);
    return r.drain();
  };
  IR_RETURN_IF_ERROR(dispatches.read(walk));
  print_dispatch_summary(r, dispatches, r.text);
  return Status();
}

}  // namespace ireereplay::profile
