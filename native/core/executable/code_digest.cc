#include "executable/code_digest.h"

#include <Zydis/Decoder.h>

#include <algorithm>
#include <array>

#include "base/sha256.h"

namespace ireereplay {

std::optional<std::string> code_digest(Bytes code) {
  ZydisDecoder decoder;
  ::ZydisDecoderInit(&decoder, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64);
  Sha256 digest;
  for (size_t at = 0; at < code.size();) {
    ZydisDecodedInstruction instruction;
    if (!ZYAN_SUCCESS(
            ::ZydisDecoderDecodeInstruction(&decoder, nullptr, code.data() + at, code.size() - at, &instruction))) {
      return std::nullopt;
    }
    std::array<uint8_t, ZYDIS_MAX_INSTRUCTION_LENGTH> bytes;
    std::copy_n(code.begin() + at, instruction.length, bytes.begin());
    const size_t next = at + instruction.length;
    const auto is_outside = [&](int64_t distance) { return next + static_cast<uint64_t>(distance) >= code.size(); };
    const auto clear = [&](size_t offset, size_t bits) { std::fill_n(bytes.begin() + offset, bits / 8, uint8_t{0}); };
    const auto& disp = instruction.raw.disp;
    const auto& modrm = instruction.raw.modrm;
    // Mode 0 with register 5 counts from the next instruction (Intel SDM volume 2, table 2-7).
    const bool is_relative = (instruction.attributes & ZYDIS_ATTRIB_HAS_MODRM) != 0 && modrm.mod == 0 && modrm.rm == 5;
    if (is_relative && disp.size == 32 && is_outside(disp.value)) clear(disp.offset, disp.size);
    for (const auto& each : instruction.raw.imm) {
      if (each.size != 0 && each.is_relative && is_outside(each.value.s)) clear(each.offset, each.size);
    }
    digest.add(Bytes(bytes.data(), instruction.length));
    at = next;
  }
  return digest.finish();
}

}  // namespace ireereplay
