#include "executable/executable.h"

#include <algorithm>

#include "executable/code_sweep.h"
#include "executable/format.h"
#include "executable/machine_code.h"
#include "executable/processor.h"

namespace ireereplay {

namespace {

// A system library may be followed by its debug file, announced by a footer (IREE's loaders/system_library_loader.c).
struct SystemFooter {
  uint8_t magic[8];
  uint32_t version;
  uint32_t flags;
  uint64_t library_size;
  uint64_t debug_offset;
  uint64_t debug_size;
};
constexpr char kFooterMagic[] = "IREEDBG";

Status fail(std::string message) { return Status(StatusCode::kFailedPrecondition, std::move(message)); }

Bytes without_debug_file(Bytes data) {
  if (data.size() < sizeof(SystemFooter)) return data;
  const auto footer = load<SystemFooter>(data, data.size() - sizeof(SystemFooter));
  if (std::memcmp(footer.magic, kFooterMagic, sizeof(footer.magic)) != 0 || footer.library_size > data.size())
    return data;
  return data.first(footer.library_size);
}

int call_import(abi::ImportFunction function, void* params, void* context, void* reserved) {
  return function(params, context, reserved);
}

}  // namespace

Status check_executable(std::string_view format, Bytes data) {
  switch (executable_kind(format)) {
    case ExecutableKind::kEmbeddedElf:
      if (!runs_on_host(format)) break;
      return plan_elf(data).status();
    case ExecutableKind::kSystemElf:
      if (!runs_on_host(format)) break;
      if (infer_format(data).empty())
        return fail("executable data of format " + std::string(format) + " is not an ELF file");
      return Status();
    default:
      break;
  }
  return Status(StatusCode::kIncompatible, "no device here runs executables of format '" + std::string(format) + "'");
}

std::string missing_instruction_sets(Bytes data, const InstructionSets& present) {
  InstructionSets needed;
  for (const SweptCode& code : code_to_sweep(data)) needed |= find_instruction_sets(code.bytes, code.starts);
  return missing_instruction_sets(needed, present);
}

std::string missing_instruction_set_at(Bytes data, uint64_t address, const InstructionSets& present) {
  constexpr uint64_t kLongest = 15;
  for (const CodeRange& range : code_of(data)) {
    if (address < range.address || address - range.address >= range.size) continue;
    const uint64_t at = address - range.address, length = std::min(kLongest, range.size - at);
    return missing_instruction_sets(first_instruction_sets(data.subspan(range.offset + at, length)), present);
  }
  return "";
}

Result<std::unique_ptr<Executable>> Executable::load(std::string_view format, Bytes data,
                                                     std::span<const uint32_t> constants) {
  IR_RETURN_IF_ERROR(check_executable(format, data));
  std::unique_ptr<Executable> executable(new Executable());
  executable->constants_.assign(constants.begin(), constants.end());
  executable->environment_.constants = executable->constants_.data();
  executable->environment_.import_thunk = call_import;
  executable->environment_.processor = query_processor();
  if (executable_kind(format) == ExecutableKind::kEmbeddedElf) {
    IR_RETURN_IF_ERROR(executable->open_embedded(data));
  } else {
    IR_RETURN_IF_ERROR(executable->open_system(without_debug_file(data)));
  }
  return executable;
}

Status Executable::open_embedded(Bytes data) {
  IR_ASSIGN_OR_RETURN(const ElfPlan plan, plan_elf(data));
  IR_ASSIGN_OR_RETURN(image_, ElfImage::load(data, plan));
  return query(image_.query());
}

Status Executable::open_system(Bytes data) {
  IR_ASSIGN_OR_RETURN(system_library_, SystemLibrary::load(data));
  const void* symbol = system_library_.symbol(abi::kQuerySymbol);
  if (symbol == nullptr) return fail("the library does not export " + std::string(abi::kQuerySymbol));
  return query(symbol);
}

bool Executable::readable(const void* pointer, uint64_t length) const {
  // Where a system library points cannot be checked from outside; it is trusted as the system's loader trusts it.
  return pointer != nullptr && (system_library_.is_loaded() || image_.contains(pointer, length));
}

bool Executable::read_string(const char* text, std::string* out) const {
  if (!readable(text, 1)) return false;
  if (system_library_.is_loaded()) {
    *out = text;
    return true;
  }
  const Bytes memory = image_.memory();
  const size_t limit = reinterpret_cast<const char*>(memory.data() + memory.size()) - text;
  const size_t length = ::strnlen(text, limit);
  if (length == limit) return false;
  out->assign(text, length);
  return true;
}

Status Executable::query(const void* function) {
  const auto query = reinterpret_cast<abi::QueryFunction>(const_cast<void*>(function));
  const abi::LibraryHeader** result = query(abi::kVersion, &environment_);
  if (result == nullptr) return fail("the executable does not support version 0.6 of the runtime's interface");
  if (!readable(result, sizeof(abi::Library)) || !readable(*result, sizeof(abi::LibraryHeader))) {
    return fail("the executable's library description lies outside of its memory");
  }
  const abi::LibraryHeader& header = **result;
  if (header.version > abi::kVersion) {
    return fail("the executable's interface version " + std::to_string(header.version) + " is newer than 0.6");
  }
  if (header.sanitizer != abi::Sanitizer::kNone) {
    return Status(StatusCode::kUnavailable, "the executable was built with a sanitizer (kind " +
                                                std::to_string(static_cast<int32_t>(header.sanitizer)) +
                                                "), whose runtime this process does not have");
  }
  if (header.name != nullptr && !read_string(header.name, &name_))
    return fail("the executable's name lies outside of its memory");
  const abi::Library& library = *reinterpret_cast<const abi::Library*>(result);
  if (library.constants.count != constants_.size()) {
    return fail("the executable takes " + std::to_string(library.constants.count) + " constants, but the capture has " +
                std::to_string(constants_.size()));
  }
  IR_RETURN_IF_ERROR(bind_imports(library.imports));
  return read_exports(library);
}

// IREE's tools register no import provider, so they provide nothing: an optional import stays empty and a required one
// is an error.
Status Executable::bind_imports(const abi::ImportTable& imports) {
  if (imports.count == 0) return Status();
  if (imports.count > 65536 || !readable(imports.symbols, uint64_t{imports.count} * sizeof(char*))) {
    return fail("the executable's imports lie outside of its memory");
  }
  std::string missing;
  for (uint32_t i = 0; i < imports.count; ++i) {
    std::string symbol;
    if (!read_string(imports.symbols[i], &symbol))
      return fail("the name of import " + std::to_string(i) + " lies outside of the executable's memory");
    if (symbol.starts_with('?')) continue;
    if (!missing.empty()) missing += ", ";
    missing += symbol;
  }
  if (!missing.empty()) {
    return Status(StatusCode::kUnavailable, "the executable requires imports that nothing here provides: " + missing);
  }
  import_functions_.assign(imports.count, nullptr);
  import_contexts_.assign(imports.count, nullptr);
  environment_.import_functions = import_functions_.data();
  environment_.import_contexts = import_contexts_.data();
  return Status();
}

Status Executable::read_exports(const abi::Library& library) {
  const abi::ExportTable& exports = library.exports;
  const uint64_t count = exports.count;
  if (count == 0) return Status();
  if (!readable(exports.functions, count * sizeof(void*)))
    return fail("the executable's functions lie outside of its memory");
  if (!readable(exports.attributes, count * sizeof(abi::DispatchAttributes)))
    return fail("the executable's exports have no dispatch attributes");
  if (!readable(exports.names, count * sizeof(char*))) return fail("the executable's exports have no names");
  for (uint64_t i = 0; i < count; ++i) {
    // One by one: a wrong count ends at the first that is not a function.
    LoadedFunction& function = functions_.emplace_back();
    function.call = exports.functions[i];
    function.attributes = exports.attributes[i];
    const std::string which = "export " + std::to_string(i);
    if (!readable(reinterpret_cast<const void*>(function.call), 1))
      return fail(which + " of the executable lies outside of its memory");
    if (!read_string(exports.names[i], &function.name) || function.name.empty())
      return fail(which + " of the executable has no name");
    if (function.attributes.constant_count > abi::kMaxConstants ||
        function.attributes.binding_count > abi::kMaxBindings) {
      return Status(StatusCode::kOutOfRange, which + " of the executable takes " +
                                                 std::to_string(function.attributes.constant_count) +
                                                 " constants and " + std::to_string(function.attributes.binding_count) +
                                                 " bindings; the maximum is 64 of each");
    }
    const uint64_t parameter_count = function.attributes.parameter_count;
    if (parameter_count != 0 && readable(exports.parameters, count * sizeof(void*)) &&
        readable(exports.parameters[i], parameter_count * sizeof(abi::Parameter))) {
      function.parameters = {exports.parameters[i], parameter_count};
    }
    if (readable(exports.source_locations, count * sizeof(abi::SourceLocation))) {
      const abi::SourceLocation& location = exports.source_locations[i];
      if (location.path != nullptr && read_string(location.path, &function.source_path))
        function.source_line = location.line;
    }
  }
  return Status();
}

}  // namespace ireereplay
