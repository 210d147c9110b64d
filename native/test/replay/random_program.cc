#include "random_program.h"

#include <algorithm>
#include <fstream>
#include <random>
#include <vector>

#include "capture/writer.h"
#include "replays.h"

namespace ireereplay::replay {

namespace {

using format::ObjectType;
using format::Operation;
using format::PayloadType;
using format::RecordType;

// Buffer usage for transfers, dispatches, their parameters and mapping; memory that host and device see.
constexpr uint32_t kUsage = 0x09000C03 | 0x100, kMemory = 0x56;
constexpr uint64_t kAnyQueue = ~0ull;

template <typename T>
Bytes bytes_of(const T& value) {
  return {reinterpret_cast<const uint8_t*>(&value), sizeof(T)};
}
template <typename T>
Bytes bytes_of(const std::vector<T>& values) {
  return {reinterpret_cast<const uint8_t*>(values.data()), values.size() * sizeof(T)};
}

class Program {
 public:
  Program(CaptureWriter writer, const RandomProgramOptions& options)
      : writer_(std::move(writer)), options_(options), random_(options.seed * 0x9E3779B97F4A7C15ull + 1) {}

  Status write(uint32_t* device_count) {
    format::RecordHeader session = {};
    session.record_type = RecordType::kSession;
    record(session);
    *device_count = 1 + below(2);
    for (uint32_t i = 0; i < *device_count; ++i) create_device();
    const uint32_t count = 3 + below(5);
    for (uint32_t i = 0; i < count; ++i) create_buffer(false);
    create_count_buffer();
    for (uint32_t i = 0; i < 1 + below(3); ++i)
      semaphores_.push_back({create(devices_[0].id, Operation::kDeviceCreateSemaphore, ObjectType::kSemaphore,
                                    format::SemaphoreObject{kAnyQueue, 0, 0xA, 0}),
                             0});
    create_inline_file();
    scope("work", true);
    for (uint32_t i = 0; i < options_.operations; ++i) operation();
    scope("work", false);
    read_back();
    IR_RETURN_IF_ERROR(status_);
    return writer_.close();
  }

 private:
  struct Device {
    uint64_t id, allocator, cache, executable;
  };
  struct Buffer {
    uint64_t id, size;
    bool alive = true;
  };
  struct Semaphore {
    uint64_t id, value;
  };
  // What a command in a command buffer touches, to know where a barrier is needed. Slots count as buffers here: a
  // region with slots treats them all as one.
  struct Touch {
    uint64_t buffer, begin, end;
    bool writes;
  };
  struct CommandBuffer {
    uint64_t id;
    uint32_t device;
    uint32_t slots;
  };

  uint32_t below(uint32_t limit) { return static_cast<uint32_t>(random_() % limit); }
  bool chance(uint32_t percent) { return below(100) < percent; }

  void record(format::RecordHeader header, std::initializer_list<Bytes> parts = {}) {
    if (status_.ok()) status_ = writer_.append(header, parts);
  }
  void operate(Operation operation, PayloadType payload, uint64_t device, ObjectType type, uint64_t object,
               uint64_t related, std::initializer_list<Bytes> parts = {}) {
    format::RecordHeader header = {};
    header.device_id = device;
    header.object_id = object;
    header.related_object_id = related;
    header.record_type = RecordType::kOperation;
    header.payload_type = payload;
    header.object_type = type;
    header.operation_code = operation;
    record(header, parts);
  }
  void object(uint64_t device, uint64_t id, ObjectType type) {
    format::RecordHeader header = {};
    header.device_id = device;
    header.object_id = id;
    header.record_type = RecordType::kObject;
    header.object_type = type;
    record(header);
  }
  template <typename T>
  static PayloadType payload_of() {
    if constexpr (std::is_same_v<T, format::SemaphoreObject>) return PayloadType::kSemaphoreObject;
    if constexpr (std::is_same_v<T, format::CommandBufferObject>) return PayloadType::kCommandBufferObject;
    if constexpr (std::is_same_v<T, format::EventObject>) return PayloadType::kEventObject;
    return PayloadType::kExecutableCacheObject;
  }
  template <typename T>
  uint64_t create(uint64_t device, Operation operation, ObjectType type, const T& payload) {
    const uint64_t id = next_id_++;
    operate(operation, payload_of<T>(), device, ObjectType::kDevice, device, id, {bytes_of(payload)});
    object(device, id, type);
    return id;
  }

  void create_device() {
    Device device = {};
    device.id = next_id_++;
    device.allocator = next_id_++;
    object(0, device.id, ObjectType::kDevice);
    object(device.id, device.allocator, ObjectType::kAllocator);
    device.cache = create(device.id, Operation::kDeviceCreateExecutableCache, ObjectType::kExecutableCache,
                          format::ExecutableCacheObject{0, 0});
    if (options_.dispatches) prepare_executable(&device);
    devices_.push_back(device);
  }

  void prepare_executable(Device* device) {
    device->executable = next_id_++;
    const std::vector<uint8_t> prepare = captured_prepare_payload();
    operate(Operation::kExecutableCachePrepareExecutable, PayloadType::kExecutablePrepare, device->id,
            ObjectType::kExecutableCache, device->cache, device->executable, {bytes_of(prepare)});
  }

  static std::vector<uint8_t> captured_prepare_payload() {
    auto file = File::open(fixture("small.ireereplay"));
    auto header = read_capture_header(**file);
    RecordReader reader(*file, *header);
    RecordFrame frame;
    while (!reader.at_end() && reader.next(&frame).ok()) {
      if (frame.header.payload_type != PayloadType::kExecutablePrepare) continue;
      auto payload = reader.payload(frame);
      return {payload->begin(), payload->end()};
    }
    return {};
  }

  // Floats near one: products of a few dozen stay normal, so devices that flush denormals agree with others.
  std::vector<float> floats(uint64_t bytes) {
    std::vector<float> values(bytes / 4);
    for (float& value : values) value = 0.9f + 0.2f * static_cast<float>(below(1000)) / 1000.0f;
    return values;
  }

  void create_buffer(bool on_queue) {
    Buffer buffer = {next_id_++, 64 * (1 + below(64))};
    const format::AllocateBuffer allocation = {buffer.size, kAnyQueue, 0, kUsage, kMemory, 7, 0, 0};
    const Device& device = devices_[below(static_cast<uint32_t>(devices_.size()))];
    if (on_queue) {
      format::QueueAlloca payload = {allocation, kAnyQueue, 0, 0, 0};
      const auto [waits, signals] = timepoints();
      payload.wait_semaphore_count = waits.size();
      payload.signal_semaphore_count = signals.size();
      operate(Operation::kDeviceQueueAlloca, PayloadType::kDeviceQueueAlloca, device.id, ObjectType::kDevice, device.id,
              buffer.id, {bytes_of(payload), bytes_of(waits), bytes_of(signals)});
      buffers_.push_back(buffer);
      const auto data = floats(buffer.size);
      queue_update(buffers_.back(), 0, bytes_of(data));
      return;
    }
    operate(Operation::kAllocatorAllocateBuffer, PayloadType::kAllocatorAllocateBuffer, device.id,
            ObjectType::kAllocator, device.allocator, buffer.id, {bytes_of(allocation)});
    buffers_.push_back(buffer);
    const auto data = floats(buffer.size);
    host_write(buffer, 0, bytes_of(data));
  }

  void host_write(const Buffer& buffer, uint64_t offset, Bytes data) {
    operate(Operation::kBufferMapRange, PayloadType::kBufferRange, devices_[0].id, ObjectType::kBuffer, buffer.id, 0,
            {bytes_of(format::BufferRange{offset, data.size(), 1, 6, 0, 0})});
    operate(Operation::kBufferUnmapRange, PayloadType::kBufferRangeData, devices_[0].id, ObjectType::kBuffer, buffer.id,
            0, {bytes_of(format::BufferRangeData{offset, data.size(), data.size(), 0, 6, 0, 0}), data});
  }

  void create_count_buffer() {
    const format::AllocateBuffer allocation = {64, kAnyQueue, 0, kUsage, kMemory, 7, 0, 0};
    counts_ = {next_id_++, 64};
    operate(Operation::kAllocatorAllocateBuffer, PayloadType::kAllocatorAllocateBuffer, devices_[0].id,
            ObjectType::kAllocator, devices_[0].allocator, counts_.id, {bytes_of(allocation)});
    std::vector<uint32_t> counts = {1, 1, 1, 2, 1, 1, 3, 1, 1, 4, 1, 1, 0, 0, 0, 0};
    host_write(counts_, 0, bytes_of(counts));
  }

  void create_inline_file() {
    file_ = next_id_++;
    const auto contents = floats(4096);
    format::FileObject payload = {};
    payload.queue_affinity = kAnyQueue;
    payload.file_length = payload.reference_length = 4096;
    payload.access = 1;
    payload.reference_type = format::FileReferenceType::kInlineBytes;
    operate(Operation::kDeviceImportFile, PayloadType::kFileObject, devices_[0].id, ObjectType::kDevice, devices_[0].id,
            file_, {bytes_of(payload), bytes_of(contents)});
  }

  void scope(const std::string& name, bool begin) {
    operate(begin ? Operation::kReplayScopeBegin : Operation::kReplayScopeEnd, PayloadType::kReplayScope, 0,
            ObjectType::kNone, 0, 0,
            {bytes_of(format::ReplayScope{name.size(), 0, 0, 0}),
             Bytes(reinterpret_cast<const uint8_t*>(name.data()), name.size())});
  }

  // Some signaled values to wait for, and a few to signal; often neither.
  std::pair<std::vector<format::SemaphoreTimepoint>, std::vector<format::SemaphoreTimepoint>> timepoints() {
    std::vector<format::SemaphoreTimepoint> waits, signals;
    for (Semaphore& semaphore : semaphores_) {
      if (chance(40) && semaphore.value != 0)
        waits.push_back({semaphore.id, 1 + below(static_cast<uint32_t>(semaphore.value))});
      if (chance(40)) signals.push_back({semaphore.id, semaphore.value += 1 + below(3)});
    }
    // IREE's executor waits for an operation only if it signals something.
    if (signals.empty() && !options_.output_file.empty())
      signals.push_back({semaphores_[0].id, ++semaphores_[0].value});
    return {waits, signals};
  }

  template <typename T>
  void queue(Operation operation, PayloadType type, T payload, Bytes tail = {}, uint64_t related = 0) {
    const Device& device = devices_[below(static_cast<uint32_t>(devices_.size()))];
    queue_on(device, operation, type, payload, tail, related);
  }
  template <typename T>
  void queue_on(const Device& device, Operation operation, PayloadType type, T payload, Bytes tail = {},
                uint64_t related = 0) {
    const auto [waits, signals] = timepoints();
    payload.wait_semaphore_count = waits.size();
    payload.signal_semaphore_count = signals.size();
    operate(operation, type, device.id, ObjectType::kDevice, device.id, related,
            {bytes_of(payload), bytes_of(waits), bytes_of(signals), tail});
  }

  const Buffer& any_buffer() {
    for (;;) {
      const Buffer& buffer = buffers_[below(static_cast<uint32_t>(buffers_.size()))];
      if (buffer.alive) return buffer;
    }
  }
  // A part of a buffer, in multiples of `unit`, of at most `limit` bytes.
  format::BufferRef part(const Buffer& buffer, uint64_t unit, uint64_t limit = ~0ull) {
    const uint64_t units = buffer.size / unit;
    const uint64_t begin = below(static_cast<uint32_t>(units));
    const uint64_t length =
        1 + below(static_cast<uint32_t>(std::min(units - begin, std::max<uint64_t>(limit / unit, 1))));
    return {buffer.id, begin * unit, length * unit, 0, 0};
  }

  void queue_update(const Buffer& buffer, uint64_t offset, Bytes data) {
    format::QueueUpdate payload = {};
    payload.target_ref = {buffer.id, offset, data.size(), 0, 0};
    payload.queue_affinity = kAnyQueue;
    payload.data_length = data.size();
    queue(Operation::kDeviceQueueUpdate, PayloadType::kDeviceQueueUpdate, payload, data);
  }

  static Bytes pattern(uint32_t length) {
    static constexpr uint8_t kByte[] = {0x3F}, kHalf[] = {0x80, 0x3F}, kWord[] = {0x00, 0x00, 0x80, 0x3F};
    return length == 1 ? Bytes(kByte) : length == 2 ? Bytes(kHalf) : Bytes(kWord);
  }

  // Source and target parts of one length that do not overlap; false when none was found.
  bool copy_parts(format::BufferRef* source, format::BufferRef* target) {
    *source = part(any_buffer(), 4);
    const Buffer& buffer = any_buffer();
    if (buffer.size < source->length) return false;
    *target = {buffer.id, 4ull * below(static_cast<uint32_t>((buffer.size - source->length) / 4 + 1)), source->length,
               0, 0};
    return target->buffer_id != source->buffer_id || target->offset + target->length <= source->offset ||
           source->offset + source->length <= target->offset;
  }

  // A dispatch of the elementwise kernel: as many workgroups of 16 bytes as the smallest binding has.
  format::Dispatch dispatch(const Device& device, std::vector<format::BufferRef>* bindings, bool in_command_buffer) {
    // Workgroups of one dispatch run in any order: none may read what another writes.
    const auto valid = [&] {
      const format::BufferRef& out = bindings->back();
      return std::none_of(bindings->begin(), bindings->end() - 1, [&](const format::BufferRef& in) {
        return in.buffer_id == out.buffer_id && in.offset != out.offset && in.offset < out.offset + out.length &&
               out.offset < in.offset + in.length;
      });
    };
    do {
      bindings->clear();
      for (int i = 0; i < 3; ++i) bindings->push_back(part(any_buffer(), 64));
    } while (!valid());
    uint64_t bytes = ~0ull;
    for (const format::BufferRef& binding : *bindings) bytes = std::min(bytes, binding.length);
    return dispatch_of(device, bytes, in_command_buffer);
  }
  format::Dispatch dispatch_of(const Device& device, uint64_t bytes, bool in_command_buffer) {
    format::Dispatch payload = {};
    payload.executable_id = device.executable;
    payload.queue_affinity = in_command_buffer ? 0 : kAnyQueue;
    payload.workgroup_size[0] = 4;
    payload.workgroup_size[1] = payload.workgroup_size[2] = 1;
    payload.workgroup_count[0] = static_cast<uint32_t>(bytes / 16);
    payload.workgroup_count[1] = payload.workgroup_count[2] = 1;
    payload.binding_count = 3;
    if (chance(20)) {
      payload.flags = 1u << below(2);
      payload.workgroup_count[0] = 0;
      payload.workgroup_count_ref = {counts_.id, 12ull * below(4), 12, 0, 0};
    }
    return payload;
  }

  void operation() {
    switch (below(11)) {
      case 0: {
        const uint32_t length = 1u << below(3);
        format::QueueFill payload = {};
        payload.target_ref = part(any_buffer(), 4);
        payload.queue_affinity = kAnyQueue;
        payload.pattern_length = length;
        return queue(Operation::kDeviceQueueFill, PayloadType::kDeviceQueueFill, payload, pattern(length));
      }
      case 1: {
        const format::BufferRef ref = part(any_buffer(), 4);
        const auto data = floats(ref.length);
        return queue_update({ref.buffer_id, 0}, ref.offset, bytes_of(data));
      }
      case 2: {
        format::QueueCopy payload = {};
        payload.queue_affinity = kAnyQueue;
        if (!copy_parts(&payload.source_ref, &payload.target_ref)) return;
        return queue(Operation::kDeviceQueueCopy, PayloadType::kDeviceQueueCopy, payload);
      }
      case 3:
      case 4: {
        if (!options_.dispatches) return;
        const Device& device = devices_[below(static_cast<uint32_t>(devices_.size()))];
        std::vector<format::BufferRef> bindings;
        const format::Dispatch payload = dispatch(device, &bindings, false);
        return queue_on(device, Operation::kDeviceQueueDispatch, PayloadType::kDispatch, payload, bytes_of(bindings),
                        device.executable);
      }
      case 5: {
        format::QueueRead payload = {};
        payload.source_file_id = file_;
        payload.source_offset = 4 * below(512);
        payload.target_ref = part(any_buffer(), 4, 2048);
        payload.queue_affinity = kAnyQueue;
        return queue(Operation::kDeviceQueueRead, PayloadType::kDeviceQueueRead, payload);
      }
      case 6: {
        const format::BufferRef ref = part(any_buffer(), 4);
        const auto data = floats(ref.length);
        return host_write({ref.buffer_id, 0}, ref.offset, bytes_of(data));
      }
      case 7:
        if (buffers_.size() < 16 && chance(50)) return create_buffer(true);
        return dealloca();
      case 8:
        return queue(Operation::kDeviceQueueExecute, PayloadType::kDeviceQueueExecute,
                     format::QueueExecute{0, kAnyQueue, 0, 0, 0, 0});
      case 9:
        if (!command_buffers_.empty())
          return execute(command_buffers_[below(static_cast<uint32_t>(command_buffers_.size()))]);
        return;
      default:
        return record_command_buffer();
    }
  }

  void dealloca() {
    const auto alive =
        static_cast<size_t>(std::count_if(buffers_.begin(), buffers_.end(), [](const Buffer& b) { return b.alive; }));
    if (alive < 4) return;
    for (Buffer& buffer : buffers_) {
      if (!buffer.alive || chance(70) || in_command_buffer(buffer.id)) continue;
      buffer.alive = false;
      format::QueueDealloca payload = {};
      payload.buffer_ref = {buffer.id, 0, buffer.size, 0, 0};
      payload.queue_affinity = kAnyQueue;
      return queue(Operation::kDeviceQueueDealloca, PayloadType::kDeviceQueueDealloca, payload);
    }
  }
  bool in_command_buffer(uint64_t id) const { return std::find(held_.begin(), held_.end(), id) != held_.end(); }

  // Commands with a barrier wherever one touches what another in its region does, and a few more.
  void record_command_buffer() {
    const auto device_index = below(static_cast<uint32_t>(devices_.size()));
    const Device& device = devices_[device_index];
    CommandBuffer commands = {0, device_index, chance(50) ? 3u : 0u};
    commands.id = create(device.id, Operation::kDeviceCreateCommandBuffer, ObjectType::kCommandBuffer,
                         format::CommandBufferObject{0, 3, kAnyQueue, commands.slots});
    const uint64_t event =
        create(device.id, Operation::kDeviceCreateEvent, ObjectType::kEvent, format::EventObject{kAnyQueue, 0, 0, 0});
    const auto command = [&](Operation operation, PayloadType type, std::initializer_list<Bytes> parts = {}) {
      operate(operation, type, device.id, ObjectType::kCommandBuffer, commands.id, 0, parts);
    };
    std::vector<Touch> region;
    const auto barrier = [&] {
      if (chance(25)) {
        command(Operation::kCommandBufferSignalEvent, PayloadType::kCommandBufferEvent,
                {bytes_of(format::CommandBufferEvent{event, 4})});
        command(Operation::kCommandBufferWaitEvents, PayloadType::kCommandBufferWaitEvents,
                {bytes_of(format::WaitEvents{4, 4, 1, 0, 0, 0}), bytes_of(event)});
      } else {
        command(Operation::kCommandBufferExecutionBarrier, PayloadType::kCommandBufferExecutionBarrier,
                {bytes_of(format::ExecutionBarrier{0x1C, 0xD, 0, 1, 0}), bytes_of(format::MemoryBarrier{0x10, 0x8})});
      }
      region.clear();
    };
    const auto touch = [&](std::initializer_list<Touch> touches) {
      const bool conflict = std::any_of(touches.begin(), touches.end(), [&](const Touch& a) {
        return std::any_of(region.begin(), region.end(), [&](const Touch& b) {
          return a.buffer == b.buffer && a.begin < b.end && b.begin < a.end && (a.writes || b.writes);
        });
      });
      if (conflict || chance(20)) barrier();
      region.insert(region.end(), touches);
      for (const Touch& a : touches) held_.push_back(a.buffer);
    };
    const auto touched = [](const format::BufferRef& ref, bool writes) {
      return Touch{ref.buffer_id, ref.offset, ref.offset + ref.length, writes};
    };

    command(Operation::kCommandBufferBegin, PayloadType::kNone);
    for (uint32_t i = 0, count = 1 + below(8); i < count; ++i) {
      switch (below(4)) {
        case 0: {
          format::FillBuffer payload = {part(any_buffer(), 4), 0, 0, 4};
          touch({touched(payload.target_ref, true)});
          command(Operation::kCommandBufferFillBuffer, PayloadType::kCommandBufferFillBuffer,
                  {bytes_of(payload), pattern(4)});
          break;
        }
        case 1: {
          format::UpdateBuffer payload = {part(any_buffer(), 4, 256), 0, 0, 0, 0};
          payload.data_length = payload.target_ref.length;
          const auto data = floats(payload.data_length);
          touch({touched(payload.target_ref, true)});
          command(Operation::kCommandBufferUpdateBuffer, PayloadType::kCommandBufferUpdateBuffer,
                  {bytes_of(payload), bytes_of(data)});
          break;
        }
        case 2: {
          format::CopyBuffer payload = {};
          if (!copy_parts(&payload.source_ref, &payload.target_ref)) break;
          touch({touched(payload.source_ref, false), touched(payload.target_ref, true)});
          command(Operation::kCommandBufferCopyBuffer, PayloadType::kCommandBufferCopyBuffer, {bytes_of(payload)});
          break;
        }
        default: {
          if (!options_.dispatches) break;
          std::vector<format::BufferRef> bindings;
          format::Dispatch payload;
          if (commands.slots != 0 && chance(70)) {
            // Tables give each slot at least 64 bytes. Slots may be any buffer, so barriers separate them from the
            // rest.
            barrier();
            for (uint32_t slot = 0; slot < 3; ++slot) bindings.push_back({0, 0, 64, slot, 0});
            payload = dispatch_of(device, 64, true);
            command(Operation::kCommandBufferDispatch, PayloadType::kDispatch, {bytes_of(payload), bytes_of(bindings)});
            barrier();
            break;
          }
          payload = dispatch(device, &bindings, true);
          touch({touched(bindings[0], false), touched(bindings[1], false), touched(bindings[2], true),
                 Touch{counts_.id, 0, 64, false}});
          command(Operation::kCommandBufferDispatch, PayloadType::kDispatch, {bytes_of(payload), bytes_of(bindings)});
          break;
        }
      }
    }
    command(Operation::kCommandBufferEnd, PayloadType::kNone);
    command_buffers_.push_back(commands);
    if (chance(80)) execute(commands);
  }

  void execute(const CommandBuffer& commands) {
    std::vector<format::BufferRef> table;
    for (uint32_t i = 0; i < commands.slots; ++i) {
      // The last slot is what dispatches write: a different buffer from the others.
      const Buffer* next = &any_buffer();
      while (i + 1 == commands.slots &&
             std::any_of(table.begin(), table.end(), [&](const auto& entry) { return entry.buffer_id == next->id; })) {
        next = &any_buffer();
      }
      const Buffer& buffer = *next;
      const uint64_t offset = 64 * below(static_cast<uint32_t>(buffer.size / 64));
      table.push_back({buffer.id, offset, buffer.size - offset, 0, 0});
    }
    format::QueueExecute payload = {commands.id, kAnyQueue, 0, 0, 0, table.size()};
    queue_on(devices_[commands.device], Operation::kDeviceQueueExecute, PayloadType::kDeviceQueueExecute, payload,
             bytes_of(table), commands.id);
  }

  void read_back() {
    uint64_t total = counts_.size;
    buffers_.push_back(counts_);
    uint64_t output = 0;
    if (!options_.output_file.empty()) {
      total = 0;
      for (const Buffer& buffer : buffers_) total += buffer.alive ? buffer.size : 0;
      std::ofstream(options_.output_file, std::ios::binary) << std::string(total, '\0');
      output = next_id_++;
      format::FileObject payload = {};
      payload.queue_affinity = kAnyQueue;
      payload.file_length = total;
      payload.reference_length = options_.output_file.size();
      payload.access = 3;
      payload.handle_type = 1;
      payload.reference_type = format::FileReferenceType::kExternalPath;
      operate(Operation::kDeviceImportFile, PayloadType::kFileObject, devices_[0].id, ObjectType::kDevice,
              devices_[0].id, output,
              {bytes_of(payload),
               Bytes(reinterpret_cast<const uint8_t*>(options_.output_file.data()), options_.output_file.size())});
    }
    uint64_t at = 0;
    for (const Buffer& buffer : buffers_) {
      if (!buffer.alive) continue;
      if (output == 0) {
        operate(Operation::kBufferMapRange, PayloadType::kBufferRange, devices_[0].id, ObjectType::kBuffer, buffer.id,
                0, {bytes_of(format::BufferRange{0, buffer.size, 1, 1, 0, 0})});
        operate(Operation::kBufferUnmapRange, PayloadType::kBufferRange, devices_[0].id, ObjectType::kBuffer, buffer.id,
                0, {bytes_of(format::BufferRange{0, buffer.size, 0, 1, 0, 0})});
        continue;
      }
      format::QueueWrite payload = {};
      payload.source_ref = {buffer.id, 0, buffer.size, 0, 0};
      payload.target_file_id = output;
      payload.target_offset = at;
      payload.queue_affinity = kAnyQueue;
      at += buffer.size;
      queue_on(devices_[0], Operation::kDeviceQueueWrite, PayloadType::kDeviceQueueWrite, payload);
    }
  }

  CaptureWriter writer_;
  RandomProgramOptions options_;
  std::mt19937_64 random_;
  Status status_;
  uint64_t next_id_ = 1;
  std::vector<Device> devices_;
  std::vector<Buffer> buffers_;
  std::vector<Semaphore> semaphores_;
  std::vector<CommandBuffer> command_buffers_;
  std::vector<uint64_t> held_;  // Buffers that command buffers name: never freed.
  Buffer counts_ = {};
  uint64_t file_ = 0;
};

}  // namespace

Status write_random_program(const std::string& path, const RandomProgramOptions& options, uint32_t* devices) {
  IR_ASSIGN_OR_RETURN(auto writer, CaptureWriter::create(path));
  return Program(std::move(writer), options).write(devices);
}

}  // namespace ireereplay::replay
