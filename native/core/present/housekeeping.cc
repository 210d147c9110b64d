#include "present/housekeeping.h"

#include <algorithm>

namespace ireereplay {

namespace {

using format::Operation;
using format::RecordType;

/// A row for two would hide one of them for nothing.
constexpr uint32_t kFewest = 3;

/// What is done together; records of different kinds do not share a row.
enum class Kind : uint8_t { kNone, kBringUp, kCreation, kLookup, kHostAccess, kRead, kWrite, kUpdate };

Kind kind_of(const CaptureIndex& index, uint32_t record) {
  if (index.is_container(record) || index.failed(record)) return Kind::kNone;
  switch (index.type(record)) {
    case RecordType::kSession:
    case RecordType::kObject:
      return Kind::kBringUp;
    case RecordType::kOperation:
      break;
    default:
      return Kind::kNone;
  }
  switch (index.operation(record)) {
    case Operation::kDeviceQueryI64:
    case Operation::kDeviceQueryCapabilities:
    case Operation::kDeviceRefineTopologyEdge:
    case Operation::kDeviceAssignTopologyInfo:
    case Operation::kDeviceQueryQueuePoolBackend:
    case Operation::kDeviceTrim:
    case Operation::kDeviceCreateExecutableCache:
    case Operation::kAllocatorTrim:
    case Operation::kAllocatorQueryMemoryHeaps:
    case Operation::kAllocatorVirtualMemoryQueryGranularity:
    case Operation::kExecutableCacheInferFormat:
    case Operation::kExecutableCacheCanPrepareFormat:
      return Kind::kBringUp;
    case Operation::kDeviceCreateSemaphore:
    case Operation::kDeviceCreateEvent:
    case Operation::kDeviceCreateChannel:
    case Operation::kDeviceImportFile:
    case Operation::kAllocatorAllocateBuffer:
    case Operation::kAllocatorImportBuffer:
      return Kind::kCreation;
    case Operation::kExecutableFunctionCount:
    case Operation::kExecutableFunctionInfo:
    case Operation::kExecutableFunctionParameters:
    case Operation::kExecutableLookupFunctionByName:
      return Kind::kLookup;
    case Operation::kBufferMapRange:
    case Operation::kBufferUnmapRange:
    case Operation::kBufferInvalidateRange:
    case Operation::kBufferFlushRange:
      return Kind::kHostAccess;
    case Operation::kDeviceQueueRead:
      return Kind::kRead;
    case Operation::kDeviceQueueWrite:
      return Kind::kWrite;
    case Operation::kDeviceQueueUpdate:
      return Kind::kUpdate;
    default:
      return Kind::kNone;
  }
}

/// Only what the host does is folded: the commands of a command buffer are its contents.
bool is_folded_below(const CaptureIndex& index, uint32_t record) {
  return record == kNoRecord || index.operation(record) == Operation::kReplayScopeBegin;
}

uint32_t run_length(const CaptureIndex& index, std::span<const uint32_t> children, uint32_t position) {
  const Kind kind = kind_of(index, children[position]);
  uint32_t end = position + 1;
  if (kind == Kind::kNone) return 1;
  while (end < children.size() && kind_of(index, children[end]) == kind) ++end;
  return end - position;
}

bool is_before(const HousekeepingRun& run, uint32_t container) { return run.container < container; }

}  // namespace

std::span<const uint32_t> members_of(const CaptureIndex& index, const HousekeepingRun& run) {
  return index.children(index.parent(run.first)).subspan(run.position, run.count);
}

std::optional<HousekeepingRun> run_beginning_at(const CaptureIndex& index, uint32_t record) {
  if (record >= index.size() || index.container_above(record) == CaptureIndex::kNoContainer) return std::nullopt;
  const uint32_t parent = index.parent(record);
  if (!is_folded_below(index, parent)) return std::nullopt;
  const auto children = index.children(parent);
  const auto at = std::lower_bound(children.begin(), children.end(), record);
  const uint32_t position = static_cast<uint32_t>(at - children.begin());
  if (position >= children.size() || children[position] != record) return std::nullopt;
  if (position > 0 && kind_of(index, children[position - 1]) == kind_of(index, record)) return std::nullopt;
  const uint32_t count = run_length(index, children, position);
  if (count < kFewest) return std::nullopt;
  return HousekeepingRun{index.container_above(record), position, count, record};
}

Housekeeping::Housekeeping(const CaptureIndex& index) {
  const auto list = [&](uint32_t record) {
    const auto children = index.children(record);
    for (uint32_t at = 0; at < children.size();) {
      const uint32_t count = run_length(index, children, at);
      if (count >= kFewest) runs_.push_back({index.container_at(record), at, count, children[at]});
      at += count;
    }
  };
  list(kNoRecord);
  // Containers are numbered in the order of their records, so that the list is sorted.
  for (uint32_t record = 0; record < index.size(); ++record) {
    if (index.is_container(record) && is_folded_below(index, record)) list(record);
  }
}

std::span<const HousekeepingRun> Housekeeping::runs_below(uint32_t container) const {
  const auto begin = std::lower_bound(runs_.begin(), runs_.end(), container, is_before);
  auto end = begin;
  if (container != CaptureIndex::kNoContainer) end = std::lower_bound(begin, runs_.end(), container + 1, is_before);
  return {begin, end};
}

const HousekeepingRun* Housekeeping::holding(const CaptureIndex& index, uint32_t record) const {
  const uint32_t container = index.container_above(record);
  if (container == CaptureIndex::kNoContainer) return nullptr;
  const auto runs = runs_below(container);
  auto after = std::upper_bound(runs.begin(), runs.end(), record,
                                [](uint32_t wanted, const HousekeepingRun& run) { return wanted < run.first; });
  if (after == runs.begin()) return nullptr;
  const HousekeepingRun& run = *(after - 1);
  return record <= members_of(index, run).back() ? &run : nullptr;
}

uint32_t Housekeeping::rows_saved_below(uint32_t container) const {
  uint32_t saved = 0;
  for (const HousekeepingRun& run : runs_below(container)) saved += run.count - 1;
  return saved;
}

}  // namespace ireereplay
