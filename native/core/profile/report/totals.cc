#include "profile/report/totals.h"

namespace ireereplay::profile {

DeviceTotals& Totals::device(uint32_t ordinal) {
  const auto [place, is_new] = device_index_.try_emplace({ordinal}, devices.size());
  if (is_new) devices.emplace_back().device = ordinal;
  return devices[place->second];
}

Result<Totals> Totals::read(const Reporting& r, bool with_records) {
  Totals totals;
  ChunkReader reader(r.bundle.file(), r.bundle.header());
  if (with_records) reader.read_ahead();
  Chunk chunk;
  for (const ChunkPlace& place : r.bundle.chunks()) {
    if (r.cancelled().load(std::memory_order_relaxed)) return Status(StatusCode::kCancelled, "cancelled");
    reader.seek(place.offset, place.index);
    IR_RETURN_IF_ERROR(reader.next(&chunk));
    ++totals.file_records;
    switch (chunk.header.record_type) {
      case format::RecordType::kSessionBegin:
        ++totals.session_begins;
        continue;
      case format::RecordType::kSessionEnd:
        ++totals.session_ends;
        if (chunk.header.session_status_code != 0 && ++totals.failed_sessions == 1) totals.first_failed = chunk.header;
        continue;
      case format::RecordType::kChunk:
        ++totals.chunks;
        break;
      default:
        ++totals.unknown_records;
        continue;
    }
    if (chunk.is_truncated()) {
      ++totals.truncated_chunks;
      totals.dropped_records += chunk.header.dropped_record_count;
    }
    if (chunk.kind == ChunkKind::kUnknown) {
      ++totals.unknown_chunks;
      continue;
    }
    if (!with_records) continue;
    KindTotals& kind = totals.kinds[static_cast<size_t>(chunk.kind)];
    ++kind.chunks;
    if (chunk.kind == ChunkKind::kDispatchEvents) (void)totals.device(chunk.header.physical_device_ordinal);
    RecordWalk walk(reader.window(), chunk, false);
    Record record;
    for (; !walk.at_end(); ++kind.records) {
      if (kind.records % 1024 == 0 && r.cancelled().load(std::memory_order_relaxed)) {
        return Status(StatusCode::kCancelled, "cancelled");
      }
      IR_RETURN_IF_ERROR(walk.next(&record));
      IR_RETURN_IF_ERROR(totals.add(chunk, record).at(chunk.index, record.offset));
    }
  }
  return totals;
}

Status Totals::add(const Chunk& chunk, const Record& record) {
  switch (chunk.kind) {
    case ChunkKind::kDevices: {
      const auto entry = record.as<format::Device>();
      DeviceTotals& totals = device(entry.physical_device_ordinal);
      ++totals.records;
      totals.queue_count = entry.queue_count;
      return Status();
    }
    case ChunkKind::kQueues:
      ++device(record.as<format::Queue>().physical_device_ordinal).queue_records;
      return Status();
    case ChunkKind::kCodeObjects:
      return add_to(code_object_bytes, record.after_length)
                 ? Status()
                 : overflow("profile executable code-object byte counter overflowed");
    case ChunkKind::kExecutableTraces:
      return add_to(trace_bytes, record.after_length) ? Status()
                                                      : overflow("profile executable trace byte counter overflowed");
    case ChunkKind::kClockCorrelations: {
      const auto sample = record.as<format::ClockCorrelation>();
      DeviceTotals& totals = device(sample.physical_device_ordinal);
      totals.clock.add(sample);
      if ((sample.flags & format::kClockHostTimeBracket) != 0 && sample.host_time_end_ns >= sample.host_time_begin_ns) {
        const auto uncertainty = static_cast<int64_t>(static_cast<uint64_t>(sample.host_time_end_ns) -
                                                      static_cast<uint64_t>(sample.host_time_begin_ns));
        totals.min_uncertainty_ns = std::min(totals.min_uncertainty_ns, uncertainty);
        totals.max_uncertainty_ns = std::max(totals.max_uncertainty_ns, uncertainty);
      }
      return Status();
    }
    case ChunkKind::kDispatchEvents: {
      const auto event = record.as<format::DispatchEvent>();
      DeviceTotals& totals = device(chunk.header.physical_device_ordinal);
      ++totals.dispatches;
      if (!are_valid_ticks(event.start_tick, event.end_tick)) {
        ++totals.invalid_dispatches;
        return Status();
      }
      const uint64_t ticks = event.end_tick - event.start_tick;
      if (!add_to(totals.total_ticks, ticks)) return overflow("device summary dispatch tick total overflow");
      totals.earliest = std::min(totals.earliest, event.start_tick);
      totals.latest = std::max(totals.latest, event.end_tick);
      totals.min_ticks = std::min(totals.min_ticks, ticks);
      totals.max_ticks = std::max(totals.max_ticks, ticks);
      return Status();
    }
    case ChunkKind::kHostExecutionEvents: {
      const auto event = record.as<format::HostExecutionEvent>();
      if (!are_valid_times(event.start_host_time_ns, event.end_host_time_ns)) {
        ++invalid_host_events;
        return Status();
      }
      const auto ns = static_cast<uint64_t>(event.end_host_time_ns - event.start_host_time_ns);
      return add_to(host_duration_ns, ns) ? Status() : overflow("profile host execution duration counter overflowed");
    }
    case ChunkKind::kCommandRegionEvents: {
      const auto event = record.as<format::CommandRegionEvent>();
      if (!are_valid_times(event.start_host_time_ns, event.end_host_time_ns)) {
        ++invalid_regions;
        return Status();
      }
      const auto ns = static_cast<uint64_t>(event.end_host_time_ns - event.start_host_time_ns);
      return add_to(region_duration_ns, ns) ? Status() : overflow("profile command region duration counter overflowed");
    }
    case ChunkKind::kDeviceMetricSamples: {
      const auto sample = record.as<format::DeviceMetricSample>();
      DeviceTotals& totals = device(sample.physical_device_ordinal);
      ++totals.metric_samples;
      if (!add_to(metric_values, sample.value_count) || !add_to(totals.metric_values, sample.value_count)) {
        return overflow("profile device metric value counter overflowed");
      }
      if (!are_valid_times(sample.host_time_begin_ns, sample.host_time_end_ns)) {
        ++invalid_metric_samples;
        ++totals.invalid_metric_samples;
      }
      return Status();
    }
    default:
      return Status();
  }
}

}  // namespace ireereplay::profile
