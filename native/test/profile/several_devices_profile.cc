#include "profile/several_devices_profile.h"

#include <array>
#include <vector>

#include "profile/trailing_bytes.h"
#include "profile/writer.h"

namespace ireereplay::test {

namespace {

using namespace profile;
using namespace profile::format;

constexpr uint64_t kExecutable = 5;
constexpr uint64_t kCounterSet = 51;
/// Of both devices: when their tick 0 was.
constexpr uint64_t kTickZeroNs = 1'000'000;
constexpr uint32_t kDevices = 2;
constexpr std::array<uint64_t, kDevices> kNsPerTick = {10, 2};
/// Device 0 has as many dispatches, device 1 half of it.
constexpr uint32_t kDispatches = 4;
constexpr uint64_t kDistanceNs = 20'000;

ChunkMetadata metadata(std::string_view name, uint32_t device = 0) {
  return {
      .session_id = 9, .stream_id = 70 + device, .physical_device_ordinal = device, .queue_ordinal = 0, .name = name};
}
uint64_t tick(uint32_t device, uint64_t ns_from_zero) { return ns_from_zero / kNsPerTick[device]; }
uint64_t event_id(uint32_t device, uint32_t dispatch) { return 100 * (device + 1) + dispatch; }

Status write_devices(BundleWriter& writer) {
  ChunkBuilder devices(ChunkKind::kDevices), queues(ChunkKind::kQueues), clocks(ChunkKind::kClockCorrelations);
  for (uint32_t device = 0; device < kDevices; ++device) {
    IR_RETURN_IF_ERROR(devices.append(Device{.physical_device_ordinal = device, .queue_count = 1}));
    IR_RETURN_IF_ERROR(queues.append(Queue{.physical_device_ordinal = device, .stream_id = 70 + device}));
    for (uint64_t sample = 1; sample <= 2; ++sample) {
      const uint64_t ns = sample * 1'000'000;
      IR_RETURN_IF_ERROR(
          clocks.append(ClockCorrelation{.flags = kClockDeviceTick | kClockHostCpuTimestamp | kClockHostTimeBracket,
                                         .physical_device_ordinal = device,
                                         .sample_id = sample,
                                         .device_tick = tick(device, ns),
                                         .host_cpu_timestamp_ns = kTickZeroNs + ns,
                                         .host_time_begin_ns = static_cast<int64_t>(kTickZeroNs + ns - 20),
                                         .host_time_end_ns = static_cast<int64_t>(kTickZeroNs + ns + 20)}));
    }
  }
  IR_RETURN_IF_ERROR(writer.write(metadata("devices"), devices));
  IR_RETURN_IF_ERROR(writer.write(metadata("queues"), queues));
  return writer.write(metadata("clocks"), clocks);
}

Status write_functions(BundleWriter& writer) {
  ChunkBuilder executables(ChunkKind::kExecutables), functions(ChunkKind::kFunctions);
  IR_RETURN_IF_ERROR(executables.append(Executable{.executable_id = kExecutable, .function_count = 2}));
  for (uint32_t ordinal = 0; ordinal < 2; ++ordinal) {
    IR_RETURN_IF_ERROR(functions.append(
        Function{.executable_id = kExecutable, .function_ordinal = ordinal, .workgroup_size = {64, 1, 1}},
        {text(ordinal == 0 ? "scale_rows" : "add_bias")}));
  }
  IR_RETURN_IF_ERROR(writer.write(metadata("executables"), executables));
  return writer.write(metadata("functions"), functions);
}

/// Of each dispatch: its submission, what its queue did, and itself, within that.
Status write_events(BundleWriter& writer, uint32_t device) {
  ChunkBuilder submissions(ChunkKind::kQueueEvents), queue(ChunkKind::kQueueDeviceEvents),
      dispatches(ChunkKind::kDispatchEvents);
  for (uint32_t i = 0; i < kDispatches / (device + 1); ++i) {
    const uint64_t begin = i * kDistanceNs;
    const uint64_t submission = event_id(device, i);
    IR_RETURN_IF_ERROR(submissions.append(QueueEvent{.type = QueueEventType::kDispatch,
                                                     .event_id = submission,
                                                     .host_time_ns = static_cast<int64_t>(kTickZeroNs + begin),
                                                     .submission_id = submission,
                                                     .stream_id = 70 + device,
                                                     .physical_device_ordinal = device,
                                                     .signal_count = 1,
                                                     .operation_count = 1,
                                                     .ready_host_time_ns = static_cast<int64_t>(kTickZeroNs + begin)}));
    IR_RETURN_IF_ERROR(queue.append(QueueDeviceEvent{.type = QueueEventType::kDispatch,
                                                     .event_id = 1000 + submission,
                                                     .submission_id = submission,
                                                     .stream_id = 70 + device,
                                                     .payload_length = 4096,
                                                     .physical_device_ordinal = device,
                                                     .operation_count = 1,
                                                     .start_tick = tick(device, begin + 4'000),
                                                     .end_tick = tick(device, begin + 14'000)}));
    IR_RETURN_IF_ERROR(dispatches.append(DispatchEvent{.event_id = submission,
                                                       .submission_id = submission,
                                                       .executable_id = kExecutable,
                                                       .command_index = kNone32,
                                                       .function_ordinal = device,
                                                       .workgroup_count = {16, 1, 1},
                                                       .workgroup_size = {64, 1, 1},
                                                       .start_tick = tick(device, begin + 5'000),
                                                       .end_tick = tick(device, begin + 13'000)}));
  }
  IR_RETURN_IF_ERROR(writer.write(metadata("submissions", device), submissions));
  IR_RETURN_IF_ERROR(writer.write(metadata("queue on the device", device), queue));
  return writer.write(metadata("dispatches", device), dispatches);
}

/// Hits of a cache in each dispatch of device 0: 100, 200 and so on.
Status write_counters(BundleWriter& writer) {
  ChunkBuilder sets(ChunkKind::kCounterSets), counters(ChunkKind::kCounters), samples(ChunkKind::kCounterSamples);
  IR_RETURN_IF_ERROR(sets.append(CounterSet{.counter_set_id = kCounterSet, .counter_count = 1, .sample_value_count = 1},
                                 {text("cache set")}));
  IR_RETURN_IF_ERROR(
      counters.append(Counter{.unit = CounterUnit::kCount, .counter_set_id = kCounterSet, .sample_value_count = 1},
                      {text("L2"), text("L2_HIT"), text("Hits in the second level.")}));
  for (uint32_t i = 0; i < kDispatches; ++i) {
    const std::vector<uint64_t> values = {100 * (i + 1)};
    IR_RETURN_IF_ERROR(samples.append(CounterSample{.flags = kSampleDispatchEvent,
                                                    .scope = CounterSampleScope::kDispatch,
                                                    .sample_id = 900 + i,
                                                    .counter_set_id = kCounterSet,
                                                    .dispatch_event_id = event_id(0, i),
                                                    .submission_id = event_id(0, i),
                                                    .executable_id = kExecutable,
                                                    .stream_id = 70,
                                                    .command_index = kNone32},
                                      {bytes_of(values)}));
  }
  IR_RETURN_IF_ERROR(writer.write(metadata("counter sets"), sets));
  IR_RETURN_IF_ERROR(writer.write(metadata("counters"), counters));
  return writer.write(metadata("counter samples"), samples);
}

/// The first of IREE's metrics on each device: device 0 has it at 1,000,000 and as much more every 20 us; device 1 at
/// 42, once.
Status write_metrics(BundleWriter& writer) {
  ChunkBuilder sources(ChunkKind::kDeviceMetricSources), descriptors(ChunkKind::kDeviceMetricDescriptors);
  ChunkBuilder samples(ChunkKind::kDeviceMetricSamples);
  const BuiltinMetric& metric = builtin_metrics().front();
  for (uint32_t device = 0; device < kDevices; ++device) {
    const uint64_t source = 61 + device;
    IR_RETURN_IF_ERROR(sources.append(DeviceMetricSource{.source_id = source,
                                                         .physical_device_ordinal = device,
                                                         .device_class = DeviceClass::kGpu,
                                                         .source_kind = 1,
                                                         .source_revision = 1,
                                                         .metric_count = 1},
                                      {text("driver")}));
    IR_RETURN_IF_ERROR(descriptors.append(DeviceMetricDescriptor{.source_id = source,
                                                                 .metric_id = metric.id,
                                                                 .unit = metric.unit,
                                                                 .value_kind = metric.value_kind,
                                                                 .semantic = metric.semantic,
                                                                 .plot_hint = metric.plot_hint},
                                          {text(metric.name), text(metric.description)}));
    for (uint32_t i = 0; i < (device == 0 ? kDispatches : 1); ++i) {
      const auto at = static_cast<int64_t>(kTickZeroNs + i * kDistanceNs);
      const std::vector<DeviceMetricValue> values = {{metric.id, device == 0 ? 1'000'000u * (i + 1) : 42u, 0, 0}};
      IR_RETURN_IF_ERROR(samples.append(DeviceMetricSample{.sample_id = source * 10 + i,
                                                           .source_id = source,
                                                           .host_time_begin_ns = at,
                                                           .host_time_end_ns = at + 10,
                                                           .physical_device_ordinal = device},
                                        {bytes_of(values)}));
    }
  }
  IR_RETURN_IF_ERROR(writer.write(metadata("metric sources"), sources));
  IR_RETURN_IF_ERROR(writer.write(metadata("metric descriptors"), descriptors));
  return writer.write(metadata("metric samples"), samples);
}

/// Of the second dispatch of device 0.
Status write_trace(BundleWriter& writer) {
  ChunkBuilder trace(ChunkKind::kExecutableTraces);
  IR_RETURN_IF_ERROR(trace.append(ExecutableTrace{.format = static_cast<TraceFormat>(1),
                                                  .flags = kTraceDispatchEvent,
                                                  .trace_id = 1100,
                                                  .dispatch_event_id = event_id(0, 1),
                                                  .submission_id = event_id(0, 1),
                                                  .executable_id = kExecutable,
                                                  .stream_id = 70,
                                                  .command_index = kNone32},
                                  {text("raw trace bytes")}));
  return writer.write(metadata("trace"), trace);
}

}  // namespace

Status write_several_devices_profile(const std::string& path) {
  IR_ASSIGN_OR_RETURN(BundleWriter writer, BundleWriter::create(path));
  const ChunkMetadata session = {.session_id = 9, .name = "two devices"};
  IR_RETURN_IF_ERROR(writer.begin_session(session));
  IR_RETURN_IF_ERROR(write_devices(writer));
  IR_RETURN_IF_ERROR(write_functions(writer));
  for (uint32_t device = 0; device < kDevices; ++device) IR_RETURN_IF_ERROR(write_events(writer, device));
  IR_RETURN_IF_ERROR(write_counters(writer));
  IR_RETURN_IF_ERROR(write_metrics(writer));
  IR_RETURN_IF_ERROR(write_trace(writer));
  IR_RETURN_IF_ERROR(writer.end_session(session));
  return writer.close();
}

}  // namespace ireereplay::test
