#include "profile/layout.h"

#include <array>
#include <cstddef>
#include <string>

namespace ireereplay::profile {

namespace {

#define U32(type, name) \
  { #name, FieldKind::kU32, offsetof(format::type, name) }
#define I32(type, name) \
  { #name, FieldKind::kI32, offsetof(format::type, name) }
#define U64(type, name) \
  { #name, FieldKind::kU64, offsetof(format::type, name) }
#define I64(type, name) \
  { #name, FieldKind::kI64, offsetof(format::type, name) }
#define U32X3(type, name) \
  { #name, FieldKind::kU32x3, offsetof(format::type, name) }
#define ENUM(type, name, names) \
  { #name, FieldKind::kU32, offsetof(format::type, name), &names }

constexpr Field kDevice[] = {
    U32(Device, flags),
    U32(Device, physical_device_ordinal),
    U32(Device, queue_count),
    {"physical_device_uuid", FieldKind::kUuid, offsetof(format::Device, physical_device_uuid)},
};
constexpr Field kQueue[] = {
    U32(Queue, physical_device_ordinal),
    U32(Queue, queue_ordinal),
    U64(Queue, stream_id),
};
constexpr Field kExecutable[] = {
    U32(Executable, flags),
    U64(Executable, executable_id),
    U32(Executable, function_count),
    {"code_object_hash", FieldKind::kHash, offsetof(format::Executable, code_object_hash)},
};
constexpr Field kCodeObject[] = {
    U32(CodeObject, flags),
    U64(CodeObject, executable_id),
    U64(CodeObject, code_object_id),
    U64(CodeObject, data_length),
    {"code_object_hash", FieldKind::kHash, offsetof(format::CodeObject, code_object_hash)},
};
constexpr Trailing kCodeObjectTrailing[] = {
    {"data", TrailingKind::kData, offsetof(format::CodeObject, data_length)},
};
constexpr Field kCodeObjectLoad[] = {
    U32(CodeObjectLoad, physical_device_ordinal),
    U64(CodeObjectLoad, executable_id),
    U64(CodeObjectLoad, code_object_id),
    I64(CodeObjectLoad, load_delta),
    U64(CodeObjectLoad, load_size),
};
constexpr Field kFunction[] = {
    U32(Function, flags),
    U64(Function, executable_id),
    U32(Function, function_ordinal),
    U32(Function, constant_count),
    U32(Function, binding_count),
    U32(Function, parameter_count),
    U32X3(Function, workgroup_size),
    U32(Function, name_length),
    {"function_hash", FieldKind::kHash, offsetof(format::Function, function_hash)},
};
constexpr Trailing kFunctionTrailing[] = {
    {"name", TrailingKind::kText, offsetof(format::Function, name_length)},
};
constexpr Field kCommandBuffer[] = {
    U32(CommandBuffer, flags),          U64(CommandBuffer, command_buffer_id),
    U64(CommandBuffer, mode),           U64(CommandBuffer, command_categories),
    U64(CommandBuffer, queue_affinity), U32(CommandBuffer, physical_device_ordinal),
};
constexpr Field kCommandOperation[] = {
    ENUM(CommandOperation, type, kCommandOperationNames),
    U32(CommandOperation, flags),
    U32(CommandOperation, command_index),
    U64(CommandOperation, command_buffer_id),
    U32(CommandOperation, block_ordinal),
    U32(CommandOperation, block_command_ordinal),
    U64(CommandOperation, executable_id),
    U32(CommandOperation, function_ordinal),
    U32(CommandOperation, binding_count),
    U32X3(CommandOperation, workgroup_count),
    U32X3(CommandOperation, workgroup_size),
    U64(CommandOperation, source_offset),
    U64(CommandOperation, target_offset),
    U64(CommandOperation, length),
    U32(CommandOperation, source_ordinal),
    U32(CommandOperation, target_ordinal),
    U32(CommandOperation, target_block_ordinal),
    U32(CommandOperation, alternate_block_ordinal),
};
constexpr Field kClockCorrelation[] = {
    U32(ClockCorrelation, flags),
    U32(ClockCorrelation, physical_device_ordinal),
    U64(ClockCorrelation, sample_id),
    U64(ClockCorrelation, device_tick),
    U64(ClockCorrelation, host_cpu_timestamp_ns),
    U64(ClockCorrelation, host_system_timestamp),
    U64(ClockCorrelation, host_system_frequency_hz),
    I64(ClockCorrelation, host_time_begin_ns),
    I64(ClockCorrelation, host_time_end_ns),
};
constexpr Field kDispatchEvent[] = {
    U32(DispatchEvent, flags),
    U64(DispatchEvent, event_id),
    U64(DispatchEvent, submission_id),
    U64(DispatchEvent, command_buffer_id),
    U64(DispatchEvent, executable_id),
    U32(DispatchEvent, command_index),
    U32(DispatchEvent, function_ordinal),
    U32X3(DispatchEvent, workgroup_count),
    U32X3(DispatchEvent, workgroup_size),
    U64(DispatchEvent, start_tick),
    U64(DispatchEvent, end_tick),
};
constexpr Field kQueueEvent[] = {
    ENUM(QueueEvent, type, kQueueEventNames),
    U32(QueueEvent, flags),
    ENUM(QueueEvent, dependency_strategy, kDependencyStrategyNames),
    U64(QueueEvent, event_id),
    I64(QueueEvent, host_time_ns),
    U64(QueueEvent, submission_id),
    U64(QueueEvent, command_buffer_id),
    U64(QueueEvent, allocation_id),
    U64(QueueEvent, stream_id),
    U32(QueueEvent, physical_device_ordinal),
    U32(QueueEvent, queue_ordinal),
    U32(QueueEvent, wait_count),
    U32(QueueEvent, signal_count),
    U32(QueueEvent, barrier_count),
    U32(QueueEvent, operation_count),
    U64(QueueEvent, payload_length),
    I64(QueueEvent, ready_host_time_ns),
};
constexpr Field kQueueDeviceEvent[] = {
    ENUM(QueueDeviceEvent, type, kQueueEventNames),
    U32(QueueDeviceEvent, flags),
    U64(QueueDeviceEvent, event_id),
    U64(QueueDeviceEvent, submission_id),
    U64(QueueDeviceEvent, command_buffer_id),
    U64(QueueDeviceEvent, allocation_id),
    U64(QueueDeviceEvent, stream_id),
    U64(QueueDeviceEvent, payload_length),
    U32(QueueDeviceEvent, physical_device_ordinal),
    U32(QueueDeviceEvent, queue_ordinal),
    U32(QueueDeviceEvent, operation_count),
    U64(QueueDeviceEvent, start_tick),
    U64(QueueDeviceEvent, end_tick),
};
constexpr Field kHostExecutionEvent[] = {
    ENUM(HostExecutionEvent, type, kQueueEventNames),
    U32(HostExecutionEvent, flags),
    U32(HostExecutionEvent, status_code),
    U64(HostExecutionEvent, event_id),
    U64(HostExecutionEvent, submission_id),
    U64(HostExecutionEvent, command_buffer_id),
    U64(HostExecutionEvent, executable_id),
    U64(HostExecutionEvent, allocation_id),
    U64(HostExecutionEvent, stream_id),
    U32(HostExecutionEvent, physical_device_ordinal),
    U32(HostExecutionEvent, queue_ordinal),
    U32(HostExecutionEvent, command_index),
    U32(HostExecutionEvent, function_ordinal),
    U32X3(HostExecutionEvent, workgroup_count),
    U32X3(HostExecutionEvent, workgroup_size),
    I64(HostExecutionEvent, start_host_time_ns),
    I64(HostExecutionEvent, end_host_time_ns),
    U64(HostExecutionEvent, payload_length),
    U64(HostExecutionEvent, tile_count),
    I64(HostExecutionEvent, tile_duration_sum_ns),
    U32(HostExecutionEvent, operation_count),
};
constexpr Field kCommandRegionEvent[] = {
    U32(CommandRegionEvent, flags),
    U64(CommandRegionEvent, event_id),
    U64(CommandRegionEvent, submission_id),
    U64(CommandRegionEvent, command_buffer_id),
    U64(CommandRegionEvent, stream_id),
    U32(CommandRegionEvent, physical_device_ordinal),
    U32(CommandRegionEvent, queue_ordinal),
    U32(CommandRegionEvent, block_sequence),
    U32(CommandRegionEvent, epoch),
    I32(CommandRegionEvent, index),
    U32(CommandRegionEvent, dispatch_count),
    U32(CommandRegionEvent, tile_count),
    U32(CommandRegionEvent, width_bucket),
    U32(CommandRegionEvent, lookahead_width_bucket),
    U32(CommandRegionEvent, useful_drain_count),
    U32(CommandRegionEvent, no_work_drain_count),
    U32(CommandRegionEvent, tail_count),
    U32(CommandRegionEvent, tail_remaining_min),
    U32(CommandRegionEvent, tail_remaining_max),
    {"tail_remaining_buckets", FieldKind::kU32x8, offsetof(format::CommandRegionEvent, tail_remaining_buckets)},
    I64(CommandRegionEvent, tail_first_start_host_time_ns),
    I64(CommandRegionEvent, tail_last_end_host_time_ns),
    I64(CommandRegionEvent, tail_start_offset_sum_ns),
    I64(CommandRegionEvent, tail_drain_duration_sum_ns),
    I64(CommandRegionEvent, first_useful_drain_start_host_time_ns),
    I64(CommandRegionEvent, last_useful_drain_end_host_time_ns),
    I64(CommandRegionEvent, start_host_time_ns),
    I64(CommandRegionEvent, end_host_time_ns),
    I32(CommandRegionEvent, next_index),
    U32(CommandRegionEvent, next_tile_count),
    U32(CommandRegionEvent, next_width_bucket),
    U32(CommandRegionEvent, next_lookahead_width_bucket),
    U32(CommandRegionEvent, worker_count),
    I32(CommandRegionEvent, old_wake_budget),
    I32(CommandRegionEvent, new_wake_budget),
    I32(CommandRegionEvent, wake_delta),
    U32(CommandRegionEvent, keep_active_count),
    U32(CommandRegionEvent, publish_keep_active_count),
    U32(CommandRegionEvent, keep_warm_count),
};
constexpr Field kMemoryEvent[] = {
    ENUM(MemoryEvent, type, kMemoryEventNames),
    U32(MemoryEvent, flags),
    U32(MemoryEvent, result),
    U64(MemoryEvent, event_id),
    I64(MemoryEvent, host_time_ns),
    U64(MemoryEvent, allocation_id),
    U64(MemoryEvent, pool_id),
    U64(MemoryEvent, backing_id),
    U64(MemoryEvent, submission_id),
    U32(MemoryEvent, physical_device_ordinal),
    U32(MemoryEvent, queue_ordinal),
    U32(MemoryEvent, frontier_entry_count),
    U64(MemoryEvent, memory_type),
    U64(MemoryEvent, buffer_usage),
    U64(MemoryEvent, offset),
    U64(MemoryEvent, length),
    U64(MemoryEvent, alignment),
    U64(MemoryEvent, pool_bytes_reserved),
    U64(MemoryEvent, pool_bytes_free),
    U64(MemoryEvent, pool_bytes_committed),
    U64(MemoryEvent, pool_budget_limit),
    U32(MemoryEvent, pool_reservation_count),
    U32(MemoryEvent, pool_slab_count),
};
constexpr Field kEventRelationship[] = {
    ENUM(EventRelationship, type, kRelationshipNames),
    U64(EventRelationship, relationship_id),
    ENUM(EventRelationship, source_type, kEndpointNames),
    ENUM(EventRelationship, target_type, kEndpointNames),
    U32(EventRelationship, physical_device_ordinal),
    U32(EventRelationship, queue_ordinal),
    U64(EventRelationship, stream_id),
    U64(EventRelationship, source_id),
    U64(EventRelationship, source_secondary_id),
    U64(EventRelationship, target_id),
    U64(EventRelationship, target_secondary_id),
};
constexpr Field kCounterSet[] = {
    U32(CounterSet, flags),         U64(CounterSet, counter_set_id),     U32(CounterSet, physical_device_ordinal),
    U32(CounterSet, counter_count), U32(CounterSet, sample_value_count), U32(CounterSet, name_length),
};
constexpr Trailing kCounterSetTrailing[] = {
    {"name", TrailingKind::kText, offsetof(format::CounterSet, name_length)},
};
constexpr Field kCounter[] = {
    U32(Counter, flags),
    ENUM(Counter, unit, kCounterUnitNames),
    U32(Counter, physical_device_ordinal),
    U64(Counter, counter_set_id),
    U32(Counter, counter_ordinal),
    U32(Counter, sample_value_offset),
    U32(Counter, sample_value_count),
    U32(Counter, block_name_length),
    U32(Counter, name_length),
    U32(Counter, description_length),
};
constexpr Trailing kCounterTrailing[] = {
    {"block", TrailingKind::kText, offsetof(format::Counter, block_name_length)},
    {"name", TrailingKind::kText, offsetof(format::Counter, name_length)},
    {"description", TrailingKind::kText, offsetof(format::Counter, description_length)},
};
constexpr Field kCounterSample[] = {
    U32(CounterSample, flags),
    ENUM(CounterSample, scope, kCounterSampleScopeNames),
    U64(CounterSample, sample_id),
    U64(CounterSample, counter_set_id),
    U64(CounterSample, dispatch_event_id),
    U64(CounterSample, submission_id),
    U64(CounterSample, command_buffer_id),
    U64(CounterSample, executable_id),
    U64(CounterSample, stream_id),
    U64(CounterSample, start_tick),
    U64(CounterSample, end_tick),
    U32(CounterSample, command_index),
    U32(CounterSample, function_ordinal),
    U32(CounterSample, physical_device_ordinal),
    U32(CounterSample, queue_ordinal),
    U32(CounterSample, sample_value_count),
};
constexpr Trailing kCounterSampleTrailing[] = {
    {"values", TrailingKind::kValues, offsetof(format::CounterSample, sample_value_count)},
};
constexpr Field kDeviceMetricSource[] = {
    U32(DeviceMetricSource, flags),
    U64(DeviceMetricSource, source_id),
    U32(DeviceMetricSource, physical_device_ordinal),
    ENUM(DeviceMetricSource, device_class, kDeviceClassNames),
    U32(DeviceMetricSource, source_kind),
    U32(DeviceMetricSource, source_revision),
    U32(DeviceMetricSource, metric_count),
    U32(DeviceMetricSource, name_length),
};
constexpr Trailing kDeviceMetricSourceTrailing[] = {
    {"name", TrailingKind::kText, offsetof(format::DeviceMetricSource, name_length)},
};
constexpr Field kDeviceMetricDescriptor[] = {
    U32(DeviceMetricDescriptor, flags),
    U64(DeviceMetricDescriptor, source_id),
    U64(DeviceMetricDescriptor, metric_id),
    ENUM(DeviceMetricDescriptor, unit, kMetricUnitNames),
    ENUM(DeviceMetricDescriptor, value_kind, kMetricValueKindNames),
    ENUM(DeviceMetricDescriptor, semantic, kMetricSemanticNames),
    ENUM(DeviceMetricDescriptor, plot_hint, kMetricPlotHintNames),
    U32(DeviceMetricDescriptor, name_length),
    U32(DeviceMetricDescriptor, description_length),
};
constexpr Trailing kDeviceMetricDescriptorTrailing[] = {
    {"name", TrailingKind::kText, offsetof(format::DeviceMetricDescriptor, name_length)},
    {"description", TrailingKind::kText, offsetof(format::DeviceMetricDescriptor, description_length)},
};
constexpr Field kDeviceMetricSample[] = {
    U32(DeviceMetricSample, flags),
    U64(DeviceMetricSample, sample_id),
    U64(DeviceMetricSample, source_id),
    I64(DeviceMetricSample, host_time_begin_ns),
    I64(DeviceMetricSample, host_time_end_ns),
    U64(DeviceMetricSample, source_timestamp),
    U64(DeviceMetricSample, source_timestamp_frequency_hz),
    U32(DeviceMetricSample, physical_device_ordinal),
    U32(DeviceMetricSample, value_count),
};
constexpr Trailing kDeviceMetricSampleTrailing[] = {
    {"values", TrailingKind::kMetricValues, offsetof(format::DeviceMetricSample, value_count)},
};
constexpr Field kExecutableTrace[] = {
    ENUM(ExecutableTrace, format, kTraceFormatNames),
    U32(ExecutableTrace, flags),
    U32(ExecutableTrace, shader_engine),
    U64(ExecutableTrace, trace_id),
    U64(ExecutableTrace, dispatch_event_id),
    U64(ExecutableTrace, submission_id),
    U64(ExecutableTrace, command_buffer_id),
    U64(ExecutableTrace, executable_id),
    U64(ExecutableTrace, stream_id),
    U32(ExecutableTrace, command_index),
    U32(ExecutableTrace, function_ordinal),
    U32(ExecutableTrace, physical_device_ordinal),
    U32(ExecutableTrace, queue_ordinal),
    U64(ExecutableTrace, data_length),
};
constexpr Trailing kExecutableTraceTrailing[] = {
    {"data", TrailingKind::kData, offsetof(format::ExecutableTrace, data_length)},
};

const Layout kLayouts[] = {
    {ChunkKind::kDevices, "devices", sizeof(format::Device), kDevice, {}},
    {ChunkKind::kQueues, "queues", sizeof(format::Queue), kQueue, {}},
    {ChunkKind::kExecutables, "executables", sizeof(format::Executable), kExecutable, {}},
    {ChunkKind::kCodeObjects, "executable-code-objects", sizeof(format::CodeObject), kCodeObject, kCodeObjectTrailing,
     false, "profile executable code-object data length is inconsistent with record length"},
    {ChunkKind::kCodeObjectLoads, "executable-code-object-loads", sizeof(format::CodeObjectLoad), kCodeObjectLoad, {}},
    {ChunkKind::kFunctions, "executable-functions", sizeof(format::Function), kFunction, kFunctionTrailing, false,
     "executable function name length is inconsistent"},
    {ChunkKind::kCommandBuffers, "command-buffers", sizeof(format::CommandBuffer), kCommandBuffer, {}},
    {ChunkKind::kCommandOperations, "command-operations", sizeof(format::CommandOperation), kCommandOperation, {}},
    {ChunkKind::kClockCorrelations, "clock-correlations", sizeof(format::ClockCorrelation), kClockCorrelation, {}},
    {ChunkKind::kDispatchEvents, "dispatch-events", sizeof(format::DispatchEvent), kDispatchEvent, {}},
    {ChunkKind::kQueueEvents, "queue-events", sizeof(format::QueueEvent), kQueueEvent, {}},
    {ChunkKind::kQueueDeviceEvents, "queue-device-events", sizeof(format::QueueDeviceEvent), kQueueDeviceEvent, {}},
    {ChunkKind::kHostExecutionEvents,
     "host-execution-events",
     sizeof(format::HostExecutionEvent),
     kHostExecutionEvent,
     {}},
    {ChunkKind::kCommandRegionEvents,
     "command-region-events",
     sizeof(format::CommandRegionEvent),
     kCommandRegionEvent,
     {}},
    {ChunkKind::kMemoryEvents, "memory-events", sizeof(format::MemoryEvent), kMemoryEvent, {}},
    {ChunkKind::kEventRelationships, "event-relationships", sizeof(format::EventRelationship), kEventRelationship, {}},
    {ChunkKind::kCounterSets, "counter-sets", sizeof(format::CounterSet), kCounterSet, kCounterSetTrailing, false,
     "counter set name length is inconsistent with record length"},
    {ChunkKind::kCounters, "counters", sizeof(format::Counter), kCounter, kCounterTrailing, false,
     "counter string lengths are inconsistent with record length"},
    {ChunkKind::kCounterSamples, "counter-samples", sizeof(format::CounterSample), kCounterSample,
     kCounterSampleTrailing, false, "counter sample value count is inconsistent with record length"},
    {ChunkKind::kDeviceMetricSources, "device-metric-sources", sizeof(format::DeviceMetricSource), kDeviceMetricSource,
     kDeviceMetricSourceTrailing, false, "device metric source name length is inconsistent with record length"},
    {ChunkKind::kDeviceMetricDescriptors, "device-metric-descriptors", sizeof(format::DeviceMetricDescriptor),
     kDeviceMetricDescriptor, kDeviceMetricDescriptorTrailing, false,
     "device metric descriptor string lengths are inconsistent with record length"},
    {ChunkKind::kDeviceMetricSamples, "device-metric-samples", sizeof(format::DeviceMetricSample), kDeviceMetricSample,
     kDeviceMetricSampleTrailing, false, "device metric sample value count is inconsistent with record length"},
    {ChunkKind::kExecutableTraces, "executable-traces", sizeof(format::ExecutableTrace), kExecutableTrace,
     kExecutableTraceTrailing, true, "profile executable trace chunk data length is inconsistent with payload length"},
};
static_assert(std::size(kLayouts) == kChunkKinds);

constexpr std::string_view kContentTypePrefix = "application/vnd.iree.hal.profile.";

}  // namespace

const Layout& layout_of(ChunkKind kind) { return kLayouts[static_cast<size_t>(kind)]; }

ChunkKind chunk_kind(std::string_view content_type) {
  if (!content_type.starts_with(kContentTypePrefix)) return ChunkKind::kUnknown;
  content_type.remove_prefix(kContentTypePrefix.size());
  for (const Layout& layout : kLayouts) {
    if (layout.suffix == content_type) return layout.kind;
  }
  return ChunkKind::kUnknown;
}

std::string_view content_type_of(ChunkKind kind) {
  static const std::array<std::string, kChunkKinds> types = [] {
    std::array<std::string, kChunkKinds> made;
    for (size_t i = 0; i < made.size(); ++i)
      made[i] = std::string(kContentTypePrefix) + std::string(kLayouts[i].suffix);
    return made;
  }();
  return types[static_cast<size_t>(kind)];
}

}  // namespace ireereplay::profile
