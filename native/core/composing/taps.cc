#include "composing/taps.h"

#include <algorithm>
#include <filesystem>
#include <map>

#include "capture/payload.h"
#include "composing/any_device.h"
#include "sharing/copied_capture.h"
#include "sharing/named_objects.h"

namespace ireereplay::composing {

namespace {

using format::ObjectType;
using format::Operation;
using format::PayloadType;
using format::RecordHeader;
using format::RecordType;
using sharing::SourceCapture;

// From IREE's runtime/src/iree/hal/buffer.h and queue.h.
constexpr uint32_t kHostVisible = 1u << 1;
constexpr uint32_t kHostLocalDeviceVisible = kHostVisible | 1u << 2 | 1u << 4 | 1u << 6;
constexpr uint32_t kTransferSource = 1u << 0;
constexpr uint32_t kTransferTarget = 1u << 1;
constexpr uint32_t kScopedMapping = 1u << 24;
constexpr uint32_t kMappedAtRandom = 1u << 27;
constexpr uint64_t kAnyQueue = ~0ull;

/// IREE's tools have a table up to the largest id.
constexpr uint64_t kMaxObjectId = 0xFFFFFFFF;

/// How a buffer was made.
struct Made {
  uint64_t device = 0;
  uint64_t record = 0;
  bool can_be_mapped = false;  ///< The host can read it,
  bool can_be_copied = false;  ///< or its device can copy it to where the host can.
};

/// Where the host reads what one device has copied.
struct Staging {
  uint64_t length = 0;  ///< Of the longest range.
  uint64_t buffer = 0;  ///< Once it is made,
  uint64_t semaphore = 0;
  uint64_t value = 0;  ///< with what the last copy has signaled.
};

class Composer {
 public:
  Composer(const SourceCapture& source, const replay::Program& program, std::vector<Tap> taps,
           const std::atomic<bool>& cancelled)
      : source_(source), program_(program), taps_(std::move(taps)), cancelled_(cancelled) {}

  /// Checks the taps, and finds what the copy needs.
  Status survey() {
    std::erase_if(taps_, [](const Tap& tap) { return tap.length == 0; });  // Their files are written already.
    std::stable_sort(taps_.begin(), taps_.end(),
                     [](const Tap& one, const Tap& other) { return one.record < other.record; });
    std::map<uint64_t, uint64_t> sizes;
    for (const replay::BufferInfo& buffer : program_.buffers) sizes[buffer.id] = buffer.size;
    for (const Tap& tap : taps_) {
      const auto size = sizes.find(tap.buffer);
      if (size == sizes.end())
        return Status(StatusCode::kNotFound, "the capture makes no buffer " + std::to_string(tap.buffer));
      if (tap.offset > size->second || tap.length > size->second - tap.offset) {
        return Status(StatusCode::kOutOfRange, "[" + std::to_string(tap.offset) + ", +" + std::to_string(tap.length) +
                                                   ") lies outside of buffer " + std::to_string(tap.buffer) + " of " +
                                                   std::to_string(size->second) + " bytes");
      }
      if (!std::filesystem::path(tap.path).is_absolute())
        return Status(StatusCode::kInvalidArgument, "'" + tap.path + "' is not an absolute path");
      made_[tap.buffer];
    }
    IR_RETURN_IF_ERROR(sharing::each_record(
        source_, cancelled_, [&](RecordReader& reader, const RecordFrame& frame) { return note(&reader, frame); }));
    if (machine_end_ == 0) return Status(StatusCode::kFailedPrecondition, "the capture has no device");
    // Each tap has a file, and each device at the most a buffer and a semaphore; the last device has some objects.
    if (last_id_ + taps_.size() + 2 * allocators_.size() + 8 > kMaxObjectId)
      return Status(StatusCode::kResourceExhausted,
                    "the object ids used in the capture leave no ids free for further objects");
    for (const Tap& tap : taps_) IR_RETURN_IF_ERROR(check(tap));
    return Status();
  }

  Status write(CaptureWriter* writer) {
    writer_ = writer;
    auto next = taps_.begin();
    return sharing::each_record(source_, cancelled_, [&](RecordReader&, const RecordFrame& frame) -> Status {
      IR_RETURN_IF_ERROR(sharing::copy_record(*source_.file, frame, cancelled_, writer_));
      if (frame.index + 1 == machine_end_) IR_RETURN_IF_ERROR(write_device());
      for (; next != taps_.end() && next->record == frame.index; ++next) IR_RETURN_IF_ERROR(write_tap(*next));
      return Status();
    });
  }

 private:
  /// What there is in the source.
  Status note(RecordReader* reader, const RecordFrame& frame) {
    const RecordHeader& header = frame.header;
    record_count_ = frame.index + 1;
    last_id_ = std::max({last_id_, header.object_id, header.related_object_id, header.device_id});
    const bool is_machine = header.object_type == ObjectType::kDevice || header.object_type == ObjectType::kAllocator;
    if (header.record_type == RecordType::kObject && is_machine) {
      machine_end_ = frame.index + 1;
      if (header.object_type == ObjectType::kAllocator) {
        allocators_.emplace(header.device_id, header.object_id);
        owners_.emplace(header.object_id, header.device_id);
      }
    }
    const auto made = made_.find(sharing::object_of(header));
    if (header.record_type != RecordType::kOperation || made == made_.end()) return Status();
    IR_ASSIGN_OR_RETURN(const Bytes head, reader->payload(frame, sizeof(format::AllocateBuffer)));
    if (head.size() < sizeof(format::AllocateBuffer))
      return Status(StatusCode::kDataLoss, "the record of an allocation is too short");
    // It begins with the same fields whichever way the buffer was made.
    const auto allocation = load<format::AllocateBuffer>(head);
    // Replays make memory that the host can read and write of an import.
    const bool is_import = header.operation_code == Operation::kAllocatorImportBuffer;
    const bool is_visible = (allocation.type & kHostVisible) != 0 && (allocation.usage & kScopedMapping) != 0;
    const auto owner = owners_.find(header.object_id);
    made->second = {owner == owners_.end() ? header.object_id : owner->second, frame.index,
                    (is_import || is_visible) && (allocation.access & format::kMemoryAccessRead) != 0,
                    (allocation.usage & kTransferSource) != 0};
    return Status();
  }

  /// Notes the memory that a tap needs.
  Status check(const Tap& tap) {
    const Made& made = made_.at(tap.buffer);
    const auto fail = [&](StatusCode code, const std::string& what) {
      return Status(code, "buffer " + std::to_string(tap.buffer) + " cannot be read here: " + what)
          .at(tap.record, kNoPlace);
    };
    if (tap.record >= record_count_ || tap.record < made.record)
      return fail(StatusCode::kOutOfRange, "there is no such record after the one that creates it");
    if (tap.record + 1 < machine_end_)
      return fail(StatusCode::kFailedPrecondition, "the capture has not declared all of its devices at this point");
    if (made.can_be_mapped) return Status();
    if (!made.can_be_copied)
      return fail(StatusCode::kFailedPrecondition,
                  "it was created so that it can be neither mapped by the host nor copied");
    if (!allocators_.contains(made.device))
      return fail(StatusCode::kFailedPrecondition, "its device has no allocator in the capture");
    Staging& staging = staging_[made.device];
    staging.length = std::max(staging.length, tap.length);
    return Status();
  }

  static RecordHeader header_of(RecordType type, ObjectType object_type, uint64_t object, uint64_t device) {
    RecordHeader header = {};
    header.record_type = type;
    header.object_type = object_type;
    header.object_id = object;
    header.device_id = device;
    return header;
  }

  Status write_object(ObjectType type, uint64_t object, uint64_t device, PayloadType payload,
                      std::initializer_list<Bytes> parts) {
    RecordHeader header = header_of(RecordType::kObject, type, object, device);
    header.payload_type = payload;
    return writer_->append(header, parts);
  }

  Status write_operation(Operation operation, ObjectType type, uint64_t object, uint64_t device, uint64_t related,
                         PayloadType payload, std::initializer_list<Bytes> parts) {
    RecordHeader header = header_of(RecordType::kOperation, type, object, device);
    header.operation_code = operation;
    header.related_object_id = related;
    header.payload_type = payload;
    return writer_->append(header, parts);
  }

  Status write_semaphore(uint64_t device, uint64_t semaphore) {
    const format::SemaphoreObject object = {kAnyQueue, 0, 0, 0};
    IR_RETURN_IF_ERROR(write_operation(Operation::kDeviceCreateSemaphore, ObjectType::kDevice, device, device,
                                       semaphore, PayloadType::kSemaphoreObject, {value_bytes(object)}));
    return write_object(ObjectType::kSemaphore, semaphore, device, PayloadType::kSemaphoreObject,
                        {value_bytes(object)});
  }

  Status write_file(const Tap& tap, uint64_t file) {
    format::FileObject object = {};
    object.queue_affinity = kAnyQueue;
    object.file_length = tap.length;
    object.reference_length = tap.path.size();
    object.access = format::kMemoryAccessWrite;
    object.reference_type = format::FileReferenceType::kExternalPath;
    const std::initializer_list<Bytes> parts = {value_bytes(object), text_bytes(tap.path)};
    IR_RETURN_IF_ERROR(write_operation(Operation::kDeviceImportFile, ObjectType::kDevice, device_, device_, file,
                                       PayloadType::kFileObject, parts));
    return write_object(ObjectType::kFile, file, device_, PayloadType::kFileObject, parts);
  }

  /// The device that writes, with all that it writes to.
  Status write_device() {
    device_ = ++last_id_;
    IR_RETURN_IF_ERROR(write_object(ObjectType::kDevice, device_, format::kNoObject, PayloadType::kNone, {}));
    IR_RETURN_IF_ERROR(write_object(ObjectType::kAllocator, ++last_id_, device_, PayloadType::kNone, {}));
    semaphore_ = ++last_id_;
    IR_RETURN_IF_ERROR(write_semaphore(device_, semaphore_));
    first_file_ = last_id_ + 1;
    for (const Tap& tap : taps_) IR_RETURN_IF_ERROR(write_file(tap, ++last_id_));
    return Status();
  }

  Status write_tap(const Tap& tap) {
    format::BufferRef from = {tap.buffer, tap.offset, tap.length, 0, 0};
    if (const Made& made = made_.at(tap.buffer); !made.can_be_mapped) {
      Staging& staging = staging_.at(made.device);
      IR_RETURN_IF_ERROR(write_copy(from, made.device, &staging));
      from = {staging.buffer, 0, tap.length, 0, 0};
    }
    format::QueueWrite write = {};
    write.source_ref = from;
    write.target_file_id = first_file_ + written_;
    write.queue_affinity = kAnyQueue;
    write.signal_semaphore_count = 1;
    const format::SemaphoreTimepoint signal = {semaphore_, ++written_};
    return write_operation(Operation::kDeviceQueueWrite, ObjectType::kDevice, device_, device_, from.buffer_id,
                           PayloadType::kDeviceQueueWrite, {value_bytes(write), value_bytes(signal)});
  }

  Status write_copy(const format::BufferRef& from, uint64_t device, Staging* staging) {
    if (staging->buffer == 0) {
      staging->buffer = ++last_id_;
      staging->semaphore = ++last_id_;
      IR_RETURN_IF_ERROR(write_staging(device, *staging));
      IR_RETURN_IF_ERROR(write_semaphore(device, staging->semaphore));
    }
    format::QueueCopy copy = {};
    copy.source_ref = from;
    copy.target_ref = {staging->buffer, 0, from.length, 0, 0};
    copy.queue_affinity = kAnyQueue;
    copy.signal_semaphore_count = 1;
    const format::SemaphoreTimepoint signal = {staging->semaphore, ++staging->value};
    return write_operation(Operation::kDeviceQueueCopy, ObjectType::kDevice, device, device, staging->buffer,
                           PayloadType::kDeviceQueueCopy, {value_bytes(copy), value_bytes(signal)});
  }

  /// Memory as that to which IREE copies what it reads back.
  Status write_staging(uint64_t device, const Staging& staging) {
    constexpr uint32_t kUsage = kTransferSource | kTransferTarget | kScopedMapping | kMappedAtRandom;
    constexpr uint16_t kAccess = format::kMemoryAccessRead | format::kMemoryAccessWrite;
    const format::AllocateBuffer allocation = {staging.length,          kAnyQueue, 0, kUsage,
                                               kHostLocalDeviceVisible, kAccess,   0, 0};
    IR_RETURN_IF_ERROR(write_operation(Operation::kAllocatorAllocateBuffer, ObjectType::kAllocator,
                                       allocators_.at(device), device, staging.buffer,
                                       PayloadType::kAllocatorAllocateBuffer, {value_bytes(allocation)}));
    const format::BufferObject object = {staging.length,          0,      staging.length, kAnyQueue, 0,
                                         kHostLocalDeviceVisible, kUsage, kAccess,        0,         0};
    return write_object(ObjectType::kBuffer, staging.buffer, device, PayloadType::kBufferObject, {value_bytes(object)});
  }

  const SourceCapture& source_;
  const replay::Program& program_;
  std::vector<Tap> taps_;  ///< By record.
  const std::atomic<bool>& cancelled_;
  CaptureWriter* writer_ = nullptr;

  std::map<uint64_t, Made> made_;            ///< Buffers with taps, by object id.
  std::map<uint64_t, uint64_t> allocators_;  ///< By device.
  std::map<uint64_t, uint64_t> owners_;      ///< Devices by allocator.
  std::map<uint64_t, Staging> staging_;      ///< By device.
  uint64_t record_count_ = 0;
  uint64_t machine_end_ = 0;  ///< One behind the last record of a device or its allocator.
  uint64_t last_id_ = 0;      ///< The highest that is used.

  uint64_t device_ = 0;
  uint64_t semaphore_ = 0;
  uint64_t first_file_ = 0;
  uint64_t written_ = 0;  ///< Taps.
};

}  // namespace

Result<uint64_t> write_taps(const std::string& source, const std::string& target, std::vector<Tap> taps,
                            const std::atomic<bool>& cancelled) {
  IR_ASSIGN_OR_RETURN(const replay::Program program, decode_for_any_device(source, cancelled));
  IR_ASSIGN_OR_RETURN(const SourceCapture capture, SourceCapture::open(source));
  IR_RETURN_IF_ERROR(capture.header.defect);
  Composer composer(capture, program, std::move(taps), cancelled);
  IR_RETURN_IF_ERROR(composer.survey());
  return sharing::write_capture(capture, target, [&](CaptureWriter* writer) { return composer.write(writer); });
}

}  // namespace ireereplay::composing
