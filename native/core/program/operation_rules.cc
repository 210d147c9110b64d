#include "program/operation_rules.h"

namespace ireereplay::replay {

using format::Operation;
using format::PayloadType;

bool has_big_data(PayloadType type) {
  switch (type) {
    case PayloadType::kBufferRangeData:
    case PayloadType::kAllocatorImportBuffer:
    case PayloadType::kExecutablePrepare:
    case PayloadType::kFileObject:
    case PayloadType::kDeviceQueueUpdate:
    case PayloadType::kDeviceQueueRead:
    case PayloadType::kCommandBufferUpdateBuffer:
      return true;
    default:
      return false;
  }
}

bool has_no_effect(Operation operation) {
  switch (operation) {
    case Operation::kDeviceTrim:
    case Operation::kDeviceAssignTopologyInfo:
    case Operation::kDeviceQueryI64:
    case Operation::kDeviceQueryCapabilities:
    case Operation::kDeviceQueryQueuePoolBackend:
    case Operation::kDeviceProfilingBegin:
    case Operation::kDeviceProfilingFlush:
    case Operation::kDeviceProfilingEnd:
    case Operation::kDeviceExternalCaptureBegin:
    case Operation::kDeviceExternalCaptureEnd:
    case Operation::kAllocatorTrim:
    case Operation::kAllocatorQueryMemoryHeaps:
    case Operation::kBufferInvalidateRange:
    case Operation::kCommandBufferBeginDebugGroup:
    case Operation::kCommandBufferEndDebugGroup:
    case Operation::kCommandBufferAdviseBuffer:
    case Operation::kExecutableFunctionCount:
    case Operation::kExecutableFunctionInfo:
    case Operation::kExecutableFunctionParameters:
    case Operation::kExecutableLookupFunctionByName:
      return true;
    default:
      return false;
  }
}

PayloadType required_payload(Operation operation) {
  switch (operation) {
    case Operation::kReplayScopeBegin:
    case Operation::kReplayScopeEnd:
      return PayloadType::kReplayScope;
    case Operation::kDeviceCreateExecutableCache:
      return PayloadType::kExecutableCacheObject;
    case Operation::kExecutableCachePrepareExecutable:
      return PayloadType::kExecutablePrepare;
    case Operation::kDeviceCreateCommandBuffer:
      return PayloadType::kCommandBufferObject;
    case Operation::kDeviceCreateEvent:
      return PayloadType::kEventObject;
    case Operation::kDeviceImportFile:
      return PayloadType::kFileObject;
    case Operation::kDeviceCreateSemaphore:
      return PayloadType::kSemaphoreObject;
    case Operation::kAllocatorAllocateBuffer:
      return PayloadType::kAllocatorAllocateBuffer;
    case Operation::kAllocatorImportBuffer:
      return PayloadType::kAllocatorImportBuffer;
    case Operation::kBufferMapRange:
      return PayloadType::kBufferRange;
    case Operation::kDeviceQueueAlloca:
      return PayloadType::kDeviceQueueAlloca;
    case Operation::kDeviceQueueDealloca:
      return PayloadType::kDeviceQueueDealloca;
    case Operation::kDeviceQueueFill:
      return PayloadType::kDeviceQueueFill;
    case Operation::kDeviceQueueUpdate:
      return PayloadType::kDeviceQueueUpdate;
    case Operation::kDeviceQueueCopy:
      return PayloadType::kDeviceQueueCopy;
    case Operation::kDeviceQueueRead:
      return PayloadType::kDeviceQueueRead;
    case Operation::kDeviceQueueWrite:
      return PayloadType::kDeviceQueueWrite;
    case Operation::kDeviceQueueDispatch:
    case Operation::kCommandBufferDispatch:
      return PayloadType::kDispatch;
    case Operation::kDeviceQueueExecute:
      return PayloadType::kDeviceQueueExecute;
    case Operation::kCommandBufferExecutionBarrier:
      return PayloadType::kCommandBufferExecutionBarrier;
    case Operation::kCommandBufferSignalEvent:
    case Operation::kCommandBufferResetEvent:
      return PayloadType::kCommandBufferEvent;
    case Operation::kCommandBufferWaitEvents:
      return PayloadType::kCommandBufferWaitEvents;
    case Operation::kCommandBufferFillBuffer:
      return PayloadType::kCommandBufferFillBuffer;
    case Operation::kCommandBufferUpdateBuffer:
      return PayloadType::kCommandBufferUpdateBuffer;
    case Operation::kCommandBufferCopyBuffer:
      return PayloadType::kCommandBufferCopyBuffer;
    default:
      return PayloadType::kNone;
  }
}

}  // namespace ireereplay::replay
