// What a device image is, by its first bytes.
#pragma once

#include <string_view>

#include "base/bytes.h"

namespace ireereplay::neighbour::llvm {

/// Bytes that are looked at.
inline constexpr uint64_t kImageHead = 20;

/// "cubin for NVIDIA", "ELF for AMD GPUs", "ELF for x86-64"; "not known" for what is neither.
std::string_view image_kind(Bytes head);

}  // namespace ireereplay::neighbour::llvm
