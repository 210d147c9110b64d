// Containers of executables for GPUs on arbitrary bytes: Vulkan's, HIP's, CUDA's and AMDGPU's.
#include <cstdlib>

#include "executable/gpu_executable.h"

using namespace ireereplay;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const Bytes file(data, size);
  const auto lies_inside = [&](Bytes part) {
    return part.empty() || (part.data() >= data && part.size() <= size &&
                            part.data() - data <= static_cast<ptrdiff_t>(size - part.size()));
  };
  const auto read = read_gpu_executable(file);
  if (!read.ok()) {
    if (read.status().message().empty()) std::abort();
    return 0;
  }
  if (read->container.empty() || !is_gpu_executable(file)) std::abort();
  for (const EmbeddedSource& source : read->sources) {
    if (!lies_inside(source.content)) std::abort();
  }
  for (const GpuModule& module : read->modules) {
    if (!lies_inside(module.code)) std::abort();
  }
  return 0;
}
