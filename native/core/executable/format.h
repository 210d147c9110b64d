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
  kGpu,          ///< Code for another device than the processor.
  kUnknown,
};

/// The architecture of this build, as formats spell it: "x86_64", "arm_64".
std::string_view host_architecture();

/// Kind of a format name ("embedded-elf-x86_64", "vmvx-bytecode-fb", "vulkan-spirv-fb").
ExecutableKind executable_kind(std::string_view format);

/// Whether this machine's processor runs `format`.
bool runs_on_host(std::string_view format);

/// One sentence that says which engine or machine can run `format`, for formats that we cannot run.
std::string format_remedy(std::string_view format);

/// The format of `data` by its first bytes, as IREE infers it for a substitution: every ELF file is taken as embedded,
/// so a system library must be named. Empty when unknown.
std::string infer_format(Bytes data);

}  // namespace ireereplay
