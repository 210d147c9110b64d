#include "executable/format.h"

namespace ireereplay {

namespace {

constexpr std::string_view kEmbeddedPrefix = "embedded-elf-";
constexpr std::string_view kSystemPrefix = "system-elf-";

// e_machine in the ELF specification, and IREE's names of architectures.
std::string_view architecture_of(uint16_t machine, bool is_64_bit) {
  switch (machine) {
    case 0x03:
      return "x86_32";
    case 0x28:
      return "arm_32";
    case 0x3E:
      return "x86_64";
    case 0xB7:
      return "arm_64";
    case 0xF3:
      return is_64_bit ? "riscv_64" : "riscv_32";
    default:
      return "unknown";
  }
}

}  // namespace

std::string_view host_architecture() {
#if defined(__x86_64__)
  return "x86_64";
#elif defined(__aarch64__)
  return "arm_64";
#else
  return "unknown";
#endif
}

ExecutableKind executable_kind(std::string_view format) {
  if (format.starts_with(kEmbeddedPrefix)) return ExecutableKind::kEmbeddedElf;
  if (format.starts_with(kSystemPrefix)) return ExecutableKind::kSystemElf;
  if (format.starts_with("vmvx-")) return ExecutableKind::kVmvx;
  for (std::string_view prefix :
       {"vulkan-", "cuda-", "rocm-", "hip-", "amdgcn-", "metal-", "webgpu-", "PTX", "HSACO"}) {
    if (format.starts_with(prefix)) return ExecutableKind::kGpu;
  }
  return ExecutableKind::kUnknown;
}

bool runs_on_host(std::string_view format) {
  switch (executable_kind(format)) {
    case ExecutableKind::kEmbeddedElf:
      return format.substr(kEmbeddedPrefix.size()).starts_with(host_architecture());
    case ExecutableKind::kSystemElf:
      return format.substr(kSystemPrefix.size()).starts_with(host_architecture());
    default:
      return false;
  }
}

std::string format_remedy(std::string_view format) {
  switch (executable_kind(format)) {
    case ExecutableKind::kEmbeddedElf:
    case ExecutableKind::kSystemElf:
      return "Replay it on a machine with the architecture named in the format, or substitute an executable compiled "
             "for " +
             std::string(host_architecture()) + ".";
    case ExecutableKind::kVmvx:
      return "VMVX bytecode needs IREE's virtual machine: choose the iree engine, or run iree-run-replay (from pip "
             "install iree-base-runtime) with --device=local-sync or --device=local-task.";
    case ExecutableKind::kGpu:
      return "Choose the iree engine with the device that the executable was compiled for (iree-run-replay "
             "--device=...), or substitute "
             "an executable compiled for this processor.";
    case ExecutableKind::kUnknown:
      break;
  }
  return "Run it with the IREE tools that support this format (iree-run-replay).";
}

std::string infer_format(Bytes data) {
  constexpr uint8_t kElfMagic[4] = {0x7F, 'E', 'L', 'F'};
  if (data.size() >= 20 && std::memcmp(data.data(), kElfMagic, 4) == 0) {
    return std::string(kEmbeddedPrefix) + std::string(architecture_of(load<uint16_t>(data, 18), data[4] == 2));
  }
  return std::string();
}

}  // namespace ireereplay
