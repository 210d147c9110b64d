#include "present/description.h"

#include <algorithm>

#include "base/decimal.h"
#include "base/hex.h"
#include "present/bit_names.h"
#include "present/workload.h"

namespace ireereplay {

namespace {

using format::BufferRef;
using format::Operation;
using format::PayloadType;
using format::SemaphoreTimepoint;

std::string triple(const uint32_t values[3]) {
  return "[" + decimal(values[0]) + ", " + decimal(values[1]) + ", " + decimal(values[2]) + "]";
}

std::string stages(uint64_t mask) { return bit_names_or_number(Bits::kExecutionStage, mask); }

/// Bytes of a text that are shown.
constexpr size_t kShownBytes = 4096;

/// Writes one record's description from its payload.
class Describer {
 public:
  Describer(const CaptureIndex& index, const RecordFrame& frame, RecordReader& reader)
      : index_(index), frame_(frame), reader_(reader), record_(static_cast<uint32_t>(frame.index)) {
    result_.frame = frame;
  }

  Result<RecordDescription> describe() {
    if (Status status = describe_payload(); !status.ok()) return std::move(status).at(frame_.index, frame_.offset);
    return std::move(result_);
  }

 private:
  const format::RecordHeader& header() const { return frame_.header; }

  void target(Span span) { result_.target.push_back(std::move(span)); }
  void target(std::string text) { result_.target.push_back({std::move(text)}); }
  void target_dim(std::string text) { result_.target.push_back({std::move(text), 0, kNoRecord, true}); }
  void details(std::string text) { result_.details.push_back({std::move(text)}); }
  void bytes(uint64_t count) {
    if (count == format::kWholeBuffer) return;
    result_.bytes = count;
    result_.has_bytes = true;
  }
  Span object(uint64_t id) const { return describe_object(index_, id); }

  void target_ref(const BufferRef& ref) {
    target(describe_ref(ref));
    if (ref.offset != 0) target(" " + describe_offset(ref.offset));
  }

  void target_copy(const BufferRef& from, const BufferRef& to) {
    target_ref(from);
    target(" → ");
    target_ref(to);
    bytes(to.length);
  }

  void created(uint64_t id) {
    target("→ ");
    if (header().status_code != 0) return target_dim("nothing, because it failed");
    target(object(id));
  }

  /// "5≥1 → 5=2": what a submission waits for and what it signals.
  Status timepoints() {
    const auto list = [&](Part part, const char* relation) -> Result<uint64_t> {
      const PartRange range = layout_.find(part);
      const uint64_t count = range.length / sizeof(SemaphoreTimepoint);
      const uint64_t shown = std::min<uint64_t>(count, kShownTimepoints);
      IR_ASSIGN_OR_RETURN(const Bytes bytes,
                          reader_.payload_part(frame_, range.offset, shown * sizeof(SemaphoreTimepoint)));
      for (uint64_t i = 0; i < shown; ++i) {
        const auto timepoint = load<SemaphoreTimepoint>(bytes, i * sizeof(SemaphoreTimepoint));
        if (i > 0) details(", ");
        result_.details.push_back({decimal(timepoint.semaphore_id), timepoint.semaphore_id});
        details(relation + decimal(timepoint.value));
      }
      if (count > kShownTimepoints) details(" and " + decimal(count - kShownTimepoints) + " more");
      return count;
    };
    IR_ASSIGN_OR_RETURN(const uint64_t waits, list(Part::kWaits, "≥"));
    if (layout_.find(Part::kSignals).length > 0) {
      details(waits > 0 ? " → " : "→ ");
      IR_RETURN_IF_ERROR(list(Part::kSignals, "=").status());
    }
    return Status();
  }

  Result<std::string> string_part(Part part) {
    const PartRange range = layout_.find(part);
    // One byte more, to see that it goes on.
    IR_ASSIGN_OR_RETURN(const Bytes bytes,
                        reader_.payload_part(frame_, range.offset, std::min<uint64_t>(range.length, kShownBytes + 1)));
    return shown_text({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  }

  template <typename T>
  Result<T> head() {
    IR_ASSIGN_OR_RETURN(const Bytes payload, reader_.payload(frame_, sizeof(T)));
    return load<T>(payload);
  }

  Status describe_payload() {
    const PayloadType type = header().payload_type;
    const uint32_t head_length = payload_header_length(type);
    if (head_length == 0) return describe_bare();
    {
      IR_ASSIGN_OR_RETURN(const Bytes payload, reader_.payload(frame_, head_length));
      auto layout = lay_out_payload(type, payload, header().payload_length);
      if (!layout.ok()) {
        details(layout.status().message());
        return Status();
      }
      layout_ = *layout;
    }
    result_.bindings = layout_.find(Part::kBindings);
    switch (type) {
      case PayloadType::kNone:
        return describe_bare();
      case PayloadType::kReplayScope: {
        IR_ASSIGN_OR_RETURN(const std::string name, string_part(Part::kName));
        target(name);
        if (index_.is_container(record_)) {
          const auto children = index_.children(record_);
          details(counted(children.size(), "record"));
        }
        return Status();
      }
      case PayloadType::kBufferObject: {
        IR_ASSIGN_OR_RETURN(const auto buffer, head<format::BufferObject>());
        target(object(header().object_id));
        details(bit_names_or_number(Bits::kMemoryType, buffer.memory_type) + ", " +
                bit_names_or_number(Bits::kBufferUsage, buffer.allowed_usage));
        bytes(buffer.byte_length);
        return Status();
      }
      case PayloadType::kAllocatorAllocateBuffer: {
        IR_ASSIGN_OR_RETURN(const auto allocation, head<format::AllocateBuffer>());
        created(header().related_object_id);
        details(bit_names_or_number(Bits::kMemoryType, allocation.type) + ", " +
                bit_names_or_number(Bits::kBufferUsage, allocation.usage));
        bytes(allocation.allocation_size);
        return Status();
      }
      case PayloadType::kAllocatorImportBuffer: {
        IR_ASSIGN_OR_RETURN(const auto import, head<format::ImportBuffer>());
        created(header().related_object_id);
        details(import.data_length > 0 ? "imported host allocation, bytes captured" : "imported host allocation");
        bytes(import.allocation.allocation_size);
        return Status();
      }
      case PayloadType::kBufferRange: {
        IR_ASSIGN_OR_RETURN(const auto range, head<format::BufferRange>());
        target(object(header().object_id));
        std::string text;
        // IREE_HAL_MEMORY_ACCESS bits of runtime/src/iree/hal/buffer.h.
        if (header().operation_code == Operation::kBufferMapRange) {
          text = (range.memory_access & 1) != 0 ? "read" : "";
          if ((range.memory_access & 2) != 0) text += text.empty() ? "write" : ", write";
          if ((range.memory_access & 4) != 0) text += ", discard";
          text += " ";
        }
        details(text + "+" + hex(range.byte_offset));
        bytes(range.byte_length);
        return Status();
      }
      case PayloadType::kBufferRangeData: {
        IR_ASSIGN_OR_RETURN(const auto range, head<format::BufferRangeData>());
        target(object(header().object_id));
        details("+" + hex(range.byte_offset) + (range.data_length > 0 ? ", bytes captured" : ""));
        bytes(range.byte_length);
        return Status();
      }
      case PayloadType::kCommandBufferObject: {
        IR_ASSIGN_OR_RETURN(const auto buffer, head<format::CommandBufferObject>());
        const bool is_object = header().record_type == format::RecordType::kObject;
        if (is_object) {
          target(object(header().object_id));
        } else {
          created(header().related_object_id);
        }
        // IREE_HAL_COMMAND_BUFFER_MODE_ONE_SHOT of runtime/src/iree/hal/command_buffer.h.
        std::string text = (buffer.mode & 1) != 0 ? "one-shot" : "reusable";
        if (buffer.binding_capacity > 0) text += ", " + decimal(buffer.binding_capacity) + " binding slots";
        details(text);
        return Status();
      }
      case PayloadType::kExecutableCacheObject: {
        IR_ASSIGN_OR_RETURN(const std::string identifier, string_part(Part::kIdentifier));
        name_or_create();
        details(identifier);
        return Status();
      }
      case PayloadType::kExecutablePrepare:
        return describe_executable();
      case PayloadType::kSemaphoreObject: {
        IR_ASSIGN_OR_RETURN(const auto semaphore, head<format::SemaphoreObject>());
        name_or_create();
        details("initial value " + decimal(semaphore.initial_value));
        return Status();
      }
      case PayloadType::kEventObject:
        name_or_create();
        return Status();
      case PayloadType::kFileObject: {
        IR_ASSIGN_OR_RETURN(const auto file, head<format::FileObject>());
        name_or_create();
        if (file.reference_type == format::FileReferenceType::kExternalPath) {
          IR_ASSIGN_OR_RETURN(const std::string path, string_part(Part::kReference));
          details(path);
        } else {
          details(std::string(name(file.reference_type)));
        }
        bytes(file.file_length);
        return Status();
      }
      case PayloadType::kDispatch:
        return describe_dispatch();
      case PayloadType::kDeviceQueueExecute: {
        IR_ASSIGN_OR_RETURN(const auto execute, head<format::QueueExecute>());
        if (execute.command_buffer_id == format::kNoObject) {
          target("barrier");
        } else {
          target(object(execute.command_buffer_id));
          if (const uint32_t contents = index_.executed_command_buffer(record_); contents != kNoRecord) {
            target_dim("  " + counted(index_.operation_children(contents), "command"));
          }
        }
        return timepoints();
      }
      case PayloadType::kDeviceQueueAlloca: {
        IR_ASSIGN_OR_RETURN(const auto alloca_payload, head<format::QueueAlloca>());
        created(header().related_object_id);
        bytes(alloca_payload.allocation.allocation_size);
        return timepoints();
      }
      case PayloadType::kDeviceQueueDealloca: {
        IR_ASSIGN_OR_RETURN(const auto dealloca, head<format::QueueDealloca>());
        target(describe_ref(dealloca.buffer_ref));
        bytes(dealloca.buffer_ref.length);
        return timepoints();
      }
      case PayloadType::kDeviceQueueFill: {
        IR_ASSIGN_OR_RETURN(const auto fill, head<format::QueueFill>());
        target_ref(fill.target_ref);
        bytes(fill.target_ref.length);
        return timepoints();
      }
      case PayloadType::kDeviceQueueUpdate: {
        IR_ASSIGN_OR_RETURN(const auto update, head<format::QueueUpdate>());
        target_ref(update.target_ref);
        bytes(update.data_length);
        return timepoints();
      }
      case PayloadType::kDeviceQueueCopy: {
        IR_ASSIGN_OR_RETURN(const auto copy, head<format::QueueCopy>());
        target_copy(copy.source_ref, copy.target_ref);
        return timepoints();
      }
      case PayloadType::kDeviceQueueRead: {
        IR_ASSIGN_OR_RETURN(const auto read, head<format::QueueRead>());
        target(object(read.source_file_id));
        target(" " + describe_offset(read.source_offset) + " → ");
        target_ref(read.target_ref);
        bytes(read.target_ref.length);
        return timepoints();
      }
      case PayloadType::kDeviceQueueWrite: {
        IR_ASSIGN_OR_RETURN(const auto write, head<format::QueueWrite>());
        target_ref(write.source_ref);
        target(" → ");
        target(object(write.target_file_id));
        target(" " + describe_offset(write.target_offset));
        bytes(write.source_ref.length);
        return timepoints();
      }
      case PayloadType::kCommandBufferExecutionBarrier: {
        IR_ASSIGN_OR_RETURN(const auto barrier, head<format::ExecutionBarrier>());
        std::string text = stages(barrier.source_stage_mask) + " → " + stages(barrier.target_stage_mask);
        if (barrier.memory_barrier_count > 0) text += ", " + counted(barrier.memory_barrier_count, "memory barrier");
        if (barrier.buffer_barrier_count > 0) text += ", " + counted(barrier.buffer_barrier_count, "buffer barrier");
        details(text);
        return Status();
      }
      case PayloadType::kCommandBufferEvent: {
        IR_ASSIGN_OR_RETURN(const auto event, head<format::CommandBufferEvent>());
        target(object(event.event_id));
        details("stages " + stages(event.source_stage_mask));
        return Status();
      }
      case PayloadType::kCommandBufferWaitEvents: {
        IR_ASSIGN_OR_RETURN(const auto wait, head<format::WaitEvents>());
        details(counted(wait.event_count, "event") + ", " + stages(wait.source_stage_mask) + " → " +
                stages(wait.target_stage_mask));
        return Status();
      }
      case PayloadType::kCommandBufferFillBuffer: {
        IR_ASSIGN_OR_RETURN(const auto fill, head<format::FillBuffer>());
        target_ref(fill.target_ref);
        bytes(fill.target_ref.length);
        details(decimal(fill.pattern_length) + "-byte pattern");
        return Status();
      }
      case PayloadType::kCommandBufferUpdateBuffer: {
        IR_ASSIGN_OR_RETURN(const auto update, head<format::UpdateBuffer>());
        target_ref(update.target_ref);
        bytes(update.data_length);
        details("bytes captured");
        return Status();
      }
      case PayloadType::kCommandBufferCopyBuffer: {
        IR_ASSIGN_OR_RETURN(const auto copy, head<format::CopyBuffer>());
        target_copy(copy.source_ref, copy.target_ref);
        return Status();
      }
    }
    return describe_bare();
  }

  Status describe_bare() {
    if (header().record_type == format::RecordType::kObject) {
      target(object(header().object_id));
    } else if (header().record_type == format::RecordType::kOperation ||
               header().record_type == format::RecordType::kUnsupported) {
      if (header().object_id != format::kNoObject) target(object(header().object_id));
      if (header().related_object_id != format::kNoObject) {
        target(" → ");
        target(object(header().related_object_id));
      }
    }
    if (header().operation_code == Operation::kCommandBufferBeginDebugGroup) {
      details(counted(index_.children(record_).size(), "command") + ", label not recorded");
    }
    if (header().record_type == format::RecordType::kUnsupported) details("not supported by replay");
    return Status();
  }

  void name_or_create() {
    if (header().record_type == format::RecordType::kObject) {
      target(object(header().object_id));
    } else {
      created(header().related_object_id);
    }
  }

  Status describe_executable() {
    IR_ASSIGN_OR_RETURN(const auto prepare, head<format::ExecutablePrepare>());
    IR_ASSIGN_OR_RETURN(const std::string executable_format, string_part(Part::kFormat));
    created(header().related_object_id);
    if (const ExecutableEntry* entry = index_.find_executable(header().related_object_id);
        entry != nullptr && !entry->functions.empty()) {
      target_dim("  " + counted(entry->functions.size(), "function"));
    }
    details(executable_format);
    bytes(prepare.executable_data_length);
    return Status();
  }

  Status describe_dispatch() {
    IR_ASSIGN_OR_RETURN(const auto dispatch, head<format::Dispatch>());
    target(Span{function_name(index_, dispatch.executable_id, dispatch.function_ordinal), dispatch.executable_id});
    if (dispatch.binding_count <= kSummedBindings) {
      const PartRange& bindings = result_.bindings;
      IR_ASSIGN_OR_RETURN(const Bytes refs, reader_.payload_part(frame_, bindings.offset, bindings.length));
      uint64_t total = 0;
      for (uint64_t i = 0; i < dispatch.binding_count; ++i) {
        const uint64_t length = load<BufferRef>(refs, i * sizeof(BufferRef)).length;
        if (length != format::kWholeBuffer && !checked_add(total, length, &total)) total = format::kWholeBuffer;
      }
      if (total > 0) bytes(total);
    }
    std::string text =
        dispatch.workgroup_count_ref.buffer_id != 0 ? "indirect count" : triple(dispatch.workgroup_count);
    text += ", " + counted(dispatch.binding_count, "binding");
    if (dispatch.constants_length > 0) text += ", " + counted(dispatch.constants_length / 4, "constant");
    if (dispatch.wait_semaphore_count + dispatch.signal_semaphore_count > 0) text += ", ";
    details(text);
    return timepoints();
  }

  static constexpr uint64_t kShownTimepoints = 3;

  const CaptureIndex& index_;
  const RecordFrame& frame_;
  RecordReader& reader_;
  const uint32_t record_;
  PayloadLayout layout_;
  RecordDescription result_;
};

}  // namespace

void write_spans(JsonWriter& json, const std::vector<Span>& spans) {
  json.array(spans, [&](const Span& span) {
    json.begin_object();
    json.key("text").string(span.text);
    if (span.object != 0) json.key("object").wide(span.object);
    if (span.record != kNoRecord) json.key("record").number(span.record);
    if (span.dim) json.key("dim").boolean(true);
    json.end_object();
  });
}

Result<RecordDescription> describe_record(const CaptureIndex& index, uint32_t record, RecordReader& reader) {
  reader.seek(index.offset(record), record);
  RecordFrame frame;
  IR_RETURN_IF_ERROR(reader.next(&frame));
  return Describer(index, frame, reader).describe();
}

std::string shown_text(std::string_view text) {
  std::string shown(text.substr(0, kShownBytes));
  if (text.size() > kShownBytes) shown += "…";
  return shown;
}

std::string row_operation(const CaptureIndex& index, uint16_t version_major, uint32_t record) {
  switch (index.type(record)) {
    case format::RecordType::kOperation:
    case format::RecordType::kUnsupported:
      return std::string(name(index.operation(record), version_major));
    default:
      return std::string(name(index.type(record)));
  }
}

Span describe_ref(const BufferRef& ref) {
  if (ref.buffer_id != format::kNoObject) return {"buffer " + std::to_string(ref.buffer_id), ref.buffer_id};
  return {"slot " + std::to_string(ref.buffer_slot)};
}

std::string describe_offset(uint64_t offset) { return offset == 0 ? std::string() : "+" + hex(offset); }

Span describe_object(const CaptureIndex& index, uint64_t id) {
  if (id == format::kNoObject) return {"none"};
  const ObjectEntry* object = index.find_object(id);
  const std::string type(object != nullptr ? name(object->type) : "object");
  return {type + " " + std::to_string(id), id};
}

std::string function_name(const CaptureIndex& index, uint64_t executable_id, uint32_t ordinal) {
  const ExecutableEntry* executable = index.find_executable(executable_id);
  if (executable != nullptr && ordinal < executable->functions.size() && !executable->functions[ordinal].name.empty()) {
    return shown_text(executable->functions[ordinal].name);
  }
  return "function " + std::to_string(ordinal);
}

}  // namespace ireereplay
