// What the recorded application submitted and allocated, and what it recorded into command buffers: one pass over the
// capture. A program keeps only what has an effect; a profile names every operation, by the numbers that IREE's
// devices count with.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <unordered_map>
#include <vector>

#include "base/file.h"
#include "base/status.h"
#include "capture/format.h"
#include "capture/record_reader.h"
#include "profile/writer.h"

namespace ireereplay::replay {

/// One operation on a queue.
struct Submission {
  uint64_t record = 0;
  profile::format::QueueEventType type = profile::format::QueueEventType::kNone;
  uint32_t device = 0;  ///< Position among the capture's devices.
  uint64_t wait_count = 0;
  uint64_t signal_count = 0;
  uint64_t command_buffer = 0;  ///< Object id.
  uint64_t buffer = 0;          ///< Object id, of an alloca or dealloca.
  uint64_t payload_length = 0;  ///< Bytes allocated or moved.
};

/// Memory that the application asked for, or gave back.
struct MemoryOperation {
  uint64_t record = 0;
  profile::format::MemoryEventType type = profile::format::MemoryEventType::kNone;
  uint32_t device = 0;
  uint64_t submission = 0;  ///< Id of the queue operation; 0 for the host's own.
  uint64_t buffer = 0;      ///< Object id.
  uint64_t length = 0;
  uint64_t alignment = 0;
  uint32_t memory_type = 0;
  uint32_t usage = 0;
};

/// What a command buffer is, and where its operations are recorded.
struct RecordedCommands {
  uint64_t id = 0;
  uint32_t device = 0;
  format::CommandBufferObject object = {};
  std::vector<uint32_t> records;  ///< Of each operation, in recorded order.
};

/// Reads the records of a capture before `end_record`; those recorded as failed are left out.
class SubmissionReader {
 public:
  SubmissionReader(std::shared_ptr<const File> capture, uint64_t end_record)
      : capture_(std::move(capture)), end_record_(end_record) {}

  /// Takes an operation of a command buffer; what it returns ends the reading unless it is OK.
  using TakeOperation = std::function<Status(const profile::format::CommandOperation&)>;

  /// Gives each operation away as it is read: there may be many.
  Status read(const TakeOperation& take);

  /// In recorded order: the id of a submission is its position, counted from 1.
  const std::vector<Submission>& submissions() const { return submissions_; }
  const std::vector<MemoryOperation>& memory() const { return memory_; }
  /// In the order of their creation.
  const std::vector<RecordedCommands>& command_buffers() const { return command_buffers_; }
  /// nullptr for an id that is not a command buffer's.
  const RecordedCommands* find(uint64_t command_buffer) const;

 private:
  Status add_object(RecordReader& reader, const RecordFrame& frame);
  Status add_operation(RecordReader& reader, const RecordFrame& frame, const TakeOperation& take);
  Status add_submission(RecordReader& reader, const RecordFrame& frame);
  Status add_command(RecordReader& reader, const RecordFrame& frame, const TakeOperation& take);
  /// Where the command buffer is among `command_buffers_`; their size when it is unknown.
  size_t place_of(uint64_t command_buffer) const;
  Status add_dispatch(RecordReader& reader, const RecordFrame& frame, profile::format::CommandOperation* operation);
  void add_memory(const RecordFrame& frame, profile::format::MemoryEventType type, uint32_t device, uint64_t submission,
                  const format::AllocateBuffer& allocation);
  uint32_t device_of(uint64_t object_id) const;
  /// Bytes of a range, also of one to the end of its buffer; 0 for what is known only when it is executed.
  uint64_t length_of(const format::BufferRef& ref) const;

  std::shared_ptr<const File> capture_;
  uint64_t end_record_;
  std::vector<Submission> submissions_;
  std::vector<MemoryOperation> memory_;
  std::vector<RecordedCommands> command_buffers_;
  size_t latest_ = 0;  ///< Of the command buffers, the one that a command was recorded into last.
  std::unordered_map<uint64_t, size_t> command_buffer_of_;
  std::unordered_map<uint64_t, uint32_t> device_of_;
  std::unordered_map<uint64_t, size_t> allocation_of_;  ///< Positions in memory_, by buffer.
};

}  // namespace ireereplay::replay
