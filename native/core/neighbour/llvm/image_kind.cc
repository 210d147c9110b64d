#include "neighbour/llvm/image_kind.h"

namespace ireereplay::neighbour::llvm {

namespace {

// Of ELF's header: what it begins with, and where its machine is.
constexpr uint32_t kElfMagic = 0x464c457f;
constexpr size_t kElfMachineAt = 18;
constexpr uint32_t kBitcodeMagic = 0xdec04342;

}  // namespace

std::string_view image_kind(Bytes head) {
  if (head.size() < kImageHead) return "not known";
  const auto magic = load<uint32_t>(head);
  if (magic == kBitcodeMagic) return "LLVM bitcode";
  if (magic != kElfMagic) return "not known";
  // As ELF's registry of machines has them.
  switch (load<uint16_t>(head, kElfMachineAt)) {
    case 62:
      return "ELF for x86-64";
    case 183:
      return "ELF for AArch64";
    case 190:
      return "cubin for NVIDIA";
    case 224:
      return "ELF for AMD GPUs";
    default:
      return "ELF for another processor";
  }
}

}  // namespace ireereplay::neighbour::llvm
