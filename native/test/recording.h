// Captures that no program recorded, made with the core's own writer.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "capture/writer.h"
#include "fixtures.h"

namespace ireereplay::test {

template <typename T>
Bytes bytes_of(const T& value) {
  return Bytes(reinterpret_cast<const uint8_t*>(&value), sizeof(value));
}
inline Bytes bytes_of(const std::string& text) {
  return Bytes(reinterpret_cast<const uint8_t*>(text.data()), text.size());
}

/// A capture being written to a temporary file.
class Recording {
 public:
  Recording() : writer_(*CaptureWriter::create(file_.path())) {}

  /// Appends an operation; `hole` zeros follow the parts of its payload.
  void operation(format::Operation operation, uint64_t object = 0, uint64_t related = 0,
                 format::PayloadType payload = format::PayloadType::kNone, std::initializer_list<Bytes> parts = {},
                 uint64_t hole = 0) {
    format::RecordHeader header = {};
    header.record_type = format::RecordType::kOperation;
    header.operation_code = operation;
    header.object_id = object;
    header.related_object_id = related;
    header.payload_type = payload;
    EXPECT_TRUE(writer_.append(header, parts, hole).ok());
  }
  /// Appends an object.
  void object(format::ObjectType type, uint64_t id, format::PayloadType payload = format::PayloadType::kNone,
              std::initializer_list<Bytes> parts = {}, uint64_t hole = 0) {
    format::RecordHeader header = {};
    header.record_type = format::RecordType::kObject;
    header.object_type = type;
    header.object_id = id;
    header.payload_type = payload;
    EXPECT_TRUE(writer_.append(header, parts, hole).ok());
  }
  /// Begins or ends a scope; its name is `name` and then `hole` zeros.
  void scope(bool begin, const std::string& name, uint64_t hole = 0) {
    format::ReplayScope scope = {};
    scope.name_length = name.size() + hole;
    operation(begin ? format::Operation::kReplayScopeBegin : format::Operation::kReplayScopeEnd, 0, 0,
              format::PayloadType::kReplayScope, {bytes_of(scope), bytes_of(name)}, hole);
  }
  /// Creates command buffer `id` with `commands` barriers in it.
  void command_buffer(uint64_t id, uint32_t commands) {
    operation(format::Operation::kDeviceCreateCommandBuffer, 1, id);
    object(format::ObjectType::kCommandBuffer, id);
    for (uint32_t i = 0; i < commands; ++i) operation(format::Operation::kCommandBufferSignalEvent, id);
  }
  /// Submits command buffer `id`.
  void execute(uint64_t id) {
    format::QueueExecute execute = {};
    execute.command_buffer_id = id;
    operation(format::Operation::kDeviceQueueExecute, 1, id, format::PayloadType::kDeviceQueueExecute,
              {bytes_of(execute)});
  }

  /// Completes the file, once.
  const std::string& finish() {
    EXPECT_TRUE(writer_.close().ok());
    return file_.path();
  }
  /// Completes the file and opens it.
  Opened open() { return test::open(finish()); }

 private:
  TemporaryFile file_;
  CaptureWriter writer_;
};

}  // namespace ireereplay::test
