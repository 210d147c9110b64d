// The functions of a device image: what is called how, how large it is, and where it was written.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "base/status.h"
#include "executable/library_tables.h"
#include "neighbour/llvm/kernel_name.h"

namespace ireereplay::neighbour::llvm {

struct ImageFunction {
  std::string name;  ///< As the image has it.
  KernelName readable;
  bool is_recorded = false;         ///< It is the kernel whose launch was recorded.
  std::optional<uint64_t> address;  ///< In the image; nothing in a cubin, where each function has a section of its own.
  uint64_t bytes = 0;               ///< Of its code; 0 where nothing says where it ends.
  /// Where its code begins, or of a kernel in a cubin, where its name says that it does; an empty path where the image
  /// does not say.
  SourcePlace source;
};

/// The functions of `image`, the one called `kernel` first and all others as the image has them; none of what is no ELF
/// file. FAILED_PRECONDITION of an ELF file for 32 bits, DATA_LOSS of one that is cut short. Takes time linear in its
/// size, but for sorting.
Result<std::vector<ImageFunction>> image_functions(Bytes image, std::string_view kernel);

}  // namespace ireereplay::neighbour::llvm
