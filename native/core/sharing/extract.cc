#include "sharing/extract.h"

#include <algorithm>
#include <cstring>
#include <set>

#include "capture/payload.h"
#include "hal/host_memory.h"
#include "replay/session.h"
#include "sharing/copied_capture.h"
#include "sharing/made_records.h"
#include "sharing/object_records.h"

namespace ireereplay::sharing {

namespace {

using format::ObjectType;
using format::Operation;
using format::PayloadType;
using format::RecordHeader;
using format::RecordType;
using replay::Session;

constexpr uint32_t kHostAllocation = 1;  // iree_hal_external_buffer_type_t
constexpr uint32_t kScopedMapping = 1;   // iree_hal_mapping_mode_t

/// Replays, and reads the spans. Those that nothing has touched are left empty.
Result<Contents> replay_and_read(const std::string& path, const replay::ReplayOptions& options, const Spans& spans,
                                 const replay::RunControl& control) {
  IR_ASSIGN_OR_RETURN(const auto session, Session::prepare(path, options, nullptr, control.cancel));
  IR_RETURN_IF_ERROR(session->run(control).status());
  Contents contents;
  for (const auto& [buffer, all] : spans) {
    std::vector<std::vector<uint8_t>>& read = contents[buffer];
    for (const Span& span : all) {
      auto bytes = session->read_buffer(buffer, span.begin, span.end - span.begin);
      if (bytes.ok()) {
        read.push_back(*std::move(bytes));
      } else if (bytes.status().code() == StatusCode::kFailedPrecondition) {
        read.emplace_back();
      } else {
        return bytes.status();
      }
    }
  }
  return contents;
}

/// What is held at once: what the piece finds, and what it leaves, of three replays.
Status check_memory(const Piece& piece) {
  uint64_t bytes = 0;
  const auto add = [&](const Spans& spans, uint64_t times) {
    for (const auto& [buffer, all] : spans) {
      for (const Span& span : all) bytes += times * (span.end - span.begin);
    }
  };
  add(piece.touched, 1);
  add(piece.written, 3);
  if (bytes <= hal::machine_memory() / 2) return Status();
  return Status(StatusCode::kResourceExhausted,
                "the piece touches so much memory that " + std::to_string(bytes) +
                    " bytes would have to be kept in addition to the buffers: too much for this machine");
}

class Extractor {
 public:
  Extractor(const SourceCapture& source, const Piece& piece, ObjectRecords* objects, const std::atomic<bool>& cancelled,
            CaptureWriter* writer)
      : file_(source.file),
        reader_(source.file, source.header),
        piece_(piece),
        objects_(*objects),
        cancelled_(cancelled),
        writer_(*writer),
        next_id_(objects->highest_id() + 1) {}

  Status write(const Contents& found, Extracted* extracted) {
    IR_RETURN_IF_ERROR(find_needs());
    for (const RecordFrame& frame : objects_.frames()) {
      if (frame.index >= piece_.begin_record) break;
      IR_RETURN_IF_ERROR(write_before(frame, extracted).at(frame.index, frame.offset));
    }
    IR_RETURN_IF_ERROR(write_inputs(found, extracted));
    if (piece_.dispatch != nullptr) {
      IR_RETURN_IF_ERROR(write_dispatch().at(piece_.dispatch->command.record, kNoPlace));
    } else {
      for (const RecordFrame& frame : objects_.frames()) {
        if (frame.index < piece_.begin_record) continue;
        if (frame.header.operation_code == Operation::kDeviceQueueDealloca)
          deallocated_.insert(frame.header.related_object_id);
        IR_RETURN_IF_ERROR(copy_record(*file_, frame, cancelled_, &writer_));
        count(frame, extracted);
      }
    }
    extracted->end_record = writer_.record_count();
    return piece_.has_outputs ? Status() : write_outputs();
  }

 private:
  Status find_needs() {
    for (const RecordFrame& frame : objects_.frames()) {
      const bool is_machine =
          frame.header.object_type == ObjectType::kDevice || frame.header.object_type == ObjectType::kAllocator;
      if (frame.header.record_type == RecordType::kObject && is_machine) {
        // All devices stay: replays give them out in order.
        IR_RETURN_IF_ERROR(objects_.need(frame.header.object_id));
        if (frame.header.object_type == ObjectType::kAllocator)
          allocators_.emplace(frame.header.device_id, frame.header.object_id);
        if (first_device_ == 0 && frame.header.object_type == ObjectType::kDevice)
          first_device_ = frame.header.object_id;
      }
      if (piece_.dispatch == nullptr && frame.index >= piece_.begin_record)
        IR_RETURN_IF_ERROR(objects_.need_of(frame).at(frame.index, frame.offset));
    }
    for (const auto& [buffer, spans] : piece_.touched) IR_RETURN_IF_ERROR(objects_.need(buffer));
    if (piece_.dispatch != nullptr) {
      const replay::Program& program = *piece_.dispatch->program;
      const replay::DispatchInfo& dispatch = program.dispatches[piece_.dispatch->command.index];
      IR_RETURN_IF_ERROR(objects_.need(program.executables[dispatch.executable].id));
    }
    return Status();
  }

  static void count(const RecordFrame& frame, Extracted* extracted) {
    if (frame.header.operation_code == Operation::kExecutableCachePrepareExecutable) ++extracted->executables;
  }

  Status write_before(const RecordFrame& frame, Extracted* extracted) {
    if (frame.header.record_type == RecordType::kSession) return copy_record(*file_, frame, cancelled_, &writer_);
    if (!objects_.is_wanted(frame)) return Status();
    count(frame, extracted);
    switch (frame.header.operation_code) {
      case Operation::kDeviceQueueAlloca:
      case Operation::kAllocatorAllocateBuffer:
      case Operation::kAllocatorImportBuffer:
        ++extracted->buffers;
        return write_buffer(frame);
      case Operation::kDeviceCreateSemaphore:
        return write_semaphore(frame);
      default:
        return copy_record(*file_, frame, cancelled_, &writer_);
    }
  }

  /// As an import without bytes, which replays make memory that the host can write and read. It begins with the same
  /// fields whichever way the buffer was made.
  Status write_buffer(const RecordFrame& frame) {
    IR_ASSIGN_OR_RETURN(const Bytes head, reader_.payload(frame, sizeof(format::AllocateBuffer)));
    if (head.size() < sizeof(format::AllocateBuffer))
      return Status(StatusCode::kDataLoss, "the record of an allocation is too short");
    format::ImportBuffer import = {};
    import.allocation = load<format::AllocateBuffer>(head);
    import.allocation.access |= format::kMemoryAccessRead | format::kMemoryAccessWrite;
    import.external_type = kHostAllocation;
    RecordHeader header = frame.header;
    header.operation_code = Operation::kAllocatorImportBuffer;
    header.payload_type = PayloadType::kAllocatorImportBuffer;
    if (frame.header.operation_code == Operation::kDeviceQueueAlloca) {
      const auto allocator = allocators_.find(frame.header.object_id);
      if (allocator == allocators_.end())
        return Status(StatusCode::kFailedPrecondition, "the buffer's device has no allocator in the capture");
      header.object_id = allocator->second;
      header.object_type = ObjectType::kAllocator;
    }
    return writer_.append(header, {value_bytes(import)});
  }

  Status write_semaphore(const RecordFrame& frame) {
    IR_ASSIGN_OR_RETURN(const Bytes payload, reader_.payload(frame));
    if (payload.size() < sizeof(format::SemaphoreObject))
      return Status(StatusCode::kDataLoss, "the record of a semaphore is too short");
    auto semaphore = load<format::SemaphoreObject>(payload);
    if (const auto value = piece_.semaphores.find(frame.header.related_object_id); value != piece_.semaphores.end())
      semaphore.initial_value = std::max(semaphore.initial_value, value->second);
    return writer_.append(frame.header, {value_bytes(semaphore)});
  }

  /// The host writes what the piece finds.
  Status write_inputs(const Contents& found, Extracted* extracted) {
    for (const auto& [buffer, spans] : piece_.touched) {
      const auto contents = found.find(buffer);
      if (contents == found.end()) continue;
      for (size_t i = 0; i < spans.size(); ++i) {
        const std::vector<uint8_t>& bytes = contents->second[i];
        if (bytes.empty()) continue;
        IR_RETURN_IF_ERROR(write_map(buffer, spans[i], format::kMemoryAccessWrite));
        const format::BufferRangeData range = {
            spans[i].begin, bytes.size(), bytes.size(), kScopedMapping, format::kMemoryAccessWrite, 0, 0};
        IR_RETURN_IF_ERROR(write_of_buffer(Operation::kBufferUnmapRange, buffer, PayloadType::kBufferRangeData,
                                           {value_bytes(range), bytes}));
        extracted->input_bytes += bytes.size();
      }
    }
    return Status();
  }

  Status write_map(uint64_t buffer, const Span& span, uint16_t access) {
    const format::BufferRange range = {span.begin, span.end - span.begin, kScopedMapping, access, 0, 0};
    return write_of_buffer(Operation::kBufferMapRange, buffer, PayloadType::kBufferRange, {value_bytes(range)});
  }

  Status write_of_buffer(Operation operation, uint64_t buffer, PayloadType payload,
                         std::initializer_list<Bytes> parts) {
    return write_operation({operation, ObjectType::kBuffer, buffer, first_device_, format::kNoObject, payload}, parts,
                           &writer_);
  }

  /// The host reads back what the piece may have written.
  Status write_outputs() {
    for (const auto& [buffer, spans] : piece_.written) {
      if (deallocated_.contains(buffer)) continue;
      for (const Span& span : spans) {
        IR_RETURN_IF_ERROR(write_map(buffer, span, format::kMemoryAccessRead));
        const format::BufferRange range = {
            span.begin, span.end - span.begin, kScopedMapping, format::kMemoryAccessRead, 0, 0};
        IR_RETURN_IF_ERROR(
            write_of_buffer(Operation::kBufferUnmapRange, buffer, PayloadType::kBufferRange, {value_bytes(range)}));
      }
    }
    return Status();
  }

  format::BufferRef ref_of(const replay::BufferRange& range) const {
    const replay::Program& program = *piece_.dispatch->program;
    if (range.buffer == replay::kNoIndex) return {};
    return {program.buffers[range.buffer].id, range.offset, range.length, 0, 0};
  }

  /// As an operation of the queue, which signals a semaphore of its own.
  Status write_dispatch() {
    const replay::Program& program = *piece_.dispatch->program;
    const replay::DispatchInfo& info = program.dispatches[piece_.dispatch->command.index];
    const uint64_t device = device_of(program.executables[info.executable].id);
    const uint64_t semaphore = next_id_;
    IR_RETURN_IF_ERROR(sharing::write_semaphore(device, semaphore, &writer_));

    const std::string name = piece_.name.empty() ? "dispatch" : piece_.name;
    IR_RETURN_IF_ERROR(write_scope(Operation::kReplayScopeBegin, name));
    const RecordFrame* const recorded = frame_of(piece_.dispatch->command.record);
    if (recorded == nullptr) return Status(StatusCode::kInternal, "the record of the dispatch was not read");
    IR_ASSIGN_OR_RETURN(const Bytes payload, reader_.payload(*recorded));
    IR_ASSIGN_OR_RETURN(const PayloadLayout layout, lay_out_payload(PayloadType::kDispatch, payload, payload.size()));
    const PartRange constants = layout.find(Part::kConstants);
    auto dispatch = load<format::Dispatch>(payload);
    dispatch.queue_affinity = kAnyQueue;
    dispatch.wait_semaphore_count = 0;
    dispatch.signal_semaphore_count = 1;
    dispatch.workgroup_count_ref = info.has_indirect_count ? ref_of(info.count_range) : format::BufferRef{};
    dispatch.binding_count = info.binding_count;
    std::vector<format::BufferRef> bindings;
    for (uint32_t i = 0; i < info.binding_count; ++i)
      bindings.push_back(ref_of(program.ranges[info.bindings_begin + i]));
    const format::SemaphoreTimepoint signal = {semaphore, 1};
    IR_RETURN_IF_ERROR(write_operation(
        {Operation::kDeviceQueueDispatch, ObjectType::kDevice, device, device, dispatch.executable_id,
         PayloadType::kDispatch},
        {value_bytes(dispatch), value_bytes(signal), payload.subspan(constants.offset, constants.length),
         Bytes(reinterpret_cast<const uint8_t*>(bindings.data()), bindings.size() * sizeof(bindings[0]))},
        &writer_));
    return write_scope(Operation::kReplayScopeEnd, name);
  }

  Status write_scope(Operation operation, const std::string& name) {
    const format::ReplayScope scope = {name.size(), 0, 0, 0};
    return write_operation({.operation = operation, .payload = PayloadType::kReplayScope},
                           {value_bytes(scope), text_bytes(name)}, &writer_);
  }

  const RecordFrame* frame_of(uint64_t record) const {
    const auto& frames = objects_.frames();
    return record < frames.size() ? &frames[record] : nullptr;
  }

  uint64_t device_of(uint64_t object) const {
    for (const RecordFrame& frame : objects_.frames()) {
      if (frame.header.record_type == RecordType::kObject && frame.header.object_id == object)
        return frame.header.device_id;
    }
    return first_device_;
  }

  std::shared_ptr<const File> file_;
  RecordReader reader_;
  const Piece& piece_;
  ObjectRecords& objects_;
  const std::atomic<bool>& cancelled_;
  CaptureWriter& writer_;
  uint64_t next_id_;
  uint64_t first_device_ = 0;
  std::map<uint64_t, uint64_t> allocators_;  ///< By device.
  std::set<uint64_t> deallocated_;           ///< Buffers, in the piece.
};

/// Replays what was written beside the capture that it is from.
Status check(const std::string& source, const std::string& written, const Piece& piece,
             const replay::ReplayOptions& options, const replay::RunControl& control, Extracted* extracted) {
  IR_ASSIGN_OR_RETURN(const Contents expected, replay_and_read(source, piece.behind, piece.written, control));
  replay::ReplayOptions own = options;
  own.poison = piece.behind.poison;
  own.stop_before_record = extracted->records;  // All of it, with its memory kept.
  own.stop_before_command = kNoPlace;
  IR_ASSIGN_OR_RETURN(const Contents left, replay_and_read(written, own, piece.written, control));
  if (left == expected) {
    for (const auto& [buffer, spans] : left) {
      for (const std::vector<uint8_t>& bytes : spans) extracted->compared_bytes += bytes.size();
    }
    return Status();
  }
  IR_ASSIGN_OR_RETURN(const Contents again, replay_and_read(source, piece.behind, piece.written, control));
  if (again != expected) {
    extracted->is_unsteady = true;
    return Status();
  }
  for (const auto& [buffer, spans] : piece.written) {
    for (size_t i = 0; i < spans.size(); ++i) {
      const std::vector<uint8_t>&a = expected.at(buffer)[i], &b = left.at(buffer)[i];
      if (a == b) continue;
      const auto at = std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first - a.begin();
      return Status(StatusCode::kInternal,
                    "run alone, the piece produces different bytes than the capture, the first at byte " +
                        std::to_string(spans[i].begin + static_cast<uint64_t>(at)) + " of buffer " +
                        std::to_string(buffer) +
                        ", so nothing is written. The piece depends on something outside of its memory.");
    }
  }
  return Status();
}

Extracted named(const Piece& piece) {
  Extracted extracted;
  extracted.name = piece.name;
  extracted.scope_place = piece.scope_place;
  extracted.scope_count = piece.scope_count;
  return extracted;
}

Status write_records(const SourceCapture& capture, const Piece& piece, const Contents& found,
                     const std::atomic<bool>& cancelled, CaptureWriter* writer, Extracted* extracted) {
  ObjectRecords objects(capture.file, capture.header);
  IR_RETURN_IF_ERROR(objects.read(piece.dispatch == nullptr ? piece.end_record : piece.begin_record + 1, cancelled));
  IR_RETURN_IF_ERROR(Extractor(capture, piece, &objects, cancelled, writer).write(found, extracted));
  extracted->records = writer->record_count();
  extracted->of_records = objects.record_count();
  return Status();
}

}  // namespace

Result<Extracted> write_piece(const std::string& source, const std::string& target, const Piece& piece,
                              const Contents& found, const std::atomic<bool>& cancelled) {
  IR_ASSIGN_OR_RETURN(const SourceCapture capture, SourceCapture::open(source));
  IR_RETURN_IF_ERROR(capture.header.defect);
  Extracted extracted = named(piece);
  const auto write = [&](CaptureWriter* writer) {
    return write_records(capture, piece, found, cancelled, writer, &extracted);
  };
  IR_ASSIGN_OR_RETURN(extracted.bytes, write_capture(capture, target, write));
  return extracted;
}

Result<Extracted> extract(const std::string& source, const std::string& target, const PieceRequest& request,
                          const replay::ReplayOptions& options, const replay::RunControl& control) {
  static const std::atomic<bool> kNever = false;
  const std::atomic<bool>& cancelled = control.cancel != nullptr ? *control.cancel : kNever;
  IR_ASSIGN_OR_RETURN(const SourceCapture capture, SourceCapture::open(source));
  IR_RETURN_IF_ERROR(capture.header.defect);
  IR_ASSIGN_OR_RETURN(const Piece piece, find_piece(source, request, options, cancelled));
  IR_RETURN_IF_ERROR(check_memory(piece));
  Extracted extracted = named(piece);
  const auto write = [&](CaptureWriter* writer) -> Status {
    IR_ASSIGN_OR_RETURN(const Contents found, replay_and_read(source, piece.before, piece.touched, control));
    return write_records(capture, piece, found, cancelled, writer, &extracted);
  };
  const auto compare = [&](const std::string& written) {
    return check(source, written, piece, options, control, &extracted);
  };
  IR_ASSIGN_OR_RETURN(extracted.bytes, write_capture(capture, target, write, compare));
  return extracted;
}

}  // namespace ireereplay::sharing
