// What the names of OpenMP's target regions say: `__omp_offloading_<device>_<file>_<function>_l<line>`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ireereplay::neighbour::llvm {

struct KernelName {
  /// As C++ has it, or as it is written where it cannot be told.
  std::string function;
  /// Of the source that the region begins in; nothing of other names.
  std::optional<uint64_t> line;
  /// Which device and file the source was on, in hexadecimal; of one program alike. Empty of other names.
  std::string source;
};

/// Reads a name. Others are functions as a whole.
KernelName parse_kernel_name(std::string_view name);

}  // namespace ireereplay::neighbour::llvm
