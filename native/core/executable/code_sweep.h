// Going through machine code from its beginning to its end, whatever is reached of it.
#pragma once

#include <Zydis/Decoder.h>

#include <cstdint>
#include <span>
#include <vector>

#include "base/bytes.h"

namespace ireereplay {

/// A piece of an executable's machine code.
struct SweptCode {
  Bytes bytes;
  uint64_t address = 0;          ///< In the executable's file.
  std::vector<uint64_t> starts;  ///< Known offsets of functions in it.
};

/// The machine code in `elf`; empty when it is not an ELF file for x86-64.
std::vector<SweptCode> code_to_sweep(Bytes elf);

class CodeSweep {
 public:
  CodeSweep() { ::ZydisDecoderInit(&decoder_, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64); }

  bool decode(Bytes code, ZydisDecodedInstruction* instruction) const {
    return ZYAN_SUCCESS(::ZydisDecoderDecodeInstruction(&decoder_, nullptr, code.data(), code.size(), instruction));
  }

  /// All that `find(instruction, offset)` gives of the instructions of `code`, put together with |=. `starts` are known
  /// offsets of functions in it, besides 0. Bytes that are not an instruction are taken for data, with everything
  /// before them back to the last jump or return; reading resumes where a function starts or a jump leads. Takes time
  /// linear in the size of `code`.
  template <typename Found, typename Find>
  Found sweep(Bytes code, std::span<const uint64_t> starts, Find find) const;

 private:
  /// Whether what follows is not executed after it.
  static bool leaves(const ZydisDecodedInstruction& instruction) {
    return instruction.meta.category == ZYDIS_CATEGORY_UNCOND_BR || instruction.meta.category == ZYDIS_CATEGORY_RET ||
           instruction.mnemonic == ZYDIS_MNEMONIC_UD2 || instruction.mnemonic == ZYDIS_MNEMONIC_INT3;
  }

  ZydisDecoder decoder_;
};

template <typename Found, typename Find>
Found CodeSweep::sweep(Bytes code, std::span<const uint64_t> starts, Find find) const {
  std::vector<bool> is_start(code.size());
  const auto mark = [&](uint64_t offset) {
    if (offset < code.size()) is_start[offset] = true;
  };
  mark(0);
  for (const uint64_t start : starts) mark(start);
  Found found;
  // What follows a jump or return may be data, until it leads to a place that is known to be code.
  Found doubtful;
  enum { kCertain, kDoubtful, kLost } state = kLost;
  for (size_t at = 0; at < code.size();) {
    if (is_start[at]) {
      if (state == kDoubtful) found |= doubtful;
      doubtful = {};
      state = kCertain;
    }
    ZydisDecodedInstruction instruction;
    if (state == kLost || !decode(code.subspan(at), &instruction)) {
      doubtful = {};
      state = kLost;
      ++at;
      continue;
    }
    size_t next = at + 1;
    while (next < at + instruction.length && !is_start[next]) ++next;
    if (next < at + instruction.length) {
      // It would overlap a place that is code: it is not code itself.
      doubtful = {};
      state = kLost;
      at = next;
      continue;
    }
    (state == kCertain ? found : doubtful) |= find(instruction, at);
    if (state == kCertain && instruction.raw.imm[0].is_relative)
      mark(next + static_cast<uint64_t>(instruction.raw.imm[0].value.s));
    if (leaves(instruction)) state = kDoubtful;
    at = next;
  }
  found |= doubtful;
  return found;
}

}  // namespace ireereplay
