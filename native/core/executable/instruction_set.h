// Which processor extensions an executable's machine code uses: code compiled for a newer processor dies of SIGILL, and
// only the instructions themselves say what it was compiled for.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>

#include "base/bytes.h"

namespace ireereplay {

/// Extensions of x86-64 beyond the baseline that compilers choose for kernels.
enum class InstructionSet : uint8_t {
  kSse3,
  kSsse3,
  kSse41,
  kSse42,
  kSse4a,
  kPopcnt,
  kMovbe,
  kLzcnt,
  kBmi1,
  kBmi2,
  kAdx,
  kTbm,
  kAes,
  kPclmulqdq,
  kSha,
  kGfni,
  kAvx,
  kF16c,
  kFma,
  kFma4,
  kXop,
  kAvx2,
  kAvxVnni,
  kVaes,
  kVpclmulqdq,
  kAvx512f,
  kAvx512vl,
  kAvx512bw,
  kAvx512dq,
  kAvx512cd,
  kAvx512ifma,
  kAvx512vbmi,
  kAvx512vbmi2,
  kAvx512vnni,
  kAvx512bitalg,
  kAvx512vpopcntdq,
  kAvx512bf16,
  kAvx512fp16,
  kAmxTile,
  kAmxInt8,
  kAmxBf16,
  kCount,
};

class InstructionSets {
 public:
  InstructionSets() = default;
  InstructionSets(std::initializer_list<InstructionSet> sets) {
    for (const InstructionSet set : sets) add(set);
  }
  void add(InstructionSet set) { bits_ |= 1ull << static_cast<unsigned>(set); }
  bool has(InstructionSet set) const { return (bits_ >> static_cast<unsigned>(set) & 1) != 0; }
  InstructionSets& operator|=(InstructionSets other) {
    bits_ |= other.bits_;
    return *this;
  }
  bool operator==(const InstructionSets&) const = default;

 private:
  uint64_t bits_ = 0;
};

/// What the instructions of x86-64 machine `code` use. `starts` are known offsets of functions in it, besides 0. Bytes
/// that are not an instruction are taken for data, with everything before them back to the last jump or return; reading
/// resumes where a function starts or a jump leads. Takes time linear in the size of `code`.
InstructionSets find_instruction_sets(Bytes code, std::span<const uint64_t> starts = {});

/// What the first instruction in `code` uses.
InstructionSets first_instruction_sets(Bytes code);

/// What this machine's processor has and the operating system enables; everything on other processors than x86-64,
/// whose code is not examined.
InstructionSets host_instruction_sets();

/// The names of those in `needed` but not in `present`: "AVX-512", "AVX, FMA"; empty when nothing is missing.
std::string missing_instruction_sets(InstructionSets needed, InstructionSets present);

}  // namespace ireereplay
