// What is in an executable for a GPU: entry points, modules and embedded sources, read from its container's bytes.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "base/status.h"
#include "executable/embedded_sources.h"
#include "executable/library_tables.h"

namespace ireereplay {

/// A binding of a descriptor set. Numbers are Vulkan's (VkDescriptorType, VkShaderStageFlags).
struct GpuBinding {
  uint32_t set = 0;
  uint32_t binding = 0;
  uint32_t type = 0;
  uint32_t count = 0;
};

/// An exported function.
struct GpuEntryPoint {
  std::string name;         ///< In its module.
  std::string export_name;  ///< By the producer; empty when there is no debugging information.
  uint32_t module = 0;      ///< Ordinal in GpuExecutable::modules.
  /// Threads of a workgroup; nothing where the container leaves that to the module.
  std::optional<std::array<uint32_t, 3>> workgroup_size;
  uint32_t shared_memory = 0;           ///< Bytes for each workgroup, besides what the module asks for.
  uint32_t constant_count = 0;          ///< 32-bit ones.
  uint32_t subgroup_size = 0;           ///< 0 where any does.
  std::string abi;                      ///< "descriptor", "bda-v1"; empty where there is but one.
  std::vector<uint64_t> binding_flags;  ///< One a binding: 1 is read-only, 2 is indirect.
  std::vector<GpuBinding> bindings;     ///< Of Vulkan's descriptor sets.
  SourcePlace source;
  std::vector<StagePlace> stages;
};

/// An entry point that a SPIR-V module declares.
struct ShaderEntryPoint {
  std::string name;
  uint32_t execution_model = 0;  ///< 5 is GLCompute, 6 is Kernel.
  std::optional<std::array<uint32_t, 3>> local_size;
};

/// Code for the device's driver.
struct GpuModule {
  std::string_view kind;   ///< "SPIR-V", "PTX", "HSACO".
  Bytes code;              ///< In the executable.
  uint64_t reference = 0;  ///< Where in the executable the distance to it is: to its length, of 32 bits, before it.
  // Of SPIR-V.
  uint32_t version = 0;  ///< 0x00010600 is 1.6.
  std::vector<uint32_t> capabilities;
  std::vector<ShaderEntryPoint> entry_points;
};

struct GpuExecutable {
  std::string_view container;  ///< "VKE1", "HIP1", "CDA1", "AMD1".
  std::string target;          ///< "gfx942:sramecc+:xnack-"; empty where the container does not say.
  std::vector<GpuEntryPoint> entry_points;
  std::vector<GpuModule> modules;
  std::vector<EmbeddedSource> sources;
};

/// Whether `data` begins like a container that read_gpu_executable() reads.
bool is_gpu_executable(Bytes data);

/// Reads a container of Vulkan, HIP, CUDA or AMDGPU. FAILED_PRECONDITION when it is none of them, INCOMPATIBLE when its
/// version is newer, DATA_LOSS when it is cut short or has no entry points that can be read. Takes time linear in its
/// size.
Result<GpuExecutable> read_gpu_executable(Bytes data);

/// The same executable with other code for the device's driver: SPIR-V, an HSACO file or PTX. Fails where it has not
/// just one module, or `code` is of another kind.
Result<std::vector<uint8_t>> with_module(Bytes executable, Bytes code);

}  // namespace ireereplay
