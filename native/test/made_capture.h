// Captures made record by record, for what no recorder writes.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <initializer_list>
#include <string>
#include <type_traits>
#include <vector>

#include "capture/writer.h"
#include "replays.h"

namespace ireereplay::replay {

/// A capture with one device, deleted with its scope. The device has id 1, its allocator id 2; new_id() gives the
/// others.
class MadeCapture {
 public:
  static constexpr uint64_t kDevice = 1, kAllocator = 2, kAnyQueue = ~0ull;

  MadeCapture() : path_(next_path()), writer_(*CaptureWriter::create(path_)) {
    format::RecordHeader session = {};
    session.record_type = format::RecordType::kSession;
    record(session, {});
    object(0, kDevice, format::ObjectType::kDevice);
    object(kDevice, kAllocator, format::ObjectType::kAllocator);
  }
  ~MadeCapture() { std::remove(path_.c_str()); }
  MadeCapture(const MadeCapture&) = delete;
  MadeCapture& operator=(const MadeCapture&) = delete;

  uint64_t new_id() { return next_id_++; }
  /// Number of the next record.
  uint64_t next_record() const { return writer_.record_count(); }
  /// Completes the file.
  const std::string& path() {
    if (!closed_) {
      closed_ = true;
      EXPECT_TRUE(writer_.close().ok());
    }
    return path_;
  }

  template <typename T>
  static Bytes bytes(const T& value) {
    if constexpr (std::is_trivially_copyable_v<T> && !std::is_same_v<T, Bytes>) {
      return {reinterpret_cast<const uint8_t*>(&value), sizeof(T)};
    } else {
      return {reinterpret_cast<const uint8_t*>(value.data()), value.size() * sizeof(value[0])};
    }
  }

  void operation(format::Operation operation, format::PayloadType payload, format::ObjectType type, uint64_t object,
                 uint64_t related, std::initializer_list<Bytes> parts) {
    format::RecordHeader header = {};
    header.device_id = kDevice;
    header.object_id = object;
    header.related_object_id = related;
    header.record_type = format::RecordType::kOperation;
    header.payload_type = payload;
    header.object_type = type;
    header.operation_code = operation;
    record(header, parts);
  }

  uint64_t buffer(uint64_t size) {
    const uint64_t id = new_id();
    operation(format::Operation::kAllocatorAllocateBuffer, format::PayloadType::kAllocatorAllocateBuffer,
              format::ObjectType::kAllocator, kAllocator, id,
              {bytes(format::AllocateBuffer{size, kAnyQueue, 0, 0x09000D03, 0x56, 7, 0, 0})});
    return id;
  }
  uint64_t semaphore(uint64_t value = 0) {
    const uint64_t id = new_id();
    operation(format::Operation::kDeviceCreateSemaphore, format::PayloadType::kSemaphoreObject,
              format::ObjectType::kDevice, kDevice, id, {bytes(format::SemaphoreObject{kAnyQueue, value, 0, 0})});
    return id;
  }
  void scope(const std::string& name, bool begin) {
    operation(begin ? format::Operation::kReplayScopeBegin : format::Operation::kReplayScopeEnd,
              format::PayloadType::kReplayScope, format::ObjectType::kNone, 0, 0,
              {bytes(format::ReplayScope{name.size(), 0, 0, 0}), bytes(name)});
  }
  /// The executable of small.ireereplay, whose function 0 is 'elementwise': three bindings, no constants.
  uint64_t executable() {
    const uint64_t cache = new_id(), id = new_id();
    operation(format::Operation::kDeviceCreateExecutableCache, format::PayloadType::kExecutableCacheObject,
              format::ObjectType::kDevice, kDevice, cache, {bytes(format::ExecutableCacheObject{0, 0})});
    operation(format::Operation::kExecutableCachePrepareExecutable, format::PayloadType::kExecutablePrepare,
              format::ObjectType::kExecutableCache, cache, id, {bytes(captured_prepare(fixture("small.ireereplay")))});
    return id;
  }
  void dispatch(uint64_t executable, uint32_t function, const std::vector<format::BufferRef>& bindings) {
    format::Dispatch payload = {};
    payload.executable_id = executable;
    payload.function_ordinal = function;
    payload.queue_affinity = kAnyQueue;
    for (uint32_t& count : payload.workgroup_count) count = 1;
    payload.binding_count = bindings.size();
    operation(format::Operation::kDeviceQueueDispatch, format::PayloadType::kDispatch, format::ObjectType::kDevice,
              kDevice, 0, {bytes(payload), bytes(bindings)});
  }
  /// The host maps a range of a buffer for reading.
  void read_back(uint64_t buffer, uint64_t offset, uint64_t length) {
    operation(format::Operation::kBufferMapRange, format::PayloadType::kBufferRange, format::ObjectType::kBuffer,
              buffer, 0, {bytes(format::BufferRange{offset, length, 1, 1, 0, 0})});
  }
  uint64_t file(const format::FileObject& payload, Bytes reference) {
    const uint64_t id = new_id();
    operation(format::Operation::kDeviceImportFile, format::PayloadType::kFileObject, format::ObjectType::kDevice,
              kDevice, id, {bytes(payload), reference});
    return id;
  }

 private:
  static std::string next_path() {
    static std::atomic<int> counter = 0;
    return testing::TempDir() + "made-" + std::to_string(::getpid()) + "-" + std::to_string(counter++) + ".ireereplay";
  }
  void record(const format::RecordHeader& header, std::initializer_list<Bytes> parts) {
    EXPECT_TRUE(writer_.append(header, parts).ok());
  }
  void object(uint64_t device, uint64_t id, format::ObjectType type) {
    format::RecordHeader header = {};
    header.device_id = device;
    header.object_id = id;
    header.record_type = format::RecordType::kObject;
    header.object_type = type;
    record(header, {});
  }

  std::string path_;
  CaptureWriter writer_;
  uint64_t next_id_ = 3;
  bool closed_ = false;
};

}  // namespace ireereplay::replay
