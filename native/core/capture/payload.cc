#include "capture/payload.h"

#include <cstddef>

namespace ireereplay {

namespace {

using format::PayloadType;

/// How the parts' lengths must add up to the payload's.
enum class Fit : uint8_t {
  kExact,   ///< No parts: the struct is the payload.
  kEqual,   ///< Struct and parts fill the payload.
  kWithin,  ///< Struct and parts lie in the payload, which may be longer.
};

/// A part's length is a count in the struct times the size of an element.
struct PartRule {
  Part part = Part::kNone;
  uint16_t count_offset = 0;
  uint8_t count_bytes = 8;
  uint8_t element_bytes = 1;
};

/// The messages of IREE's reader, which differ from type to type.
struct Complaints {
  const char* too_short = "";
  const char* count_overflow = "";
  const char* length_overflow = "";
  const char* mismatch = "";
};

struct Rule {
  uint16_t header_length = 0;
  Fit fit = Fit::kExact;
  std::array<PartRule, 4> parts;
  Complaints complaints;
  StatusCode overflow_code = StatusCode::kOutOfRange;
};

constexpr uint8_t kTimepoint = sizeof(format::SemaphoreTimepoint);
constexpr uint8_t kRef = sizeof(format::BufferRef);

#define COUNT(type, field) static_cast<uint16_t>(offsetof(format::type, field))
#define TIMEPOINTS(type)                                               \
  {Part::kWaits, COUNT(type, wait_semaphore_count), 8, kTimepoint}, {  \
    Part::kSignals, COUNT(type, signal_semaphore_count), 8, kTimepoint \
  }
#define QUEUE_COMPLAINTS(too_short)                                                           \
  {                                                                                           \
    too_short, "replay queue payload count overflow", "replay queue payload length overflow", \
        "replay queue payload length mismatch"                                                \
  }

Rule rule_of(PayloadType type) {
  switch (type) {
    case PayloadType::kNone:
      return {};
    case PayloadType::kBufferObject:
      return {sizeof(format::BufferObject), Fit::kExact, {}, {}};
    case PayloadType::kAllocatorAllocateBuffer:
      return {sizeof(format::AllocateBuffer), Fit::kExact, {}, {}};
    case PayloadType::kBufferRange:
      return {sizeof(format::BufferRange), Fit::kExact, {}, {}};
    case PayloadType::kCommandBufferObject:
      return {sizeof(format::CommandBufferObject), Fit::kExact, {}, {}};
    case PayloadType::kSemaphoreObject:
      return {sizeof(format::SemaphoreObject), Fit::kExact, {}, {}};
    case PayloadType::kEventObject:
      return {sizeof(format::EventObject), Fit::kExact, {}, {}};
    case PayloadType::kCommandBufferEvent:
      return {sizeof(format::CommandBufferEvent), Fit::kExact, {}, {}};
    case PayloadType::kCommandBufferCopyBuffer:
      return {sizeof(format::CopyBuffer), Fit::kExact, {}, {}};
    case PayloadType::kBufferRangeData:
      return {sizeof(format::BufferRangeData),
              Fit::kWithin,
              {{{Part::kData, COUNT(BufferRangeData, data_length)}}},
              {"replay buffer range data payload is short", "", "", "replay buffer range data extends past record"}};
    case PayloadType::kAllocatorImportBuffer:
      return {sizeof(format::ImportBuffer),
              Fit::kWithin,
              {{{Part::kData, COUNT(ImportBuffer, data_length)}}},
              {"replay import buffer payload is short", "", "", "replay import buffer data extends past record"}};
    case PayloadType::kExecutableCacheObject:
      return {sizeof(format::ExecutableCacheObject),
              Fit::kWithin,
              {{{Part::kIdentifier, COUNT(ExecutableCacheObject, identifier_length)}}},
              {"replay executable cache payload is short", "", "",
               "replay executable cache identifier extends past record"}};
    case PayloadType::kExecutablePrepare:
      return {
          sizeof(format::ExecutablePrepare),
          Fit::kEqual,
          {{{Part::kFormat, COUNT(ExecutablePrepare, executable_format_length), 4},
            {Part::kData, COUNT(ExecutablePrepare, executable_data_length)},
            {Part::kConstants, COUNT(ExecutablePrepare, constant_count), 8, 4},
            {Part::kMetadata, COUNT(ExecutablePrepare, executable_metadata_length), 4}}},
          {"replay executable prepare payload is short", "replay executable prepare payload overflow",
           "replay executable prepare payload length mismatch", "replay executable prepare payload length mismatch"},
          StatusCode::kDataLoss};
    case PayloadType::kFileObject:
      return {sizeof(format::FileObject),
              Fit::kEqual,
              {{{Part::kReference, COUNT(FileObject, reference_length)}}},
              {"replay file object payload is short", "", "", "replay file object payload length mismatch"}};
    case PayloadType::kReplayScope:
      return {sizeof(format::ReplayScope),
              Fit::kEqual,
              {{{Part::kName, COUNT(ReplayScope, name_length)}}},
              {"replay scope payload is short", "", "", "replay scope payload name length mismatch"}};
    case PayloadType::kDispatch:
      return {sizeof(format::Dispatch),
              Fit::kEqual,
              {{TIMEPOINTS(Dispatch),
                {Part::kConstants, COUNT(Dispatch, constants_length)},
                {Part::kBindings, COUNT(Dispatch, binding_count), 8, kRef}}},
              {"replay dispatch payload is short", "replay dispatch payload count overflow",
               "replay dispatch payload length overflow", "replay dispatch payload length mismatch"}};
    case PayloadType::kDeviceQueueExecute:
      return {sizeof(format::QueueExecute),
              Fit::kEqual,
              {{TIMEPOINTS(QueueExecute), {Part::kBindings, COUNT(QueueExecute, binding_count), 8, kRef}}},
              {"replay queue execute payload is short", "replay queue execute payload count overflow",
               "replay queue execute payload length overflow", "replay queue execute payload length mismatch"}};
    case PayloadType::kDeviceQueueAlloca:
      return {sizeof(format::QueueAlloca),
              Fit::kEqual,
              {{TIMEPOINTS(QueueAlloca)}},
              {"replay queue alloca payload is short", "replay queue alloca payload count overflow",
               "replay queue alloca payload length overflow", "replay queue alloca payload length mismatch"}};
    case PayloadType::kDeviceQueueDealloca:
      return {sizeof(format::QueueDealloca),
              Fit::kEqual,
              {{TIMEPOINTS(QueueDealloca)}},
              QUEUE_COMPLAINTS("replay queue dealloca payload is short")};
    case PayloadType::kDeviceQueueFill:
      return {sizeof(format::QueueFill),
              Fit::kEqual,
              {{TIMEPOINTS(QueueFill), {Part::kPattern, COUNT(QueueFill, pattern_length)}}},
              QUEUE_COMPLAINTS("replay queue fill payload is short")};
    case PayloadType::kDeviceQueueUpdate:
      return {sizeof(format::QueueUpdate),
              Fit::kEqual,
              {{TIMEPOINTS(QueueUpdate), {Part::kData, COUNT(QueueUpdate, data_length)}}},
              QUEUE_COMPLAINTS("replay queue update payload is short")};
    case PayloadType::kDeviceQueueCopy:
      return {sizeof(format::QueueCopy),
              Fit::kEqual,
              {{TIMEPOINTS(QueueCopy)}},
              QUEUE_COMPLAINTS("replay queue copy payload is short")};
    case PayloadType::kDeviceQueueRead:
      return {sizeof(format::QueueRead),
              Fit::kEqual,
              {{TIMEPOINTS(QueueRead), {Part::kData, COUNT(QueueRead, captured_data_length)}}},
              QUEUE_COMPLAINTS("replay queue read payload is short")};
    case PayloadType::kDeviceQueueWrite:
      return {sizeof(format::QueueWrite),
              Fit::kEqual,
              {{TIMEPOINTS(QueueWrite)}},
              QUEUE_COMPLAINTS("replay queue write payload is short")};
    case PayloadType::kCommandBufferExecutionBarrier:
      return {
          sizeof(format::ExecutionBarrier),
          Fit::kEqual,
          {{{Part::kMemoryBarriers, COUNT(ExecutionBarrier, memory_barrier_count), 8, sizeof(format::MemoryBarrier)},
            {Part::kBufferBarriers, COUNT(ExecutionBarrier, buffer_barrier_count), 8, sizeof(format::BufferBarrier)}}},
          {"replay execution barrier payload is short", "replay execution barrier payload count overflow",
           "replay execution barrier payload length overflow", "replay execution barrier payload length mismatch"}};
    case PayloadType::kCommandBufferWaitEvents:
      return {sizeof(format::WaitEvents),
              Fit::kEqual,
              {{{Part::kEvents, COUNT(WaitEvents, event_count), 8, 8},
                {Part::kMemoryBarriers, COUNT(WaitEvents, memory_barrier_count), 8, sizeof(format::MemoryBarrier)},
                {Part::kBufferBarriers, COUNT(WaitEvents, buffer_barrier_count), 8, sizeof(format::BufferBarrier)}}},
              {"replay wait events payload is short", "replay wait events payload count overflow",
               "replay wait events payload length overflow", "replay wait events payload length mismatch"}};
    case PayloadType::kCommandBufferFillBuffer:
      return {sizeof(format::FillBuffer),
              Fit::kEqual,
              {{{Part::kPattern, COUNT(FillBuffer, pattern_length)}}},
              {"replay command buffer fill payload is short", "", "",
               "replay command buffer fill payload length mismatch"}};
    case PayloadType::kCommandBufferUpdateBuffer:
      return {sizeof(format::UpdateBuffer),
              Fit::kEqual,
              {{{Part::kData, COUNT(UpdateBuffer, data_length)}}},
              {"replay command buffer update payload is short", "", "",
               "replay command buffer update payload length mismatch"}};
  }
  return {};
}

#undef COUNT
#undef TIMEPOINTS
#undef QUEUE_COMPLAINTS

constexpr uint32_t kTypeCount = 28;

const Rule& cached_rule(PayloadType type) {
  static const std::array<Rule, kTypeCount> kRules = [] {
    std::array<Rule, kTypeCount> rules;
    for (uint32_t i = 0; i < kTypeCount; ++i) rules[i] = rule_of(static_cast<PayloadType>(i));
    return rules;
  }();
  const uint32_t index = static_cast<uint32_t>(type);
  return kRules[index < kTypeCount ? index : 0];
}

}  // namespace

uint32_t payload_header_length(format::PayloadType type) { return cached_rule(type).header_length; }

Result<PayloadLayout> lay_out_payload(format::PayloadType type, Bytes head, uint64_t payload_length) {
  const Rule& rule = cached_rule(type);
  PayloadLayout layout;
  layout.header_length = rule.header_length;
  if (rule.header_length == 0) return layout;
  if (rule.fit == Fit::kExact) {
    if (payload_length == rule.header_length && head.size() >= rule.header_length) return layout;
    return Status(StatusCode::kDataLoss, "replay payload type " + std::to_string(static_cast<uint32_t>(type)) +
                                             " has " + std::to_string(payload_length) + " bytes; expected " +
                                             std::to_string(rule.header_length));
  }
  const Complaints& complaints = rule.complaints;
  if (payload_length < rule.header_length || head.size() < rule.header_length) {
    return Status(StatusCode::kDataLoss, complaints.too_short);
  }
  if (type == PayloadType::kReplayScope) {
    const auto scope = load<format::ReplayScope>(head);
    if (scope.flags != 0 || scope.reserved0 != 0 || scope.reserved1 != 0) {
      return Status(StatusCode::kDataLoss, "replay scope payload reserved fields must be zero");
    }
    if (scope.name_length == 0) return Status(StatusCode::kDataLoss, complaints.mismatch);
  }
  uint64_t end = rule.header_length;
  for (const PartRule& part : rule.parts) {
    if (part.part == Part::kNone) break;
    const uint64_t count =
        part.count_bytes == 4 ? load<uint32_t>(head, part.count_offset) : load<uint64_t>(head, part.count_offset);
    PartRange& range = layout.parts[layout.part_count++];
    range.part = part.part;
    range.offset = end;
    if (!checked_mul(count, part.element_bytes, &range.length)) {
      return Status(StatusCode::kOutOfRange, complaints.count_overflow);
    }
    if (!checked_add(end, range.length, &end)) {
      const bool has_sentence = complaints.length_overflow[0] != 0;
      return Status(has_sentence ? rule.overflow_code : StatusCode::kDataLoss,
                    has_sentence ? complaints.length_overflow : complaints.mismatch);
    }
  }
  if (rule.fit == Fit::kWithin ? end > payload_length : end != payload_length) {
    return Status(StatusCode::kDataLoss, complaints.mismatch);
  }
  return layout;
}

}  // namespace ireereplay
