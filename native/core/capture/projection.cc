#include "capture/projection.h"

#include <cstddef>

namespace ireereplay {

namespace {

using format::PayloadType;

#define JSON(name) ",\"" name "\":"
#define TEXT(name) " " name "="

constexpr Field kJsonBufferObject[] = {
    {JSON("allocation_size"), FieldKind::kU64, offsetof(format::BufferObject, allocation_size)},
    {JSON("byte_offset"), FieldKind::kU64, offsetof(format::BufferObject, byte_offset)},
    {JSON("byte_length"), FieldKind::kU64, offsetof(format::BufferObject, byte_length)},
    {JSON("queue_affinity"), FieldKind::kU64, offsetof(format::BufferObject, queue_affinity)},
    {JSON("placement_flags"), FieldKind::kU32, offsetof(format::BufferObject, placement_flags)},
    {JSON("memory_type"), FieldKind::kU32, offsetof(format::BufferObject, memory_type)},
    {JSON("allowed_usage"), FieldKind::kU32, offsetof(format::BufferObject, allowed_usage)},
    {JSON("allowed_access"), FieldKind::kU16, offsetof(format::BufferObject, allowed_access)},
};
constexpr Field kJsonAllocatorAllocateBuffer[] = {
    {JSON("allocation_size"), FieldKind::kU64, offsetof(format::AllocateBuffer, allocation_size)},
    {JSON("queue_affinity"), FieldKind::kU64, offsetof(format::AllocateBuffer, queue_affinity)},
    {JSON("min_alignment"), FieldKind::kU64, offsetof(format::AllocateBuffer, min_alignment)},
    {JSON("usage"), FieldKind::kU32, offsetof(format::AllocateBuffer, usage)},
    {JSON("type"), FieldKind::kU32, offsetof(format::AllocateBuffer, type)},
    {JSON("access"), FieldKind::kU16, offsetof(format::AllocateBuffer, access)},
};
constexpr Field kJsonAllocatorImportBuffer[] = {
    {JSON("allocation_size"), FieldKind::kU64, offsetof(format::ImportBuffer, allocation.allocation_size)},
    {JSON("queue_affinity"), FieldKind::kU64, offsetof(format::ImportBuffer, allocation.queue_affinity)},
    {JSON("min_alignment"), FieldKind::kU64, offsetof(format::ImportBuffer, allocation.min_alignment)},
    {JSON("usage"), FieldKind::kU32, offsetof(format::ImportBuffer, allocation.usage)},
    {JSON("type"), FieldKind::kU32, offsetof(format::ImportBuffer, allocation.type)},
    {JSON("access"), FieldKind::kU16, offsetof(format::ImportBuffer, allocation.access)},
    {JSON("external_type"), FieldKind::kU32, offsetof(format::ImportBuffer, external_type)},
    {JSON("external_flags"), FieldKind::kU32, offsetof(format::ImportBuffer, external_flags)},
    {JSON("data_range"), FieldKind::kRange, 0, Part::kData},
};
constexpr Field kJsonBufferRange[] = {
    {JSON("byte_offset"), FieldKind::kU64, offsetof(format::BufferRange, byte_offset)},
    {JSON("byte_length"), FieldKind::kU64, offsetof(format::BufferRange, byte_length)},
    {JSON("mapping_mode"), FieldKind::kU32, offsetof(format::BufferRange, mapping_mode)},
    {JSON("memory_access"), FieldKind::kU16, offsetof(format::BufferRange, memory_access)},
};
constexpr Field kJsonBufferRangeData[] = {
    {JSON("byte_offset"), FieldKind::kU64, offsetof(format::BufferRangeData, byte_offset)},
    {JSON("byte_length"), FieldKind::kU64, offsetof(format::BufferRangeData, byte_length)},
    {JSON("mapping_mode"), FieldKind::kU32, offsetof(format::BufferRangeData, mapping_mode)},
    {JSON("memory_access"), FieldKind::kU16, offsetof(format::BufferRangeData, memory_access)},
    {JSON("data_range"), FieldKind::kRange, 0, Part::kData},
};
constexpr Field kJsonCommandBufferObject[] = {
    {JSON("mode"), FieldKind::kU32, offsetof(format::CommandBufferObject, mode)},
    {JSON("command_categories"), FieldKind::kU32, offsetof(format::CommandBufferObject, command_categories)},
    {JSON("queue_affinity"), FieldKind::kU64, offsetof(format::CommandBufferObject, queue_affinity)},
    {JSON("binding_capacity"), FieldKind::kU64, offsetof(format::CommandBufferObject, binding_capacity)},
};
constexpr Field kJsonExecutableCacheObject[] = {
    {JSON("identifier_length"), FieldKind::kU64, offsetof(format::ExecutableCacheObject, identifier_length)},
    {JSON("identifier_range"), FieldKind::kRange, 0, Part::kIdentifier},
};
constexpr Field kJsonExecutablePrepare[] = {
    {JSON("queue_affinity"), FieldKind::kU64, offsetof(format::ExecutablePrepare, queue_affinity)},
    {JSON("caching_mode"), FieldKind::kU32, offsetof(format::ExecutablePrepare, caching_mode)},
    {JSON("executable_format_length"), FieldKind::kU32, offsetof(format::ExecutablePrepare, executable_format_length)},
    {JSON("executable_data_length"), FieldKind::kU64, offsetof(format::ExecutablePrepare, executable_data_length)},
    {JSON("constant_count"), FieldKind::kU64, offsetof(format::ExecutablePrepare, constant_count)},
    {JSON("executable_metadata_length"), FieldKind::kU32,
     offsetof(format::ExecutablePrepare, executable_metadata_length)},
    {JSON("format_range"), FieldKind::kRange, 0, Part::kFormat},
    {JSON("data_range"), FieldKind::kRange, 0, Part::kData},
    {JSON("constants_range"), FieldKind::kRange, 0, Part::kConstants},
    {JSON("metadata_range"), FieldKind::kRange, 0, Part::kMetadata},
    {JSON("metadata"), FieldKind::kMetadata, 0, Part::kMetadata},
};
constexpr Field kJsonSemaphoreObject[] = {
    {JSON("queue_affinity"), FieldKind::kU64, offsetof(format::SemaphoreObject, queue_affinity)},
    {JSON("initial_value"), FieldKind::kU64, offsetof(format::SemaphoreObject, initial_value)},
    {JSON("flags"), FieldKind::kU64, offsetof(format::SemaphoreObject, flags)},
};
constexpr Field kJsonEventObject[] = {
    {JSON("queue_affinity"), FieldKind::kU64, offsetof(format::EventObject, queue_affinity)},
    {JSON("flags"), FieldKind::kU32, offsetof(format::EventObject, flags)},
};
constexpr Field kJsonFileObject[] = {
    {JSON("queue_affinity"), FieldKind::kU64, offsetof(format::FileObject, queue_affinity)},
    {JSON("file_length"), FieldKind::kU64, offsetof(format::FileObject, file_length)},
    {JSON("file_device"), FieldKind::kU64, offsetof(format::FileObject, file_device)},
    {JSON("file_inode"), FieldKind::kU64, offsetof(format::FileObject, file_inode)},
    {JSON("file_mtime_ns"), FieldKind::kU64, offsetof(format::FileObject, file_mtime_ns)},
    {JSON("reference_length"), FieldKind::kU64, offsetof(format::FileObject, reference_length)},
    {JSON("access"), FieldKind::kU32, offsetof(format::FileObject, access)},
    {JSON("flags"), FieldKind::kU32, offsetof(format::FileObject, flags)},
    {JSON("handle_type"), FieldKind::kU32, offsetof(format::FileObject, handle_type)},
    {JSON("reference_type"), FieldKind::kReferenceType, offsetof(format::FileObject, reference_type)},
    {JSON("validation_type"), FieldKind::kValidation, offsetof(format::FileObject, validation_type)},
    {JSON("digest_type"), FieldKind::kU16, offsetof(format::FileObject, digest_type)},
    {JSON("digest_fnv1a64"), FieldKind::kDigestHex, offsetof(format::FileObject, digest)},
    {JSON("reference_range"), FieldKind::kRange, 0, Part::kReference},
};
constexpr Field kJsonReplayScope[] = {
    {JSON("name"), FieldKind::kString, 0, Part::kName},
};
constexpr Field kJsonDispatch[] = {
    {JSON("executable_id"), FieldKind::kU64, offsetof(format::Dispatch, executable_id)},
    {JSON("queue_affinity"), FieldKind::kU64, offsetof(format::Dispatch, queue_affinity)},
    {JSON("function_ordinal"), FieldKind::kU32, offsetof(format::Dispatch, function_ordinal)},
    {JSON("flags"), FieldKind::kU32, offsetof(format::Dispatch, flags)},
    {JSON("workgroup_count"), FieldKind::kU32x3, offsetof(format::Dispatch, workgroup_count)},
    {JSON("workgroup_size"), FieldKind::kU32x3, offsetof(format::Dispatch, workgroup_size)},
    {JSON("dynamic_workgroup_local_memory"), FieldKind::kU32,
     offsetof(format::Dispatch, dynamic_workgroup_local_memory)},
    {JSON("wait_semaphore_count"), FieldKind::kU64, offsetof(format::Dispatch, wait_semaphore_count)},
    {JSON("signal_semaphore_count"), FieldKind::kU64, offsetof(format::Dispatch, signal_semaphore_count)},
    {JSON("constants_length"), FieldKind::kU64, offsetof(format::Dispatch, constants_length)},
    {JSON("binding_count"), FieldKind::kU64, offsetof(format::Dispatch, binding_count)},
    {JSON("workgroup_count_ref"), FieldKind::kRef, offsetof(format::Dispatch, workgroup_count_ref)},
    {JSON("wait_semaphores_range"), FieldKind::kRange, 0, Part::kWaits},
    {JSON("signal_semaphores_range"), FieldKind::kRange, 0, Part::kSignals},
    {JSON("constants_range"), FieldKind::kRange, 0, Part::kConstants},
    {JSON("bindings_range"), FieldKind::kRange, 0, Part::kBindings},
};
constexpr Field kJsonDeviceQueueExecute[] = {
    {JSON("command_buffer_id"), FieldKind::kU64, offsetof(format::QueueExecute, command_buffer_id)},
    {JSON("queue_affinity"), FieldKind::kU64, offsetof(format::QueueExecute, queue_affinity)},
    {JSON("flags"), FieldKind::kU64, offsetof(format::QueueExecute, flags)},
    {JSON("wait_semaphore_count"), FieldKind::kU64, offsetof(format::QueueExecute, wait_semaphore_count)},
    {JSON("signal_semaphore_count"), FieldKind::kU64, offsetof(format::QueueExecute, signal_semaphore_count)},
    {JSON("binding_count"), FieldKind::kU64, offsetof(format::QueueExecute, binding_count)},
    {JSON("wait_semaphores_range"), FieldKind::kRange, 0, Part::kWaits},
    {JSON("signal_semaphores_range"), FieldKind::kRange, 0, Part::kSignals},
    {JSON("bindings_range"), FieldKind::kRange, 0, Part::kBindings},
    {JSON("wait_semaphores"), FieldKind::kSemaphores, 0, Part::kWaits},
    {JSON("signal_semaphores"), FieldKind::kSemaphores, 0, Part::kSignals},
    {JSON("bindings"), FieldKind::kRefs, 0, Part::kBindings},
};
constexpr Field kJsonDeviceQueueAlloca[] = {
    {JSON("allocation_size"), FieldKind::kU64, offsetof(format::QueueAlloca, allocation.allocation_size)},
    {JSON("allocation_queue_affinity"), FieldKind::kU64, offsetof(format::QueueAlloca, allocation.queue_affinity)},
    {JSON("min_alignment"), FieldKind::kU64, offsetof(format::QueueAlloca, allocation.min_alignment)},
    {JSON("usage"), FieldKind::kU32, offsetof(format::QueueAlloca, allocation.usage)},
    {JSON("type"), FieldKind::kU32, offsetof(format::QueueAlloca, allocation.type)},
    {JSON("access"), FieldKind::kU16, offsetof(format::QueueAlloca, allocation.access)},
    {JSON("queue_affinity"), FieldKind::kU64, offsetof(format::QueueAlloca, queue_affinity)},
    {JSON("flags"), FieldKind::kU64, offsetof(format::QueueAlloca, flags)},
    {JSON("wait_semaphore_count"), FieldKind::kU64, offsetof(format::QueueAlloca, wait_semaphore_count)},
    {JSON("signal_semaphore_count"), FieldKind::kU64, offsetof(format::QueueAlloca, signal_semaphore_count)},
    {JSON("wait_semaphores_range"), FieldKind::kRange, 0, Part::kWaits},
    {JSON("signal_semaphores_range"), FieldKind::kRange, 0, Part::kSignals},
};
constexpr Field kJsonDeviceQueueDealloca[] = {
    {JSON("queue_affinity"), FieldKind::kU64, offsetof(format::QueueDealloca, queue_affinity)},
    {JSON("flags"), FieldKind::kU64, offsetof(format::QueueDealloca, flags)},
    {JSON("wait_semaphore_count"), FieldKind::kU64, offsetof(format::QueueDealloca, wait_semaphore_count)},
    {JSON("signal_semaphore_count"), FieldKind::kU64, offsetof(format::QueueDealloca, signal_semaphore_count)},
    {JSON("buffer_ref"), FieldKind::kRef, offsetof(format::QueueDealloca, buffer_ref)},
    {JSON("wait_semaphores_range"), FieldKind::kRange, 0, Part::kWaits},
    {JSON("signal_semaphores_range"), FieldKind::kRange, 0, Part::kSignals},
};
constexpr Field kJsonDeviceQueueFill[] = {
    {JSON("queue_affinity"), FieldKind::kU64, offsetof(format::QueueFill, queue_affinity)},
    {JSON("flags"), FieldKind::kU64, offsetof(format::QueueFill, flags)},
    {JSON("wait_semaphore_count"), FieldKind::kU64, offsetof(format::QueueFill, wait_semaphore_count)},
    {JSON("signal_semaphore_count"), FieldKind::kU64, offsetof(format::QueueFill, signal_semaphore_count)},
    {JSON("pattern_length"), FieldKind::kU64, offsetof(format::QueueFill, pattern_length)},
    {JSON("target_ref"), FieldKind::kRef, offsetof(format::QueueFill, target_ref)},
    {JSON("wait_semaphores_range"), FieldKind::kRange, 0, Part::kWaits},
    {JSON("signal_semaphores_range"), FieldKind::kRange, 0, Part::kSignals},
    {JSON("pattern_range"), FieldKind::kRange, 0, Part::kPattern},
};
constexpr Field kJsonDeviceQueueUpdate[] = {
    {JSON("queue_affinity"), FieldKind::kU64, offsetof(format::QueueUpdate, queue_affinity)},
    {JSON("flags"), FieldKind::kU64, offsetof(format::QueueUpdate, flags)},
    {JSON("source_offset"), FieldKind::kU64, offsetof(format::QueueUpdate, source_offset)},
    {JSON("wait_semaphore_count"), FieldKind::kU64, offsetof(format::QueueUpdate, wait_semaphore_count)},
    {JSON("signal_semaphore_count"), FieldKind::kU64, offsetof(format::QueueUpdate, signal_semaphore_count)},
    {JSON("data_length"), FieldKind::kU64, offsetof(format::QueueUpdate, data_length)},
    {JSON("target_ref"), FieldKind::kRef, offsetof(format::QueueUpdate, target_ref)},
    {JSON("wait_semaphores_range"), FieldKind::kRange, 0, Part::kWaits},
    {JSON("signal_semaphores_range"), FieldKind::kRange, 0, Part::kSignals},
    {JSON("data_range"), FieldKind::kRange, 0, Part::kData},
};
constexpr Field kJsonDeviceQueueCopy[] = {
    {JSON("queue_affinity"), FieldKind::kU64, offsetof(format::QueueCopy, queue_affinity)},
    {JSON("flags"), FieldKind::kU64, offsetof(format::QueueCopy, flags)},
    {JSON("wait_semaphore_count"), FieldKind::kU64, offsetof(format::QueueCopy, wait_semaphore_count)},
    {JSON("signal_semaphore_count"), FieldKind::kU64, offsetof(format::QueueCopy, signal_semaphore_count)},
    {JSON("source_ref"), FieldKind::kRef, offsetof(format::QueueCopy, source_ref)},
    {JSON("target_ref"), FieldKind::kRef, offsetof(format::QueueCopy, target_ref)},
    {JSON("wait_semaphores_range"), FieldKind::kRange, 0, Part::kWaits},
    {JSON("signal_semaphores_range"), FieldKind::kRange, 0, Part::kSignals},
};
constexpr Field kJsonDeviceQueueRead[] = {
    {JSON("source_file_id"), FieldKind::kU64, offsetof(format::QueueRead, source_file_id)},
    {JSON("source_offset"), FieldKind::kU64, offsetof(format::QueueRead, source_offset)},
    {JSON("queue_affinity"), FieldKind::kU64, offsetof(format::QueueRead, queue_affinity)},
    {JSON("flags"), FieldKind::kU64, offsetof(format::QueueRead, flags)},
    {JSON("captured_data_length"), FieldKind::kU64, offsetof(format::QueueRead, captured_data_length)},
    {JSON("wait_semaphore_count"), FieldKind::kU64, offsetof(format::QueueRead, wait_semaphore_count)},
    {JSON("signal_semaphore_count"), FieldKind::kU64, offsetof(format::QueueRead, signal_semaphore_count)},
    {JSON("target_ref"), FieldKind::kRef, offsetof(format::QueueRead, target_ref)},
    {JSON("wait_semaphores_range"), FieldKind::kRange, 0, Part::kWaits},
    {JSON("signal_semaphores_range"), FieldKind::kRange, 0, Part::kSignals},
    {JSON("captured_data_range"), FieldKind::kRange, 0, Part::kData},
};
constexpr Field kJsonDeviceQueueWrite[] = {
    {JSON("target_file_id"), FieldKind::kU64, offsetof(format::QueueWrite, target_file_id)},
    {JSON("target_offset"), FieldKind::kU64, offsetof(format::QueueWrite, target_offset)},
    {JSON("queue_affinity"), FieldKind::kU64, offsetof(format::QueueWrite, queue_affinity)},
    {JSON("flags"), FieldKind::kU64, offsetof(format::QueueWrite, flags)},
    {JSON("wait_semaphore_count"), FieldKind::kU64, offsetof(format::QueueWrite, wait_semaphore_count)},
    {JSON("signal_semaphore_count"), FieldKind::kU64, offsetof(format::QueueWrite, signal_semaphore_count)},
    {JSON("source_ref"), FieldKind::kRef, offsetof(format::QueueWrite, source_ref)},
    {JSON("wait_semaphores_range"), FieldKind::kRange, 0, Part::kWaits},
    {JSON("signal_semaphores_range"), FieldKind::kRange, 0, Part::kSignals},
};
constexpr Field kJsonCommandBufferExecutionBarrier[] = {
    {JSON("source_stage_mask"), FieldKind::kU64, offsetof(format::ExecutionBarrier, source_stage_mask)},
    {JSON("target_stage_mask"), FieldKind::kU64, offsetof(format::ExecutionBarrier, target_stage_mask)},
    {JSON("flags"), FieldKind::kU64, offsetof(format::ExecutionBarrier, flags)},
    {JSON("memory_barrier_count"), FieldKind::kU64, offsetof(format::ExecutionBarrier, memory_barrier_count)},
    {JSON("buffer_barrier_count"), FieldKind::kU64, offsetof(format::ExecutionBarrier, buffer_barrier_count)},
    {JSON("memory_barriers_range"), FieldKind::kRange, 0, Part::kMemoryBarriers},
    {JSON("buffer_barriers_range"), FieldKind::kRange, 0, Part::kBufferBarriers},
};
constexpr Field kJsonCommandBufferEvent[] = {
    {JSON("event_id"), FieldKind::kU64, offsetof(format::CommandBufferEvent, event_id)},
    {JSON("source_stage_mask"), FieldKind::kU64, offsetof(format::CommandBufferEvent, source_stage_mask)},
};
constexpr Field kJsonCommandBufferWaitEvents[] = {
    {JSON("source_stage_mask"), FieldKind::kU64, offsetof(format::WaitEvents, source_stage_mask)},
    {JSON("target_stage_mask"), FieldKind::kU64, offsetof(format::WaitEvents, target_stage_mask)},
    {JSON("event_count"), FieldKind::kU64, offsetof(format::WaitEvents, event_count)},
    {JSON("memory_barrier_count"), FieldKind::kU64, offsetof(format::WaitEvents, memory_barrier_count)},
    {JSON("buffer_barrier_count"), FieldKind::kU64, offsetof(format::WaitEvents, buffer_barrier_count)},
    {JSON("events_range"), FieldKind::kRange, 0, Part::kEvents},
    {JSON("memory_barriers_range"), FieldKind::kRange, 0, Part::kMemoryBarriers},
    {JSON("buffer_barriers_range"), FieldKind::kRange, 0, Part::kBufferBarriers},
};
constexpr Field kJsonCommandBufferFillBuffer[] = {
    {JSON("flags"), FieldKind::kU32, offsetof(format::FillBuffer, flags)},
    {JSON("pattern_length"), FieldKind::kU64, offsetof(format::FillBuffer, pattern_length)},
    {JSON("target"), FieldKind::kRef, offsetof(format::FillBuffer, target_ref)},
    {JSON("pattern_range"), FieldKind::kRange, 0, Part::kPattern},
};
constexpr Field kJsonCommandBufferUpdateBuffer[] = {
    {JSON("flags"), FieldKind::kU32, offsetof(format::UpdateBuffer, flags)},
    {JSON("source_offset"), FieldKind::kU64, offsetof(format::UpdateBuffer, source_offset)},
    {JSON("data_length"), FieldKind::kU64, offsetof(format::UpdateBuffer, data_length)},
    {JSON("target"), FieldKind::kRef, offsetof(format::UpdateBuffer, target_ref)},
    {JSON("data_range"), FieldKind::kRange, 0, Part::kData},
};
constexpr Field kJsonCommandBufferCopyBuffer[] = {
    {JSON("flags"), FieldKind::kU32, offsetof(format::CopyBuffer, flags)},
    {JSON("source"), FieldKind::kRef, offsetof(format::CopyBuffer, source_ref)},
    {JSON("target"), FieldKind::kRef, offsetof(format::CopyBuffer, target_ref)},
};

constexpr Field kTextBufferObject[] = {
    {TEXT("allocation_size"), FieldKind::kU64, offsetof(format::BufferObject, allocation_size)},
    {TEXT("byte_offset"), FieldKind::kU64, offsetof(format::BufferObject, byte_offset)},
    {TEXT("byte_length"), FieldKind::kU64, offsetof(format::BufferObject, byte_length)},
    {TEXT("queue_affinity"), FieldKind::kU64, offsetof(format::BufferObject, queue_affinity)},
    {TEXT("placement_flags"), FieldKind::kHex32, offsetof(format::BufferObject, placement_flags)},
    {TEXT("memory_type"), FieldKind::kHex32, offsetof(format::BufferObject, memory_type)},
    {TEXT("allowed_usage"), FieldKind::kHex32, offsetof(format::BufferObject, allowed_usage)},
    {TEXT("allowed_access"), FieldKind::kHex16, offsetof(format::BufferObject, allowed_access)},
};
constexpr Field kTextAllocatorAllocateBuffer[] = {
    {TEXT("allocation_size"), FieldKind::kU64, offsetof(format::AllocateBuffer, allocation_size)},
    {TEXT("queue_affinity"), FieldKind::kU64, offsetof(format::AllocateBuffer, queue_affinity)},
    {TEXT("min_alignment"), FieldKind::kU64, offsetof(format::AllocateBuffer, min_alignment)},
    {TEXT("usage"), FieldKind::kHex32, offsetof(format::AllocateBuffer, usage)},
    {TEXT("type"), FieldKind::kHex32, offsetof(format::AllocateBuffer, type)},
    {TEXT("access"), FieldKind::kHex16, offsetof(format::AllocateBuffer, access)},
};
constexpr Field kTextAllocatorImportBuffer[] = {
    {TEXT("allocation_size"), FieldKind::kU64, offsetof(format::ImportBuffer, allocation.allocation_size)},
    {TEXT("queue_affinity"), FieldKind::kU64, offsetof(format::ImportBuffer, allocation.queue_affinity)},
    {TEXT("min_alignment"), FieldKind::kU64, offsetof(format::ImportBuffer, allocation.min_alignment)},
    {TEXT("usage"), FieldKind::kHex32, offsetof(format::ImportBuffer, allocation.usage)},
    {TEXT("type"), FieldKind::kHex32, offsetof(format::ImportBuffer, allocation.type)},
    {TEXT("access"), FieldKind::kHex16, offsetof(format::ImportBuffer, allocation.access)},
    {TEXT("external_type"), FieldKind::kU32, offsetof(format::ImportBuffer, external_type)},
    {TEXT("external_flags"), FieldKind::kHex32, offsetof(format::ImportBuffer, external_flags)},
    {TEXT("data_range"), FieldKind::kRange, 0, Part::kData},
};
constexpr Field kTextBufferRange[] = {
    {TEXT("byte_offset"), FieldKind::kU64, offsetof(format::BufferRange, byte_offset)},
    {TEXT("byte_length"), FieldKind::kU64, offsetof(format::BufferRange, byte_length)},
    {TEXT("mapping_mode"), FieldKind::kHex32, offsetof(format::BufferRange, mapping_mode)},
    {TEXT("memory_access"), FieldKind::kHex16, offsetof(format::BufferRange, memory_access)},
};
constexpr Field kTextBufferRangeData[] = {
    {TEXT("byte_offset"), FieldKind::kU64, offsetof(format::BufferRangeData, byte_offset)},
    {TEXT("byte_length"), FieldKind::kU64, offsetof(format::BufferRangeData, byte_length)},
    {TEXT("data_range"), FieldKind::kRange, 0, Part::kData},
    {TEXT("memory_access"), FieldKind::kHex16, offsetof(format::BufferRangeData, memory_access)},
};
constexpr Field kTextCommandBufferObject[] = {
    {TEXT("mode"), FieldKind::kHex32, offsetof(format::CommandBufferObject, mode)},
    {TEXT("categories"), FieldKind::kHex32, offsetof(format::CommandBufferObject, command_categories)},
    {TEXT("queue_affinity"), FieldKind::kU64, offsetof(format::CommandBufferObject, queue_affinity)},
    {TEXT("binding_capacity"), FieldKind::kU64, offsetof(format::CommandBufferObject, binding_capacity)},
};
constexpr Field kTextExecutableCacheObject[] = {
    {TEXT("identifier_range"), FieldKind::kRange, 0, Part::kIdentifier},
};
constexpr Field kTextExecutablePrepare[] = {
    {TEXT("queue_affinity"), FieldKind::kU64, offsetof(format::ExecutablePrepare, queue_affinity)},
    {TEXT("caching_mode"), FieldKind::kHex32, offsetof(format::ExecutablePrepare, caching_mode)},
    {TEXT("format_range"), FieldKind::kRange, 0, Part::kFormat},
    {TEXT("data_range"), FieldKind::kRange, 0, Part::kData},
    {TEXT("constants_range"), FieldKind::kRange, 0, Part::kConstants},
    {TEXT("metadata_range"), FieldKind::kRange, 0, Part::kMetadata},
    {TEXT("metadata"), FieldKind::kMetadata, 0, Part::kMetadata},
};
constexpr Field kTextSemaphoreObject[] = {
    {TEXT("queue_affinity"), FieldKind::kU64, offsetof(format::SemaphoreObject, queue_affinity)},
    {TEXT("initial_value"), FieldKind::kU64, offsetof(format::SemaphoreObject, initial_value)},
    {TEXT("flags"), FieldKind::kHex64, offsetof(format::SemaphoreObject, flags)},
};
constexpr Field kTextEventObject[] = {
    {TEXT("queue_affinity"), FieldKind::kU64, offsetof(format::EventObject, queue_affinity)},
    {TEXT("flags"), FieldKind::kHex32, offsetof(format::EventObject, flags)},
};
constexpr Field kTextFileObject[] = {
    {TEXT("queue_affinity"), FieldKind::kU64, offsetof(format::FileObject, queue_affinity)},
    {TEXT("file_length"), FieldKind::kU64, offsetof(format::FileObject, file_length)},
    {TEXT("access"), FieldKind::kHex32, offsetof(format::FileObject, access)},
    {TEXT("flags"), FieldKind::kHex32, offsetof(format::FileObject, flags)},
    {TEXT("handle_type"), FieldKind::kU32, offsetof(format::FileObject, handle_type)},
    {TEXT("reference_type"), FieldKind::kReferenceType, offsetof(format::FileObject, reference_type)},
    {TEXT("file_device"), FieldKind::kU64, offsetof(format::FileObject, file_device)},
    {TEXT("file_inode"), FieldKind::kU64, offsetof(format::FileObject, file_inode)},
    {TEXT("file_mtime_ns"), FieldKind::kU64, offsetof(format::FileObject, file_mtime_ns)},
    {TEXT("validation_type"), FieldKind::kValidation, offsetof(format::FileObject, validation_type)},
    {TEXT("digest_type"), FieldKind::kU16, offsetof(format::FileObject, digest_type)},
    {TEXT("digest_fnv1a64"), FieldKind::kDigestHex, offsetof(format::FileObject, digest)},
    {TEXT("reference_range"), FieldKind::kRange, 0, Part::kReference},
};
constexpr Field kTextReplayScope[] = {
    {TEXT("name"), FieldKind::kString, 0, Part::kName},
};
constexpr Field kTextDispatch[] = {
    {TEXT("executable_id"), FieldKind::kU64, offsetof(format::Dispatch, executable_id)},
    {TEXT("queue_affinity"), FieldKind::kU64, offsetof(format::Dispatch, queue_affinity)},
    {TEXT("function_ordinal"), FieldKind::kU32, offsetof(format::Dispatch, function_ordinal)},
    {TEXT("flags"), FieldKind::kHex32, offsetof(format::Dispatch, flags)},
    {TEXT("workgroup_count"), FieldKind::kU32x3, offsetof(format::Dispatch, workgroup_count)},
    {TEXT("workgroup_size"), FieldKind::kU32x3, offsetof(format::Dispatch, workgroup_size)},
    {TEXT("wait_count"), FieldKind::kU64, offsetof(format::Dispatch, wait_semaphore_count)},
    {TEXT("signal_count"), FieldKind::kU64, offsetof(format::Dispatch, signal_semaphore_count)},
    {TEXT("constants_range"), FieldKind::kRange, 0, Part::kConstants},
    {TEXT("bindings_range"), FieldKind::kRange, 0, Part::kBindings},
    {TEXT("workgroup_count_ref"), FieldKind::kRef, offsetof(format::Dispatch, workgroup_count_ref)},
};
constexpr Field kTextDeviceQueueExecute[] = {
    {TEXT("command_buffer_id"), FieldKind::kU64, offsetof(format::QueueExecute, command_buffer_id)},
    {TEXT("queue_affinity"), FieldKind::kU64, offsetof(format::QueueExecute, queue_affinity)},
    {TEXT("flags"), FieldKind::kHex64, offsetof(format::QueueExecute, flags)},
    {TEXT("wait_count"), FieldKind::kU64, offsetof(format::QueueExecute, wait_semaphore_count)},
    {TEXT("signal_count"), FieldKind::kU64, offsetof(format::QueueExecute, signal_semaphore_count)},
    {TEXT("wait_range"), FieldKind::kRange, 0, Part::kWaits},
    {TEXT("signal_range"), FieldKind::kRange, 0, Part::kSignals},
    {TEXT("bindings_range"), FieldKind::kRange, 0, Part::kBindings},
    {TEXT("wait_semaphores"), FieldKind::kSemaphores, 0, Part::kWaits},
    {TEXT("signal_semaphores"), FieldKind::kSemaphores, 0, Part::kSignals},
    {TEXT("bindings"), FieldKind::kRefs, 0, Part::kBindings},
};
constexpr Field kTextDeviceQueueAlloca[] = {
    {TEXT("allocation_size"), FieldKind::kU64, offsetof(format::QueueAlloca, allocation.allocation_size)},
    {TEXT("queue_affinity"), FieldKind::kU64, offsetof(format::QueueAlloca, allocation.queue_affinity)},
    {TEXT("min_alignment"), FieldKind::kU64, offsetof(format::QueueAlloca, allocation.min_alignment)},
    {TEXT("usage"), FieldKind::kHex32, offsetof(format::QueueAlloca, allocation.usage)},
    {TEXT("type"), FieldKind::kHex32, offsetof(format::QueueAlloca, allocation.type)},
    {TEXT("access"), FieldKind::kHex16, offsetof(format::QueueAlloca, allocation.access)},
    {TEXT("submit_queue_affinity"), FieldKind::kU64, offsetof(format::QueueAlloca, queue_affinity)},
    {TEXT("flags"), FieldKind::kHex64, offsetof(format::QueueAlloca, flags)},
    {TEXT("wait_count"), FieldKind::kU64, offsetof(format::QueueAlloca, wait_semaphore_count)},
    {TEXT("signal_count"), FieldKind::kU64, offsetof(format::QueueAlloca, signal_semaphore_count)},
    {TEXT("wait_range"), FieldKind::kRange, 0, Part::kWaits},
    {TEXT("signal_range"), FieldKind::kRange, 0, Part::kSignals},
};
constexpr Field kTextDeviceQueueDealloca[] = {
    {TEXT("queue_affinity"), FieldKind::kU64, offsetof(format::QueueDealloca, queue_affinity)},
    {TEXT("flags"), FieldKind::kHex64, offsetof(format::QueueDealloca, flags)},
    {TEXT("wait_count"), FieldKind::kU64, offsetof(format::QueueDealloca, wait_semaphore_count)},
    {TEXT("signal_count"), FieldKind::kU64, offsetof(format::QueueDealloca, signal_semaphore_count)},
    {TEXT("wait_range"), FieldKind::kRange, 0, Part::kWaits},
    {TEXT("signal_range"), FieldKind::kRange, 0, Part::kSignals},
    {TEXT("buffer_ref"), FieldKind::kRef, offsetof(format::QueueDealloca, buffer_ref)},
};
constexpr Field kTextDeviceQueueFill[] = {
    {TEXT("queue_affinity"), FieldKind::kU64, offsetof(format::QueueFill, queue_affinity)},
    {TEXT("flags"), FieldKind::kHex64, offsetof(format::QueueFill, flags)},
    {TEXT("wait_count"), FieldKind::kU64, offsetof(format::QueueFill, wait_semaphore_count)},
    {TEXT("signal_count"), FieldKind::kU64, offsetof(format::QueueFill, signal_semaphore_count)},
    {TEXT("wait_range"), FieldKind::kRange, 0, Part::kWaits},
    {TEXT("signal_range"), FieldKind::kRange, 0, Part::kSignals},
    {TEXT("pattern_range"), FieldKind::kRange, 0, Part::kPattern},
    {TEXT("target_ref"), FieldKind::kRef, offsetof(format::QueueFill, target_ref)},
};
constexpr Field kTextDeviceQueueUpdate[] = {
    {TEXT("queue_affinity"), FieldKind::kU64, offsetof(format::QueueUpdate, queue_affinity)},
    {TEXT("flags"), FieldKind::kHex64, offsetof(format::QueueUpdate, flags)},
    {TEXT("source_offset"), FieldKind::kU64, offsetof(format::QueueUpdate, source_offset)},
    {TEXT("wait_count"), FieldKind::kU64, offsetof(format::QueueUpdate, wait_semaphore_count)},
    {TEXT("signal_count"), FieldKind::kU64, offsetof(format::QueueUpdate, signal_semaphore_count)},
    {TEXT("wait_range"), FieldKind::kRange, 0, Part::kWaits},
    {TEXT("signal_range"), FieldKind::kRange, 0, Part::kSignals},
    {TEXT("data_range"), FieldKind::kRange, 0, Part::kData},
    {TEXT("target_ref"), FieldKind::kRef, offsetof(format::QueueUpdate, target_ref)},
};
constexpr Field kTextDeviceQueueCopy[] = {
    {TEXT("queue_affinity"), FieldKind::kU64, offsetof(format::QueueCopy, queue_affinity)},
    {TEXT("flags"), FieldKind::kHex64, offsetof(format::QueueCopy, flags)},
    {TEXT("wait_count"), FieldKind::kU64, offsetof(format::QueueCopy, wait_semaphore_count)},
    {TEXT("signal_count"), FieldKind::kU64, offsetof(format::QueueCopy, signal_semaphore_count)},
    {TEXT("wait_range"), FieldKind::kRange, 0, Part::kWaits},
    {TEXT("signal_range"), FieldKind::kRange, 0, Part::kSignals},
    {TEXT("source_ref"), FieldKind::kRef, offsetof(format::QueueCopy, source_ref)},
    {TEXT("target_ref"), FieldKind::kRef, offsetof(format::QueueCopy, target_ref)},
};
constexpr Field kTextDeviceQueueRead[] = {
    {TEXT("source_file_id"), FieldKind::kU64, offsetof(format::QueueRead, source_file_id)},
    {TEXT("source_offset"), FieldKind::kU64, offsetof(format::QueueRead, source_offset)},
    {TEXT("queue_affinity"), FieldKind::kU64, offsetof(format::QueueRead, queue_affinity)},
    {TEXT("flags"), FieldKind::kHex64, offsetof(format::QueueRead, flags)},
    {TEXT("captured_data_length"), FieldKind::kU64, offsetof(format::QueueRead, captured_data_length)},
    {TEXT("wait_count"), FieldKind::kU64, offsetof(format::QueueRead, wait_semaphore_count)},
    {TEXT("signal_count"), FieldKind::kU64, offsetof(format::QueueRead, signal_semaphore_count)},
    {TEXT("wait_range"), FieldKind::kRange, 0, Part::kWaits},
    {TEXT("signal_range"), FieldKind::kRange, 0, Part::kSignals},
    {TEXT("captured_data_range"), FieldKind::kRange, 0, Part::kData},
    {TEXT("target_ref"), FieldKind::kRef, offsetof(format::QueueRead, target_ref)},
};
constexpr Field kTextDeviceQueueWrite[] = {
    {TEXT("target_file_id"), FieldKind::kU64, offsetof(format::QueueWrite, target_file_id)},
    {TEXT("target_offset"), FieldKind::kU64, offsetof(format::QueueWrite, target_offset)},
    {TEXT("queue_affinity"), FieldKind::kU64, offsetof(format::QueueWrite, queue_affinity)},
    {TEXT("flags"), FieldKind::kHex64, offsetof(format::QueueWrite, flags)},
    {TEXT("wait_count"), FieldKind::kU64, offsetof(format::QueueWrite, wait_semaphore_count)},
    {TEXT("signal_count"), FieldKind::kU64, offsetof(format::QueueWrite, signal_semaphore_count)},
    {TEXT("wait_range"), FieldKind::kRange, 0, Part::kWaits},
    {TEXT("signal_range"), FieldKind::kRange, 0, Part::kSignals},
    {TEXT("source_ref"), FieldKind::kRef, offsetof(format::QueueWrite, source_ref)},
};
constexpr Field kTextCommandBufferExecutionBarrier[] = {
    {TEXT("source_stage_mask"), FieldKind::kHex64, offsetof(format::ExecutionBarrier, source_stage_mask)},
    {TEXT("target_stage_mask"), FieldKind::kHex64, offsetof(format::ExecutionBarrier, target_stage_mask)},
    {TEXT("flags"), FieldKind::kHex64, offsetof(format::ExecutionBarrier, flags)},
    {TEXT("memory_count"), FieldKind::kU64, offsetof(format::ExecutionBarrier, memory_barrier_count)},
    {TEXT("buffer_count"), FieldKind::kU64, offsetof(format::ExecutionBarrier, buffer_barrier_count)},
    {TEXT("memory_barriers_range"), FieldKind::kRange, 0, Part::kMemoryBarriers},
    {TEXT("buffer_barriers_range"), FieldKind::kRange, 0, Part::kBufferBarriers},
};
constexpr Field kTextCommandBufferEvent[] = {
    {TEXT("event_id"), FieldKind::kU64, offsetof(format::CommandBufferEvent, event_id)},
    {TEXT("source_stage_mask"), FieldKind::kHex64, offsetof(format::CommandBufferEvent, source_stage_mask)},
};
constexpr Field kTextCommandBufferWaitEvents[] = {
    {TEXT("source_stage_mask"), FieldKind::kHex64, offsetof(format::WaitEvents, source_stage_mask)},
    {TEXT("target_stage_mask"), FieldKind::kHex64, offsetof(format::WaitEvents, target_stage_mask)},
    {TEXT("event_count"), FieldKind::kU64, offsetof(format::WaitEvents, event_count)},
    {TEXT("memory_count"), FieldKind::kU64, offsetof(format::WaitEvents, memory_barrier_count)},
    {TEXT("buffer_count"), FieldKind::kU64, offsetof(format::WaitEvents, buffer_barrier_count)},
    {TEXT("events_range"), FieldKind::kRange, 0, Part::kEvents},
    {TEXT("memory_barriers_range"), FieldKind::kRange, 0, Part::kMemoryBarriers},
    {TEXT("buffer_barriers_range"), FieldKind::kRange, 0, Part::kBufferBarriers},
};
constexpr Field kTextCommandBufferFillBuffer[] = {
    {TEXT("flags"), FieldKind::kHex32, offsetof(format::FillBuffer, flags)},
    {TEXT("pattern_range"), FieldKind::kRange, 0, Part::kPattern},
    {TEXT("target"), FieldKind::kRef, offsetof(format::FillBuffer, target_ref)},
};
constexpr Field kTextCommandBufferUpdateBuffer[] = {
    {TEXT("flags"), FieldKind::kHex32, offsetof(format::UpdateBuffer, flags)},
    {TEXT("source_offset"), FieldKind::kU64, offsetof(format::UpdateBuffer, source_offset)},
    {TEXT("data_range"), FieldKind::kRange, 0, Part::kData},
    {TEXT("target"), FieldKind::kRef, offsetof(format::UpdateBuffer, target_ref)},
};
constexpr Field kTextCommandBufferCopyBuffer[] = {
    {TEXT("flags"), FieldKind::kHex32, offsetof(format::CopyBuffer, flags)},
    {TEXT("source"), FieldKind::kRef, offsetof(format::CopyBuffer, source_ref)},
    {TEXT("target"), FieldKind::kRef, offsetof(format::CopyBuffer, target_ref)},
};

#undef JSON
#undef TEXT

}  // namespace

std::span<const Field> json_fields(PayloadType type) {
  switch (type) {
    case PayloadType::kNone:
      return {};
    case PayloadType::kBufferObject:
      return kJsonBufferObject;
    case PayloadType::kAllocatorAllocateBuffer:
      return kJsonAllocatorAllocateBuffer;
    case PayloadType::kAllocatorImportBuffer:
      return kJsonAllocatorImportBuffer;
    case PayloadType::kBufferRange:
      return kJsonBufferRange;
    case PayloadType::kBufferRangeData:
      return kJsonBufferRangeData;
    case PayloadType::kCommandBufferObject:
      return kJsonCommandBufferObject;
    case PayloadType::kExecutableCacheObject:
      return kJsonExecutableCacheObject;
    case PayloadType::kExecutablePrepare:
      return kJsonExecutablePrepare;
    case PayloadType::kSemaphoreObject:
      return kJsonSemaphoreObject;
    case PayloadType::kEventObject:
      return kJsonEventObject;
    case PayloadType::kFileObject:
      return kJsonFileObject;
    case PayloadType::kReplayScope:
      return kJsonReplayScope;
    case PayloadType::kDispatch:
      return kJsonDispatch;
    case PayloadType::kDeviceQueueExecute:
      return kJsonDeviceQueueExecute;
    case PayloadType::kDeviceQueueAlloca:
      return kJsonDeviceQueueAlloca;
    case PayloadType::kDeviceQueueDealloca:
      return kJsonDeviceQueueDealloca;
    case PayloadType::kDeviceQueueFill:
      return kJsonDeviceQueueFill;
    case PayloadType::kDeviceQueueUpdate:
      return kJsonDeviceQueueUpdate;
    case PayloadType::kDeviceQueueCopy:
      return kJsonDeviceQueueCopy;
    case PayloadType::kDeviceQueueRead:
      return kJsonDeviceQueueRead;
    case PayloadType::kDeviceQueueWrite:
      return kJsonDeviceQueueWrite;
    case PayloadType::kCommandBufferExecutionBarrier:
      return kJsonCommandBufferExecutionBarrier;
    case PayloadType::kCommandBufferEvent:
      return kJsonCommandBufferEvent;
    case PayloadType::kCommandBufferWaitEvents:
      return kJsonCommandBufferWaitEvents;
    case PayloadType::kCommandBufferFillBuffer:
      return kJsonCommandBufferFillBuffer;
    case PayloadType::kCommandBufferUpdateBuffer:
      return kJsonCommandBufferUpdateBuffer;
    case PayloadType::kCommandBufferCopyBuffer:
      return kJsonCommandBufferCopyBuffer;
  }
  return {};
}

std::span<const Field> text_fields(PayloadType type) {
  switch (type) {
    case PayloadType::kNone:
      return {};
    case PayloadType::kBufferObject:
      return kTextBufferObject;
    case PayloadType::kAllocatorAllocateBuffer:
      return kTextAllocatorAllocateBuffer;
    case PayloadType::kAllocatorImportBuffer:
      return kTextAllocatorImportBuffer;
    case PayloadType::kBufferRange:
      return kTextBufferRange;
    case PayloadType::kBufferRangeData:
      return kTextBufferRangeData;
    case PayloadType::kCommandBufferObject:
      return kTextCommandBufferObject;
    case PayloadType::kExecutableCacheObject:
      return kTextExecutableCacheObject;
    case PayloadType::kExecutablePrepare:
      return kTextExecutablePrepare;
    case PayloadType::kSemaphoreObject:
      return kTextSemaphoreObject;
    case PayloadType::kEventObject:
      return kTextEventObject;
    case PayloadType::kFileObject:
      return kTextFileObject;
    case PayloadType::kReplayScope:
      return kTextReplayScope;
    case PayloadType::kDispatch:
      return kTextDispatch;
    case PayloadType::kDeviceQueueExecute:
      return kTextDeviceQueueExecute;
    case PayloadType::kDeviceQueueAlloca:
      return kTextDeviceQueueAlloca;
    case PayloadType::kDeviceQueueDealloca:
      return kTextDeviceQueueDealloca;
    case PayloadType::kDeviceQueueFill:
      return kTextDeviceQueueFill;
    case PayloadType::kDeviceQueueUpdate:
      return kTextDeviceQueueUpdate;
    case PayloadType::kDeviceQueueCopy:
      return kTextDeviceQueueCopy;
    case PayloadType::kDeviceQueueRead:
      return kTextDeviceQueueRead;
    case PayloadType::kDeviceQueueWrite:
      return kTextDeviceQueueWrite;
    case PayloadType::kCommandBufferExecutionBarrier:
      return kTextCommandBufferExecutionBarrier;
    case PayloadType::kCommandBufferEvent:
      return kTextCommandBufferEvent;
    case PayloadType::kCommandBufferWaitEvents:
      return kTextCommandBufferWaitEvents;
    case PayloadType::kCommandBufferFillBuffer:
      return kTextCommandBufferFillBuffer;
    case PayloadType::kCommandBufferUpdateBuffer:
      return kTextCommandBufferUpdateBuffer;
    case PayloadType::kCommandBufferCopyBuffer:
      return kTextCommandBufferCopyBuffer;
  }
  return {};
}

}  // namespace ireereplay
