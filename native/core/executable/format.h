// Names of executable formats, as captures and --replay_executable_substitution use them.
#pragma once

#include <string>
#include <string_view>

#include "base/bytes.h"

namespace ireereplay {

/// What a format's name says.
enum class ExecutableKind : uint8_t {
  kEmbeddedElf,  ///< Freestanding ELF, loaded by our own loader.
  kSystemElf,    ///< Shared library, loaded by the system's.
  kVmvx,         ///< IREE VM bytecode.
  kGpu,          ///< Code for a device that is not the processor.
  kUnknown,
};

/// The architecture this build runs on, as formats spell it: "x86_64", "arm_64".
std::string_view host_architecture();

/// Kind of a format name ("embedded-elf-x86_64", "vmvx-bytecode-fb", "vulkan-spirv-fb").
ExecutableKind executable_kind(std::string_view format);

/// Whether the processor of this machine runs `format`.
bool runs_on_host(std::string_view format);

/// One sentence that says which engine or machine can run `format`, for formats that we do not run.
std::string format_remedy(std::string_view format);

/// The format of `data` by its first bytes, as IREE infers it for a substitution: every ELF is taken as embedded, a
/// system library must be named. Empty when it cannot be told.
std::string infer_format(Bytes data);

}  // namespace ireereplay
