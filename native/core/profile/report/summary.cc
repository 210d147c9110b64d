// profile summary: what the bundle holds, and whether it is whole.
#include "profile/report/totals.h"

namespace ireereplay::profile {

namespace {

/// What each kind is called in the list of chunks, and in the keys of JSON.
struct KindWords {
  ChunkKind kind;
  std::string_view plural;
  std::string_view singular;
};
constexpr KindWords kKinds[] = {
    {ChunkKind::kDevices, "devices", "device"},
    {ChunkKind::kQueues, "queues", "queue"},
    {ChunkKind::kExecutables, "executables", "executable"},
    {ChunkKind::kCodeObjects, "executable_code_objects", "executable_code_object"},
    {ChunkKind::kCodeObjectLoads, "executable_code_object_loads", "executable_code_object_load"},
    {ChunkKind::kFunctions, "executable_functions", "executable_function"},
    {ChunkKind::kCommandBuffers, "command_buffers", "command_buffer"},
    {ChunkKind::kCommandOperations, "command_operations", "command_operation"},
    {ChunkKind::kClockCorrelations, "clock_correlations", "clock_correlation"},
    {ChunkKind::kDispatchEvents, "dispatch_events", "dispatch_event"},
    {ChunkKind::kQueueEvents, "queue_events", "queue_event"},
    {ChunkKind::kQueueDeviceEvents, "queue_device_events", "queue_device_event"},
    {ChunkKind::kHostExecutionEvents, "host_execution_events", "host_execution_event"},
    {ChunkKind::kCommandRegionEvents, "command_region_events", "command_region_event"},
    {ChunkKind::kMemoryEvents, "memory_events", "memory_event"},
    {ChunkKind::kEventRelationships, "event_relationships", "event_relationship"},
    {ChunkKind::kCounterSets, "counter_sets", "counter_set"},
    {ChunkKind::kCounters, "counters", "counter"},
    {ChunkKind::kCounterSamples, "counter_samples", "counter_sample"},
    {ChunkKind::kDeviceMetricSources, "device_metric_sources", "device_metric_source"},
    {ChunkKind::kDeviceMetricDescriptors, "device_metric_descriptors", "device_metric_descriptor"},
    {ChunkKind::kDeviceMetricSamples, "device_metric_samples", "device_metric_sample"},
    {ChunkKind::kExecutableTraces, "executable_traces", "executable_trace"},
};
static_assert(std::size(kKinds) == kChunkKinds);

struct Timing {
  std::optional<ClockFit> fit;
  bool covered = false;  ///< All dispatches lie between the first sample and the last.
  bool available = false;
  double average_ticks = 0;
  int64_t minimum_ns = 0;
  int64_t maximum_ns = 0;
  int64_t total_ns = 0;
  double average_ns = 0;
};

Timing timing_of(const DeviceTotals& device) {
  Timing timing;
  const uint64_t valid = device.valid_dispatches();
  const DeviceClock& clock = device.clock;
  const bool has_ticks = (clock.first.flags & clock.last.flags & format::kClockDeviceTick) != 0;
  timing.fit = fit_clock(clock);
  timing.covered = valid != 0 && clock.samples >= 2 && clock.unaligned_samples == 0 && has_ticks &&
                   clock.first.device_tick <= device.earliest && device.latest <= clock.last.device_tick;
  if (valid == 0) return timing;
  timing.average_ticks = static_cast<double>(device.total_ticks) / static_cast<double>(valid);
  if (!timing.fit) return timing;
  const auto minimum = timing.fit->duration_ns(device.min_ticks), maximum = timing.fit->duration_ns(device.max_ticks);
  const auto total = timing.fit->duration_ns(device.total_ticks);
  timing.available = minimum && maximum && total;
  if (!timing.available) return timing;
  timing.minimum_ns = *minimum;
  timing.maximum_ns = *maximum;
  timing.total_ns = *total;
  timing.average_ns = timing.average_ticks * timing.fit->ns_per_tick();
  return timing;
}

int64_t least_uncertainty(const DeviceTotals& device) {
  return device.min_uncertainty_ns == std::numeric_limits<int64_t>::max() ? 0 : device.min_uncertainty_ns;
}

void print_text(const DeviceTotals& device, Text& out) {
  const Timing timing = timing_of(device);
  const DeviceClock& clock = device.clock;
  print(out, "  device[%]: device_records=% queues=%/%\n", device.device, device.records, device.queue_records,
        device.queue_count);
  print(out, "    clock_samples=% min_uncertainty_ns=% max_uncertainty_ns=% invalid_alignment_samples=%\n",
        clock.samples, least_uncertainty(device), device.max_uncertainty_ns, clock.unaligned_samples);
  if (clock.unaligned_samples != 0) {
    out.append(
        "    warning: device clock samples are not aligned with profiled event ticks; raw device events are "
        "retained, but host timeline correlation is disabled\n");
  }
  if (timing.fit) {
    print(out, "    clock_fit: ns_per_tick=% tick_frequency_hz=% device_delta_ticks=% host_delta_ns=%\n",
          Nine{timing.fit->ns_per_tick()}, timing.fit->ticks_per_second(), timing.fit->tick_span,
          timing.fit->time_span_ns);
  } else {
    out.append("    clock_fit: unavailable\n");
  }
  const uint64_t valid = device.valid_dispatches();
  print(out, "    dispatches=% valid=% invalid=%\n", device.dispatches, valid, device.invalid_dispatches);
  if (valid != 0) {
    print(out, "    dispatch_tick_range: start=% end=% covered_by_clock_samples=%\n", device.earliest, device.latest,
          timing.covered);
    print(out, "    dispatch_ticks: min=% avg=% max=% total=%\n", device.min_ticks, timing.average_ticks,
          device.max_ticks, device.total_ticks);
    if (timing.available) {
      print(out, "    dispatch_time_ns: min=% avg=% max=% total=%\n", timing.minimum_ns, timing.average_ns,
            timing.maximum_ns, timing.total_ns);
    } else if (timing.fit) {
      out.append("    dispatch_time_ns: unavailable\n");
    }
  }
  print(out, "    device_metrics: samples=% values=% invalid_samples=%\n", device.metric_samples, device.metric_values,
        device.invalid_metric_samples);
}

void print_text(const Totals& t, Text& out) {
  const auto records = [&](ChunkKind kind) { return t.of(kind).records; };
  out.append("IREE HAL profile summary\n");
  print(out, "records: file=% session_begin=% chunks=% session_end=% non_ok_session_end=% unknown=%\n", t.file_records,
        t.session_begins, t.chunks, t.session_ends, t.failed_sessions, t.unknown_records);
  if (t.failed_sessions != 0) {
    const format::RecordHeader& first = t.first_failed;
    print(out, "session_status: first_non_ok_session_id=% first_non_ok_stream_id=% first_non_ok_event_id=%",
          first.session_id, first.stream_id, first.event_id);
    print(out, " first_non_ok_status_code=% first_non_ok_status=%\n", first.session_status_code,
          status_name(first.session_status_code));
  }
  out.append("chunks:");
  for (const KindWords& words : kKinds) print(out, " %=%", words.plural, t.of(words.kind).chunks);
  print(out, " unknown=% truncated=% dropped_records=%\n", t.unknown_chunks, t.truncated_chunks, t.dropped_records);
  out.append("metadata_records:");
  for (const KindWords& words : kKinds) {
    if (words.kind < ChunkKind::kExecutables || words.kind > ChunkKind::kCommandOperations) continue;
    print(out, " %=%", words.plural, records(words.kind));
  }
  print(out, "\nevent_records: queue_events=% queue_device_events=% host_execution_events=%",
        records(ChunkKind::kQueueEvents), records(ChunkKind::kQueueDeviceEvents),
        records(ChunkKind::kHostExecutionEvents));
  print(out, " invalid_host_execution_events=% host_execution_duration_ns=% memory_events=%", t.invalid_host_events,
        t.host_duration_ns, records(ChunkKind::kMemoryEvents));
  print(out, " command_region_events=% invalid_command_region_events=% command_region_duration_ns=%",
        records(ChunkKind::kCommandRegionEvents), t.invalid_regions, t.region_duration_ns);
  print(out, " event_relationships=% counter_samples=% executable_traces=%\n", records(ChunkKind::kEventRelationships),
        records(ChunkKind::kCounterSamples), records(ChunkKind::kExecutableTraces));
  print(out, "trace_data_bytes: code_objects=% executable_traces=%\n", t.code_object_bytes, t.trace_bytes);
  print(out, "counter_records: counter_sets=% counters=%\n", records(ChunkKind::kCounterSets),
        records(ChunkKind::kCounters));
  print(out, "device_metric_records: sources=% descriptors=% samples=% values=% invalid_samples=%\n",
        records(ChunkKind::kDeviceMetricSources), records(ChunkKind::kDeviceMetricDescriptors),
        records(ChunkKind::kDeviceMetricSamples), t.metric_values, t.invalid_metric_samples);
  out.append("devices:\n");
  for (const DeviceTotals& device : t.devices) print_text(device, out);
}

/// Whether JSON counts the records of a kind beside its chunks.
bool counts_records(ChunkKind kind) {
  return kind != ChunkKind::kDevices && kind != ChunkKind::kQueues && kind != ChunkKind::kClockCorrelations &&
         kind != ChunkKind::kDispatchEvents;
}

void print_jsonl(const Totals& t, Text& out) {
  print(out, R"({"type":"summary","file_records":%,"session_begin_records":%,"chunk_records":%)", t.file_records,
        t.session_begins, t.chunks);
  print(out, R"(,"session_end_records":%,"non_ok_session_end_records":%,"unknown_records":%)", t.session_ends,
        t.failed_sessions, t.unknown_records);
  if (t.failed_sessions != 0) {
    const format::RecordHeader& first = t.first_failed;
    print(out, R"(,"first_non_ok_session_id":%,"first_non_ok_stream_id":%,"first_non_ok_event_id":%)", first.session_id,
          first.stream_id, first.event_id);
    print(out, R"(,"first_non_ok_status_code":%,"first_non_ok_status":"%")", first.session_status_code,
          status_name(first.session_status_code));
  }
  for (const KindWords& words : kKinds) {
    const KindTotals& totals = t.of(words.kind);
    print(out, ",\"%_chunks\":%", words.singular, totals.chunks);
    if (counts_records(words.kind)) print(out, ",\"%_records\":%", words.singular, totals.records);
    switch (words.kind) {
      case ChunkKind::kCodeObjects:
        print(out, ",\"executable_code_object_data_bytes\":%", t.code_object_bytes);
        break;
      case ChunkKind::kHostExecutionEvents:
        print(out, ",\"invalid_host_execution_event_records\":%,\"total_host_execution_duration_ns\":%",
              t.invalid_host_events, t.host_duration_ns);
        break;
      case ChunkKind::kCommandRegionEvents:
        print(out, ",\"invalid_command_region_event_records\":%,\"total_command_region_duration_ns\":%",
              t.invalid_regions, t.region_duration_ns);
        break;
      case ChunkKind::kDeviceMetricSamples:
        print(out, ",\"device_metric_values\":%,\"invalid_device_metric_sample_records\":%", t.metric_values,
              t.invalid_metric_samples);
        break;
      case ChunkKind::kExecutableTraces:
        print(out, ",\"executable_trace_data_bytes\":%", t.trace_bytes);
        break;
      default:
        break;
    }
  }
  print(out, ",\"unknown_chunks\":%,\"truncated_chunks\":%,\"dropped_records\":%}\n", t.unknown_chunks,
        t.truncated_chunks, t.dropped_records);
}

void print_jsonl(const DeviceTotals& device, Text& out) {
  const Timing timing = timing_of(device);
  const bool has_valid = device.valid_dispatches() != 0;
  print(out, R"({"type":"device_summary","physical_device_ordinal":%,"device_records":%,"queue_records":%,"queues":%)",
        device.device, device.records, device.queue_records, device.queue_count);
  print(out, R"(,"clock_samples":%,"invalid_clock_alignment_samples":%,"clock_fit_available":%,"ns_per_tick":%)",
        device.clock.samples, device.clock.unaligned_samples, timing.fit.has_value(),
        Nine{timing.fit ? timing.fit->ns_per_tick() : 0.0});
  print(out, R"(,"tick_frequency_hz":%,"min_clock_uncertainty_ns":%,"max_clock_uncertainty_ns":%,"dispatches":%)",
        timing.fit ? timing.fit->ticks_per_second() : 0.0, least_uncertainty(device), device.max_uncertainty_ns,
        device.dispatches);
  print(out, R"(,"valid_dispatches":%,"invalid_dispatches":%,"min_dispatch_ticks":%,"avg_dispatch_ticks":%)",
        device.valid_dispatches(), device.invalid_dispatches, has_valid ? device.min_ticks : 0, timing.average_ticks);
  print(out, R"(,"max_dispatch_ticks":%,"total_dispatch_ticks":%,"earliest_dispatch_start_tick":%)",
        has_valid ? device.max_ticks : 0, device.total_ticks, has_valid ? device.earliest : 0);
  print(out, R"(,"latest_dispatch_end_tick":%,"dispatch_ticks_covered_by_clock_samples":%,"dispatch_time_available":%)",
        has_valid ? device.latest : 0, timing.covered, timing.available);
  print(out, R"(,"min_dispatch_ns":%,"avg_dispatch_ns":%,"max_dispatch_ns":%,"total_dispatch_ns":%)", timing.minimum_ns,
        timing.average_ns, timing.maximum_ns, timing.total_ns);
  print(out, ",\"device_metric_samples\":%,\"device_metric_values\":%,\"invalid_device_metric_samples\":%}\n",
        device.metric_samples, device.metric_values, device.invalid_metric_samples);
}

}  // namespace

Status report_summary(Reporting& r) {
  IR_ASSIGN_OR_RETURN(const Totals totals, Totals::read(r));
  if (!r.options.jsonl) {
    print_text(totals, r.text);
    return Status();
  }
  print_jsonl(totals, r.text);
  for (const DeviceTotals& device : totals.devices) print_jsonl(device, r.text);
  return Status();
}

}  // namespace ireereplay::profile
