#include "profile/timeline/value_tracks.h"

#include <bit>
#include <cmath>

#include "profile/layout.h"

namespace ireereplay::profile::timeline {

void ValueTracks::add_counters(const Record& record, uint32_t row) {
  const auto sample = record.as<format::CounterSample>();
  const Bytes values = trailing_part(layout_of(ChunkKind::kCounterSamples), record, 0);
  std::optional<HostTimes> times;
  if ((sample.flags & format::kSampleDeviceTickRange) != 0)
    times = making_.host_times(sample.physical_device_ordinal, sample.start_tick, sample.end_tick);
  if (!times) times = making_.dispatch_time(sample.physical_device_ordinal, sample.dispatch_event_id);
  for (size_t i = 0; i < making_.preparation.counters.size(); ++i) {
    const CounterInfo& counter = making_.preparation.counters[i];
    if (counter.set != sample.counter_set_id || counter.device != sample.physical_device_ordinal) continue;
    const uint32_t group = making_.logs.group(TrackClass::kCounters, "counters");
    TrackLog* log = making_.logs.find(group, TrackClass::kCounter, i, 0, [&](TrackLog* made) {
      made->track.kind = TrackKind::kCounter;
      made->track.name = counter.name.empty() ? "counter " + std::to_string(counter.ordinal) : counter.name;
      made->track.name += making_.of_device(counter.device);
      made->track.unit = kCounterUnitNames.of(counter.unit);
      made->track.source = ChunkKind::kCounterSamples;
      made->track.device = counter.device;
    });
    if (log == nullptr) {
      ++making_.logs.missed;
      continue;
    }
    if (!times) {
      ++log->untimed;
      continue;
    }
    double sum = 0;
    const uint64_t end = uint64_t{counter.offset} + counter.count;
    if (end * sizeof(uint64_t) > values.size() || counter.count + uint64_t{1} > room_for_values_) {
      ++log->left_out;
      continue;
    }
    // Many counters may refer to the same values.
    room_for_values_ -= counter.count + 1;
    for (uint64_t at = counter.offset; at < end; ++at)
      sum += static_cast<double>(load<uint64_t>(values, at * sizeof(uint64_t)));
    log->samples.times.push_back(times->first);
    log->samples.ends.push_back(times->second);
    log->samples.values.push_back(sum);
    log->samples.rows.push_back(row);
  }
}

void ValueTracks::add_metrics(const Record& record, uint32_t row) {
  const auto sample = record.as<format::DeviceMetricSample>();
  const Bytes values = trailing_part(layout_of(ChunkKind::kDeviceMetricSamples), record, 0);
  const uint32_t group = making_.logs.group(TrackClass::kMetrics, "metrics");
  const bool has_time = is_timed(sample.host_time_begin_ns, sample.host_time_end_ns);
  for (size_t at = 0; at + sizeof(format::DeviceMetricValue) <= values.size();
       at += sizeof(format::DeviceMetricValue)) {
    const auto value = load<format::DeviceMetricValue>(values, at);
    const MetricDescriptorInfo* descriptor =
        making_.context.metadata.find_metric_descriptor(sample.source_id, value.metric_id);
    TrackLog* log =
        making_.logs.find(group, TrackClass::kMetric, sample.source_id, value.metric_id, [&](TrackLog* made) {
          made->track.kind = TrackKind::kCounter;
          made->track.name = descriptor == nullptr || descriptor->name.empty()
                                 ? "metric " + std::to_string(value.metric_id)
                                 : descriptor->name;
          made->track.name += making_.of_device(sample.physical_device_ordinal);
          if (descriptor != nullptr) made->track.unit = kMetricUnitNames.of(descriptor->record.unit);
          made->track.source = ChunkKind::kDeviceMetricSamples;
          made->track.device = sample.physical_device_ordinal;
        });
    if (log == nullptr) {
      ++making_.logs.missed;
      continue;
    }
    if (!has_time) {
      ++log->untimed;
      continue;
    }
    const auto kind = descriptor == nullptr ? format::MetricValueKind::kU64 : descriptor->record.value_kind;
    const double number = kind == format::MetricValueKind::kI64
                              ? static_cast<double>(static_cast<int64_t>(value.value_bits))
                          : kind == format::MetricValueKind::kF64 ? std::bit_cast<double>(value.value_bits)
                                                                  : static_cast<double>(value.value_bits);
    if (!std::isfinite(number)) {
      ++log->left_out;
      continue;
    }
    log->samples.times.push_back(sample.host_time_begin_ns + (sample.host_time_end_ns - sample.host_time_begin_ns) / 2);
    log->samples.values.push_back(number);
    log->samples.rows.push_back(row);
  }
}

}  // namespace ireereplay::profile::timeline
