#include "profile/made_profile.h"

#include <bit>

#include "profile/trailing_bytes.h"

namespace ireereplay::test {

namespace {

using namespace profile;
using namespace profile::format;

constexpr uint64_t kStream = 0x100000001;

ChunkMetadata metadata(std::string_view name) {
  return {.session_id = 7, .stream_id = kStream, .physical_device_ordinal = 0, .queue_ordinal = 0, .name = name};
}

Status write_devices(BundleWriter& writer) {
  ChunkBuilder devices(ChunkKind::kDevices), queues(ChunkKind::kQueues);
  for (uint32_t ordinal = 0; ordinal < 2; ++ordinal) {
    Device device = {.flags = ordinal == 0 ? kHasIdentity : 0, .physical_device_ordinal = ordinal, .queue_count = 1};
    for (uint8_t i = 0; i < 16; ++i) device.physical_device_uuid[i] = static_cast<uint8_t>(i * 17 + ordinal);
    IR_RETURN_IF_ERROR(devices.append(device));
    IR_RETURN_IF_ERROR(queues.append(Queue{.physical_device_ordinal = ordinal, .stream_id = kStream + ordinal}));
  }
  IR_RETURN_IF_ERROR(writer.write(metadata("devices"), devices));
  return writer.write(metadata("queues"), queues);
}

Status write_executables(BundleWriter& writer) {
  ChunkBuilder executables(ChunkKind::kExecutables), functions(ChunkKind::kFunctions);
  ChunkBuilder objects(ChunkKind::kCodeObjects), loads(ChunkKind::kCodeObjectLoads);
  for (uint64_t id = 11; id < 13; ++id) {
    const uint32_t flags = id == 11 ? kHasIdentity : 0;
    IR_RETURN_IF_ERROR(executables.append(Executable{
        .flags = flags, .executable_id = id, .function_count = 2, .code_object_hash = {0x123456789abcdef0, id}}));
    for (uint32_t ordinal = 0; ordinal < 2; ++ordinal) {
      // One without a name, one whose name has what JSON escapes.
      const std::string name = ordinal == 1 ? "" : "module_" + std::to_string(id) + "$\"async\"\t\xC3\xA9";
      IR_RETURN_IF_ERROR(functions.append(Function{.flags = flags,
                                                   .executable_id = id,
                                                   .function_ordinal = ordinal,
                                                   .constant_count = 3,
                                                   .binding_count = 4,
                                                   .parameter_count = 5,
                                                   .workgroup_size = {64, 2, 1},
                                                   .function_hash = {id, 0xfedcba9876543210}},
                                          {text(name)}));
    }
    IR_RETURN_IF_ERROR(objects.append(
        CodeObject{.flags = flags, .executable_id = id, .code_object_id = id + 100, .code_object_hash = {id, id + 1}},
        {text("\x7F"
              "ELF and what follows")}));
    IR_RETURN_IF_ERROR(loads.append(CodeObjectLoad{.physical_device_ordinal = 0,
                                                   .executable_id = id,
                                                   .code_object_id = id + 100,
                                                   .load_delta = -4096,
                                                   .load_size = 65536}));
  }
  IR_RETURN_IF_ERROR(writer.write(metadata("executables"), executables));
  IR_RETURN_IF_ERROR(writer.write(metadata("code objects"), objects));
  IR_RETURN_IF_ERROR(writer.write(metadata("loads"), loads));
  return writer.write(metadata("functions"), functions);
}

Status write_commands(BundleWriter& writer) {
  ChunkBuilder buffers(ChunkKind::kCommandBuffers), operations(ChunkKind::kCommandOperations);
  for (uint64_t id = 21; id < 23; ++id) {
    IR_RETURN_IF_ERROR(buffers.append(CommandBuffer{.flags = 0,
                                                    .command_buffer_id = id,
                                                    .mode = 1,
                                                    .command_categories = 3,
                                                    .queue_affinity = ~0ull,
                                                    .physical_device_ordinal = 0}));
  }
  // The last is a type that nobody knows.
  for (uint32_t type = 0; type <= 10; ++type) {
    const bool in_block = type % 2 == 0;
    IR_RETURN_IF_ERROR(
        operations.append(CommandOperation{.type = static_cast<CommandOperationType>(type),
                                           .flags = in_block ? kOperationBlockStructure | type : type & 0x3F,
                                           .command_index = type,
                                           .command_buffer_id = 21 + type % 2,
                                           .block_ordinal = in_block ? 1 : kNone32,
                                           .block_command_ordinal = in_block ? type : kNone32,
                                           .executable_id = type == 2 ? 11u : 0u,
                                           .function_ordinal = type == 2 ? 1 : kNone32,
                                           .binding_count = 2,
                                           .workgroup_count = {8, 7, 6},
                                           .workgroup_size = {64, 2, 1},
                                           .source_offset = 16,
                                           .target_offset = 0x1000000000000001,
                                           .length = 4096 + type,
                                           .source_ordinal = 0,
                                           .target_ordinal = 1,
                                           .target_block_ordinal = in_block ? 3 : kNone32,
                                           .alternate_block_ordinal = in_block ? 4 : kNone32}));
  }
  IR_RETURN_IF_ERROR(writer.write(metadata("command buffers"), buffers));
  return writer.write(metadata("operations"), operations);
}

Status write_clocks(BundleWriter& writer) {
  // Device 0 has a fit; a sample of device 1 says that its ticks are of another counter.
  for (uint64_t sample = 1; sample <= 3; ++sample) {
    ChunkBuilder clocks(ChunkKind::kClockCorrelations);
    for (uint32_t device = 0; device < 2; ++device) {
      const uint32_t unaligned = device == 1 && sample == 2 ? kClockDeviceTickUnaligned : 0;
      IR_RETURN_IF_ERROR(clocks.append(ClockCorrelation{
          .flags =
              kClockDeviceTick | kClockHostCpuTimestamp | kClockHostSystemTimestamp | kClockHostTimeBracket | unaligned,
          .physical_device_ordinal = device,
          .sample_id = sample,
          .device_tick = 1000 + sample * 700,
          .host_cpu_timestamp_ns = 50000 + sample * 1900,
          .host_system_timestamp = 99 + sample,
          .host_system_frequency_hz = 100000000,
          .host_time_begin_ns = static_cast<int64_t>(50000 + sample * 1900 - 7),
          .host_time_end_ns = static_cast<int64_t>(50000 + sample * 1900 + 5 + sample)}));
    }
    IR_RETURN_IF_ERROR(writer.write(metadata("clocks"), clocks));
  }
  return Status();
}

Status write_dispatches(BundleWriter& writer) {
  ChunkBuilder events(ChunkKind::kDispatchEvents);
  for (uint64_t i = 0; i < 12; ++i) {
    // One has no time, and one ends before it begins.
    const uint64_t start = i == 3 ? 0 : 1700 + 40 * i;
    IR_RETURN_IF_ERROR(events.append(DispatchEvent{.flags = kDispatchCommandBuffer,
                                                   .event_id = 100 + i,
                                                   .submission_id = 1 + i / 4,
                                                   .command_buffer_id = i % 3 == 0 ? 0 : 21 + i % 2,
                                                   .executable_id = 11 + i % 2,
                                                   .command_index = static_cast<uint32_t>(i),
                                                   .function_ordinal = static_cast<uint32_t>(i % 4 / 2),
                                                   .workgroup_count = {static_cast<uint32_t>(i), 2, 1},
                                                   .workgroup_size = {64, 1, 1},
                                                   .start_tick = start,
                                                   .end_tick = i == 5 ? 1 : start + 13 + i}));
  }
  return writer.write(metadata("dispatches"), events);
}

Status write_queue_events(BundleWriter& writer) {
  ChunkBuilder queue(ChunkKind::kQueueEvents), device(ChunkKind::kQueueDeviceEvents),
      host(ChunkKind::kHostExecutionEvents);
  for (uint32_t type = 0; type <= 12; ++type) {
    const auto event_type = static_cast<QueueEventType>(type);
    const bool is_dispatch = event_type == QueueEventType::kDispatch;
    IR_RETURN_IF_ERROR(queue.append(QueueEvent{.type = event_type,
                                               .flags = type % 2,
                                               .dependency_strategy = static_cast<DependencyStrategy>(type % 5),
                                               .event_id = 200 + type,
                                               .host_time_ns = 52000 + type,
                                               .submission_id = 1 + type,
                                               .command_buffer_id = type == 3 ? 21u : 0u,
                                               .allocation_id = 300 + type,
                                               .stream_id = kStream,
                                               .wait_count = type,
                                               .signal_count = 1,
                                               .barrier_count = 2,
                                               .operation_count = 3,
                                               .payload_length = 1ull << (type + 40),
                                               .ready_host_time_ns = 52010 + type}));
    IR_RETURN_IF_ERROR(device.append(QueueDeviceEvent{.type = event_type,
                                                      .flags = type % 2,
                                                      .event_id = 400 + type,
                                                      .submission_id = 1 + type,
                                                      .command_buffer_id = 0,
                                                      .allocation_id = 300 + type,
                                                      .stream_id = kStream,
                                                      .payload_length = 64u * type,
                                                      .operation_count = 1,
                                                      .start_tick = type == 4 ? 0 : 1700u + type,
                                                      .end_tick = 1800 + 3 * type}));
    IR_RETURN_IF_ERROR(host.append(HostExecutionEvent{.type = event_type,
                                                      .flags = type % 8,
                                                      .status_code = type == 6 ? 13u : 0u,
                                                      .event_id = 500 + type,
                                                      .submission_id = 1 + type,
                                                      .command_buffer_id = is_dispatch ? 21u : 0u,
                                                      .executable_id = is_dispatch ? 11u : 0u,
                                                      .allocation_id = 300 + type,
                                                      .stream_id = kStream,
                                                      .command_index = is_dispatch ? 2 : kNone32,
                                                      .function_ordinal = is_dispatch ? 0 : kNone32,
                                                      .workgroup_count = {4, 3, 2},
                                                      .workgroup_size = {1, 1, 1},
                                                      .start_host_time_ns = type == 7 ? -1 : 52000 + 10 * type,
                                                      .end_host_time_ns = 52009 + 11 * type,
                                                      .payload_length = type,
                                                      .tile_count = 24,
                                                      .tile_duration_sum_ns = 1000 + type,
                                                      .operation_count = 1}));
  }
  IR_RETURN_IF_ERROR(writer.write(metadata("queue events"), queue));
  IR_RETURN_IF_ERROR(writer.write(metadata("queue device events"), device));
  ChunkMetadata dropped = metadata("host execution");
  dropped.dropped_records = 5;
  return writer.write(dropped, host);
}

Status write_regions(BundleWriter& writer) {
  ChunkBuilder regions(ChunkKind::kCommandRegionEvents);
  for (uint32_t i = 0; i < 3; ++i) {
    CommandRegionEvent region = {.flags = kRegionCommandBuffer | (i == 2 ? kRegionTerminal : kRegionHasNext),
                                 .event_id = 600 + i,
                                 .submission_id = 3,
                                 .command_buffer_id = 21,
                                 .stream_id = kStream,
                                 .block_sequence = 1,
                                 .epoch = 2 + i,
                                 .index = static_cast<int32_t>(i),
                                 .dispatch_count = 3,
                                 .tile_count = 40 + i,
                                 .width_bucket = 5,
                                 .lookahead_width_bucket = 6,
                                 .useful_drain_count = 7,
                                 .no_work_drain_count = 8,
                                 .tail_count = 9,
                                 .tail_remaining_min = 10,
                                 .tail_remaining_max = 11,
                                 .tail_remaining_buckets = {1, 2, 3, 4, 5, 6, 7, 8},
                                 .tail_first_start_host_time_ns = 52100,
                                 .tail_last_end_host_time_ns = 52200,
                                 .tail_start_offset_sum_ns = 12,
                                 .tail_drain_duration_sum_ns = 13,
                                 .first_useful_drain_start_host_time_ns = 52050,
                                 .last_useful_drain_end_host_time_ns = 52150,
                                 .start_host_time_ns = 52000 + i,
                                 .end_host_time_ns = i == 1 ? 1 : 52300 + i,
                                 .next_index = i == 2 ? -1 : static_cast<int32_t>(i + 1),
                                 .next_tile_count = 14,
                                 .next_width_bucket = 15,
                                 .next_lookahead_width_bucket = 16,
                                 .worker_count = 17,
                                 .old_wake_budget = -18,
                                 .new_wake_budget = 19,
                                 .wake_delta = 37,
                                 .keep_active_count = 20,
                                 .publish_keep_active_count = 21,
                                 .keep_warm_count = 22};
    IR_RETURN_IF_ERROR(regions.append(region));
  }
  return writer.write(metadata("regions"), regions);
}

Status write_memory(BundleWriter& writer) {
  ChunkBuilder events(ChunkKind::kMemoryEvents);
  uint64_t event_id = 700;
  // What is acquired is released, but for one of each; and types that nobody knows.
  for (const uint64_t allocation : {1u, 2u}) {
    for (uint32_t type = 0; type <= 13; ++type) {
      const auto event_type = static_cast<MemoryEventType>(type);
      const bool is_release =
          event_type == MemoryEventType::kSlabRelease || event_type == MemoryEventType::kPoolRelease ||
          event_type == MemoryEventType::kQueueDealloca || event_type == MemoryEventType::kBufferFree ||
          event_type == MemoryEventType::kBufferUnimport;
      if (allocation == 2 && is_release) continue;
      const uint32_t queue_operation = type == 7 || type == 8 ? kMemoryQueueOperation : 0;
      const uint32_t pool = type >= 3 && type <= 6 ? kMemoryPoolReservation | kMemoryPoolStats : 0;
      const uint32_t wait = type == 6 ? kMemoryWaitFrontier | kMemoryWaitNotification : 0;
      const uint32_t external = type >= 11 ? kMemoryExternallyOwned : 0;
      IR_RETURN_IF_ERROR(events.append(MemoryEvent{.type = event_type,
                                                   .flags = queue_operation | pool | wait | external,
                                                   .result = type == 3 ? 1 : kNone32,
                                                   .event_id = event_id,
                                                   .host_time_ns = static_cast<int64_t>(51000 + event_id),
                                                   .allocation_id = allocation * 16 + (type - 1) / 2,
                                                   .pool_id = type >= 3 && type <= 8 ? 31u : 0u,
                                                   .backing_id = 41 + type / 4,
                                                   .submission_id = 9,
                                                   .frontier_entry_count = type == 6 ? 2u : 0u,
                                                   .memory_type = 0x36,
                                                   .buffer_usage = 0x3F07,
                                                   .offset = 64 * allocation,
                                                   .length = 1024 * allocation,
                                                   .alignment = 64,
                                                   .pool_bytes_reserved = pool == 0 ? 0 : 1024 * type,
                                                   .pool_bytes_free = pool == 0 ? 0u : 4096u,
                                                   .pool_bytes_committed = pool == 0 ? 0u : 8192u,
                                                   .pool_budget_limit = pool == 0 ? 0 : 1ull << 33,
                                                   .pool_reservation_count = pool == 0 ? 0u : 3u,
                                                   .pool_slab_count = pool == 0 ? 0u : 1u}));
      ++event_id;
    }
  }
  return writer.write(metadata("memory"), events);
}

Status write_relationships(BundleWriter& writer) {
  ChunkBuilder relationships(ChunkKind::kEventRelationships);
  for (uint32_t i = 0; i <= 9; ++i) {
    IR_RETURN_IF_ERROR(relationships.append(EventRelationship{.type = static_cast<RelationshipType>(i % 6),
                                                              .relationship_id = 800 + i,
                                                              .source_type = static_cast<EndpointType>(i),
                                                              .target_type = static_cast<EndpointType>(9 - i),
                                                              .stream_id = kStream,
                                                              .source_id = 1 + i,
                                                              .source_secondary_id = i,
                                                              .target_id = 100 + i,
                                                              .target_secondary_id = 2 * i}));
  }
  return writer.write(metadata("relationships"), relationships);
}

Status write_counters(BundleWriter& writer) {
  ChunkBuilder sets(ChunkKind::kCounterSets), counters(ChunkKind::kCounters), samples(ChunkKind::kCounterSamples);
  IR_RETURN_IF_ERROR(sets.append(
      CounterSet{.counter_set_id = 51, .physical_device_ordinal = 0, .counter_count = 2, .sample_value_count = 3},
      {text("cache set")}));
  IR_RETURN_IF_ERROR(counters.append(Counter{.flags = kCounterRaw,
                                             .unit = CounterUnit::kCycles,
                                             .physical_device_ordinal = 0,
                                             .counter_set_id = 51,
                                             .counter_ordinal = 0,
                                             .sample_value_offset = 0,
                                             .sample_value_count = 2},
                                     {text("GRBM"), text("GUI_ACTIVE"), text("Cycles that the device was busy.")}));
  IR_RETURN_IF_ERROR(counters.append(Counter{.unit = CounterUnit::kBytes,
                                             .physical_device_ordinal = 0,
                                             .counter_set_id = 51,
                                             .counter_ordinal = 1,
                                             .sample_value_offset = 2,
                                             .sample_value_count = 1},
                                     {text("TCC"), text("HIT"), text("")}));
  for (uint32_t i = 0; i < 6; ++i) {
    const auto scope = static_cast<CounterSampleScope>(1 + i % 3);
    const bool is_range = scope == CounterSampleScope::kDeviceTimeRange;
    const uint32_t flags = scope == CounterSampleScope::kDispatch           ? kSampleDispatchEvent
                           : scope == CounterSampleScope::kCommandOperation ? kSampleCommandOperation
                                                                            : kSampleDeviceTickRange;
    const std::vector<uint64_t> values = {100 + i, 1ull << 60, 3 * i};
    IR_RETURN_IF_ERROR(samples.append(CounterSample{.flags = flags,
                                                    .scope = scope,
                                                    .sample_id = 900 + i,
                                                    .counter_set_id = 51,
                                                    .dispatch_event_id = is_range ? 0 : 100 + i,
                                                    .submission_id = is_range ? 0u : 1u,
                                                    .command_buffer_id = is_range ? 0u : 21u,
                                                    .executable_id = is_range ? 0u : 11u,
                                                    .stream_id = kStream,
                                                    .start_tick = is_range ? 1750u : 0u,
                                                    .end_tick = is_range ? 1790u + i : 0u,
                                                    .command_index = is_range ? kNone32 : 2,
                                                    .function_ordinal = is_range ? kNone32 : 0},
                                      {bytes_of(values)}));
  }
  IR_RETURN_IF_ERROR(writer.write(metadata("counter sets"), sets));
  IR_RETURN_IF_ERROR(writer.write(metadata("counters"), counters));
  return writer.write(metadata("counter samples"), samples);
}

Status write_metrics(BundleWriter& writer) {
  ChunkBuilder sources(ChunkKind::kDeviceMetricSources), descriptors(ChunkKind::kDeviceMetricDescriptors);
  ChunkBuilder samples(ChunkKind::kDeviceMetricSamples);
  constexpr DeviceClass kClasses[] = {DeviceClass::kNone, DeviceClass::kCpu,   DeviceClass::kGpu,
                                      DeviceClass::kNpu,  DeviceClass::kOther, static_cast<DeviceClass>(9)};
  for (uint32_t i = 0; i < std::size(kClasses); ++i) {
    IR_RETURN_IF_ERROR(sources.append(DeviceMetricSource{.source_id = 61 + i,
                                                         .physical_device_ordinal = i % 2,
                                                         .device_class = kClasses[i],
                                                         .source_kind = 1,
                                                         .source_revision = 2,
                                                         .metric_count = 17},
                                      {text("source " + std::to_string(i))}));
  }
  std::vector<DeviceMetricValue> values;
  for (const BuiltinMetric& metric : builtin_metrics()) {
    IR_RETURN_IF_ERROR(descriptors.append(DeviceMetricDescriptor{.source_id = 62,
                                                                 .metric_id = metric.id,
                                                                 .unit = metric.unit,
                                                                 .value_kind = metric.value_kind,
                                                                 .semantic = metric.semantic,
                                                                 .plot_hint = metric.plot_hint},
                                          {text(metric.name), text(metric.description)}));
    const bool is_signed = metric.value_kind == MetricValueKind::kI64;
    values.push_back({metric.id, is_signed ? static_cast<uint64_t>(-12345) : metric.id * 1000003, 0, 0});
  }
  // A producer's own, of the kinds that no metric of IREE's has.
  for (const auto& [id, kind, bits] : {std::tuple{1ull, MetricValueKind::kF64, std::bit_cast<uint64_t>(0.1)},
                                       std::tuple{2ull, MetricValueKind::kNone, uint64_t{5}}}) {
    IR_RETURN_IF_ERROR(descriptors.append(DeviceMetricDescriptor{.source_id = 62,
                                                                 .metric_id = kMetricProducerBase + id,
                                                                 .unit = static_cast<MetricUnit>(id == 1 ? 0 : 99),
                                                                 .value_kind = kind,
                                                                 .semantic = MetricSemantic::kDelta,
                                                                 .plot_hint = MetricPlotHint::kNone},
                                          {text("own"), text("A metric of the producer's.")}));
    values.push_back({kMetricProducerBase + id, bits, 0, 0});
  }
  for (uint32_t i = 0; i < 2; ++i) {
    IR_RETURN_IF_ERROR(
        samples.append(DeviceMetricSample{.flags = i == 0 ? kMetricSampleSourceTimestamp : kMetricSamplePartial,
                                          .sample_id = 1000 + i,
                                          .source_id = 62,
                                          .host_time_begin_ns = 53000,
                                          .host_time_end_ns = i == 0 ? 53010 : 1,
                                          .source_timestamp = 42,
                                          .source_timestamp_frequency_hz = 1000,
                                          .physical_device_ordinal = 0},
                       {bytes_of(values)}));
  }
  IR_RETURN_IF_ERROR(writer.write(metadata("metric sources"), sources));
  IR_RETURN_IF_ERROR(writer.write(metadata("metric descriptors"), descriptors));
  return writer.write(metadata("metric samples"), samples);
}

Status write_traces(BundleWriter& writer) {
  for (uint32_t i = 0; i < 3; ++i) {
    ChunkBuilder trace(ChunkKind::kExecutableTraces);
    IR_RETURN_IF_ERROR(trace.append(ExecutableTrace{.format = static_cast<TraceFormat>(i),
                                                    .flags = kTraceDispatchEvent,
                                                    .shader_engine = i,
                                                    .trace_id = 1100 + i,
                                                    .dispatch_event_id = 100,
                                                    .submission_id = 1,
                                                    .command_buffer_id = 21,
                                                    .executable_id = 11,
                                                    .stream_id = kStream,
                                                    .command_index = 2,
                                                    .function_ordinal = 0},
                                    {text("raw trace bytes")}));
    IR_RETURN_IF_ERROR(writer.write(metadata("trace"), trace));
  }
  return Status();
}

}  // namespace

Status write_made_profile(const std::string& path, bool unknown_chunk) {
  IR_ASSIGN_OR_RETURN(BundleWriter writer, BundleWriter::create(path));
  IR_RETURN_IF_ERROR(writer.begin_session({.session_id = 7, .name = "made"}));
  for (const auto write :
       {write_devices, write_executables, write_commands, write_clocks, write_dispatches, write_queue_events,
        write_regions, write_memory, write_relationships, write_counters, write_metrics, write_traces}) {
    IR_RETURN_IF_ERROR(write(writer));
  }
  if (unknown_chunk) {
    IR_RETURN_IF_ERROR(
        writer.write(metadata("new"), "application/vnd.iree.hal.profile.tomorrow", text("what it holds")));
  }
  IR_RETURN_IF_ERROR(writer.end_session({.session_id = 7, .name = "made"}, StatusCode::kCancelled));
  return writer.close();
}

}  // namespace ireereplay::test
