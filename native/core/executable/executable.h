// A captured executable, loaded and ready to be called.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "base/status.h"
#include "executable/elf_image.h"
#include "executable/instruction_set.h"
#include "executable/library_abi.h"
#include "executable/system_library.h"

namespace ireereplay {

/// An entry point of a loaded executable. Pointers live as long as the executable.
struct LoadedFunction {
  abi::DispatchFunction call = nullptr;
  std::string name;
  abi::DispatchAttributes attributes = {};
  std::span<const abi::Parameter> parameters;
  /// Its source according to the compiler; empty path when it gives none.
  std::string source_path;
  uint32_t source_line = 0;
};

/// Checks, as far as possible without running anything from `data`, whether load() would accept it.
Status check_executable(std::string_view format, Bytes data);

/// The processor extensions that the machine code in `data` uses and `present` lacks: "AVX-512"; empty when it lacks
/// none, or when `data` is not an ELF file for x86-64. A kernel may choose among variants at run time, so code that
/// uses an extension need not be reached.
std::string missing_instruction_sets(Bytes data, const InstructionSets& present = host_instruction_sets());

/// The same for the one instruction at `address`, a virtual address of the file.
std::string missing_instruction_set_at(Bytes data, uint64_t address,
                                       const InstructionSets& present = host_instruction_sets());

/// A loaded executable library. Loading runs code from the file; do it in a process that may die.
class Executable {
 public:
  /// Loads `data` of `format` ("embedded-elf-x86_64", "system-elf-x86_64") with the values of its executable-level
  /// `constants`. INCOMPATIBLE for a format that this machine does not run; FAILED_PRECONDITION when the file is not
  /// what it claims to be or its library needs what is missing; UNAVAILABLE for one built for a sanitizer.
  static Result<std::unique_ptr<Executable>> load(std::string_view format, Bytes data,
                                                  std::span<const uint32_t> constants);
  Executable(const Executable&) = delete;
  Executable& operator=(const Executable&) = delete;

  const abi::Environment& environment() const { return environment_; }
  std::span<const LoadedFunction> functions() const { return functions_; }
  /// The library's own name.
  const std::string& name() const { return name_; }
  /// The loaded ELF file: where it lies, and the bias from the file's addresses to those in this process.
  Bytes image() const { return system_library_.is_loaded() ? system_library_.image() : image_.memory(); }
  /// What its code may write to in that file.
  std::span<const Bytes> writable() const {
    return system_library_.is_loaded() ? system_library_.writable() : image_.writable();
  }
  uint64_t image_bias() const { return system_library_.is_loaded() ? system_library_.bias() : image_.bias(); }

 private:
  Executable() = default;
  Status open_embedded(Bytes data);
  Status open_system(Bytes data);
  Status query(const void* function);
  Status bind_imports(const abi::ImportTable& imports);
  Status read_exports(const abi::Library& library);
  bool readable(const void* pointer, uint64_t length) const;
  bool read_string(const char* text, std::string* out) const;

  ElfImage image_;
  SystemLibrary system_library_;  // One of the two.
  abi::Environment environment_ = {};
  std::vector<uint32_t> constants_;
  std::vector<abi::ImportFunction> import_functions_;
  std::vector<const void*> import_contexts_;
  std::vector<LoadedFunction> functions_;
  std::string name_;
};

}  // namespace ireereplay
