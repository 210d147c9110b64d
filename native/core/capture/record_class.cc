#include "capture/record_class.h"

#include <array>

namespace ireereplay {

using format::Operation;
using format::RecordType;

std::string_view name(RecordClass record_class) {
  static constexpr std::array<std::string_view, kRecordClassCount> kNames = {
      "other", "dispatch", "transfer", "memory", "execute", "sync", "create", "host", "scope", "object", "unsupported"};
  return kNames[static_cast<size_t>(record_class)];
}

RecordClass class_of(RecordType type, Operation operation) {
  if (type == RecordType::kObject) return RecordClass::kObject;
  if (type == RecordType::kUnsupported) return RecordClass::kUnsupported;
  if (type != RecordType::kOperation) return RecordClass::kOther;
  switch (operation) {
    case Operation::kDeviceQueueDispatch:
    case Operation::kCommandBufferDispatch:
      return RecordClass::kDispatch;
    case Operation::kDeviceQueueFill:
    case Operation::kDeviceQueueUpdate:
    case Operation::kDeviceQueueCopy:
    case Operation::kDeviceQueueRead:
    case Operation::kDeviceQueueWrite:
    case Operation::kCommandBufferFillBuffer:
    case Operation::kCommandBufferUpdateBuffer:
    case Operation::kCommandBufferCopyBuffer:
    case Operation::kCommandBufferCollective:
      return RecordClass::kTransfer;
    case Operation::kDeviceQueueAlloca:
    case Operation::kDeviceQueueDealloca:
    case Operation::kAllocatorAllocateBuffer:
    case Operation::kAllocatorImportBuffer:
    case Operation::kBufferMapRange:
    case Operation::kBufferUnmapRange:
    case Operation::kBufferInvalidateRange:
    case Operation::kBufferFlushRange:
      return RecordClass::kMemory;
    case Operation::kDeviceQueueExecute:
      return RecordClass::kExecute;
    case Operation::kDeviceQueueFlush:
    case Operation::kCommandBufferExecutionBarrier:
    case Operation::kCommandBufferSignalEvent:
    case Operation::kCommandBufferResetEvent:
    case Operation::kCommandBufferWaitEvents:
    case Operation::kCommandBufferBeginDebugGroup:
    case Operation::kCommandBufferEndDebugGroup:
      return RecordClass::kSync;
    case Operation::kReplayScopeBegin:
    case Operation::kReplayScopeEnd:
      return RecordClass::kScope;
    case Operation::kDeviceQueueHostCall:
      return RecordClass::kHost;
    case Operation::kDeviceCreateChannel:
    case Operation::kDeviceCreateCommandBuffer:
    case Operation::kDeviceCreateEvent:
    case Operation::kDeviceCreateExecutableCache:
    case Operation::kDeviceCreateSemaphore:
    case Operation::kDeviceImportFile:
    case Operation::kExecutableCachePrepareExecutable:
      return RecordClass::kCreate;
    default:
      return RecordClass::kOther;
  }
}

}  // namespace ireereplay
