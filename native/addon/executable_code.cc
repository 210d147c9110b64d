#include "executable_code.h"

#include <charconv>
#include <optional>

#include "base/json_writer.h"
#include "cancel.h"
#include "capture/executable_binary.h"
#include "code_loops.h"
#include "executable/code_listing.h"
#include "executable/gpu_executable.h"
#include "profile/bundle.h"
#include "profile/samples.h"
#include "promise.h"

namespace ireereplay::addon {

namespace {

std::optional<uint64_t> number_of(const std::string& digits) {
  uint64_t number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  const bool is_number = error == std::errc() && end == digits.data() + digits.size();
  return is_number ? std::optional(number) : std::nullopt;
}

/// An executable of a capture, read when it is wanted.
struct Wanted {
  std::shared_ptr<OpenCapture> capture;
  std::string id;

  Result<std::vector<uint8_t>> read(std::string* format) const {
    const auto index = capture->current_index();
    const std::optional<uint64_t> number = number_of(id);
    const ExecutableEntry* executable = number ? index->find_executable(*number) : nullptr;
    if (executable == nullptr) return Status(StatusCode::kNotFound, "the capture prepares no executable " + id);
    *format = executable->format;
    return read_executable(capture->file, capture->header, *index, *executable);
  }
};

std::string hex_digits(Bytes bytes) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string digits;
  for (const uint8_t byte : bytes) {
    digits.push_back(kDigits[byte >> 4]);
    digits.push_back(kDigits[byte & 15]);
  }
  return digits;
}

void write_place(JsonWriter& json, const SourcePlace& place) {
  json.begin_object();
  json.key("path").string(place.path);
  json.key("line").number(place.line);
  if (!place.md5.empty()) json.key("md5").string(hex_digits(place.md5));
  json.end_object();
}

/// Writes its fields into an object already begun.
void write_origin(JsonWriter& json, const SourcePlace& source, const std::vector<StagePlace>& stages) {
  if (!source.path.empty()) {
    json.key("location");
    write_place(json, source);
  }
  json.key("stages").array(stages, [&](const StagePlace& stage) {
    json.begin_object();
    json.key("stage").string(stage.stage);
    json.key("location");
    write_place(json, stage.place);
    json.end_object();
  });
}

void write_function(JsonWriter& json, const CodeFunction& function) {
  json.begin_object();
  json.key("name").string(function.name);
  if (function.ordinal) json.key("ordinal").number(*function.ordinal);
  json.key("address").wide(function.address);
  if (function.size != 0) json.key("size").number(function.size);
  write_origin(json, function.source, function.stages);
  json.end_object();
}

void write_sources(JsonWriter& json, const std::vector<EmbeddedSource>& sources) {
  json.key("sources").array(sources, [&](const EmbeddedSource& source) {
    json.begin_object();
    json.key("path").string(source.path);
    json.key("bytes").number(source.content.size());
    json.end_object();
  });
}

std::string code_json(std::string_view format, const ExecutableCode& code) {
  Text out;
  JsonWriter json(out);
  json.begin_object();
  json.key("kind").string("cpu");
  json.key("format").string(format);
  json.key("architecture").string(code.architecture);
  json.key("hasLines").boolean(code.has_lines);
  json.key("hasDebugInfo").boolean(code.has_debug_info);
  json.key("functions").array(code.functions, [&](const CodeFunction& function) { write_function(json, function); });
  write_sources(json, code.sources);
  json.end_object();
  return out.take();
}

void write_dimensions(JsonWriter& json, const char* key, const std::optional<std::array<uint32_t, 3>>& dimensions) {
  if (dimensions) json.key(key).numbers(*dimensions);
}

void write_entry_point(JsonWriter& json, const GpuEntryPoint& entry, uint32_t ordinal) {
  json.begin_object();
  json.key("name").string(entry.export_name.empty() ? entry.name : entry.export_name);
  json.key("ordinal").number(ordinal);
  json.key("entryPoint").string(entry.name);
  json.key("module").number(entry.module);
  write_dimensions(json, "workgroupSize", entry.workgroup_size);
  json.key("sharedMemory").number(entry.shared_memory);
  json.key("constants").number(entry.constant_count);
  if (entry.subgroup_size != 0) json.key("subgroupSize").number(entry.subgroup_size);
  if (!entry.abi.empty()) json.key("abi").string(entry.abi);
  json.key("bindingFlags").array(entry.binding_flags, [&](uint64_t flags) { json.wide(flags); });
  json.key("bindings").array(entry.bindings, [&](const GpuBinding& binding) {
    json.begin_object();
    json.key("set").number(binding.set);
    json.key("binding").number(binding.binding);
    json.key("type").number(binding.type);
    json.key("count").number(binding.count);
    json.end_object();
  });
  write_origin(json, entry.source, entry.stages);
  json.end_object();
}

void write_module(JsonWriter& json, const GpuModule& module) {
  json.begin_object();
  json.key("kind").string(module.kind);
  json.key("bytes").number(module.code.size());
  if (module.version != 0)
    json.key("version").string(std::to_string(module.version >> 16 & 0xFF) + '.' +
                               std::to_string(module.version >> 8 & 0xFF));
  json.key("capabilities").numbers(module.capabilities);
  json.key("entryPoints").array(module.entry_points, [&](const ShaderEntryPoint& entry) {
    json.begin_object();
    json.key("name").string(entry.name);
    json.key("executionModel").number(entry.execution_model);
    write_dimensions(json, "localSize", entry.local_size);
    json.end_object();
  });
  json.end_object();
}

std::string gpu_json(std::string_view format, const GpuExecutable& gpu) {
  Text out;
  JsonWriter json(out);
  json.begin_object();
  json.key("kind").string("gpu");
  json.key("format").string(format);
  json.key("container").string(gpu.container);
  if (!gpu.target.empty()) json.key("target").string(gpu.target);
  uint32_t ordinal = 0;
  json.key("functions").array(gpu.entry_points, [&](const GpuEntryPoint& entry) {
    write_entry_point(json, entry, ordinal++);
  });
  json.key("modules").array(gpu.modules, [&](const GpuModule& module) { write_module(json, module); });
  write_sources(json, gpu.sources);
  json.end_object();
  return out.take();
}

/// Addresses within a function count from its beginning: they fit a JSON number.
class ListingWriter {
 public:
  explicit ListingWriter(const CodeListing& listing) : listing_(listing), loops_(find_loops(listing)), json_(out_) {}

  std::string write() {
    json_.begin_object();
    json_.key("function");
    write_function(json_, listing_.function);
    json_.key("architecture").string(listing_.architecture);
    if (!listing_.section.empty()) json_.key("section").string(listing_.section);
    if (listing_.declared_file != kNotListed) {
      json_.key("declared").begin_object();
      json_.key("file").number(listing_.declared_file);
      json_.key("line").number(listing_.declared_line);
      json_.end_object();
    }
    json_.key("files").array(listing_.files, [&](const std::string& file) { json_.string(file); });
    json_.key("places").array(listing_.places, [&](const ListedPlace& place) {
      json_.numbers(std::initializer_list<uint64_t>{place.file, place.line, place.column});
    });
    json_.key("frames").array(listing_.frames, [&](const ListedFrame& frame) { write_frame(frame); });
    json_.key("lines").array(listing_.lines, [&](const ListedLine& line) { write_line(line); });
    json_.key("instructions").begin_array();
    for (size_t i = 0; i < listing_.instructions.size(); ++i)
      write_instruction(listing_.instructions[i], loops_.of_instruction[i]);
    json_.end_array();
    write_code_loops(json_, listing_, loops_);
    json_.key("leftOut").number(listing_.left_out);
    json_.key("notes").begin_array();
    for (const auto* notes : {&listing_.notes, &loops_.notes}) {
      for (const std::string& note : *notes) json_.string(note);
    }
    json_.end_array();
    json_.end_object();
    return out_.take();
  }

 private:
  uint64_t offset(uint64_t address) const { return address - listing_.function.address; }

  void write_frame(const ListedFrame& frame) {
    json_.begin_object();
    json_.key("function").string(frame.function);
    if (frame.parent != kNotListed) json_.key("parent").number(frame.parent);
    if (frame.call_file != kNotListed) {
      json_.key("call").begin_object();
      json_.key("file").number(frame.call_file);
      json_.key("line").number(frame.call_line);
      json_.key("column").number(frame.call_column);
      json_.end_object();
    }
    json_.end_object();
  }

  void write_line(const ListedLine& line) {
    json_.begin_object();
    json_.key("file").number(line.file);
    json_.key("line").number(line.line);
    json_.key("code").array(line.code, [&](const CodeInterval& code) {
      json_.numbers(std::initializer_list<uint64_t>{offset(code.begin), offset(code.end)});
    });
    json_.end_object();
  }

  void write_instruction(const ListedInstruction& each, uint32_t loop) {
    const Instruction& instruction = each.instruction;
    json_.begin_object();
    json_.key("offset").number(offset(instruction.address));
    json_.key("bytes").string(hex_digits(each.bytes));
    json_.key("mnemonic").string(instruction.mnemonic);
    json_.key("operands").string(instruction.operands);
    json_.key("kind").string(instruction_kind_name(instruction.kind));
    if (instruction.target) {
      const uint64_t target = offset(*instruction.target);
      if (target < listing_.function.size) json_.key("target").number(target);
    }
    if (instruction.reference) json_.key("reference").wide(*instruction.reference);
    if (!each.symbol.empty()) json_.key("symbol").string(each.symbol);
    if (each.place != kNotListed) json_.key("place").number(each.place);
    if (each.frame != kNotListed) json_.key("frame").number(each.frame);
    if (loop != kNotListed) json_.key("loop").number(loop);
    if (instruction.reads_memory) json_.key("reads").boolean(true);
    if (instruction.writes_memory) json_.key("writes").boolean(true);
    if (instruction.memory_bits != 0) json_.key("memoryBits").number(instruction.memory_bits);
    if (instruction.lanes != 0) {
      json_.key("vector").begin_object();
      json_.key("bits").number(instruction.vector_bits);
      json_.key("lanes").number(instruction.lanes);
      json_.key("elementBits").number(instruction.element_bits);
      if (instruction.element != ElementKind::kNone)
        json_.key("element").string(element_kind_name(instruction.element));
      json_.end_object();
    }
    json_.end_object();
  }

  const CodeListing& listing_;
  const CodeLoops loops_;
  Text out_;
  JsonWriter json_;
};

}  // namespace

FunctionChoice function_choice(const Napi::Value& value) {
  if (value.IsNumber()) return value.ToNumber().Uint32Value();
  if (!value.IsBigInt()) return value.ToString().Utf8Value();
  bool is_lossless = false;
  return FunctionAddress{value.As<Napi::BigInt>().Uint64Value(&is_lossless)};
}

Result<std::string> function_code_json(Bytes elf, const FunctionChoice& choice, const std::atomic<bool>& cancel) {
  IR_ASSIGN_OR_RETURN(const CodeListing listing, list_code(elf, choice, cancel));
  return ListingWriter(listing).write();
}

Napi::Value describe_executable_code(Napi::Env env, std::shared_ptr<OpenCapture> capture,
                                     const Napi::CallbackInfo& info) {
  return PromiseWorker<std::string>::run(
      env,
      [wanted = Wanted{std::move(capture), info[0].ToString().Utf8Value()},
       cancel = cancel_flag(info[1])]() -> Result<std::string> {
        std::string format;
        IR_ASSIGN_OR_RETURN(const std::vector<uint8_t> binary, wanted.read(&format));
        if (*cancel) return Status(StatusCode::kCancelled, "cancelled");
        if (is_gpu_executable(binary)) {
          IR_ASSIGN_OR_RETURN(const GpuExecutable gpu, read_gpu_executable(binary));
          return gpu_json(format, gpu);
        }
        IR_ASSIGN_OR_RETURN(const ExecutableCode code, describe_code(binary));
        return code_json(format, code);
      },
      to_string_value);
}

Napi::Value list_function_code(Napi::Env env, std::shared_ptr<OpenCapture> capture, const Napi::CallbackInfo& info) {
  return PromiseWorker<std::string>::run(
      env,
      [wanted = Wanted{std::move(capture), info[0].ToString().Utf8Value()}, choice = function_choice(info[1]),
       cancel = cancel_flag(info[2])]() -> Result<std::string> {
        std::string format;
        IR_ASSIGN_OR_RETURN(const std::vector<uint8_t> binary, wanted.read(&format));
        if (is_gpu_executable(binary)) {
          return Status(StatusCode::kUnimplemented,
                        "executable " + wanted.id +
                            " is GPU code, which is not decoded here; use spirv-dis, nvdisasm or llvm-objdump if "
                            "installed");
        }
        return function_code_json(binary, choice, *cancel);
      },
      to_string_value);
}

Napi::Value list_profiled_function_code(const Napi::CallbackInfo& info) {
  return PromiseWorker<std::string>::run(
      info.Env(),
      [path = info[0].ToString().Utf8Value(), id = info[1].ToString().Utf8Value(), choice = function_choice(info[2]),
       cancel = cancel_flag(info[3])]() -> Result<std::string> {
        IR_ASSIGN_OR_RETURN(auto file, File::open(path));
        IR_ASSIGN_OR_RETURN(const auto bundle, profile::Bundle::open(std::move(file), *cancel));
        const std::optional<uint64_t> number = number_of(id);
        std::vector<uint8_t> binary;
        if (number) {
          IR_ASSIGN_OR_RETURN(binary, profile::read_code_object(*bundle, *number, *cancel));
        }
        if (binary.empty()) {
          return Status(StatusCode::kNotFound, "the machine code of executable " + id + " is not in the profile");
        }
        return function_code_json(binary, choice, *cancel);
      },
      to_string_value);
}

Napi::Value read_gpu_module(Napi::Env env, std::shared_ptr<OpenCapture> capture, const Napi::CallbackInfo& info) {
  return PromiseWorker<std::vector<uint8_t>>::run(
      env,
      [wanted = Wanted{std::move(capture), info[0].ToString().Utf8Value()},
       index = info[1].ToNumber().Uint32Value()]() -> Result<std::vector<uint8_t>> {
        std::string format;
        IR_ASSIGN_OR_RETURN(const std::vector<uint8_t> binary, wanted.read(&format));
        IR_ASSIGN_OR_RETURN(const GpuExecutable gpu, read_gpu_executable(binary));
        if (index >= gpu.modules.size()) {
          return Status(StatusCode::kNotFound, "executable " + wanted.id + " has " +
                                                   std::to_string(gpu.modules.size()) +
                                                   " modules: there is no module " + std::to_string(index));
        }
        const Bytes code = gpu.modules[index].code;
        return std::vector<uint8_t>(code.begin(), code.end());
      },
      to_bytes);
}

Napi::Value read_embedded_source(Napi::Env env, std::shared_ptr<OpenCapture> capture, const Napi::CallbackInfo& info) {
  return PromiseWorker<std::vector<uint8_t>>::run(
      env,
      [wanted = Wanted{std::move(capture), info[0].ToString().Utf8Value()},
       index = info[1].ToNumber().Uint32Value()]() -> Result<std::vector<uint8_t>> {
        std::string format;
        IR_ASSIGN_OR_RETURN(const std::vector<uint8_t> binary, wanted.read(&format));
        std::vector<EmbeddedSource> sources;
        if (is_gpu_executable(binary)) {
          IR_ASSIGN_OR_RETURN(GpuExecutable gpu, read_gpu_executable(binary));
          sources = std::move(gpu.sources);
        } else {
          sources = embedded_sources(binary);
        }
        if (index >= sources.size()) {
          return Status(StatusCode::kNotFound, "executable " + wanted.id + " embeds " + std::to_string(sources.size()) +
                                                   " sources: there is no source " + std::to_string(index));
        }
        return std::vector<uint8_t>(sources[index].content.begin(), sources[index].content.end());
      },
      to_bytes);
}

}  // namespace ireereplay::addon
