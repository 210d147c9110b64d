// The .ireereplay format as IREE writes it: numbers, layouts and names of runtime/src/iree/hal/replay/format.h
// (2.0, 2026-05-19) and of its 1.0 (2026-04-28). All fields are little-endian; structs have the C layout of the
// writer, trailing padding included, so a payload is read with one copy.
#pragma once

#include <cstdint>
#include <string_view>

namespace ireereplay::format {

/// "IRRP".
inline constexpr uint32_t kMagic = 0x50525249u;
inline constexpr uint16_t kVersionMajor = 2;
inline constexpr uint16_t kVersionMinor = 0;

/// Object id of none.
inline constexpr uint64_t kNoObject = 0;

enum class RecordType : uint16_t { kNone = 0, kSession = 1, kObject = 2, kOperation = 3, kBlob = 4, kUnsupported = 5 };

/// A reader that does not know the record's type may skip it.
inline constexpr uint16_t kRecordOptional = 1;

enum class ObjectType : uint32_t {
  kNone = 0,
  kDevice = 1,
  kAllocator = 2,
  kPool = 3,
  kBuffer = 4,
  kCommandBuffer = 5,
  kExecutableCache = 6,
  kExecutable = 7,
  kSemaphore = 8,
  kFile = 9,
  kEvent = 10,
  kChannel = 11,
  kHostCall = 12,
};

enum class Operation : uint32_t {
  kNone = 0,
  kDeviceTrim = 1,
  kDeviceQueryI64 = 2,
  kDeviceQueryCapabilities = 3,
  kDeviceRefineTopologyEdge = 4,
  kDeviceAssignTopologyInfo = 5,
  kDeviceCreateChannel = 6,
  kDeviceCreateCommandBuffer = 7,
  kDeviceCreateEvent = 8,
  kDeviceCreateExecutableCache = 9,
  kDeviceImportFile = 10,
  kDeviceCreateSemaphore = 11,
  kDeviceQueryQueuePoolBackend = 12,
  kDeviceQueueAlloca = 13,
  kDeviceQueueDealloca = 14,
  kDeviceQueueFill = 15,
  kDeviceQueueUpdate = 16,
  kDeviceQueueCopy = 17,
  kDeviceQueueRead = 18,
  kDeviceQueueWrite = 19,
  kDeviceQueueHostCall = 20,
  kDeviceQueueDispatch = 21,
  kDeviceQueueExecute = 22,
  kDeviceQueueFlush = 23,
  kDeviceProfilingBegin = 24,
  kDeviceProfilingFlush = 25,
  kDeviceProfilingEnd = 26,
  kDeviceExternalCaptureBegin = 27,
  kDeviceExternalCaptureEnd = 28,
  kReplayScopeBegin = 50,
  kReplayScopeEnd = 51,
  kAllocatorTrim = 100,
  kAllocatorQueryMemoryHeaps = 101,
  kAllocatorAllocateBuffer = 102,
  kAllocatorImportBuffer = 103,
  kAllocatorExportBuffer = 104,
  kAllocatorVirtualMemoryQueryGranularity = 105,
  kAllocatorVirtualMemoryReserve = 106,
  kAllocatorVirtualMemoryRelease = 107,
  kAllocatorPhysicalMemoryAllocate = 108,
  kAllocatorPhysicalMemoryFree = 109,
  kAllocatorVirtualMemoryMap = 110,
  kAllocatorVirtualMemoryUnmap = 111,
  kAllocatorVirtualMemoryProtect = 112,
  kAllocatorVirtualMemoryAdvise = 113,
  kBufferMapRange = 200,
  kBufferUnmapRange = 201,
  kBufferInvalidateRange = 202,
  kBufferFlushRange = 203,
  kCommandBufferBegin = 300,
  kCommandBufferEnd = 301,
  kCommandBufferBeginDebugGroup = 302,
  kCommandBufferEndDebugGroup = 303,
  kCommandBufferExecutionBarrier = 304,
  kCommandBufferSignalEvent = 305,
  kCommandBufferResetEvent = 306,
  kCommandBufferWaitEvents = 307,
  kCommandBufferAdviseBuffer = 308,
  kCommandBufferFillBuffer = 309,
  kCommandBufferUpdateBuffer = 310,
  kCommandBufferCopyBuffer = 311,
  kCommandBufferCollective = 312,
  kCommandBufferDispatch = 313,
  kExecutableCacheInferFormat = 400,
  kExecutableCacheCanPrepareFormat = 401,
  kExecutableCachePrepareExecutable = 402,
  kExecutableFunctionCount = 500,
  kExecutableFunctionInfo = 501,
  kExecutableFunctionParameters = 502,
  kExecutableLookupFunctionByName = 503,
};

enum class PayloadType : uint32_t {
  kNone = 0,
  kBufferObject = 1,
  kAllocatorAllocateBuffer = 2,
  kBufferRange = 3,
  kBufferRangeData = 4,
  kCommandBufferObject = 5,
  kExecutableCacheObject = 6,
  kExecutablePrepare = 7,
  kDispatch = 8,
  kDeviceQueueExecute = 9,
  kSemaphoreObject = 10,
  kCommandBufferCopyBuffer = 11,
  kDeviceQueueAlloca = 12,
  kCommandBufferExecutionBarrier = 13,
  kDeviceQueueDealloca = 14,
  kDeviceQueueFill = 15,
  kDeviceQueueUpdate = 16,
  kDeviceQueueCopy = 17,
  kCommandBufferFillBuffer = 18,
  kCommandBufferUpdateBuffer = 19,
  kEventObject = 20,
  kCommandBufferEvent = 21,
  kCommandBufferWaitEvents = 22,
  kFileObject = 23,
  kDeviceQueueRead = 24,
  kDeviceQueueWrite = 25,
  kAllocatorImportBuffer = 26,
  kReplayScope = 27,
};

/// Where a captured file's bytes are.
enum class FileReferenceType : uint32_t { kNone = 0, kExternalPath = 1, kInlineBytes = 2, kCapturedRanges = 3 };
/// How an external file is validated at replay.
enum class FileValidationType : uint32_t { kNone = 0, kIdentity = 1, kContentDigest = 2 };
/// FNV-1a 64 in the first 8 of the 32 digest bytes.
enum class DigestType : uint16_t { kNone = 0, kFnv1a64 = 1 };

/// IREE's stable names; "unknown" for a number it does not name.
std::string_view name(RecordType type);
std::string_view name(ObjectType type);
std::string_view name(PayloadType type);
/// `version_major` 1 said "export" where 2 says "function".
std::string_view name(Operation operation, uint16_t version_major = kVersionMajor);
std::string_view name(FileReferenceType type);
std::string_view name(FileValidationType type);

inline bool is_known(RecordType type) { return type >= RecordType::kSession && type <= RecordType::kUnsupported; }
/// Recorded into a command buffer rather than issued to a device.
inline bool is_command(Operation operation) {
  return operation >= Operation::kCommandBufferBegin && operation <= Operation::kCommandBufferDispatch;
}
/// Submitted to a device queue.
inline bool is_queue_operation(Operation operation) {
  return operation >= Operation::kDeviceQueueAlloca && operation <= Operation::kDeviceQueueFlush;
}

struct RecordHeader {
  uint64_t record_length;
  uint64_t payload_length;
  uint64_t sequence_ordinal;
  uint64_t thread_id;
  uint64_t device_id;
  uint64_t object_id;
  uint64_t related_object_id;
  uint32_t header_length;
  RecordType record_type;
  uint16_t record_flags;
  PayloadType payload_type;
  ObjectType object_type;
  Operation operation_code;
  uint32_t status_code;
  uint32_t reserved0;
  uint64_t reserved1;
};
static_assert(sizeof(RecordHeader) == 96);

struct BufferObject {
  uint64_t allocation_size;
  uint64_t byte_offset;
  uint64_t byte_length;
  uint64_t queue_affinity;
  uint32_t placement_flags;
  uint32_t memory_type;
  uint32_t allowed_usage;
  uint16_t allowed_access;
  uint16_t reserved0;
  uint32_t reserved1;
};
static_assert(sizeof(BufferObject) == 56);

struct AllocateBuffer {
  uint64_t allocation_size;
  uint64_t queue_affinity;
  uint64_t min_alignment;
  uint32_t usage;
  uint32_t type;
  uint16_t access;
  uint16_t reserved0;
  uint32_t reserved1;
};
static_assert(sizeof(AllocateBuffer) == 40);

struct ImportBuffer {
  AllocateBuffer allocation;
  uint32_t external_type;
  uint32_t external_flags;
  uint64_t data_length;
};
static_assert(sizeof(ImportBuffer) == 56);

struct BufferRange {
  uint64_t byte_offset;
  uint64_t byte_length;
  uint32_t mapping_mode;
  uint16_t memory_access;
  uint16_t reserved0;
  uint32_t reserved1;
};
static_assert(sizeof(BufferRange) == 32);

struct BufferRangeData {
  uint64_t byte_offset;
  uint64_t byte_length;
  uint64_t data_length;
  uint32_t mapping_mode;
  uint16_t memory_access;
  uint16_t reserved0;
  uint32_t reserved1;
};
static_assert(sizeof(BufferRangeData) == 40);

/// In BufferRange::memory_access and FileObject::access (iree_hal_memory_access_t).
inline constexpr uint32_t kMemoryAccessRead = 1u << 0;
inline constexpr uint32_t kMemoryAccessWrite = 1u << 1;

/// In CommandBufferObject::mode: IREE does not validate what is recorded (iree_hal_command_buffer_mode_t).
inline constexpr uint32_t kUnvalidatedCommandBuffer = 1u << 5;

struct CommandBufferObject {
  uint32_t mode;
  uint32_t command_categories;
  uint64_t queue_affinity;
  uint64_t binding_capacity;
};
static_assert(sizeof(CommandBufferObject) == 24);

struct ExecutableCacheObject {
  uint64_t identifier_length;
  uint64_t reserved0;
};
static_assert(sizeof(ExecutableCacheObject) == 16);

/// Followed by the format string, executable data, constants (u32 each) and ABI metadata.
struct ExecutablePrepare {
  uint64_t queue_affinity;
  uint64_t executable_data_length;
  uint64_t constant_count;
  uint32_t caching_mode;
  uint32_t executable_format_length;
  uint32_t executable_metadata_length;
  uint32_t reserved1;
};
static_assert(sizeof(ExecutablePrepare) == 40);

/// Followed by the functions, their parameters, and (2.0) the bytes of all names. In 1.0 the third field is reserved.
struct ExecutableMetadataHeader {
  uint64_t function_count;
  uint64_t parameter_count;
  uint64_t function_name_storage_length;
  uint64_t reserved1;
};
static_assert(sizeof(ExecutableMetadataHeader) == 32);

struct ExecutableFunctionMetadata {
  uint64_t flags;
  uint32_t workgroup_size[3];
  uint16_t constant_count;
  uint16_t binding_count;
  uint16_t parameter_count;
  uint16_t name_length;  ///< 0 in 1.0.
};
static_assert(sizeof(ExecutableFunctionMetadata) == 32);

struct ExecutableParameterMetadata {
  uint16_t offset;
  uint16_t flags;
  uint8_t type;
  uint8_t size;
  uint16_t reserved0;
};
static_assert(sizeof(ExecutableParameterMetadata) == 8);

struct SemaphoreObject {
  uint64_t queue_affinity;
  uint64_t initial_value;
  uint64_t flags;
  uint64_t reserved0;
};
static_assert(sizeof(SemaphoreObject) == 32);

/// Followed by the path, or the bytes of the file.
struct FileObject {
  uint64_t queue_affinity;
  uint64_t file_length;
  uint64_t file_device;
  uint64_t file_inode;
  uint64_t file_mtime_ns;
  uint64_t reference_length;
  uint32_t access;
  uint32_t flags;
  uint32_t handle_type;
  FileReferenceType reference_type;
  FileValidationType validation_type;
  DigestType digest_type;
  uint16_t reserved0;
  uint32_t reserved1;
  uint8_t digest[32];
};
static_assert(sizeof(FileObject) == 112);

struct EventObject {
  uint64_t queue_affinity;
  uint32_t flags;
  uint32_t reserved0;
  uint64_t reserved1;
};
static_assert(sizeof(EventObject) == 24);

/// Followed by the name.
struct ReplayScope {
  uint64_t name_length;
  uint32_t flags;
  uint32_t reserved0;
  uint64_t reserved1;
};
static_assert(sizeof(ReplayScope) == 24);

struct SemaphoreTimepoint {
  uint64_t semaphore_id;
  uint64_t value;
};
static_assert(sizeof(SemaphoreTimepoint) == 16);

/// A length: all up to the end of the buffer (IREE_HAL_WHOLE_BUFFER).
inline constexpr uint64_t kWholeBuffer = ~0ull;

struct BufferRef {
  uint64_t buffer_id;  ///< 0 for a slot of the binding table.
  uint64_t offset;
  uint64_t length;
  uint32_t buffer_slot;
  uint32_t reserved0;
};
static_assert(sizeof(BufferRef) == 32);

struct MemoryBarrier {
  uint32_t source_scope;
  uint32_t target_scope;
};
static_assert(sizeof(MemoryBarrier) == 8);

struct BufferBarrier {
  uint32_t source_scope;
  uint32_t target_scope;
  BufferRef buffer_ref;
};
static_assert(sizeof(BufferBarrier) == 40);

struct CommandBufferEvent {
  uint64_t event_id;
  uint64_t source_stage_mask;
};
static_assert(sizeof(CommandBufferEvent) == 16);

/// Followed by event ids (u64), memory barriers, buffer barriers.
struct WaitEvents {
  uint64_t source_stage_mask;
  uint64_t target_stage_mask;
  uint64_t event_count;
  uint64_t memory_barrier_count;
  uint64_t buffer_barrier_count;
  uint64_t reserved0;
};
static_assert(sizeof(WaitEvents) == 48);

/// Followed by memory barriers, buffer barriers.
struct ExecutionBarrier {
  uint64_t source_stage_mask;
  uint64_t target_stage_mask;
  uint64_t flags;
  uint64_t memory_barrier_count;
  uint64_t buffer_barrier_count;
};
static_assert(sizeof(ExecutionBarrier) == 40);

/// In Dispatch::flags, either bit: the workgroup count is in a buffer (runtime/src/iree/hal/command_buffer.h).
inline constexpr uint32_t kDispatchIndirectParameters = 1u << 0 | 1u << 1;

/// Followed by waits, signals, constants (bytes), bindings.
struct Dispatch {
  uint64_t executable_id;
  uint64_t queue_affinity;
  uint32_t function_ordinal;
  uint32_t flags;
  uint32_t workgroup_size[3];
  uint32_t workgroup_count[3];
  BufferRef workgroup_count_ref;
  uint32_t dynamic_workgroup_local_memory;
  uint32_t reserved0;
  uint64_t wait_semaphore_count;
  uint64_t signal_semaphore_count;
  uint64_t constants_length;
  uint64_t binding_count;
};
static_assert(sizeof(Dispatch) == 120);

/// Followed by waits, signals, the binding table.
struct QueueExecute {
  uint64_t command_buffer_id;
  uint64_t queue_affinity;
  uint64_t flags;
  uint64_t wait_semaphore_count;
  uint64_t signal_semaphore_count;
  uint64_t binding_count;
};
static_assert(sizeof(QueueExecute) == 48);

/// Followed by waits, signals.
struct QueueAlloca {
  AllocateBuffer allocation;
  uint64_t queue_affinity;
  uint64_t flags;
  uint64_t wait_semaphore_count;
  uint64_t signal_semaphore_count;
};
static_assert(sizeof(QueueAlloca) == 72);

/// Followed by waits, signals.
struct QueueDealloca {
  BufferRef buffer_ref;
  uint64_t queue_affinity;
  uint64_t flags;
  uint64_t wait_semaphore_count;
  uint64_t signal_semaphore_count;
};
static_assert(sizeof(QueueDealloca) == 64);

/// Followed by waits, signals, the pattern.
struct QueueFill {
  BufferRef target_ref;
  uint64_t queue_affinity;
  uint64_t flags;
  uint64_t wait_semaphore_count;
  uint64_t signal_semaphore_count;
  uint64_t pattern_length;
};
static_assert(sizeof(QueueFill) == 72);

/// Followed by waits, signals, the source bytes.
struct QueueUpdate {
  BufferRef target_ref;
  uint64_t queue_affinity;
  uint64_t flags;
  uint64_t source_offset;
  uint64_t data_length;
  uint64_t wait_semaphore_count;
  uint64_t signal_semaphore_count;
};
static_assert(sizeof(QueueUpdate) == 80);

/// Followed by waits, signals.
struct QueueCopy {
  BufferRef source_ref;
  BufferRef target_ref;
  uint64_t queue_affinity;
  uint64_t flags;
  uint64_t wait_semaphore_count;
  uint64_t signal_semaphore_count;
};
static_assert(sizeof(QueueCopy) == 96);

/// Followed by waits, signals, the captured bytes.
struct QueueRead {
  uint64_t source_file_id;
  uint64_t source_offset;
  BufferRef target_ref;
  uint64_t queue_affinity;
  uint64_t flags;
  uint64_t captured_data_length;
  uint64_t wait_semaphore_count;
  uint64_t signal_semaphore_count;
};
static_assert(sizeof(QueueRead) == 88);

/// Followed by waits, signals.
struct QueueWrite {
  BufferRef source_ref;
  uint64_t target_file_id;
  uint64_t target_offset;
  uint64_t queue_affinity;
  uint64_t flags;
  uint64_t wait_semaphore_count;
  uint64_t signal_semaphore_count;
};
static_assert(sizeof(QueueWrite) == 80);

/// Followed by the pattern.
struct FillBuffer {
  BufferRef target_ref;
  uint32_t flags;
  uint32_t reserved0;
  uint64_t pattern_length;
};
static_assert(sizeof(FillBuffer) == 48);

/// Followed by the source bytes.
struct UpdateBuffer {
  BufferRef target_ref;
  uint32_t flags;
  uint32_t reserved0;
  uint64_t source_offset;
  uint64_t data_length;
};
static_assert(sizeof(UpdateBuffer) == 56);

struct CopyBuffer {
  BufferRef source_ref;
  BufferRef target_ref;
  uint32_t flags;
  uint32_t reserved0;
  uint64_t reserved1;
};
static_assert(sizeof(CopyBuffer) == 80);

}  // namespace ireereplay::format
