// The .ireeprof format as IREE writes it: layouts of runtime/src/iree/hal/utils/profile_file.h (1.6) and
// runtime/src/iree/hal/profile_schema.h, restated. All fields are little-endian; structs have the C layout of the
// writer, padding made explicit, so a record is read with one copy. Minor versions before 1.6 were never published:
// what they wrote is framed alike, and records that are longer than these are records of these with something after
// them.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ireereplay::profile::format {

/// "IRPF".
inline constexpr uint32_t kMagic = 0x46505249u;
inline constexpr uint16_t kVersionMajor = 1;
inline constexpr uint16_t kVersionMinor = 6;

/// An ordinal of nothing.
inline constexpr uint32_t kNone32 = ~0u;

enum class RecordType : uint16_t { kNone = 0, kSessionBegin = 1, kChunk = 2, kSessionEnd = 3 };

/// The producer dropped records of this chunk.
inline constexpr uint64_t kChunkTruncated = 1;

/// A record of the file: this header, its content type, its name, its payload.
struct RecordHeader {
  uint64_t record_length = {};
  uint64_t payload_length = {};
  uint64_t session_id = {};
  uint64_t stream_id = {};
  uint64_t event_id = {};
  uint64_t executable_id = {};
  uint64_t command_buffer_id = {};
  uint32_t header_length = {};
  uint32_t content_type_length = {};
  uint32_t name_length = {};
  uint32_t physical_device_ordinal = {};
  uint32_t queue_ordinal = {};
  uint32_t padding0 = {};
  uint64_t chunk_flags = {};
  uint64_t dropped_record_count = {};
  uint32_t session_status_code = {};
  RecordType record_type = {};
  uint16_t flags = {};
};

struct Device {
  uint32_t record_length = {};
  uint32_t flags = {};  ///< kHasIdentity: physical_device_uuid is known.
  uint32_t physical_device_ordinal = {};
  uint32_t queue_count = {};
  uint8_t physical_device_uuid[16] = {};
};

struct Queue {
  uint32_t record_length = {};
  uint32_t physical_device_ordinal = {};
  uint32_t queue_ordinal = {};
  uint32_t reserved0 = {};
  uint64_t stream_id = {};
};

/// Of Device, Executable, CodeObject and Function: the UUID or the hash is known.
inline constexpr uint32_t kHasIdentity = 1;

struct Executable {
  uint32_t record_length = {};
  uint32_t flags = {};
  uint64_t executable_id = {};
  uint32_t function_count = {};
  uint32_t reserved0 = {};
  uint64_t code_object_hash[2] = {};
};

struct CodeObject {
  uint32_t record_length = {};
  uint32_t flags = {};
  uint64_t executable_id = {};
  uint64_t code_object_id = {};
  uint64_t data_length = {};
  uint64_t code_object_hash[2] = {};
};

struct CodeObjectLoad {
  uint32_t record_length = {};
  uint32_t physical_device_ordinal = {};
  uint64_t executable_id = {};
  uint64_t code_object_id = {};
  int64_t load_delta = {};
  uint64_t load_size = {};
};

struct Function {
  uint32_t record_length = {};
  uint32_t flags = {};
  uint64_t executable_id = {};
  uint32_t function_ordinal = {};
  uint32_t constant_count = {};
  uint32_t binding_count = {};
  uint32_t parameter_count = {};
  uint32_t workgroup_size[3] = {};
  uint32_t name_length = {};
  uint64_t function_hash[2] = {};
};

struct CommandBuffer {
  uint32_t record_length = {};
  uint32_t flags = {};
  uint64_t command_buffer_id = {};
  uint64_t mode = {};
  uint64_t command_categories = {};
  uint64_t queue_affinity = {};
  uint32_t physical_device_ordinal = {};
  uint32_t reserved0 = {};
};

enum class CommandOperationType : uint32_t {
  kNone = 0,
  kBarrier = 1,
  kDispatch = 2,
  kFill = 3,
  kCopy = 4,
  kUpdate = 5,
  kProfileMarker = 6,
  kBranch = 7,
  kCondBranch = 8,
  kReturn = 9,
};

inline constexpr uint32_t kOperationExecutionBarrier = 1u << 0;
inline constexpr uint32_t kOperationIndirectParameters = 1u << 1;
inline constexpr uint32_t kOperationDynamicBindings = 1u << 2;
inline constexpr uint32_t kOperationStaticBindings = 1u << 3;
inline constexpr uint32_t kOperationPrepublishedArguments = 1u << 4;
inline constexpr uint32_t kOperationControlFlow = 1u << 5;
inline constexpr uint32_t kOperationBlockStructure = 1u << 6;

struct CommandOperation {
  uint32_t record_length = {};
  CommandOperationType type = {};
  uint32_t flags = {};
  uint32_t command_index = {};
  uint64_t command_buffer_id = {};
  uint32_t block_ordinal = {};
  uint32_t block_command_ordinal = {};
  uint64_t executable_id = {};
  uint32_t function_ordinal = {};
  uint32_t binding_count = {};
  uint32_t workgroup_count[3] = {};
  uint32_t workgroup_size[3] = {};
  uint64_t source_offset = {};
  uint64_t target_offset = {};
  uint64_t length = {};
  uint32_t source_ordinal = {};
  uint32_t target_ordinal = {};
  uint32_t target_block_ordinal = {};
  uint32_t alternate_block_ordinal = {};
  uint32_t reserved0 = {};
  uint32_t padding0 = {};
};

inline constexpr uint32_t kClockDeviceTick = 1u << 0;
inline constexpr uint32_t kClockHostCpuTimestamp = 1u << 1;
inline constexpr uint32_t kClockHostSystemTimestamp = 1u << 2;
inline constexpr uint32_t kClockHostTimeBracket = 1u << 3;
/// The tick is of another counter than those of the device's events.
inline constexpr uint32_t kClockDeviceTickUnaligned = 1u << 4;

struct ClockCorrelation {
  uint32_t record_length = {};
  uint32_t flags = {};
  uint32_t physical_device_ordinal = {};
  uint32_t reserved0 = {};
  uint64_t sample_id = {};
  uint64_t device_tick = {};
  uint64_t host_cpu_timestamp_ns = {};
  uint64_t host_system_timestamp = {};
  uint64_t host_system_frequency_hz = {};
  int64_t host_time_begin_ns = {};
  int64_t host_time_end_ns = {};
};

inline constexpr uint32_t kDispatchCommandBuffer = 1u << 0;
inline constexpr uint32_t kDispatchIndirectParameters = 1u << 1;

struct DispatchEvent {
  uint32_t record_length = {};
  uint32_t flags = {};
  uint64_t event_id = {};
  uint64_t submission_id = {};
  uint64_t command_buffer_id = {};
  uint64_t executable_id = {};
  uint32_t command_index = {};
  uint32_t function_ordinal = {};
  uint32_t workgroup_count[3] = {};
  uint32_t workgroup_size[3] = {};
  uint64_t start_tick = {};
  uint64_t end_tick = {};
};

enum class QueueEventType : uint32_t {
  kNone = 0,
  kBarrier = 1,
  kDispatch = 2,
  kExecute = 3,
  kCopy = 4,
  kFill = 5,
  kUpdate = 6,
  kRead = 7,
  kWrite = 8,
  kAlloca = 9,
  kDealloca = 10,
  kHostCall = 11,
};

inline constexpr uint32_t kQueueSoftwareDeferred = 1u << 0;

enum class DependencyStrategy : uint32_t { kNone = 0, kInline = 1, kDeviceBarrier = 2, kSoftwareDefer = 3 };

struct QueueEvent {
  uint32_t record_length = {};
  QueueEventType type = {};
  uint32_t flags = {};
  DependencyStrategy dependency_strategy = {};
  uint64_t event_id = {};
  int64_t host_time_ns = {};
  uint64_t submission_id = {};
  uint64_t command_buffer_id = {};
  uint64_t allocation_id = {};
  uint64_t stream_id = {};
  uint32_t physical_device_ordinal = {};
  uint32_t queue_ordinal = {};
  uint32_t wait_count = {};
  uint32_t signal_count = {};
  uint32_t barrier_count = {};
  uint32_t operation_count = {};
  uint64_t payload_length = {};
  int64_t ready_host_time_ns = {};
};

struct QueueDeviceEvent {
  uint32_t record_length = {};
  QueueEventType type = {};
  uint32_t flags = {};
  uint32_t reserved0 = {};
  uint64_t event_id = {};
  uint64_t submission_id = {};
  uint64_t command_buffer_id = {};
  uint64_t allocation_id = {};
  uint64_t stream_id = {};
  uint64_t payload_length = {};
  uint32_t physical_device_ordinal = {};
  uint32_t queue_ordinal = {};
  uint32_t operation_count = {};
  uint32_t reserved1 = {};
  uint64_t start_tick = {};
  uint64_t end_tick = {};
};

inline constexpr uint32_t kHostCommandBuffer = 1u << 0;
inline constexpr uint32_t kHostIndirectParameters = 1u << 1;
inline constexpr uint32_t kHostDeferred = 1u << 2;

struct HostExecutionEvent {
  uint32_t record_length = {};
  QueueEventType type = {};
  uint32_t flags = {};
  uint32_t status_code = {};
  uint64_t event_id = {};
  uint64_t submission_id = {};
  uint64_t command_buffer_id = {};
  uint64_t executable_id = {};
  uint64_t allocation_id = {};
  uint64_t stream_id = {};
  uint32_t physical_device_ordinal = {};
  uint32_t queue_ordinal = {};
  uint32_t command_index = {};
  uint32_t function_ordinal = {};
  uint32_t workgroup_count[3] = {};
  uint32_t workgroup_size[3] = {};
  int64_t start_host_time_ns = {};
  int64_t end_host_time_ns = {};
  uint64_t payload_length = {};
  uint64_t tile_count = {};
  int64_t tile_duration_sum_ns = {};
  uint32_t operation_count = {};
  uint32_t reserved0 = {};
};

inline constexpr uint32_t kRegionCommandBuffer = 1u << 0;
inline constexpr uint32_t kRegionBlockTransition = 1u << 1;
inline constexpr uint32_t kRegionTerminal = 1u << 2;
inline constexpr uint32_t kRegionHasNext = 1u << 3;

struct CommandRegionEvent {
  uint32_t record_length = {};
  uint32_t flags = {};
  uint64_t event_id = {};
  uint64_t submission_id = {};
  uint64_t command_buffer_id = {};
  uint64_t stream_id = {};
  uint32_t physical_device_ordinal = {};
  uint32_t queue_ordinal = {};
  uint32_t block_sequence = {};
  uint32_t epoch = {};
  int32_t index = {};
  uint32_t dispatch_count = {};
  uint32_t tile_count = {};
  uint32_t width_bucket = {};
  uint32_t lookahead_width_bucket = {};
  uint32_t useful_drain_count = {};
  uint32_t no_work_drain_count = {};
  uint32_t padding0 = {};
  uint32_t tail_count = {};
  uint32_t tail_remaining_min = {};
  uint32_t tail_remaining_max = {};
  uint32_t tail_remaining_buckets[8] = {};
  uint32_t padding1 = {};
  int64_t tail_first_start_host_time_ns = {};
  int64_t tail_last_end_host_time_ns = {};
  int64_t tail_start_offset_sum_ns = {};
  int64_t tail_drain_duration_sum_ns = {};
  int64_t first_useful_drain_start_host_time_ns = {};
  int64_t last_useful_drain_end_host_time_ns = {};
  int64_t start_host_time_ns = {};
  int64_t end_host_time_ns = {};
  int32_t next_index = {};
  uint32_t next_tile_count = {};
  uint32_t next_width_bucket = {};
  uint32_t next_lookahead_width_bucket = {};
  uint32_t worker_count = {};
  int32_t old_wake_budget = {};
  int32_t new_wake_budget = {};
  int32_t wake_delta = {};
  uint32_t keep_active_count = {};
  uint32_t publish_keep_active_count = {};
  uint32_t keep_warm_count = {};
  uint32_t padding2 = {};
};

enum class MemoryEventType : uint32_t {
  kNone = 0,
  kSlabAcquire = 1,
  kSlabRelease = 2,
  kPoolReserve = 3,
  kPoolMaterialize = 4,
  kPoolRelease = 5,
  kPoolWait = 6,
  kQueueAlloca = 7,
  kQueueDealloca = 8,
  kBufferAllocate = 9,
  kBufferFree = 10,
  kBufferImport = 11,
  kBufferUnimport = 12,
};

inline constexpr uint32_t kMemoryQueueOperation = 1u << 0;
inline constexpr uint32_t kMemoryWaitFrontier = 1u << 1;
inline constexpr uint32_t kMemoryWaitNotification = 1u << 2;
inline constexpr uint32_t kMemoryPoolReservation = 1u << 3;
inline constexpr uint32_t kMemoryPoolStats = 1u << 4;
inline constexpr uint32_t kMemoryExternallyOwned = 1u << 5;

struct MemoryEvent {
  uint32_t record_length = {};
  MemoryEventType type = {};
  uint32_t flags = {};
  uint32_t result = {};
  uint64_t event_id = {};
  int64_t host_time_ns = {};
  uint64_t allocation_id = {};
  uint64_t pool_id = {};
  uint64_t backing_id = {};
  uint64_t submission_id = {};
  uint32_t physical_device_ordinal = {};
  uint32_t queue_ordinal = {};
  uint32_t frontier_entry_count = {};
  uint32_t reserved0 = {};
  uint64_t memory_type = {};
  uint64_t buffer_usage = {};
  uint64_t offset = {};
  uint64_t length = {};
  uint64_t alignment = {};
  uint64_t pool_bytes_reserved = {};
  uint64_t pool_bytes_free = {};
  uint64_t pool_bytes_committed = {};
  uint64_t pool_budget_limit = {};
  uint32_t pool_reservation_count = {};
  uint32_t pool_slab_count = {};
};

enum class RelationshipType : uint32_t {
  kNone = 0,
  kQueueSubmissionDispatch = 1,
  kQueueSubmissionQueueDeviceEvent = 2,
  kQueueEventHostExecutionEvent = 3,
  kQueueSubmissionHostExecutionEvent = 4,
};

enum class EndpointType : uint32_t {
  kNone = 0,
  kQueueSubmission = 1,
  kQueueEvent = 2,
  kDispatchEvent = 3,
  kCommandOperation = 4,
  kMemoryEvent = 5,
  kArtifact = 6,
  kQueueDeviceEvent = 7,
  kHostExecutionEvent = 8,
};

struct EventRelationship {
  uint32_t record_length = {};
  RelationshipType type = {};
  uint64_t relationship_id = {};
  EndpointType source_type = {};
  EndpointType target_type = {};
  uint32_t physical_device_ordinal = {};
  uint32_t queue_ordinal = {};
  uint64_t stream_id = {};
  uint64_t source_id = {};
  uint64_t source_secondary_id = {};
  uint64_t target_id = {};
  uint64_t target_secondary_id = {};
};

struct CounterSet {
  uint32_t record_length = {};
  uint32_t flags = {};
  uint64_t counter_set_id = {};
  uint32_t physical_device_ordinal = {};
  uint32_t counter_count = {};
  uint32_t sample_value_count = {};
  uint32_t name_length = {};
};

inline constexpr uint32_t kCounterRaw = 1u << 0;

enum class CounterUnit : uint32_t { kNone = 0, kCount = 1, kCycles = 2, kBytes = 3 };

struct Counter {
  uint32_t record_length = {};
  uint32_t flags = {};
  CounterUnit unit = {};
  uint32_t physical_device_ordinal = {};
  uint64_t counter_set_id = {};
  uint32_t counter_ordinal = {};
  uint32_t sample_value_offset = {};
  uint32_t sample_value_count = {};
  uint32_t block_name_length = {};
  uint32_t name_length = {};
  uint32_t description_length = {};
};

inline constexpr uint32_t kSampleDispatchEvent = 1u << 0;
inline constexpr uint32_t kSampleCommandOperation = 1u << 1;
inline constexpr uint32_t kSampleDeviceTickRange = 1u << 2;

enum class CounterSampleScope : uint32_t { kNone = 0, kDispatch = 1, kCommandOperation = 2, kDeviceTimeRange = 3 };

struct CounterSample {
  uint32_t record_length = {};
  uint32_t flags = {};
  CounterSampleScope scope = {};
  uint32_t reserved0 = {};
  uint64_t sample_id = {};
  uint64_t counter_set_id = {};
  uint64_t dispatch_event_id = {};
  uint64_t submission_id = {};
  uint64_t command_buffer_id = {};
  uint64_t executable_id = {};
  uint64_t stream_id = {};
  uint64_t start_tick = {};
  uint64_t end_tick = {};
  uint32_t command_index = {};
  uint32_t function_ordinal = {};
  uint32_t physical_device_ordinal = {};
  uint32_t queue_ordinal = {};
  uint32_t sample_value_count = {};
  uint32_t reserved1 = {};
};

enum class DeviceClass : uint32_t { kNone = 0, kCpu = 1, kGpu = 2, kNpu = 3, kOther = 0x7FFFFFFFu };

struct DeviceMetricSource {
  uint32_t record_length = {};
  uint32_t flags = {};
  uint64_t source_id = {};
  uint32_t physical_device_ordinal = {};
  DeviceClass device_class = {};
  uint32_t source_kind = {};
  uint32_t source_revision = {};
  uint32_t metric_count = {};
  uint32_t name_length = {};
};

enum class MetricUnit : uint32_t {
  kNone = 0,
  kCount = 1,
  kHertz = 2,
  kBytes = 3,
  kBytesPerSecond = 4,
  kMillipercent = 5,
  kMillidegreesCelsius = 6,
  kMicrowatts = 7,
  kMicrojoules = 8,
  kBitfield = 9,
  kEnum = 10,
};

enum class MetricValueKind : uint32_t { kNone = 0, kI64 = 1, kU64 = 2, kF64 = 3 };

enum class MetricSemantic : uint32_t {
  kNone = 0,
  kInstant = 1,
  kAverage = 2,
  kCumulative = 3,
  kDelta = 4,
  kState = 5,
};

enum class MetricPlotHint : uint32_t {
  kNone = 0,
  kNumber = 1,
  kMemory = 2,
  kPercentage = 3,
  kFrequency = 4,
  kTemperature = 5,
  kPower = 6,
  kEnergy = 7,
  kBandwidth = 8,
};

/// Metric ids from here on are a producer's own; those below, but 0, are IREE's.
inline constexpr uint64_t kMetricProducerBase = 0x8000000000000000ull;

struct DeviceMetricDescriptor {
  uint32_t record_length = {};
  uint32_t flags = {};
  uint64_t source_id = {};
  uint64_t metric_id = {};
  MetricUnit unit = {};
  MetricValueKind value_kind = {};
  MetricSemantic semantic = {};
  MetricPlotHint plot_hint = {};
  uint32_t name_length = {};
  uint32_t description_length = {};
};

struct DeviceMetricValue {
  uint64_t metric_id = {};
  uint64_t value_bits = {};
  uint32_t flags = {};
  uint32_t reserved0 = {};
};

inline constexpr uint32_t kMetricSampleSourceTimestamp = 1u << 0;
inline constexpr uint32_t kMetricSamplePartial = 1u << 1;

struct DeviceMetricSample {
  uint32_t record_length = {};
  uint32_t flags = {};
  uint64_t sample_id = {};
  uint64_t source_id = {};
  int64_t host_time_begin_ns = {};
  int64_t host_time_end_ns = {};
  uint64_t source_timestamp = {};
  uint64_t source_timestamp_frequency_hz = {};
  uint32_t physical_device_ordinal = {};
  uint32_t value_count = {};
};

enum class TraceFormat : uint32_t { kNone = 0, kAmdgpuAtt = 1 };

inline constexpr uint32_t kTraceDispatchEvent = 1u << 0;
inline constexpr uint32_t kTraceCommandOperation = 1u << 1;

/// The one record of its chunk; the trace follows it and is not counted in record_length.
struct ExecutableTrace {
  uint32_t record_length = {};
  TraceFormat format = {};
  uint32_t flags = {};
  uint32_t shader_engine = {};
  uint64_t trace_id = {};
  uint64_t dispatch_event_id = {};
  uint64_t submission_id = {};
  uint64_t command_buffer_id = {};
  uint64_t executable_id = {};
  uint64_t stream_id = {};
  uint32_t command_index = {};
  uint32_t function_ordinal = {};
  uint32_t physical_device_ordinal = {};
  uint32_t queue_ordinal = {};
  uint64_t data_length = {};
};

// Sizes and the offsets that the lengths of what follows a record stand at are part of the format.
static_assert(sizeof(RecordHeader) == 104 && offsetof(RecordHeader, payload_length) == 8 &&
              offsetof(RecordHeader, header_length) == 56 && offsetof(RecordHeader, chunk_flags) == 80 &&
              offsetof(RecordHeader, record_type) == 100);
static_assert(sizeof(Device) == 32);
static_assert(sizeof(Queue) == 24);
static_assert(sizeof(Executable) == 40);
static_assert(sizeof(CodeObject) == 48 && offsetof(CodeObject, data_length) == 24);
static_assert(sizeof(CodeObjectLoad) == 40);
static_assert(sizeof(Function) == 64 && offsetof(Function, name_length) == 44);
static_assert(sizeof(CommandBuffer) == 48);
static_assert(sizeof(CommandOperation) == 120);
static_assert(sizeof(ClockCorrelation) == 72);
static_assert(sizeof(DispatchEvent) == 88);
static_assert(sizeof(QueueEvent) == 104);
static_assert(sizeof(QueueDeviceEvent) == 96);
static_assert(sizeof(HostExecutionEvent) == 152);
static_assert(sizeof(CommandRegionEvent) == 248 && offsetof(CommandRegionEvent, tail_count) == 88 &&
              offsetof(CommandRegionEvent, next_index) == 200);
static_assert(sizeof(MemoryEvent) == 160);
static_assert(sizeof(EventRelationship) == 72);
static_assert(sizeof(CounterSet) == 32 && offsetof(CounterSet, name_length) == 28);
static_assert(sizeof(Counter) == 48 && offsetof(Counter, block_name_length) == 36);
static_assert(sizeof(CounterSample) == 112 && offsetof(CounterSample, sample_value_count) == 104);
static_assert(sizeof(DeviceMetricSource) == 40 && offsetof(DeviceMetricSource, name_length) == 36);
static_assert(sizeof(DeviceMetricDescriptor) == 48 && offsetof(DeviceMetricDescriptor, name_length) == 40);
static_assert(sizeof(DeviceMetricValue) == 24);
static_assert(sizeof(DeviceMetricSample) == 64 && offsetof(DeviceMetricSample, value_count) == 60);
static_assert(sizeof(ExecutableTrace) == 88 && offsetof(ExecutableTrace, data_length) == 80);

}  // namespace ireereplay::profile::format
