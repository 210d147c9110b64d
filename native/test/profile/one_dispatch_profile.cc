#include "profile/one_dispatch_profile.h"

#include <algorithm>

#include "profile/trailing_bytes.h"
#include "profile/writer.h"

namespace ireereplay::test {

namespace {

using namespace profile;
using namespace profile::format;

constexpr uint64_t kSession = 3;
constexpr uint64_t kStream = 17;
constexpr uint64_t kExecutable = 5;
constexpr uint32_t kFunction = 1;
constexpr uint64_t kCommandBuffer = 8;
constexpr uint32_t kCommand = 4;
constexpr uint64_t kSubmission = 29;
constexpr uint64_t kQueueEvent = 600;
constexpr uint64_t kHostExecution = 620;
constexpr uint64_t kMetricSource = 71;
constexpr uint64_t kBytesPerExecution = 12288;

ChunkMetadata metadata(std::string_view name) {
  return {.session_id = kSession, .stream_id = kStream, .physical_device_ordinal = 0, .queue_ordinal = 0, .name = name};
}

/// Writes a chunk of one record.
template <typename T>
Status write_one(BundleWriter& writer, std::string_view name, ChunkKind kind, const T& record,
                 std::initializer_list<Bytes> parts = {}) {
  ChunkBuilder chunk(kind);
  IR_RETURN_IF_ERROR(chunk.append(record, parts));
  return writer.write(metadata(name), chunk);
}

Status write_device(BundleWriter& writer) {
  IR_RETURN_IF_ERROR(write_one(writer, "devices", ChunkKind::kDevices, Device{.queue_count = 1}));
  IR_RETURN_IF_ERROR(write_one(writer, "queues", ChunkKind::kQueues, Queue{.stream_id = kStream}));
  // Ten nanoseconds a tick.
  ChunkBuilder clocks(ChunkKind::kClockCorrelations);
  for (uint64_t sample = 1; sample <= 2; ++sample) {
    const uint64_t time_ns = 30000 + 10000 * sample;
    IR_RETURN_IF_ERROR(
        clocks.append(ClockCorrelation{.flags = kClockDeviceTick | kClockHostCpuTimestamp | kClockHostTimeBracket,
                                       .sample_id = sample,
                                       .device_tick = 1000 * sample,
                                       .host_cpu_timestamp_ns = time_ns,
                                       .host_time_begin_ns = static_cast<int64_t>(time_ns - 20),
                                       .host_time_end_ns = static_cast<int64_t>(time_ns + 20)}));
  }
  return writer.write(metadata("clock correlations"), clocks);
}

Status write_program(BundleWriter& writer) {
  IR_RETURN_IF_ERROR(write_one(writer, "executables", ChunkKind::kExecutables,
                               Executable{.executable_id = kExecutable, .function_count = 2}));
  ChunkBuilder functions(ChunkKind::kFunctions);
  for (uint32_t ordinal = 0; ordinal < 2; ++ordinal) {
    IR_RETURN_IF_ERROR(functions.append(Function{.executable_id = kExecutable,
                                                 .function_ordinal = ordinal,
                                                 .binding_count = 2 + ordinal,
                                                 .workgroup_size = {32, 2, 1}},
                                        {text(ordinal == kFunction ? "scale_rows" : "never_dispatched")}));
  }
  IR_RETURN_IF_ERROR(writer.write(metadata("functions"), functions));
  IR_RETURN_IF_ERROR(write_one(writer, "command buffers", ChunkKind::kCommandBuffers,
                               CommandBuffer{.command_buffer_id = kCommandBuffer, .queue_affinity = 1}));
  return write_one(writer, "command operations", ChunkKind::kCommandOperations,
                   CommandOperation{.type = CommandOperationType::kDispatch,
                                    .command_index = kCommand,
                                    .command_buffer_id = kCommandBuffer,
                                    .block_ordinal = kNone32,
                                    .block_command_ordinal = kNone32,
                                    .executable_id = kExecutable,
                                    .function_ordinal = kFunction,
                                    .binding_count = 3,
                                    .workgroup_count = {6, 2, 1},
                                    .workgroup_size = {32, 2, 1},
                                    .source_ordinal = kNone32,
                                    .target_ordinal = kNone32,
                                    .target_block_ordinal = kNone32,
                                    .alternate_block_ordinal = kNone32});
}

Status write_dispatch(BundleWriter& writer) {
  return write_one(writer, "dispatches", ChunkKind::kDispatchEvents,
                   DispatchEvent{.flags = kDispatchCommandBuffer,
                                 .event_id = 640,
                                 .submission_id = kSubmission,
                                 .command_buffer_id = kCommandBuffer,
                                 .executable_id = kExecutable,
                                 .command_index = kCommand,
                                 .function_ordinal = kFunction,
                                 .workgroup_count = {6, 2, 1},
                                 .workgroup_size = {32, 2, 1},
                                 .start_tick = 1310,
                                 .end_tick = 1370});
}

/// The execution as its queue, the device and the host saw it; the host also saw the dispatch in it.
Status write_execution(BundleWriter& writer) {
  IR_RETURN_IF_ERROR(write_one(writer, "queue events", ChunkKind::kQueueEvents,
                               QueueEvent{.type = QueueEventType::kExecute,
                                          .dependency_strategy = DependencyStrategy::kDeviceBarrier,
                                          .event_id = kQueueEvent,
                                          .host_time_ns = 42000,
                                          .submission_id = kSubmission,
                                          .command_buffer_id = kCommandBuffer,
                                          .stream_id = kStream,
                                          .wait_count = 1,
                                          .signal_count = 1,
                                          .barrier_count = 2,
                                          .operation_count = 1,
                                          .payload_length = kBytesPerExecution,
                                          .ready_host_time_ns = 42070}));
  IR_RETURN_IF_ERROR(write_one(writer, "queue device events", ChunkKind::kQueueDeviceEvents,
                               QueueDeviceEvent{.type = QueueEventType::kExecute,
                                                .event_id = 610,
                                                .submission_id = kSubmission,
                                                .command_buffer_id = kCommandBuffer,
                                                .stream_id = kStream,
                                                .payload_length = kBytesPerExecution,
                                                .operation_count = 1,
                                                .start_tick = 1300,
                                                .end_tick = 1380}));
  ChunkBuilder host(ChunkKind::kHostExecutionEvents);
  IR_RETURN_IF_ERROR(host.append(HostExecutionEvent{.type = QueueEventType::kExecute,
                                                    .event_id = kHostExecution,
                                                    .submission_id = kSubmission,
                                                    .command_buffer_id = kCommandBuffer,
                                                    .stream_id = kStream,
                                                    .command_index = kNone32,
                                                    .function_ordinal = kNone32,
                                                    .start_host_time_ns = 42900,
                                                    .end_host_time_ns = 43900,
                                                    .payload_length = kBytesPerExecution,
                                                    .operation_count = 1}));
  IR_RETURN_IF_ERROR(host.append(HostExecutionEvent{.type = QueueEventType::kDispatch,
                                                    .flags = kHostCommandBuffer,
                                                    .event_id = kHostExecution + 1,
                                                    .submission_id = kSubmission,
                                                    .command_buffer_id = kCommandBuffer,
                                                    .executable_id = kExecutable,
                                                    .stream_id = kStream,
                                                    .command_index = kCommand,
                                                    .function_ordinal = kFunction,
                                                    .workgroup_count = {6, 2, 1},
                                                    .workgroup_size = {32, 2, 1},
                                                    .start_host_time_ns = 43050,
                                                    .end_host_time_ns = 43720,
                                                    .tile_count = 12,
                                                    .tile_duration_sum_ns = 655,
                                                    .operation_count = 1}));
  IR_RETURN_IF_ERROR(writer.write(metadata("host executions"), host));
  return write_one(writer, "relationships", ChunkKind::kEventRelationships,
                   EventRelationship{.type = RelationshipType::kQueueEventHostExecutionEvent,
                                     .relationship_id = 1,
                                     .source_type = EndpointType::kQueueEvent,
                                     .target_type = EndpointType::kHostExecutionEvent,
                                     .stream_id = kStream,
                                     .source_id = kQueueEvent,
                                     .target_id = kHostExecution});
}

Status write_memory(BundleWriter& writer) {
  ChunkBuilder events(ChunkKind::kMemoryEvents);
  MemoryEvent event = {.type = MemoryEventType::kBufferAllocate,
                       .event_id = 650,
                       .host_time_ns = 41000,
                       .allocation_id = 91,
                       .queue_ordinal = kNone32,
                       .length = 4096,
                       .alignment = 64};
  IR_RETURN_IF_ERROR(events.append(event));
  event.type = MemoryEventType::kBufferFree;
  event.event_id = 651;
  event.host_time_ns = 44500;
  IR_RETURN_IF_ERROR(events.append(event));
  return writer.write(metadata("memory"), events);
}

/// One metric of IREE's and one of the producer's own.
Status write_metrics(BundleWriter& writer) {
  const auto metrics = builtin_metrics();
  const auto compute = std::find_if(metrics.begin(), metrics.end(),
                                    [](const BuiltinMetric& metric) { return metric.name == "activity.compute"; });
  const uint64_t own = kMetricProducerBase + 6;
  IR_RETURN_IF_ERROR(write_one(writer, "metric sources", ChunkKind::kDeviceMetricSources,
                               DeviceMetricSource{.source_id = kMetricSource,
                                                  .device_class = DeviceClass::kGpu,
                                                  .source_kind = 2,
                                                  .source_revision = 1,
                                                  .metric_count = 2},
                               {text("board")}));
  ChunkBuilder descriptors(ChunkKind::kDeviceMetricDescriptors);
  IR_RETURN_IF_ERROR(descriptors.append(DeviceMetricDescriptor{.source_id = kMetricSource,
                                                               .metric_id = compute->id,
                                                               .unit = compute->unit,
                                                               .value_kind = compute->value_kind,
                                                               .semantic = compute->semantic,
                                                               .plot_hint = compute->plot_hint},
                                        {text(compute->name), text(compute->description)}));
  IR_RETURN_IF_ERROR(descriptors.append(DeviceMetricDescriptor{.source_id = kMetricSource,
                                                               .metric_id = own,
                                                               .unit = MetricUnit::kCount,
                                                               .value_kind = MetricValueKind::kU64,
                                                               .semantic = MetricSemantic::kInstant,
                                                               .plot_hint = MetricPlotHint::kNumber},
                                        {text("board.lanes"), text("Lanes that are powered.")}));
  IR_RETURN_IF_ERROR(writer.write(metadata("metric descriptors"), descriptors));
  const std::vector<DeviceMetricValue> values = {{.metric_id = compute->id, .value_bits = 62500},
                                                 {.metric_id = own, .value_bits = 2048}};
  return write_one(writer, "metric samples", ChunkKind::kDeviceMetricSamples,
                   DeviceMetricSample{.flags = kMetricSampleSourceTimestamp,
                                      .sample_id = 1,
                                      .source_id = kMetricSource,
                                      .host_time_begin_ns = 43500,
                                      .host_time_end_ns = 43530,
                                      .source_timestamp = 9,
                                      .source_timestamp_frequency_hz = 1000000},
                   {bytes_of(values)});
}

}  // namespace

Status write_one_dispatch_profile(const std::string& path, DispatchTimes times) {
  IR_ASSIGN_OR_RETURN(BundleWriter writer, BundleWriter::create(path));
  const ChunkMetadata session = {.session_id = kSession, .name = "one dispatch"};
  IR_RETURN_IF_ERROR(writer.begin_session(session));
  IR_RETURN_IF_ERROR(write_device(writer));
  IR_RETURN_IF_ERROR(write_program(writer));
  if (times == DispatchTimes::kByDeviceAndHost) IR_RETURN_IF_ERROR(write_dispatch(writer));
  IR_RETURN_IF_ERROR(write_execution(writer));
  IR_RETURN_IF_ERROR(write_memory(writer));
  IR_RETURN_IF_ERROR(write_metrics(writer));
  IR_RETURN_IF_ERROR(writer.end_session(session));
  return writer.close();
}

}  // namespace ireereplay::test
