// What a SPIR-V module declares.
#pragma once

#include "executable/gpu_executable.h"

namespace ireereplay {

/// Reads version, capabilities and entry points of `module->code`, any bytes, into the module; leaves them empty where
/// it is not SPIR-V. Takes time linear in its size.
void describe_shader_module(GpuModule* module);

}  // namespace ireereplay
