#include "llvm_recording.h"

#include "base/element.h"
#include "base/hex.h"
#include "base/json_writer.h"
#include "cancel.h"
#include "executable_code.h"
#include "neighbour/llvm/folder.h"
#include "neighbour/llvm/recording.h"
#include "promise.h"

namespace ireereplay::addon {

namespace {

namespace llvm = neighbour::llvm;

void write_wide(JsonWriter& json, std::string_view key, const std::optional<uint64_t>& number) {
  if (number) json.key(key).wide(*number);
}

/// The first element of `bytes`, quoted.
void write_element(JsonWriter& json, std::string_view key, ElementType type, Bytes bytes) {
  Text text;
  append_element(type, bytes, 0, text);
  json.key(key).string(text.view());
}

void write_name(JsonWriter& json, std::string_view name, const llvm::KernelName& kernel) {
  json.key("name").string(name);
  json.key("function").string(kernel.function);
  write_wide(json, "line", kernel.line);
}

void write_limits(JsonWriter& json, std::string_view key, const std::optional<llvm::Limits>& limits) {
  if (!limits) return;
  json.key(key).begin_object();
  json.key("least").wide(limits->least);
  json.key("most").wide(limits->most);
  json.end_object();
}

void write_launch(JsonWriter& json, const llvm::Descriptor& descriptor) {
  json.begin_object();
  write_wide(json, "teams", descriptor.teams);
  write_wide(json, "threads", descriptor.threads);
  write_wide(json, "sharedMemoryBytes", descriptor.shared_memory_bytes);
  write_wide(json, "tripCount", descriptor.trip_count);
  write_limits(json, "teamsLimits", descriptor.teams_limits);
  write_limits(json, "threadsLimits", descriptor.threads_limits);
  if (descriptor.device_id) write_element(json, "deviceId", ElementType::kI64, value_bytes(descriptor.device_id->bits));
  json.end_object();
}

void write_memory(JsonWriter& json, const llvm::MemoryPlace& memory) {
  static constexpr std::string_view kBases[] = {"unknown", "recorded", "assumed"};
  json.begin_object();
  json.key("basis").string(kBases[static_cast<size_t>(memory.basis)]);
  if (memory.basis != llvm::AddressBasis::kUnknown) json.key("address").wide(memory.address);
  json.key("bytes").wide(memory.bytes);
  if (memory.basis == llvm::AddressBasis::kAssumed) json.key("earlier").wide(memory.earlier);
  json.end_object();
}

void write_argument(JsonWriter& json, const llvm::RecordedArgument& argument,
                    const std::optional<llvm::Pointer>& pointer) {
  json.begin_object();
  if (argument.bits) {
    const Bytes bytes = value_bytes(*argument.bits);
    json.key("value").wide(*argument.bits);
    write_element(json, "integer", ElementType::kI64, bytes);
    write_element(json, "float", ElementType::kF32, bytes);
    write_element(json, "double", ElementType::kF64, bytes);
  }
  if (argument.offset != 0) write_element(json, "offset", ElementType::kI64, value_bytes(argument.offset));
  if (pointer) {
    json.key("pointer").begin_object();
    json.key("offset").wide(pointer->offset);
    json.key("mayBeginAllocation").boolean(pointer->may_begin_allocation);
    json.key("bytes").wide(pointer->bytes);
    json.end_object();
  }
  json.end_object();
}

void write_counts(JsonWriter& json, const llvm::ChangeCounts& counts) {
  json.key("bytes").wide(counts.bytes);
  json.key("words4").wide(counts.words4);
  json.key("words8").wide(counts.words8);
}

/// The first numbers in `bytes`; those of 4 bytes are from byte `four` on.
void write_words(JsonWriter& json, Bytes bytes, size_t four) {
  json.begin_object();
  const Bytes first = bytes.subspan(four);
  if (first.size() >= 4) {
    write_element(json, "i32", ElementType::kI32, first);
    write_element(json, "f32", ElementType::kF32, first);
  }
  if (bytes.size() >= 8) {
    write_element(json, "i64", ElementType::kI64, bytes);
    write_element(json, "f64", ElementType::kF64, bytes);
  }
  json.key("hex").string(hex_digits(bytes));
  json.end_object();
}

void write_changes(JsonWriter& json, const llvm::Changes& changes, const llvm::Recording& recording) {
  json.begin_object();
  json.key("compared").wide(changes.compared);
  json.key("read").wide(changes.read);
  write_counts(json, changes.counts);
  json.key("rangeCount").wide(changes.range_count);
  json.key("ranges").array(changes.ranges, [&](const llvm::ChangedRange& range) {
    json.begin_object();
    json.key("begin").wide(range.begin);
    json.key("end").wide(range.end);
    json.key("before");
    write_words(json, range.first.before, range.begin - range.first.offset);
    json.key("after");
    write_words(json, range.first.after, range.begin - range.first.offset);
    json.end_object();
  });
  json.key("regions").array(changes.regions, [&](const llvm::ChangedRegion& region) {
    json.begin_object();
    json.key("begin").wide(region.begin);
    json.key("arguments").begin_array();
    for (size_t i = 0; i < recording.pointers.size(); ++i) {
      if (recording.pointers[i] && recording.pointers[i]->offset == region.begin) json.number(i);
    }
    json.end_array();
    write_counts(json, region.counts);
    json.end_object();
  });
  json.end_object();
}

void write_problems(JsonWriter& json, const std::vector<llvm::Problem>& problems) {
  json.key("problems").array(problems, [&](const llvm::Problem& problem) {
    json.begin_object();
    json.key("severity").string(problem.is_error ? "error" : "info");
    json.key("file").string(problem.file);
    if (!problem.field.empty()) json.key("field").string(problem.field);
    json.key("message").string(problem.message);
    json.end_object();
  });
}

void write_image_function(JsonWriter& json, const llvm::ImageFunction& function) {
  json.begin_object();
  write_name(json, function.name, function.readable);
  if (function.is_recorded) json.key("recorded").boolean(true);
  write_wide(json, "address", function.address);
  if (function.bytes != 0) json.key("bytes").wide(function.bytes);
  if (!function.source.path.empty()) {
    json.key("source").begin_object();
    json.key("path").string(function.source.path);
    json.key("line").number(function.source.line);
    json.end_object();
  }
  json.end_object();
}

void write_image(JsonWriter& json, const llvm::Recording& recording) {
  json.begin_object();
  json.key("kind").string(recording.image);
  json.key("functions").array(recording.functions, [&](const llvm::ImageFunction& function) {
    write_image_function(json, function);
  });
  json.end_object();
}

std::string recording_json(const llvm::Recording& recording) {
  const llvm::Descriptor& descriptor = recording.descriptor;
  Text text;
  JsonWriter json(text);
  json.begin_object();
  json.key("kind").string("recording");
  json.key("generation").number(static_cast<uint64_t>(descriptor.generation));
  write_name(json, descriptor.name, recording.kernel);
  json.key("launch");
  write_launch(json, descriptor);
  json.key("memory");
  write_memory(json, recording.memory);
  json.key("arguments").begin_array();
  for (size_t i = 0; i < descriptor.arguments.size(); ++i)
    write_argument(json, descriptor.arguments[i], recording.pointers[i]);
  json.end_array();
  json.key("globals").array(recording.globals, [&](const llvm::Global& global) {
    json.begin_object();
    json.key("name").string(global.name);
    json.key("bytes").wide(global.bytes);
    json.key("first");
    write_words(json, global.first, 0);
    json.end_object();
  });
  if (!recording.image.empty()) {
    json.key("image");
    write_image(json, recording);
  }
  if (recording.changes) {
    json.key("changes");
    write_changes(json, *recording.changes, recording);
  }
  json.key("files").array(recording.siblings, [&](const llvm::Sibling& sibling) {
    json.begin_object();
    json.key("role").string(name(sibling.role));
    json.key("name").string(sibling.name);
    json.key("bytes").wide(sibling.file->size());
    json.end_object();
  });
  write_problems(json, recording.problems);
  json.end_object();
  return text.take();
}

/// Without `most` memory is not compared: that takes as long as the memory is large.
Result<std::string> describe(const std::string& path, std::optional<uint64_t> most, const std::atomic<bool>& cancel) {
  IR_ASSIGN_OR_RETURN(llvm::Recording recording, llvm::open_recording(path));
  llvm::list_functions(&recording);
  if (most) IR_RETURN_IF_ERROR(llvm::compare_memory(&recording, *most, cancel));
  return recording_json(recording);
}

Result<std::string> compare_replay(const std::string& path, uint64_t most, const std::atomic<bool>& cancel) {
  IR_ASSIGN_OR_RETURN(const llvm::Recording recording, llvm::open_recording(path));
  IR_ASSIGN_OR_RETURN(const std::optional<llvm::Changes> found,
                      llvm::compare_files(recording, llvm::Role::kOutput, llvm::Role::kReplayOutput, most, cancel));
  Text text;
  JsonWriter json(text);
  json.begin_object();
  if (found) {
    json.key("recorded").string(recording.find(llvm::Role::kOutput)->name);
    json.key("replayed").string(recording.find(llvm::Role::kReplayOutput)->name);
    json.key("differences");
    write_changes(json, *found, recording);
  }
  write_problems(json, recording.problems);
  json.end_object();
  return text.take();
}

std::optional<uint64_t> optional_count(const Napi::Value& value) {
  if (value.IsNull()) return std::nullopt;
  return static_cast<uint64_t>(value.ToNumber().Int64Value());
}

std::optional<llvm::GivenReport> given_report(const Napi::Value& value) {
  if (value.IsNull()) return std::nullopt;
  const Napi::Object given = value.As<Napi::Object>();
  return llvm::GivenReport{given.Get("name").ToString().Utf8Value(), given.Get("text").ToString().Utf8Value()};
}

std::string folder_json(const llvm::Folder& folder) {
  Text text;
  JsonWriter json(text);
  json.begin_object();
  json.key("kind").string("folder");
  if (!folder.report.empty()) json.key("report").string(folder.report);
  json.key("recordings").array(folder.entries, [&](const llvm::FolderEntry& entry) {
    json.begin_object();
    json.key("file").string(entry.file);
    json.key("generation").number(static_cast<uint64_t>(entry.generation));
    write_name(json, entry.name, entry.kernel);
    write_wide(json, "teams", entry.teams);
    write_wide(json, "threads", entry.threads);
    write_wide(json, "memoryBytes", entry.memory_bytes);
    write_wide(json, "occurrences", entry.occurrences);
    write_wide(json, "timeNs", entry.time_ns);
    json.end_object();
  });
  write_problems(json, folder.problems);
  json.end_object();
  return text.take();
}

}  // namespace

Napi::Value describe_llvm_recording(const Napi::CallbackInfo& info) {
  return PromiseWorker<std::string>::run(
      info.Env(),
      [path = info[0].ToString().Utf8Value(), most = optional_count(info[1]), cancel = cancel_flag(info[2])] {
        return describe(path, most, *cancel);
      },
      to_string_value);
}

Napi::Value compare_llvm_replay(const Napi::CallbackInfo& info) {
  return PromiseWorker<std::string>::run(
      info.Env(),
      [path = info[0].ToString().Utf8Value(), most = static_cast<uint64_t>(info[1].ToNumber().Int64Value()),
       cancel = cancel_flag(info[2])] { return compare_replay(path, most, *cancel); },
      to_string_value);
}

Napi::Value list_llvm_function_code(const Napi::CallbackInfo& info) {
  return PromiseWorker<std::string>::run(
      info.Env(),
      [path = info[0].ToString().Utf8Value(), choice = function_choice(info[1]),
       cancel = cancel_flag(info[2])]() -> Result<std::string> {
        IR_ASSIGN_OR_RETURN(const llvm::Recording recording, llvm::open_recording(path));
        IR_ASSIGN_OR_RETURN(const std::vector<uint8_t> image, llvm::read_image(recording));
        return function_code_json(image, choice, *cancel);
      },
      to_string_value);
}

Napi::Value describe_llvm_folder(const Napi::CallbackInfo& info) {
  return PromiseWorker<std::string>::run(
      info.Env(),
      [path = info[0].ToString().Utf8Value(), report = given_report(info[1]),
       cancel = cancel_flag(info[2])]() -> Result<std::string> {
        IR_ASSIGN_OR_RETURN(const llvm::Folder folder, llvm::read_folder(path, report, *cancel));
        return folder_json(folder);
      },
      to_string_value);
}

}  // namespace ireereplay::addon
