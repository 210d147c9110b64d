#include "program/decoder.h"

#include <algorithm>

#include "program/operation_rules.h"

namespace ireereplay::replay {

using format::ObjectType;
using format::Operation;
using format::PayloadType;
using format::RecordType;

namespace {

/// Ids are assigned in order, one a record at the most, and a piece of a capture keeps those of the whole: what is
/// larger is damaged. IREE's tools have a table up to the largest id, which no machine has memory for.
constexpr uint64_t kMaxObjectId = 0xFFFFFFFF;

constexpr uint64_t kSmallPayload = 4096;
// Half a million bindings, a million semaphores: real ones have a few.
constexpr uint64_t kMaxLists = 16 << 20;

}  // namespace

void Decoder::problem(std::string_view code, StatusCode status, std::string message, std::string remedy,
                      Severity severity) {
  if (remedy.empty() && severity == Severity::kError) remedy = usual_remedy(code);
  report_.add({severity, code, status, frame_.index, frame_.offset, std::move(message), std::move(remedy)});
}

void Decoder::decode(const std::string& path, const std::atomic<bool>* cancel) {
  cancel_ = cancel;
  frame_.index = frame_.offset = kNoPlace;
  const auto unreadable = [&](const Status& status, std::string_view code) {
    report_.add({Severity::kError, code, status.code(), status.record(), status.offset(), status.message(),
                 "Record the program again, or copy the file again if it was truncated."});
  };
  auto file = File::open(path);
  if (!file.ok()) return unreadable(file.status(), problem_code::kUnreadable);
  file_ = program_.capture = *file;
  auto header = read_capture_header(*file_);
  if (!header.ok()) return unreadable(header.status(), problem_code::kUnreadable);
  version_major_ = header->file.version_major;
  if (!header->defect.ok()) {
    const bool version = header->file.version_major > format::kVersionMajor || header->file.version_major == 0;
    program_.incomplete = true;
    unreadable(header->defect, version ? problem_code::kUnsupportedVersion : problem_code::kUnreadable);
    if (version) return;
  }
  if (!header->notice.ok()) warn(problem_code::kNotice, header->notice.message());
  program_.is_changed = !options_.substitutions.empty() || !options_.workgroup_counts.empty();
  substitution_used_.assign(options_.substitutions.size(), false);
  substitutes_.resize(options_.substitutions.size());
  workgroup_count_used_.assign(options_.workgroup_counts.size(), false);

  RecordReader reader(file_, *header);
  reader.read_ahead();
  while (!reader.at_end()) {
    if (cancelled()) break;
    if (const Status status = reader.next(&frame_); !status.ok()) {
      program_.incomplete = true;
      unreadable(status, problem_code::kUnreadable);
      break;
    }
    program_.record_count = frame_.index + 1;
    const bool is_cut = frame_.index == options_.stop_before_record && options_.stop_before_command != kNoPlace;
    if (frame_.index >= options_.stop_before_record && !is_cut) continue;
    if (frame_.index >= kNoIndex) {
      problem(problem_code::kImpossibleSize, StatusCode::kResourceExhausted,
              "a capture of more than 4294967294 records cannot be replayed");
      break;
    }
    decode_record(reader, frame_);
    if (!within_budget()) break;
  }
  finish();
}

bool Decoder::within_budget() {
  if (over_budget_) return false;
  // To add up the tables takes longer than to decode a record, and what a record or a command adds is little.
  constexpr uint32_t kCheckEvery = 64;
  if (++calls_since_check_ < kCheckEvery) return true;
  calls_since_check_ = 0;
  const uint64_t bytes = program_.table_bytes() + key_bytes_ + objects_.size() * sizeof(Object) +
                         far_objects_.size() * 64 + command_buffers_.size() * sizeof(CommandBuffer);
  // An index could number four billion, far more than fits in memory.
  constexpr uint64_t kMaxUses = 1ull << 28;
  std::string what;
  if (bytes > options_.table_budget) {
    what = "needs more than " + std::to_string(options_.table_budget) + " bytes of tables";
  } else if (executed_uses_ > kMaxUses || collected_uses_ > kMaxUses) {
    what = "uses buffers more than " + std::to_string(kMaxUses) + " times";
  } else {
    return true;
  }
  over_budget_ = program_.incomplete = true;
  problem(problem_code::kImpossibleSize, StatusCode::kResourceExhausted,
          "executing the capture up to this record " + what + ", more than the native engine can prepare",
          "Record fewer iterations, or replay up to an earlier record.");
  return false;
}

void Decoder::decode_record(RecordReader& reader, const RecordFrame& frame) {
  const format::RecordHeader& header = frame.header;
  switch (header.record_type) {
    case RecordType::kSession:
      return;
    case RecordType::kObject:
      return decode_object();
    case RecordType::kOperation:
      break;
    case RecordType::kUnsupported:
      if (header.status_code != 0) return;
      return problem(problem_code::kUnsupportedRecord, StatusCode::kUnimplemented,
                     "replay contains unsupported captured operation " +
                         std::string(format::name(header.operation_code, version_major_)),
                     "The recorder could not capture this call; change the program to avoid it, and record again.");
    default:
      return problem(problem_code::kUnsupportedRecord, StatusCode::kUnimplemented,
                     "replay record type " + std::string(format::name(header.record_type)) + " is not executable",
                     "A newer IREE may have written it; update this extension.");
  }

  if (header.status_code != 0) {
    // A failed call made no object; the program took another path, which is recorded too.
    ++program_.failed_operation_count;
    last_failed_record_ = frame.index;
    last_failed_offset_ = frame.offset;
    last_failed_status_ = header.status_code;
    return;
  }
  if (header.operation_code != Operation::kReplayScopeEnd) last_failed_record_ = kNoPlace;
  if (has_no_effect(header.operation_code)) {
    ++program_.operation_count;
    const bool profiling = header.operation_code >= Operation::kDeviceProfilingBegin &&
                           header.operation_code <= Operation::kDeviceProfilingEnd;
    if (profiling && !profiling_noted_) {
      profiling_noted_ = true;
      warn(problem_code::kProfilingIgnored,
           "the program was profiled while being recorded; the replay does not repeat this",
           "Profile the replay itself if you want a profile.");
    }
    return;
  }
  const PayloadType required = required_payload(header.operation_code);
  const bool may_be_plain =
      header.operation_code == Operation::kBufferFlushRange || header.operation_code == Operation::kBufferUnmapRange ||
      header.operation_code == Operation::kCommandBufferBegin ||
      header.operation_code == Operation::kCommandBufferEnd || header.operation_code == Operation::kDeviceQueueFlush;
  if (required == PayloadType::kNone && !may_be_plain) {
    return problem(
        problem_code::kUnsupportedOperation, StatusCode::kUnimplemented,
        "replay operation " + std::string(format::name(header.operation_code, version_major_)) + " is not implemented",
        "IREE's own tools reject this, too: change the program to avoid it, and record again.");
  }
  if (required != PayloadType::kNone && header.payload_type != required) {
    return problem(problem_code::kDamagedRecord, StatusCode::kUnimplemented,
                   "replay operation " + std::string(format::name(header.operation_code, version_major_)) +
                       " requires payload " + std::string(format::name(required)));
  }
  ++program_.operation_count;
  const bool partial = has_big_data(header.payload_type) && header.payload_length > kSmallPayload;
  const auto too_big = [&](uint64_t length) {
    program_.incomplete = true;
    problem(problem_code::kImpossibleSize, StatusCode::kResourceExhausted,
            "the lists of this operation take up " + std::to_string(length) + " bytes, but at most " +
                std::to_string(kMaxLists) + " are read");
  };
  if (!partial && header.payload_length > kMaxLists) return too_big(header.payload_length);
  auto payload = reader.payload(frame, partial ? kSmallPayload : header.payload_length);
  if (!payload.ok()) return problem(problem_code::kUnreadable, payload.status().code(), payload.status().message());
  if (header.operation_code == Operation::kCommandBufferDispatch && repeat_dispatch(*payload)) return;
  auto layout = lay_out_payload(header.payload_type, *payload, header.payload_length);
  if (!layout.ok()) {
    program_.incomplete |= format::is_queue_operation(header.operation_code);
    return problem(problem_code::kDamagedRecord, layout.status().code(), layout.status().message());
  }
  if (partial) {
    // Everything before the large data is wanted, however long its lists are.
    const PartRange data = layout->find(Part::kData);
    if (data.offset > kMaxLists) return too_big(data.offset);
    if (data.length != 0 && data.offset > kSmallPayload) payload = reader.payload(frame, data.offset);
    if (!payload.ok()) return problem(problem_code::kUnreadable, payload.status().code(), payload.status().message());
  }
  decode_operation_payload(*payload, *layout);
}

void Decoder::decode_object() {
  const format::RecordHeader& header = frame_.header;
  if (header.object_type == ObjectType::kDevice) {
    if (define(header.object_id, ObjectType::kDevice, devices_.size())) devices_.push_back({header.object_id});
  } else if (header.object_type == ObjectType::kAllocator) {
    const uint32_t device = find(header.device_id, ObjectType::kDevice);
    if (device != kNoIndex) define(header.object_id, ObjectType::kAllocator, device);
  }
}

void Decoder::decode_operation_payload(Bytes payload, const PayloadLayout& layout) {
  const format::RecordHeader& header = frame_.header;
  const Operation operation = header.operation_code;
  if (format::is_queue_operation(operation)) return decode_queue_operation(payload, layout);
  if (format::is_command(operation)) return decode_command(payload, layout);
  switch (operation) {
    case Operation::kReplayScopeBegin:
    case Operation::kReplayScopeEnd:
      return decode_scope(operation == Operation::kReplayScopeBegin, payload, layout);
    case Operation::kAllocatorAllocateBuffer: {
      const uint32_t device = find(header.object_id, ObjectType::kAllocator);
      if (device != kNoIndex) decode_allocate(load<format::AllocateBuffer>(payload), header.related_object_id, device);
      return;
    }
    case Operation::kAllocatorImportBuffer:
      return decode_import_buffer(payload, layout);
    case Operation::kBufferMapRange:
      return decode_map(payload);
    case Operation::kBufferUnmapRange:
    case Operation::kBufferFlushRange:
      if (header.payload_type == PayloadType::kBufferRangeData) decode_host_write(payload, layout);
      return;
    case Operation::kExecutableCachePrepareExecutable:
      return decode_executable(payload, layout);
    default:
      break;
  }
  // The others are created by a device.
  const uint32_t device = find(header.object_id, ObjectType::kDevice);
  if (device == kNoIndex) return;
  switch (operation) {
    case Operation::kDeviceCreateExecutableCache:
      define(header.related_object_id, ObjectType::kExecutableCache, device);
      return;
    case Operation::kDeviceCreateEvent:
      define(header.related_object_id, ObjectType::kEvent, device);
      return;
    case Operation::kDeviceCreateSemaphore:
      if (define(header.related_object_id, ObjectType::kSemaphore, program_.semaphores.size())) {
        program_.semaphores.push_back({header.related_object_id, load<format::SemaphoreObject>(payload).initial_value});
      }
      return;
    case Operation::kDeviceCreateCommandBuffer:
      if (define(header.related_object_id, ObjectType::kCommandBuffer, command_buffers_.size())) {
        CommandBuffer& commands = command_buffers_.emplace_back();
        commands.id = header.related_object_id;
        commands.device = device;
        const auto created = load<format::CommandBufferObject>(payload);
        const bool is_checked = (created.mode & format::kUnvalidatedCommandBuffer) == 0;
        commands.binding_capacity = is_checked ? created.binding_capacity : UINT64_MAX;
      }
      return;
    case Operation::kDeviceImportFile:
      return decode_import_file(payload, layout);
    default:
      return;
  }
}

bool Decoder::define(uint64_t id, ObjectType type, uint64_t index) {
  if (id == format::kNoObject) {
    damaged("replay " + std::string(format::name(type)) + " has no object id");
    return false;
  }
  if (id > kMaxObjectId) {
    program_.incomplete = true;
    problem(problem_code::kDamagedRecord, StatusCode::kDataLoss,
            "replay object id " + std::to_string(id) +
                " is larger than any object id that a capture can have (at most " + std::to_string(kMaxObjectId) + ")");
    return false;
  }
  if (object_of(id) != nullptr) {
    problem(problem_code::kDamagedRecord, StatusCode::kAlreadyExists,
            "replay object id " + std::to_string(id) + " is already assigned");
    return false;
  }
  const Object object = {type, static_cast<uint32_t>(index)};
  if (id > 4 * frame_.index + 4096) {
    far_objects_[id] = object;
    return true;
  }
  if (id >= objects_.size()) objects_.resize(std::max<size_t>(id + 1, objects_.size() + objects_.size() / 2));
  objects_[id] = object;
  return true;
}

const Decoder::Object* Decoder::object_of(uint64_t id) const {
  if (id < objects_.size() && objects_[id].type != ObjectType::kNone) return &objects_[id];
  if (far_objects_.empty()) return nullptr;
  const auto far = far_objects_.find(id);
  return far == far_objects_.end() ? nullptr : &far->second;
}

uint32_t Decoder::find(uint64_t id, ObjectType type) {
  const Object* const object = object_of(id);
  if (id == format::kNoObject || object == nullptr) {
    program_.incomplete = true;
    // Once problems are dropped, nobody sees that one is reported twice.
    if (undefined_noted_.size() < 4 * PreflightReport::kMaxProblems) {
      const bool is_news = undefined_noted_.insert(id).second;
      // What this record would have made is undefined by the same fault: one report is enough.
      undefined_noted_.insert(frame_.header.object_id);
      undefined_noted_.insert(frame_.header.related_object_id);
      if (!is_news) return kNoIndex;
    }
    problem(problem_code::kUndefinedObject, StatusCode::kNotFound,
            "replay object id " + std::to_string(id) + " is not defined; expected " + std::string(format::name(type)));
    return kNoIndex;
  }
  if (object->type != type) {
    problem(problem_code::kUndefinedObject, StatusCode::kFailedPrecondition,
            "replay object id " + std::to_string(id) + " has type " + std::string(format::name(object->type)) +
                "; expected " + std::string(format::name(type)));
    return kNoIndex;
  }
  return object->index;
}

StepInfo& Decoder::add_step(Op op, uint32_t index, uint32_t device) {
  StepInfo& step = program_.steps.emplace_back();
  step.command = {index, static_cast<uint32_t>(frame_.index), op};
  step.device = device;
  step.waits_begin = static_cast<uint32_t>(program_.timepoints.size());
  step.record_offset = frame_.offset;
  return step;
}

bool Decoder::read_part(Bytes payload, const PayloadLayout& layout, Part part, uint64_t most, std::string_view what,
                        std::vector<uint8_t>* out) {
  const PartRange range = layout.find(part);
  if (range.length > most) {
    problem(problem_code::kImpossibleSize, StatusCode::kResourceExhausted,
            std::string(what) + " is " + std::to_string(range.length) +
                " bytes long; the longest plausible length is " + std::to_string(most));
    return false;
  }
  out->resize(range.length);
  if (range.offset + range.length <= payload.size()) {
    std::copy_n(payload.begin() + static_cast<ptrdiff_t>(range.offset), range.length, out->begin());
    return true;
  }
  const Status status = file_->read(frame_.payload_offset() + range.offset, *out);
  if (!status.ok()) problem(problem_code::kUnreadable, status.code(), status.message());
  return status.ok();
}

void Decoder::finish() {
  const RecordFrame last = frame_;
  for (const ScopeInfo& scope : program_.scopes) {
    if (scope.ended) continue;
    if (options_.stop_before_record != kNoPlace || program_.incomplete) break;
    frame_.index = scope.begin_record;
    frame_.offset = scope.begin_offset;
    warn(problem_code::kScopeUnbalanced,
         "scope '" + scope.name + "' begins but never ends, so it has no time of its own",
         "End the scope in the program, and record again.");
  }
  if (last_failed_record_ != kNoPlace) {
    frame_.index = last_failed_record_;
    frame_.offset = last_failed_offset_;
    warn(problem_code::kRecordingFailed,
         "the recording ended with an error (" + std::string(status_code_name(last_failed_status_)) +
             "): what the program would have done after it is not in the capture",
         "Find out why the program failed, and record again.");
  }
  frame_.index = frame_.offset = kNoPlace;
  check_selectors();
  frame_ = last;
  program_.device_count = static_cast<uint32_t>(devices_.size());
}

void Decoder::check_selectors() {
  // What a replay never reaches is not decoded.
  if (options_.stop_before_record != kNoPlace) return;
  for (size_t i = 0; i < options_.substitutions.size(); ++i) {
    if (substitution_used_[i]) continue;
    const ExecutableSubstitution& substitution = options_.substitutions[i];
    const std::string whom = substitution.match_all ? "all executables"
                             : substitution.function_pattern.empty()
                                 ? "executable " + std::to_string(substitution.executable_id)
                                 : "executables with a function '" + substitution.function_pattern + "'";
    problem(problem_code::kSelectorUnmatched, StatusCode::kNotFound,
            "the substitution for " + whom + " matches no executable in the capture",
            program_.executables.empty() ? "The capture prepares no executables."
                                         : "The capture's executables are: " + executable_list());
  }
  for (size_t i = 0; i < options_.workgroup_counts.size(); ++i) {
    if (workgroup_count_used_[i]) continue;
    problem(problem_code::kSelectorUnmatched, StatusCode::kNotFound,
            "the workgroup count for '" + options_.workgroup_counts[i].function_pattern +
                "' matches no direct dispatch in the capture",
            program_.executables.empty() ? "The capture prepares no executables."
                                         : "The capture's executables are: " + executable_list());
  }
}

std::string Decoder::executable_list() const {
  std::string list;
  for (const ExecutableInfo& executable : program_.executables) {
    if (!list.empty()) list += "; ";
    if (list.size() > 1000) return list + "and more.";
    list += std::to_string(executable.id) + " with ";
    for (size_t i = 0; i < executable.functions.size(); ++i) {
      if (i > 0) list += ", ";
      list += executable.functions[i].name.empty() ? "function " + std::to_string(i) : executable.functions[i].name;
    }
  }
  return list + ".";
}

}  // namespace ireereplay::replay
