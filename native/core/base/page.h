// Pages of memory, as the engine lays out buffers and loads executables: it refuses machines that have others.
#pragma once

#include <cstdint>

namespace ireereplay {

inline constexpr uint64_t kPage = 4096;

}  // namespace ireereplay
