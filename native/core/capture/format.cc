#include "capture/format.h"

namespace ireereplay::format {

std::string_view name(RecordType type) {
  switch (type) {
    case RecordType::kNone:
      return "none";
    case RecordType::kSession:
      return "session";
    case RecordType::kObject:
      return "object";
    case RecordType::kOperation:
      return "operation";
    case RecordType::kBlob:
      return "blob";
    case RecordType::kUnsupported:
      return "unsupported";
  }
  return "unknown";
}

std::string_view name(ObjectType type) {
  switch (type) {
    case ObjectType::kNone:
      return "none";
    case ObjectType::kDevice:
      return "device";
    case ObjectType::kAllocator:
      return "allocator";
    case ObjectType::kPool:
      return "pool";
    case ObjectType::kBuffer:
      return "buffer";
    case ObjectType::kCommandBuffer:
      return "command_buffer";
    case ObjectType::kExecutableCache:
      return "executable_cache";
    case ObjectType::kExecutable:
      return "executable";
    case ObjectType::kSemaphore:
      return "semaphore";
    case ObjectType::kFile:
      return "file";
    case ObjectType::kEvent:
      return "event";
    case ObjectType::kChannel:
      return "channel";
    case ObjectType::kHostCall:
      return "host_call";
  }
  return "unknown";
}

std::string_view name(PayloadType type) {
  switch (type) {
    case PayloadType::kNone:
      return "none";
    case PayloadType::kBufferObject:
      return "buffer_object";
    case PayloadType::kAllocatorAllocateBuffer:
      return "allocator_allocate_buffer";
    case PayloadType::kBufferRange:
      return "buffer_range";
    case PayloadType::kBufferRangeData:
      return "buffer_range_data";
    case PayloadType::kCommandBufferObject:
      return "command_buffer_object";
    case PayloadType::kExecutableCacheObject:
      return "executable_cache_object";
    case PayloadType::kExecutablePrepare:
      return "executable_prepare";
    case PayloadType::kDispatch:
      return "dispatch";
    case PayloadType::kDeviceQueueExecute:
      return "device_queue_execute";
    case PayloadType::kSemaphoreObject:
      return "semaphore_object";
    case PayloadType::kCommandBufferCopyBuffer:
      return "command_buffer_copy_buffer";
    case PayloadType::kDeviceQueueAlloca:
      return "device_queue_alloca";
    case PayloadType::kCommandBufferExecutionBarrier:
      return "command_buffer_execution_barrier";
    case PayloadType::kDeviceQueueDealloca:
      return "device_queue_dealloca";
    case PayloadType::kDeviceQueueFill:
      return "device_queue_fill";
    case PayloadType::kDeviceQueueUpdate:
      return "device_queue_update";
    case PayloadType::kDeviceQueueCopy:
      return "device_queue_copy";
    case PayloadType::kCommandBufferFillBuffer:
      return "command_buffer_fill_buffer";
    case PayloadType::kCommandBufferUpdateBuffer:
      return "command_buffer_update_buffer";
    case PayloadType::kEventObject:
      return "event_object";
    case PayloadType::kCommandBufferEvent:
      return "command_buffer_event";
    case PayloadType::kCommandBufferWaitEvents:
      return "command_buffer_wait_events";
    case PayloadType::kFileObject:
      return "file_object";
    case PayloadType::kDeviceQueueRead:
      return "device_queue_read";
    case PayloadType::kDeviceQueueWrite:
      return "device_queue_write";
    case PayloadType::kAllocatorImportBuffer:
      return "allocator_import_buffer";
    case PayloadType::kReplayScope:
      return "replay_scope";
  }
  return "unknown";
}

std::string_view name(Operation operation, uint16_t version_major) {
  if (version_major == 1) {
    switch (operation) {
      case Operation::kExecutableFunctionCount:
        return "executable.export_count";
      case Operation::kExecutableFunctionInfo:
        return "executable.export_info";
      case Operation::kExecutableFunctionParameters:
        return "executable.export_parameters";
      case Operation::kExecutableLookupFunctionByName:
        return "executable.lookup_export_by_name";
      default:
        break;
    }
  }
  switch (operation) {
    case Operation::kNone:
      return "none";
    case Operation::kDeviceTrim:
      return "device.trim";
    case Operation::kDeviceQueryI64:
      return "device.query_i64";
    case Operation::kDeviceQueryCapabilities:
      return "device.query_capabilities";
    case Operation::kDeviceRefineTopologyEdge:
      return "device.refine_topology_edge";
    case Operation::kDeviceAssignTopologyInfo:
      return "device.assign_topology_info";
    case Operation::kDeviceCreateChannel:
      return "device.create_channel";
    case Operation::kDeviceCreateCommandBuffer:
      return "device.create_command_buffer";
    case Operation::kDeviceCreateEvent:
      return "device.create_event";
    case Operation::kDeviceCreateExecutableCache:
      return "device.create_executable_cache";
    case Operation::kDeviceImportFile:
      return "device.import_file";
    case Operation::kDeviceCreateSemaphore:
      return "device.create_semaphore";
    case Operation::kDeviceQueryQueuePoolBackend:
      return "device.query_queue_pool_backend";
    case Operation::kDeviceQueueAlloca:
      return "device.queue_alloca";
    case Operation::kDeviceQueueDealloca:
      return "device.queue_dealloca";
    case Operation::kDeviceQueueFill:
      return "device.queue_fill";
    case Operation::kDeviceQueueUpdate:
      return "device.queue_update";
    case Operation::kDeviceQueueCopy:
      return "device.queue_copy";
    case Operation::kDeviceQueueRead:
      return "device.queue_read";
    case Operation::kDeviceQueueWrite:
      return "device.queue_write";
    case Operation::kDeviceQueueHostCall:
      return "device.queue_host_call";
    case Operation::kDeviceQueueDispatch:
      return "device.queue_dispatch";
    case Operation::kDeviceQueueExecute:
      return "device.queue_execute";
    case Operation::kDeviceQueueFlush:
      return "device.queue_flush";
    case Operation::kDeviceProfilingBegin:
      return "device.profiling_begin";
    case Operation::kDeviceProfilingFlush:
      return "device.profiling_flush";
    case Operation::kDeviceProfilingEnd:
      return "device.profiling_end";
    case Operation::kDeviceExternalCaptureBegin:
      return "device.external_capture_begin";
    case Operation::kDeviceExternalCaptureEnd:
      return "device.external_capture_end";
    case Operation::kReplayScopeBegin:
      return "replay.scope_begin";
    case Operation::kReplayScopeEnd:
      return "replay.scope_end";
    case Operation::kAllocatorTrim:
      return "allocator.trim";
    case Operation::kAllocatorQueryMemoryHeaps:
      return "allocator.query_memory_heaps";
    case Operation::kAllocatorAllocateBuffer:
      return "allocator.allocate_buffer";
    case Operation::kAllocatorImportBuffer:
      return "allocator.import_buffer";
    case Operation::kAllocatorExportBuffer:
      return "allocator.export_buffer";
    case Operation::kAllocatorVirtualMemoryQueryGranularity:
      return "allocator.virtual_memory_query_granularity";
    case Operation::kAllocatorVirtualMemoryReserve:
      return "allocator.virtual_memory_reserve";
    case Operation::kAllocatorVirtualMemoryRelease:
      return "allocator.virtual_memory_release";
    case Operation::kAllocatorPhysicalMemoryAllocate:
      return "allocator.physical_memory_allocate";
    case Operation::kAllocatorPhysicalMemoryFree:
      return "allocator.physical_memory_free";
    case Operation::kAllocatorVirtualMemoryMap:
      return "allocator.virtual_memory_map";
    case Operation::kAllocatorVirtualMemoryUnmap:
      return "allocator.virtual_memory_unmap";
    case Operation::kAllocatorVirtualMemoryProtect:
      return "allocator.virtual_memory_protect";
    case Operation::kAllocatorVirtualMemoryAdvise:
      return "allocator.virtual_memory_advise";
    case Operation::kBufferMapRange:
      return "buffer.map_range";
    case Operation::kBufferUnmapRange:
      return "buffer.unmap_range";
    case Operation::kBufferInvalidateRange:
      return "buffer.invalidate_range";
    case Operation::kBufferFlushRange:
      return "buffer.flush_range";
    case Operation::kCommandBufferBegin:
      return "command_buffer.begin";
    case Operation::kCommandBufferEnd:
      return "command_buffer.end";
    case Operation::kCommandBufferBeginDebugGroup:
      return "command_buffer.begin_debug_group";
    case Operation::kCommandBufferEndDebugGroup:
      return "command_buffer.end_debug_group";
    case Operation::kCommandBufferExecutionBarrier:
      return "command_buffer.execution_barrier";
    case Operation::kCommandBufferSignalEvent:
      return "command_buffer.signal_event";
    case Operation::kCommandBufferResetEvent:
      return "command_buffer.reset_event";
    case Operation::kCommandBufferWaitEvents:
      return "command_buffer.wait_events";
    case Operation::kCommandBufferAdviseBuffer:
      return "command_buffer.advise_buffer";
    case Operation::kCommandBufferFillBuffer:
      return "command_buffer.fill_buffer";
    case Operation::kCommandBufferUpdateBuffer:
      return "command_buffer.update_buffer";
    case Operation::kCommandBufferCopyBuffer:
      return "command_buffer.copy_buffer";
    case Operation::kCommandBufferCollective:
      return "command_buffer.collective";
    case Operation::kCommandBufferDispatch:
      return "command_buffer.dispatch";
    case Operation::kExecutableCacheInferFormat:
      return "executable_cache.infer_format";
    case Operation::kExecutableCacheCanPrepareFormat:
      return "executable_cache.can_prepare_format";
    case Operation::kExecutableCachePrepareExecutable:
      return "executable_cache.prepare_executable";
    case Operation::kExecutableFunctionCount:
      return "executable.function_count";
    case Operation::kExecutableFunctionInfo:
      return "executable.function_info";
    case Operation::kExecutableFunctionParameters:
      return "executable.function_parameters";
    case Operation::kExecutableLookupFunctionByName:
      return "executable.lookup_function_by_name";
  }
  return "unknown";
}

std::string_view name(FileReferenceType type) {
  switch (type) {
    case FileReferenceType::kNone:
      return "none";
    case FileReferenceType::kExternalPath:
      return "external_path";
    case FileReferenceType::kInlineBytes:
      return "inline_bytes";
    case FileReferenceType::kCapturedRanges:
      return "captured_ranges";
  }
  return "unknown";
}

std::string_view name(FileValidationType type) {
  switch (type) {
    case FileValidationType::kNone:
      return "none";
    case FileValidationType::kIdentity:
      return "identity";
    case FileValidationType::kContentDigest:
      return "digest";
  }
  return "unknown";
}

}  // namespace ireereplay::format
