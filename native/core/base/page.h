// The page size that buffers and executables are laid out for; machines with another are refused.
#pragma once

#include <cstdint>

namespace ireereplay {

inline constexpr uint64_t kPage = 4096;

}  // namespace ireereplay
