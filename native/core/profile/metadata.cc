#include "profile/metadata.h"

namespace ireereplay::profile {

namespace {

template <typename Index, typename Key>
std::optional<size_t> position(const Index& index, const Key& key) {
  const auto found = index.find(key);
  if (found == index.end()) return std::nullopt;
  return found->second;
}

bool is_metadata(ChunkKind kind) {
  switch (kind) {
    case ChunkKind::kQueues:
    case ChunkKind::kExecutables:
    case ChunkKind::kFunctions:
    case ChunkKind::kCommandBuffers:
    case ChunkKind::kCommandOperations:
    case ChunkKind::kClockCorrelations:
    case ChunkKind::kDeviceMetricSources:
    case ChunkKind::kDeviceMetricDescriptors:
      return true;
    default:
      return false;
  }
}

Status check_blocks(const format::CommandOperation& operation) {
  const auto fail = [&](const char* what) {
    return Status(StatusCode::kDataLoss, std::string("command operation ") + what +
                                             " command_buffer=" + std::to_string(operation.command_buffer_id) +
                                             " command_index=" + std::to_string(operation.command_index));
  };
  constexpr uint32_t kNone = format::kNone32;
  if ((operation.flags & format::kOperationBlockStructure) != 0) {
    if (operation.block_ordinal == kNone || operation.block_command_ordinal == kNone) {
      return fail("declares block structure without block coordinates");
    }
  } else if (operation.block_ordinal != kNone || operation.block_command_ordinal != kNone ||
             operation.target_block_ordinal != kNone || operation.alternate_block_ordinal != kNone) {
    return fail("carries block coordinates without the block structure flag");
  }
  return Status();
}

}  // namespace

Result<Metadata> Metadata::read(const Bundle& bundle, const std::atomic<bool>& cancelled, Operations operations) {
  Metadata metadata;
  metadata.kept_ = operations;
  ChunkReader reader(bundle.file(), bundle.header());
  Chunk chunk;
  for (const ChunkPlace& place : bundle.chunks()) {
    if (!is_metadata(place.kind)) continue;
    if (cancelled.load(std::memory_order_relaxed)) return Status(StatusCode::kCancelled, "cancelled");
    reader.seek(place.offset, place.index);
    IR_RETURN_IF_ERROR(reader.next(&chunk));
    IR_RETURN_IF_ERROR(metadata.add(chunk, reader.window()));
  }
  metadata.find_same_code();
  return metadata;
}

void Metadata::find_same_code() {
  std::unordered_map<std::string, uint64_t> first;
  for (ExecutableInfo& executable : executables) {
    const uint64_t id = executable.record.executable_id;
    const bool is_described = !executable.functions.empty();
    executable.code = is_described ? first.try_emplace(code_key(executable), id).first->second : id;
  }
}

std::string Metadata::code_key(const ExecutableInfo& executable) const {
  std::string key;
  const auto append = [&key](const auto&... numbers) { ((key += std::to_string(numbers) += ' '), ...); };
  const auto append_hash = [&append](uint32_t flags, const uint64_t(&hash)[2]) {
    if ((flags & format::kHasIdentity) != 0) append(hash[0], hash[1]);
    append(flags);
  };
  append_hash(executable.record.flags, executable.record.code_object_hash);
  for (const size_t position : executable.functions) {
    const auto& [function, name] = functions[position];
    append(function.function_ordinal, function.constant_count, function.binding_count, function.parameter_count);
    for (const uint32_t size : function.workgroup_size) append(size);
    append_hash(function.flags, function.function_hash);
    append(name.size());
    key += name;
  }
  return key;
}

Status Metadata::add(const Chunk& chunk, FileWindow& window) {
  RecordWalk walk(window, chunk);
  Record record;
  while (!walk.at_end()) {
    IR_RETURN_IF_ERROR(walk.next(&record));
    IR_RETURN_IF_ERROR(add_record(chunk.kind, record).at(chunk.index, record.offset));
  }
  return Status();
}

Status Metadata::add_record(ChunkKind kind, const Record& record) {
  const auto name = [&](size_t part) { return std::string(trailing_text(layout_of(kind), record, part)); };
  switch (kind) {
    case ChunkKind::kQueues: {
      const auto queue = record.as<format::Queue>();
      const Numbers<3> key = {queue.physical_device_ordinal, queue.queue_ordinal, queue.stream_id};
      if (queue_index_.try_emplace(key, queues.size()).second) queues.push_back(queue);
      return Status();
    }
    case ChunkKind::kExecutables: {
      const auto executable = record.as<format::Executable>();
      if (executable_index_.try_emplace({executable.executable_id}, executables.size()).second) {
        executables.push_back({executable, {}});
      }
      return Status();
    }
    case ChunkKind::kFunctions: {
      const auto function = record.as<format::Function>();
      const auto executable = find_executable(function.executable_id);
      if (!executable) {
        return Status(StatusCode::kDataLoss, "executable function references missing executable metadata executable=" +
                                                 std::to_string(function.executable_id) +
                                                 " function=" + std::to_string(function.function_ordinal));
      }
      if (function_index_.try_emplace({function.executable_id, function.function_ordinal}, functions.size()).second) {
        executables[*executable].functions.push_back(functions.size());
        functions.push_back({function, name(0)});
      }
      return Status();
    }
    case ChunkKind::kCommandBuffers: {
      const auto buffer = record.as<format::CommandBuffer>();
      if (command_buffer_index_.try_emplace({buffer.command_buffer_id}, command_buffers.size()).second) {
        command_buffers.push_back({buffer, {}});
      }
      return Status();
    }
    case ChunkKind::kCommandOperations: {
      const auto operation = record.as<format::CommandOperation>();
      IR_RETURN_IF_ERROR(check_blocks(operation));
      const auto buffer = find_command_buffer(operation.command_buffer_id);
      if (!buffer) {
        return Status(StatusCode::kDataLoss,
                      "command operation references missing command-buffer metadata command_buffer=" +
                          std::to_string(operation.command_buffer_id) +
                          " command_index=" + std::to_string(operation.command_index));
      }
      ++operation_count;
      if (kept_ == Operations::kCounted) return Status();
      command_buffers[*buffer].operations.push_back(operations.size());
      operations.push_back(operation);
      return Status();
    }
    case ChunkKind::kClockCorrelations: {
      const auto sample = record.as<format::ClockCorrelation>();
      DeviceClock& clock = clocks_[sample.physical_device_ordinal];
      if (clock.samples == 0) clock_devices_.push_back(sample.physical_device_ordinal);
      clock.add(sample);
      return Status();
    }
    case ChunkKind::kDeviceMetricSources: {
      const auto source = record.as<format::DeviceMetricSource>();
      if (metric_source_index_.try_emplace({source.source_id}, metric_sources.size()).second) {
        metric_sources.push_back({source, name(0)});
      }
      return Status();
    }
    case ChunkKind::kDeviceMetricDescriptors: {
      const auto descriptor = record.as<format::DeviceMetricDescriptor>();
      const Numbers<2> key = {descriptor.source_id, descriptor.metric_id};
      if (metric_descriptor_index_.try_emplace(key, metric_descriptors.size()).second) {
        metric_descriptors.push_back({descriptor, name(0)});
      }
      return Status();
    }
    default:
      return Status();
  }
}

std::optional<size_t> Metadata::find_queue(uint32_t device, uint32_t ordinal, uint64_t stream) const {
  return position(queue_index_, Numbers<3>{device, ordinal, stream});
}
std::optional<size_t> Metadata::find_executable(uint64_t id) const {
  return position(executable_index_, Numbers<1>{id});
}
std::optional<size_t> Metadata::find_function(uint64_t executable, uint32_t ordinal) const {
  return position(function_index_, Numbers<2>{executable, ordinal});
}
uint64_t Metadata::code_of(uint64_t executable) const {
  const auto found = find_executable(executable);
  return found ? executables[*found].code : executable;
}
std::optional<size_t> Metadata::find_command_buffer(uint64_t id) const {
  return position(command_buffer_index_, Numbers<1>{id});
}
const MetricSourceInfo* Metadata::find_metric_source(uint64_t id) const {
  const auto found = position(metric_source_index_, Numbers<1>{id});
  return found ? &metric_sources[*found] : nullptr;
}
const MetricDescriptorInfo* Metadata::find_metric_descriptor(uint64_t source, uint64_t metric) const {
  const auto found = position(metric_descriptor_index_, Numbers<2>{source, metric});
  return found ? &metric_descriptors[*found] : nullptr;
}

std::optional<ClockFit> Metadata::clock_fit(uint32_t device) const {
  const auto clock = clocks_.find(device);
  return clock == clocks_.end() ? std::nullopt : fit_clock(clock->second);
}

const DeviceClock* Metadata::clock(uint32_t device) const {
  const auto clock = clocks_.find(device);
  return clock == clocks_.end() ? nullptr : &clock->second;
}

uint64_t Metadata::clock_samples(uint32_t device) const {
  const auto clock = clocks_.find(device);
  return clock == clocks_.end() ? 0 : clock->second.samples;
}

std::string Metadata::function_key(size_t function, uint32_t device) const {
  const FunctionInfo& info = functions[function];
  if (!info.name.empty()) return info.name;
  const std::string numbers =
      "executable" + std::to_string(info.record.executable_id) + "#" + std::to_string(info.record.function_ordinal);
  return device == format::kNone32 ? numbers : "device" + std::to_string(device) + "/" + numbers;
}

Result<std::string> Metadata::dispatch_key(uint32_t device, uint64_t executable, uint32_t function) const {
  const auto missing = [&](const char* what) {
    return Status(StatusCode::kDataLoss, std::string("dispatch event references missing ") + what +
                                             " metadata device=" + std::to_string(device) + " executable=" +
                                             std::to_string(executable) + " function=" + std::to_string(function));
  };
  if (!find_executable(executable)) return missing("executable");
  const auto found = find_function(executable, function);
  if (!found) return missing("executable function");
  return function_key(*found, device);
}

Result<std::string> Metadata::operation_key(const format::CommandOperation& operation) const {
  if (operation.type != format::CommandOperationType::kDispatch || operation.executable_id == 0 ||
      operation.function_ordinal == format::kNone32) {
    return std::string(kCommandOperationNames.of(operation.type));
  }
  const auto buffer = find_command_buffer(operation.command_buffer_id);
  if (!buffer) {
    return Status(StatusCode::kDataLoss,
                  "command operation references missing command-buffer metadata command_buffer=" +
                      std::to_string(operation.command_buffer_id) +
                      " command_index=" + std::to_string(operation.command_index));
  }
  return dispatch_key(command_buffers[*buffer].record.physical_device_ordinal, operation.executable_id,
                      operation.function_ordinal);
}

}  // namespace ireereplay::profile
