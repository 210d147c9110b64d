#include "profile/report/export_rows.h"

#include <cstddef>

namespace ireereplay::profile {

namespace {

#define KEY(key) ",\"" key "\":"
/// A field under its own name, and under another.
#define FIELD(type, name) \
  { KEY(#name), Show::kField, offsetof(format::type, name) }
#define FIELD_AS(key, type, name) \
  { KEY(key), Show::kField, offsetof(format::type, name) }
/// The name of an enumeration, and its number beside it.
#define NAME(key, type, name) \
  { KEY(key), Show::kName, offsetof(format::type, name) }
#define NAME_AND_VALUE(key, value, type, name) \
  {KEY(key), Show::kName, offsetof(format::type, name)}, { KEY(value), Show::kField, offsetof(format::type, name) }
#define BIT(key, type, mask) \
  { KEY(key), Show::kBit, offsetof(format::type, flags), format::mask }
#define HOST_TIME \
  { ",\"host_time_domain\":\"iree_host_time_ns\"", Show::kNothing }
#define DEVICE_TICK \
  { ",\"device_tick_domain\":\"device_tick\"", Show::kNothing }

constexpr Item kDevice[] = {
    FIELD(Device, physical_device_ordinal),
    FIELD(Device, flags),
    FIELD(Device, queue_count),
    BIT("physical_device_uuid_present", Device, kHasIdentity),
    {KEY("physical_device_uuid"), Show::kIdentity, offsetof(format::Device, physical_device_uuid)},
};
constexpr Item kQueue[] = {
    FIELD(Queue, physical_device_ordinal),
    FIELD(Queue, queue_ordinal),
    FIELD(Queue, stream_id),
};
constexpr Item kExecutable[] = {
    FIELD(Executable, executable_id),
    FIELD(Executable, flags),
    FIELD(Executable, function_count),
    BIT("code_object_hash_present", Executable, kHasIdentity),
    {KEY("code_object_hash"), Show::kIdentity, offsetof(format::Executable, code_object_hash)},
};
constexpr Item kFunction[] = {
    FIELD(Function, executable_id),
    FIELD(Function, function_ordinal),
    FIELD(Function, flags),
    {KEY("name"), Show::kText, 0},
    FIELD(Function, constant_count),
    FIELD(Function, binding_count),
    FIELD(Function, parameter_count),
    FIELD(Function, workgroup_size),
    BIT("function_hash_present", Function, kHasIdentity),
    {KEY("function_hash"), Show::kIdentity, offsetof(format::Function, function_hash)},
};
constexpr Item kCommandBuffer[] = {
    FIELD(CommandBuffer, command_buffer_id),       FIELD(CommandBuffer, flags),
    FIELD(CommandBuffer, physical_device_ordinal), FIELD(CommandBuffer, mode),
    FIELD(CommandBuffer, command_categories),      FIELD(CommandBuffer, queue_affinity),
};
constexpr Item kCommandOperation[] = {
    FIELD(CommandOperation, command_buffer_id),
    FIELD(CommandOperation, command_index),
    NAME("op", CommandOperation, type),
    {KEY("key"), Show::kOperationKey},
    FIELD(CommandOperation, flags),
    BIT("block_structure", CommandOperation, kOperationBlockStructure),
    FIELD(CommandOperation, block_ordinal),
    FIELD(CommandOperation, block_command_ordinal),
    FIELD(CommandOperation, executable_id),
    FIELD(CommandOperation, function_ordinal),
    FIELD(CommandOperation, binding_count),
    FIELD(CommandOperation, workgroup_count),
    FIELD(CommandOperation, workgroup_size),
    FIELD(CommandOperation, source_ordinal),
    FIELD(CommandOperation, target_ordinal),
    FIELD(CommandOperation, source_offset),
    FIELD(CommandOperation, target_offset),
    FIELD(CommandOperation, length),
    FIELD(CommandOperation, target_block_ordinal),
    FIELD(CommandOperation, alternate_block_ordinal),
};
constexpr Item kClockCorrelation[] = {
    FIELD(ClockCorrelation, sample_id),
    FIELD(ClockCorrelation, flags),
    FIELD(ClockCorrelation, physical_device_ordinal),
    DEVICE_TICK,
    FIELD(ClockCorrelation, device_tick),
    {",\"host_cpu_timestamp_domain\":\"driver_host_cpu_timestamp_ns\"", Show::kNothing},
    FIELD(ClockCorrelation, host_cpu_timestamp_ns),
    {",\"host_system_timestamp_domain\":\"driver_host_system_timestamp\"", Show::kNothing},
    FIELD(ClockCorrelation, host_system_timestamp),
    FIELD(ClockCorrelation, host_system_frequency_hz),
    HOST_TIME,
    FIELD(ClockCorrelation, host_time_begin_ns),
    FIELD(ClockCorrelation, host_time_end_ns),
    {KEY("host_time_uncertainty_ns"), Show::kUncertainty, offsetof(format::ClockCorrelation, host_time_begin_ns)},
};
constexpr Item kDispatchEvent[] = {
    {KEY("physical_device_ordinal"), Show::kChunkDevice},
    {KEY("queue_ordinal"), Show::kChunkQueue},
    {KEY("stream_id"), Show::kChunkStream},
    FIELD(DispatchEvent, event_id),
    FIELD(DispatchEvent, submission_id),
    FIELD(DispatchEvent, command_buffer_id),
    FIELD(DispatchEvent, command_index),
    FIELD(DispatchEvent, executable_id),
    FIELD(DispatchEvent, function_ordinal),
    {KEY("key"), Show::kDispatchKey},
    FIELD(DispatchEvent, flags),
    FIELD(DispatchEvent, workgroup_count),
    FIELD(DispatchEvent, workgroup_size),
    DEVICE_TICK,
    FIELD(DispatchEvent, start_tick),
    FIELD(DispatchEvent, end_tick),
    {"", Show::kDeviceTime, offsetof(format::DispatchEvent, start_tick)},
};
constexpr Item kQueueEvent[] = {
    FIELD(QueueEvent, event_id),
    NAME_AND_VALUE("op", "type_value", QueueEvent, type),
    FIELD(QueueEvent, flags),
    NAME("dependency_strategy", QueueEvent, dependency_strategy),
    FIELD(QueueEvent, submission_id),
    FIELD(QueueEvent, command_buffer_id),
    FIELD(QueueEvent, allocation_id),
    FIELD(QueueEvent, physical_device_ordinal),
    FIELD(QueueEvent, queue_ordinal),
    FIELD(QueueEvent, stream_id),
    FIELD(QueueEvent, host_time_ns),
    FIELD(QueueEvent, ready_host_time_ns),
    HOST_TIME,
    FIELD(QueueEvent, wait_count),
    FIELD(QueueEvent, signal_count),
    FIELD(QueueEvent, barrier_count),
    FIELD(QueueEvent, operation_count),
    FIELD(QueueEvent, payload_length),
};
constexpr Item kQueueDeviceEvent[] = {
    FIELD(QueueDeviceEvent, physical_device_ordinal),
    FIELD(QueueDeviceEvent, queue_ordinal),
    FIELD(QueueDeviceEvent, stream_id),
    FIELD(QueueDeviceEvent, event_id),
    FIELD(QueueDeviceEvent, submission_id),
    FIELD(QueueDeviceEvent, command_buffer_id),
    FIELD(QueueDeviceEvent, allocation_id),
    NAME_AND_VALUE("op", "type_value", QueueDeviceEvent, type),
    FIELD(QueueDeviceEvent, flags),
    FIELD(QueueDeviceEvent, payload_length),
    FIELD(QueueDeviceEvent, operation_count),
    DEVICE_TICK,
    FIELD(QueueDeviceEvent, start_tick),
    FIELD(QueueDeviceEvent, end_tick),
    {"", Show::kOwnDeviceTime, offsetof(format::QueueDeviceEvent, start_tick)},
};
constexpr Item kHostExecutionEvent[] = {
    FIELD(HostExecutionEvent, physical_device_ordinal),
    FIELD(HostExecutionEvent, queue_ordinal),
    FIELD(HostExecutionEvent, stream_id),
    FIELD(HostExecutionEvent, event_id),
    FIELD(HostExecutionEvent, submission_id),
    FIELD(HostExecutionEvent, command_buffer_id),
    FIELD(HostExecutionEvent, command_index),
    FIELD(HostExecutionEvent, executable_id),
    FIELD(HostExecutionEvent, function_ordinal),
    FIELD(HostExecutionEvent, allocation_id),
    NAME("op", HostExecutionEvent, type),
    {KEY("key"), Show::kHostKey},
    FIELD_AS("type_value", HostExecutionEvent, type),
    FIELD(HostExecutionEvent, flags),
    FIELD(HostExecutionEvent, status_code),
    FIELD(HostExecutionEvent, workgroup_count),
    FIELD(HostExecutionEvent, workgroup_size),
    HOST_TIME,
    FIELD(HostExecutionEvent, start_host_time_ns),
    FIELD(HostExecutionEvent, end_host_time_ns),
    {"", Show::kHostDuration, offsetof(format::HostExecutionEvent, start_host_time_ns)},
    FIELD(HostExecutionEvent, payload_length),
    FIELD(HostExecutionEvent, tile_count),
    FIELD(HostExecutionEvent, tile_duration_sum_ns),
    FIELD(HostExecutionEvent, operation_count),
};
constexpr Item kCommandRegionEvent[] = {
    FIELD(CommandRegionEvent, physical_device_ordinal),
    FIELD(CommandRegionEvent, queue_ordinal),
    FIELD(CommandRegionEvent, stream_id),
    FIELD(CommandRegionEvent, event_id),
    FIELD(CommandRegionEvent, submission_id),
    FIELD(CommandRegionEvent, command_buffer_id),
    FIELD(CommandRegionEvent, block_sequence),
    FIELD_AS("region_epoch", CommandRegionEvent, epoch),
    FIELD_AS("region_index", CommandRegionEvent, index),
    FIELD_AS("next_region_index", CommandRegionEvent, next_index),
    FIELD(CommandRegionEvent, flags),
    HOST_TIME,
    FIELD(CommandRegionEvent, start_host_time_ns),
    FIELD(CommandRegionEvent, end_host_time_ns),
    {"", Show::kHostDuration, offsetof(format::CommandRegionEvent, start_host_time_ns)},
    FIELD_AS("region_dispatch_count", CommandRegionEvent, dispatch_count),
    FIELD_AS("region_tile_count", CommandRegionEvent, tile_count),
    FIELD_AS("region_width_bucket", CommandRegionEvent, width_bucket),
    FIELD_AS("region_lookahead_width_bucket", CommandRegionEvent, lookahead_width_bucket),
    FIELD_AS("next_region_tile_count", CommandRegionEvent, next_tile_count),
    FIELD_AS("next_region_width_bucket", CommandRegionEvent, next_width_bucket),
    FIELD_AS("next_region_lookahead_width_bucket", CommandRegionEvent, next_lookahead_width_bucket),
    FIELD(CommandRegionEvent, worker_count),
    FIELD(CommandRegionEvent, old_wake_budget),
    FIELD(CommandRegionEvent, new_wake_budget),
    FIELD(CommandRegionEvent, wake_delta),
    FIELD(CommandRegionEvent, useful_drain_count),
    FIELD(CommandRegionEvent, no_work_drain_count),
    FIELD(CommandRegionEvent, first_useful_drain_start_host_time_ns),
    FIELD(CommandRegionEvent, last_useful_drain_end_host_time_ns),
    {",\"tail_no_work\":{\"count\":", Show::kField, offsetof(format::CommandRegionEvent, tail_count)},
    {",\"remaining_tiles\":{\"min\":", Show::kField, offsetof(format::CommandRegionEvent, tail_remaining_min)},
    FIELD_AS("max", CommandRegionEvent, tail_remaining_max),
    FIELD_AS("bucket_counts", CommandRegionEvent, tail_remaining_buckets),
    {"},\"first_start_host_time_ns\":", Show::kField,
     offsetof(format::CommandRegionEvent, tail_first_start_host_time_ns)},
    FIELD_AS("last_end_host_time_ns", CommandRegionEvent, tail_last_end_host_time_ns),
    {",\"time_sums\":{\"start_offset_ns\":", Show::kField,
     offsetof(format::CommandRegionEvent, tail_start_offset_sum_ns)},
    FIELD_AS("drain_duration_ns", CommandRegionEvent, tail_drain_duration_sum_ns),
    {"}},\"retention_keep_active_count\":", Show::kField, offsetof(format::CommandRegionEvent, keep_active_count)},
    FIELD_AS("retention_publish_keep_active_count", CommandRegionEvent, publish_keep_active_count),
    FIELD_AS("retention_keep_warm_count", CommandRegionEvent, keep_warm_count),
};
constexpr Item kMemoryEvent[] = {
    FIELD(MemoryEvent, event_id),
    NAME_AND_VALUE("event_type", "event_type_value", MemoryEvent, type),
    FIELD(MemoryEvent, flags),
    FIELD(MemoryEvent, result),
    FIELD(MemoryEvent, host_time_ns),
    FIELD(MemoryEvent, allocation_id),
    HOST_TIME,
    FIELD(MemoryEvent, pool_id),
    FIELD(MemoryEvent, backing_id),
    FIELD(MemoryEvent, submission_id),
    FIELD(MemoryEvent, physical_device_ordinal),
    FIELD(MemoryEvent, queue_ordinal),
    FIELD(MemoryEvent, frontier_entry_count),
    FIELD(MemoryEvent, memory_type),
    FIELD(MemoryEvent, buffer_usage),
    FIELD(MemoryEvent, offset),
    FIELD(MemoryEvent, length),
    FIELD(MemoryEvent, alignment),
    BIT("externally_owned", MemoryEvent, kMemoryExternallyOwned),
    BIT("pool_stats_available", MemoryEvent, kMemoryPoolStats),
    FIELD(MemoryEvent, pool_bytes_reserved),
    FIELD(MemoryEvent, pool_bytes_free),
    FIELD(MemoryEvent, pool_bytes_committed),
    FIELD(MemoryEvent, pool_budget_limit),
    FIELD(MemoryEvent, pool_reservation_count),
    FIELD(MemoryEvent, pool_slab_count),
};
constexpr Item kEventRelationship[] = {
    FIELD(EventRelationship, relationship_id),
    NAME_AND_VALUE("kind", "kind_value", EventRelationship, type),
    NAME_AND_VALUE("source_type", "source_type_value", EventRelationship, source_type),
    NAME_AND_VALUE("target_type", "target_type_value", EventRelationship, target_type),
    FIELD(EventRelationship, physical_device_ordinal),
    FIELD(EventRelationship, queue_ordinal),
    FIELD(EventRelationship, stream_id),
    FIELD(EventRelationship, source_id),
    FIELD(EventRelationship, source_secondary_id),
    FIELD(EventRelationship, target_id),
    FIELD(EventRelationship, target_secondary_id),
};
constexpr Item kCounterSet[] = {
    FIELD(CounterSet, counter_set_id), FIELD(CounterSet, physical_device_ordinal), FIELD(CounterSet, flags),
    FIELD(CounterSet, counter_count),  FIELD(CounterSet, sample_value_count),      {KEY("name"), Show::kText, 0},
};
constexpr Item kCounter[] = {
    FIELD(Counter, counter_set_id),
    FIELD(Counter, counter_ordinal),
    FIELD(Counter, physical_device_ordinal),
    FIELD(Counter, flags),
    FIELD(Counter, unit),
    FIELD(Counter, sample_value_offset),
    FIELD(Counter, sample_value_count),
    {KEY("block"), Show::kText, 0},
    {KEY("name"), Show::kText, 1},
    {KEY("description"), Show::kText, 2},
};
constexpr Item kCounterSample[] = {
    FIELD(CounterSample, sample_id),
    FIELD(CounterSample, counter_set_id),
    NAME_AND_VALUE("scope", "scope_value", CounterSample, scope),
    FIELD(CounterSample, dispatch_event_id),
    FIELD(CounterSample, submission_id),
    FIELD(CounterSample, command_buffer_id),
    FIELD(CounterSample, command_index),
    FIELD(CounterSample, executable_id),
    FIELD(CounterSample, function_ordinal),
    FIELD(CounterSample, physical_device_ordinal),
    FIELD(CounterSample, queue_ordinal),
    FIELD(CounterSample, stream_id),
    FIELD(CounterSample, flags),
    BIT("device_tick_range_present", CounterSample, kSampleDeviceTickRange),
    DEVICE_TICK,
    FIELD(CounterSample, start_tick),
    FIELD(CounterSample, end_tick),
    {"", Show::kSampleTime, offsetof(format::CounterSample, start_tick)},
    {KEY("values"), Show::kValues},
};
constexpr Item kDeviceMetricSource[] = {
    FIELD(DeviceMetricSource, source_id),
    FIELD(DeviceMetricSource, physical_device_ordinal),
    NAME_AND_VALUE("device_class", "device_class_value", DeviceMetricSource, device_class),
    FIELD(DeviceMetricSource, flags),
    FIELD(DeviceMetricSource, source_kind),
    FIELD(DeviceMetricSource, source_revision),
    FIELD(DeviceMetricSource, metric_count),
    {KEY("name"), Show::kText, 0},
};
constexpr Item kDeviceMetricDescriptor[] = {
    FIELD(DeviceMetricDescriptor, source_id),
    FIELD(DeviceMetricDescriptor, metric_id),
    {KEY("builtin"), Show::kBuiltin, offsetof(format::DeviceMetricDescriptor, metric_id)},
    {KEY("producer_specific"), Show::kProducers, offsetof(format::DeviceMetricDescriptor, metric_id)},
    FIELD(DeviceMetricDescriptor, flags),
    NAME_AND_VALUE("unit", "unit_value", DeviceMetricDescriptor, unit),
    NAME_AND_VALUE("value_kind", "value_kind_value", DeviceMetricDescriptor, value_kind),
    NAME_AND_VALUE("semantic", "semantic_value", DeviceMetricDescriptor, semantic),
    NAME_AND_VALUE("plot_hint", "plot_hint_value", DeviceMetricDescriptor, plot_hint),
    {KEY("name"), Show::kText, 0},
    {KEY("description"), Show::kText, 1},
};
constexpr Item kDeviceMetricSample[] = {
    FIELD(DeviceMetricSample, sample_id),
    FIELD(DeviceMetricSample, source_id),
    FIELD(DeviceMetricSample, flags),
    FIELD(DeviceMetricSample, physical_device_ordinal),
    HOST_TIME,
    FIELD(DeviceMetricSample, host_time_begin_ns),
    FIELD(DeviceMetricSample, host_time_end_ns),
    {KEY("host_time_uncertainty_ns"), Show::kUncertainty, offsetof(format::DeviceMetricSample, host_time_begin_ns)},
    BIT("source_timestamp_present", DeviceMetricSample, kMetricSampleSourceTimestamp),
    FIELD(DeviceMetricSample, source_timestamp),
    FIELD(DeviceMetricSample, source_timestamp_frequency_hz),
    {KEY("values"), Show::kMetricValues},
};
constexpr Item kExecutableTrace[] = {
    FIELD(ExecutableTrace, trace_id),
    NAME_AND_VALUE("format", "format_value", ExecutableTrace, format),
    FIELD(ExecutableTrace, flags),
    FIELD(ExecutableTrace, shader_engine),
    FIELD(ExecutableTrace, dispatch_event_id),
    FIELD(ExecutableTrace, submission_id),
    FIELD(ExecutableTrace, command_buffer_id),
    FIELD(ExecutableTrace, command_index),
    FIELD(ExecutableTrace, executable_id),
    FIELD(ExecutableTrace, function_ordinal),
    FIELD(ExecutableTrace, physical_device_ordinal),
    FIELD(ExecutableTrace, queue_ordinal),
    FIELD(ExecutableTrace, stream_id),
    FIELD(ExecutableTrace, record_length),
    FIELD(ExecutableTrace, data_length),
};

constexpr ExportRow kRows[kChunkKinds] = {
    {"device", kDevice},
    {"queue", kQueue},
    {"executable", kExecutable},
    {"", {}},
    {"", {}},
    {"executable_function", kFunction},
    {"command_buffer", kCommandBuffer},
    {"command_operation", kCommandOperation},
    {"clock_correlation", kClockCorrelation},
    {"dispatch_event", kDispatchEvent},
    {"queue_event", kQueueEvent},
    {"queue_device_event", kQueueDeviceEvent},
    {"host_execution_event", kHostExecutionEvent},
    {"command_region_event", kCommandRegionEvent},
    {"memory_event", kMemoryEvent},
    {"event_relationship", kEventRelationship},
    {"counter_set", kCounterSet},
    {"counter", kCounter},
    {"counter_sample", kCounterSample},
    {"device_metric_source", kDeviceMetricSource},
    {"device_metric_descriptor", kDeviceMetricDescriptor},
    {"device_metric_sample", kDeviceMetricSample},
    {"executable_trace", kExecutableTrace},
};

}  // namespace

const ExportRow* export_row(ChunkKind kind) {
  if (kind == ChunkKind::kUnknown) return nullptr;
  const ExportRow& row = kRows[static_cast<size_t>(kind)];
  return row.items.empty() ? nullptr : &row;
}

}  // namespace ireereplay::profile
