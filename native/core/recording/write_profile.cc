#include "recording/write_profile.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string_view>
#include <vector>

#include "base/json_writer.h"
#include "base/text.h"
#include "hal/local/plan.h"
#include "program/options.h"
#include "recording/dependencies.h"
#include "recording/device_metrics.h"
#include "recording/recorder.h"
#include "recording/run_end.h"
#include "recording/run_events.h"
#include "recording/sampler.h"
#include "recording/write_samples.h"

namespace ireereplay::replay {

namespace {

using profile::BundleWriter;
using profile::ChunkKind;
using profile::ChunkMetadata;

Bytes bytes_of(std::string_view text) { return Bytes(reinterpret_cast<const uint8_t*>(text.data()), text.size()); }

std::string folder_of(const std::string& path) {
  const size_t slash = path.rfind('/');
  return slash == std::string::npos ? "." : slash == 0 ? "/" : path.substr(0, slash);
}

Status unwritable(const std::string& path) {
  return Status(StatusCode::kUnavailable, "cannot write " + path + ": " + std::strerror(errno));
}

class ProfileFile {
 public:
  ProfileFile(const Plan& plan, const Recorded& recorded, const ReplayOptions& options, const RunEnd& end,
              BundleWriter& writer)
      : plan_(plan),
        recorded_(recorded),
        options_(options),
        end_(end),
        writer_(writer),
        reader_(plan.program.capture, end_record(options)) {
    for (const hal::Device& device : plan.devices) name_ += (name_.empty() ? "" : ",") + device.uri;
    metadata_.session_id = 1;
    metadata_.name = name_;
  }

  Result<uint64_t> write() {
    IR_RETURN_IF_ERROR(writer_.begin_session(metadata_));
    IR_RETURN_IF_ERROR(write_replay());
    IR_RETURN_IF_ERROR(write_scopes());
    IR_RETURN_IF_ERROR(write_devices());
    IR_RETURN_IF_ERROR(write_executables());
    IR_RETURN_IF_ERROR(write_command_buffers());
    RunEvents events(plan_, recorded_.recorder, reader_, *options_.profile, end_);
    IR_RETURN_IF_ERROR(events.write_records(metadata_, writer_));
    IR_RETURN_IF_ERROR(events.write_launches(metadata_, writer_));
    IR_RETURN_IF_ERROR(events.write_queue_events(metadata_, writer_));
    IR_RETURN_IF_ERROR(events.write_host_executions(metadata_, writer_));
    const bool has_all_executions =
        options_.profile->data.host_execution && options_.profile->filter == ProfileFilter();
    if (has_all_executions) IR_RETURN_IF_ERROR(write_dependencies(plan_, reader_, metadata_, writer_));
    IR_RETURN_IF_ERROR(events.write_command_regions(metadata_, writer_));
    IR_RETURN_IF_ERROR(events.write_memory_events(metadata_, writer_));
    uint64_t samples = 0;
    if (recorded_.metrics != nullptr) {
      IR_ASSIGN_OR_RETURN(samples, recorded_.metrics->write(metadata_, writer_));
    }
    if (recorded_.sampler != nullptr) {
      IR_ASSIGN_OR_RETURN(const uint64_t taken,
                          write_samples(plan_, *recorded_.sampler, has_all_executions, metadata_, writer_));
      samples += taken;
    }
    IR_RETURN_IF_ERROR(writer_.end_session(metadata_, end_.status.code()));
    IR_RETURN_IF_ERROR(writer_.close());
    return events.count() + samples;
  }

 private:
  /// The first record that is not replayed.
  static uint64_t end_record(const ReplayOptions& options) {
    if (options.stop_before_record == kNoPlace || options.stop_before_command == kNoPlace)
      return options.stop_before_record;
    return options.stop_before_record + 1;
  }

  /// Everything that was recorded is in it, and nothing else.
  bool is_whole() const {
    return options_.profile->filter == ProfileFilter() && options_.stop_before_record == kNoPlace &&
           !plan_.program.is_changed;
  }

  Status write_replay() {
    Text text;
    JsonWriter json(text);
    json.begin_object();
    const File& capture = *plan_.program.capture;
    json.key("capture").string(capture.path());
    json.key("capture_bytes").wide(capture.size());
    if (const auto identity = capture.identity(); identity.ok()) {
      json.key("capture_modified_ns").wide(identity->modified_ns);
    }
    json.key("devices").array(plan_.devices, [&](const hal::Device& device) { json.string(device.uri); });
    json.key("workers").number(plan_.worker_count);
    json.key("whole").boolean(is_whole());
    json.key("ran_ns").wide(end_.end_ns - end_.begin_ns);
    if (end_.waited_ns) json.key("waited_ns").wide(*end_.waited_ns);
    json.key("status").string(status_code_name(end_.status.code()));
    if (!end_.status.ok()) {
      json.key("message").string(end_.status.message());
      if (end_.status.record() != kNoPlace) json.key("record").number(end_.status.record());
    }
    json.end_object();
    return writer_.write(metadata_, profile::format::kReplayContentType, bytes_of(text.view()));
  }

  Status write_scopes() {
    std::vector<uint8_t> payload;
    const auto append = [&](Bytes bytes) { payload.insert(payload.end(), bytes.begin(), bytes.end()); };
    const auto flush = [&]() -> Status {
      if (payload.empty()) return Status();
      IR_RETURN_IF_ERROR(writer_.write(metadata_, profile::format::kScopesContentType, payload));
      payload.clear();
      return Status();
    };
    for (const ScopeTime& scope : end_.scopes) {
      profile::format::ScopeRun run;
      run.record_length = static_cast<uint32_t>(sizeof(run) + scope.name.size());
      run.depth = scope.depth;
      run.begin_record = scope.begin_record;
      run.end_record = scope.end_record;
      run.start_host_time_ns = static_cast<int64_t>(scope.begin_ns);
      run.end_host_time_ns = static_cast<int64_t>(scope.begin_ns + scope.duration_ns);
      run.name_length = static_cast<uint32_t>(scope.name.size());
      append(Bytes(reinterpret_cast<const uint8_t*>(&run), sizeof(run)));
      append(bytes_of(scope.name));
      if (payload.size() >= kMostChunkBytes) IR_RETURN_IF_ERROR(flush());
    }
    return flush();
  }

  Status write_devices() {
    ChunkStream devices(ChunkKind::kDevices, metadata_, writer_), queues(ChunkKind::kQueues, metadata_, writer_);
    for (uint32_t i = 0; i < plan_.devices.size(); ++i) {
      profile::format::Device device;
      device.physical_device_ordinal = i;
      device.queue_count = 1;
      IR_RETURN_IF_ERROR(devices.append(device));
    }
    IR_RETURN_IF_ERROR(devices.finish());
    for (uint32_t i = 0; i < plan_.devices.size(); ++i) {
      profile::format::Queue queue;
      queue.physical_device_ordinal = i;
      IR_RETURN_IF_ERROR(queues.append(queue));
    }
    return queues.finish();
  }

  Status write_executables() {
    ChunkStream executables(ChunkKind::kExecutables, metadata_, writer_);
    ChunkStream functions(ChunkKind::kFunctions, metadata_, writer_);
    for (const ExecutableInfo& info : plan_.program.executables) {
      profile::format::Executable executable;
      executable.executable_id = info.id;
      executable.function_count = static_cast<uint32_t>(info.functions.size());
      IR_RETURN_IF_ERROR(executables.append(executable));
      for (uint32_t i = 0; i < info.functions.size(); ++i) {
        const format::ExecutableFunctionMetadata& metadata = info.functions[i].metadata;
        profile::format::Function function;
        function.executable_id = info.id;
        function.function_ordinal = i;
        function.constant_count = metadata.constant_count;
        function.binding_count = metadata.binding_count;
        function.parameter_count = metadata.parameter_count;
        for (int axis = 0; axis < 3; ++axis) function.workgroup_size[axis] = metadata.workgroup_size[axis];
        IR_RETURN_IF_ERROR(functions.append(function, {bytes_of(info.functions[i].name)}));
      }
    }
    IR_RETURN_IF_ERROR(executables.finish());
    return functions.finish();
  }

  /// Reads the capture's submissions, and writes its command buffers meanwhile.
  Status write_command_buffers() {
    ChunkStream buffers(ChunkKind::kCommandBuffers, metadata_, writer_);
    ChunkStream operations(ChunkKind::kCommandOperations, metadata_, writer_, &buffers);
    size_t written = 0;
    const auto append_buffers = [&]() -> Status {
      for (; written < reader_.command_buffers().size(); ++written) {
        const RecordedCommands& commands = reader_.command_buffers()[written];
        profile::format::CommandBuffer buffer;
        buffer.command_buffer_id = commands.id;
        buffer.mode = commands.object.mode;
        buffer.command_categories = commands.object.command_categories;
        buffer.queue_affinity = commands.object.queue_affinity;
        buffer.physical_device_ordinal = commands.device;
        IR_RETURN_IF_ERROR(buffers.append(buffer));
      }
      return Status();
    };
    const bool describes_operations = options_.profile->data.describes_operations();
    IR_RETURN_IF_ERROR(reader_.read([&](const profile::format::CommandOperation& operation) -> Status {
      if (!describes_operations) return Status();
      IR_RETURN_IF_ERROR(append_buffers());
      return operations.append(operation);
    }));
    IR_RETURN_IF_ERROR(append_buffers());
    IR_RETURN_IF_ERROR(operations.finish());
    return buffers.finish();
  }

  const Plan& plan_;
  const Recorded recorded_;
  const ReplayOptions& options_;
  const RunEnd& end_;
  BundleWriter& writer_;
  SubmissionReader reader_;
  std::string name_;
  ChunkMetadata metadata_;
};

Result<uint64_t> write_to(const std::string& path, const Plan& plan, const Recorded& recorded,
                          const ReplayOptions& options, const RunEnd& end) {
  IR_ASSIGN_OR_RETURN(BundleWriter writer, BundleWriter::create(path));
  return ProfileFile(plan, recorded, options, end, writer).write();
}

}  // namespace

Status check_profile_output(const std::string& output, const std::string& capture) {
  if (output.empty()) return Status(StatusCode::kInvalidArgument, "a profile needs an output file");
  struct stat target = {}, source = {};
  if (::stat(output.c_str(), &target) == 0) {
    if (!S_ISREG(target.st_mode)) return Status(StatusCode::kInvalidArgument, output + " is not a file");
    if (::stat(capture.c_str(), &source) == 0 && source.st_dev == target.st_dev && source.st_ino == target.st_ino)
      return Status(StatusCode::kInvalidArgument, "the profile would replace the capture " + capture);
  }
  const std::string folder = folder_of(output);
  return ::access(folder.c_str(), W_OK | X_OK) == 0 ? Status() : unwritable(output);
}

Result<uint64_t> write_profile(const Plan& plan, const Recorded& recorded, const ReplayOptions& options,
                               const RunEnd& end) {
  const std::string& output = options.profile->output;
  const std::string partial = output + "." + std::to_string(::getpid()) + ".partial";
  auto events = write_to(partial, plan, recorded, options, end);
  Status status = events.status();
  if (status.ok() && std::rename(partial.c_str(), output.c_str()) != 0) status = unwritable(output);
  if (status.ok()) return events;
  std::remove(partial.c_str());
  return status;
}

}  // namespace ireereplay::replay
